package tracking

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"

	"thriftwell/server/platform/calendar"
)

// contextLimits bound the contexts and values of a day. Beyond them, values are
// counted as Other, and events by page only. So a day has at most contexts plus
// one for each page.
type contextLimits struct {
	values   int // for each dimension
	contexts int
	network  int // new contexts and values that one network may add in an hour
}

func dailyLimits() contextLimits { return contextLimits{values: 1000, contexts: 50_000, network: 200} }

// allowance counts the contexts and values that networks added within the hour
// on this instance, so that no network uses up a day's limits. All robots count
// as one network.
type allowance struct {
	hour  int64
	spent map[uint64]int
}

// take deducts cost from a network's allowance and reports whether it sufficed.
func (a *allowance) take(network uint64, cost, most int, now time.Time) bool {
	if hour := now.Unix() / int64(time.Hour/time.Second); hour != a.hour {
		a.hour, a.spent = hour, map[uint64]int{}
	}
	if a.spent[network]+cost > most {
		return false
	}
	a.spent[network] += cost
	return true
}

// Other replaces values beyond a day's limit.
const Other = "other"

// dimension is a kind of value that clients supply.
type dimension int

const (
	source dimension = iota
	medium
	campaign
	content
	referrer
	dimensions
)

// values returns pointers to an origin's values, by dimension.
func (o *Origin) values() [dimensions]*string {
	return [dimensions]*string{&o.Source, &o.Medium, &o.Campaign, &o.Content, &o.Referrer}
}

// dayContexts are the contexts and values of a day that this instance knows.
type dayContexts struct {
	limits contextLimits
	read   int64           // number of the last context read from the database
	ids    map[Visit]int64 // numbers of contexts
	values [dimensions]map[string]bool
	full   bool // the day has reached its limit of contexts
}

func newDayContexts(limits contextLimits) *dayContexts {
	d := &dayContexts{limits: limits, ids: map[Visit]int64{}}
	for i := range d.values {
		d.values[i] = map[string]bool{"": true, Other: true}
	}
	return d
}

// id returns the number of a visit's context, or 0 if it has none yet.
func (d *dayContexts) id(of *Visit) int64 {
	v := of.orUnknown()
	if id := d.ids[v]; id != 0 {
		return id
	}
	return d.ids[d.fold(v)]
}

// orUnknown returns the visit of an event; nil becomes the zero visit.
func (v *Visit) orUnknown() Visit {
	if v == nil {
		return Visit{}
	}
	return *v
}

// fold replaces what exceeds the day's limits in a visit.
func (d *dayContexts) fold(v Visit) Visit {
	for _, o := range []*Origin{&v.First, &v.Last} {
		for i, value := range o.values() {
			if !d.values[i][*value] && len(d.values[i]) >= d.limits.values {
				*value = Other
			}
		}
	}
	if d.full && d.ids[v] == 0 {
		return v.pageOnly()
	}
	return v
}

// pageOnly returns a visit of which only the page is kept.
func (v Visit) pageOnly() Visit {
	return Visit{Place: v.Place, First: Origin{Source: Other}, Last: Origin{Source: Other}}
}

// cost returns how much a visit adds: its context and its new values.
func (d *dayContexts) cost(v Visit) int {
	cost := 1
	first := v.First.values()
	for i, value := range v.Last.values() {
		if !d.values[i][*value] {
			cost++
		}
		if *first[i] != *value && !d.values[i][*first[i]] {
			cost++
		}
	}
	return cost
}

// admit adds the values of a visit.
func (d *dayContexts) admit(v Visit) {
	for _, o := range []*Origin{&v.First, &v.Last} {
		for i, value := range o.values() {
			d.values[i][*value] = true
		}
	}
}

const (
	lockContexts = `SELECT pg_advisory_xact_lock(hashtext('contexts'))`
	readContexts = `
		SELECT d.number, c.id, c.place, c.place_id, c.piece, c.piece_id,
			f.source, f.medium, f.campaign, f.content, f.referrer, f.link_id, f.landing, f.landing_id,
			l.source, l.medium, l.campaign, l.content, l.referrer, l.link_id, l.landing, l.landing_id
		FROM daily_contexts d JOIN contexts c ON c.id = d.context_id JOIN origins f ON f.id = c.first_id JOIN origins l ON l.id = c.last_id
		WHERE d.day = $1 AND d.number > $2 ORDER BY d.number`

	// Both return the number of what exists already, too. A day has a context already if a standby took over and
	// numbered it again, which the memory is cleared for only later.
	writeOrigin = `INSERT INTO origins (source, medium, campaign, content, referrer, link_id, landing, landing_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (source, medium, campaign, content, referrer, link_id, landing, landing_id) DO UPDATE SET source = excluded.source RETURNING id`
	writeContext = `WITH c AS (
			INSERT INTO contexts (place, place_id, piece, piece_id, first_id, last_id) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (place, place_id, piece, piece_id, first_id, last_id) DO UPDATE SET place = excluded.place RETURNING id)
		INSERT INTO daily_contexts (day, context_id) SELECT $7, id FROM c
		ON CONFLICT (day, context_id) DO UPDATE SET day = excluded.day RETURNING context_id`
)

// numberContexts numbers the contexts of a day's events. Usually none is new,
// and it takes no round trip.
func (s *store) numberContexts(ctx context.Context, day calendar.Day, events []Event) error {
	d := s.contextsOf(day)
	unknown := map[Visit]bool{}
	for i := range events {
		e := &events[i]
		if !e.Day.Equal(day.Time) || d.id(e.Visit) != 0 {
			continue
		}
		v := e.Visit.orUnknown()
		if unknown[v] {
			continue
		}
		if !s.allowance.take(e.Network, d.cost(d.fold(v)), s.limits.network, time.Now()) {
			v = v.pageOnly()
			e.Visit = &v
		}
		if d.id(e.Visit) == 0 {
			unknown[v] = true
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	if err := s.numberVisits(ctx, day, d, unknown); err != nil {
		return fmt.Errorf("number the contexts of %s: %w", day, err)
	}
	return nil
}

func (s *store) contextsOf(day calendar.Day) *dayContexts {
	d := s.contexts[day.String()]
	if d == nil {
		d = newDayContexts(s.limits)
		s.contexts[day.String()] = d
	}
	return d
}

// numberVisits numbers the contexts of visits. Instances take turns, so that no
// day exceeds its limits, and each first reads what others have numbered. If it
// fails, admitted values stay in memory; the next visit that has them writes
// them.
func (s *store) numberVisits(ctx context.Context, day calendar.Day, d *dayContexts, visits map[Visit]bool) error {
	made := map[Visit]int64{}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		batch := &pgx.Batch{}
		batch.Queue(lockContexts)
		batch.Queue(readContexts, day.Time, d.read).Query(d.readContexts)
		if err := tx.SendBatch(ctx, batch).Close(); err != nil {
			return err
		}
		for v := range visits {
			d.full = len(d.ids)+len(made) >= d.limits.contexts
			if v = d.fold(v); d.ids[v] == 0 {
				d.admit(v)
				made[v] = 0
			}
		}
		if len(made) == 0 { // others had numbered them all
			return nil
		}
		return number(ctx, tx, day, made)
	})
	if err == nil {
		maps.Copy(d.ids, made)
	}
	return err
}

// number writes contexts that are new to a day and sets their numbers in made.
func number(ctx context.Context, tx pgx.Tx, day calendar.Day, made map[Visit]int64) error {
	origins, batch := map[Origin]int64{}, &pgx.Batch{}
	for v := range made {
		origins[v.First], origins[v.Last] = 0, 0
	}
	for o := range origins {
		batch.Queue(writeOrigin, o.Source, o.Medium, o.Campaign, o.Content, o.Referrer, o.Link, string(o.Landing.Subject), o.Landing.ID).QueryRow(func(row pgx.Row) (err error) {
			origins[o], err = numberIn(row)
			return err
		})
	}
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	batch = &pgx.Batch{}
	for v := range made {
		batch.Queue(writeContext, string(v.Place.Subject), v.Place.ID, string(v.Piece.Subject), v.Piece.ID, origins[v.First], origins[v.Last], day.Time).QueryRow(func(row pgx.Row) (err error) {
			made[v], err = numberIn(row)
			return err
		})
	}
	return tx.SendBatch(ctx, batch).Close()
}

func numberIn(row pgx.Row) (n int64, err error) {
	err = row.Scan(&n)
	return n, err
}

// readContexts reads the day's contexts that were added since the last read.
func (d *dayContexts) readContexts(rows pgx.Rows) error {
	var id int64
	var v Visit
	into := []any{&d.read, &id, &v.Place.Subject, &v.Place.ID, &v.Piece.Subject, &v.Piece.ID}
	for _, o := range []*Origin{&v.First, &v.Last} {
		into = append(into, &o.Source, &o.Medium, &o.Campaign, &o.Content, &o.Referrer, &o.Link, &o.Landing.Subject, &o.Landing.ID)
	}
	_, err := pgx.ForEachRow(rows, into, func() error {
		d.ids[v] = id
		d.admit(v)
		return nil
	})
	return err
}
