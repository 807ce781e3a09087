package tracking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"thriftwell/server/platform/calendar"
)

// Rejudged is the result of judging a day again: the number of hits for each
// reason, before and after.
type Rejudged struct {
	Day           calendar.Day
	Changed       int
	Before, After map[Reason]int64
}

// LastToRejudge returns the last day that may be judged again. Only spools may
// still have events of that day.
func LastToRejudge(today calendar.Day) calendar.Day { return today.Add(-2) }

// readJudged reads the events of a day in the order of receipt, pages before
// what is on them. It also reads events of nearby days from the same visitors
// and networks, which clients' clocks may have misdated.
const readJudged = `
	WITH judged AS (SELECT * FROM events WHERE day = $1),
	beside AS (SELECT * FROM events WHERE day BETWEEN $1::date - 2 AND $1::date + 2 AND day <> $1)
	SELECT day, id, at, coalesce(received, at) AS came, visitor, network, subject::text, subject_id, action::text, reason::text, page_id, context_id, earned, network_limit, foreign_pay, foreign_currency, coalesce(p.offer_id, 0)
	FROM (
		SELECT * FROM judged
		UNION ALL (
			SELECT * FROM beside WHERE visitor IN (SELECT visitor FROM judged)
			UNION SELECT * FROM beside WHERE network IN (SELECT network FROM judged))) e
		LEFT JOIN (SELECT subject, number AS subject_id, offer_id FROM placements UNION ALL SELECT subject, id, offer_id FROM gone_offers) p USING (subject, subject_id)
	ORDER BY came, id, subject IN ('offer', 'content_offer', 'daily_offer', 'static_offer'), subject, subject_id`

// Rejudge judges a day's raw events by the current rules and, unless it is a
// dry run, corrects them and the roll-ups in one transaction. It judges only
// what people did, as nothing identifying is stored for robots. Recording goes
// on meanwhile.
func (a Archive) Rejudge(ctx context.Context, day calendar.Day, dryRun bool) (out Rejudged, err error) {
	if day.After(LastToRejudge(calendar.Today(a.Location)).Time) {
		return out, fmt.Errorf("%s: %w", day, ErrTooRecent)
	}
	mode := pgx.TxOptions{}
	if dryRun {
		mode.AccessMode = pgx.ReadOnly
	}
	err = pgx.BeginTxFunc(ctx, a.Pool, mode, func(tx pgx.Tx) error {
		var kept bool
		if err := tx.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", partition(day)).Scan(&kept); err != nil {
			return err
		}
		if !kept {
			return ErrNoEvents
		}
		if !dryRun {
			if err := lockDay(ctx, tx, day); err != nil {
				return err
			}
		}
		j := newJudgment(day, a.Location)
		if err := j.read(ctx, tx); err != nil {
			return err
		}
		if err := j.complete(ctx, tx); err != nil {
			return err
		}
		out = j.Rejudged
		if dryRun {
			return nil
		}
		return j.write(ctx, tx)
	})
	if err != nil {
		err = fmt.Errorf("judge %s again: %w", day, err)
	}
	return out, err
}

// judgment is the state of judging a day again.
type judgment struct {
	Rejudged
	location *time.Location
	visits   map[int64]*txVisits // by day, as Unix time
	rollups  rollups

	// Hits whose reason changes, by column.
	ids        [][16]byte
	subjects   []string
	subjectIDs []int64
	reasons    []string
}

func newJudgment(day calendar.Day, location *time.Location) *judgment {
	return &judgment{
		Rejudged: Rejudged{Day: day, Before: map[Reason]int64{}, After: map[Reason]int64{}},
		location: location, visits: map[int64]*txVisits{}, rollups: newRollups(),
	}
}

func (j *judgment) visitsOf(day calendar.Day) *txVisits {
	v := j.visits[day.Unix()]
	if v == nil {
		made := newTxVisits(newDayVisits())
		v = &made
		j.visits[day.Unix()] = v
	}
	return v
}

// read reads and judges the events.
func (j *judgment) read(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, readJudged, j.Day.Time)
	if err != nil {
		return err
	}
	var (
		e                                Event
		h                                Hit
		was                              Reason
		visitor                          pgtype.UUID
		network, page, contextID, earned pgtype.Int8
		networkLimit, foreignPay         pgtype.Int8
		currency                         pgtype.Text
	)
	_, err = pgx.ForEachRow(rows, []any{&e.Day.Time, &e.ID, &e.At, &e.Received, &visitor, &network, &h.Subject, &h.ID, &h.Action, &was, &page, &contextID, &earned, &networkLimit, &foreignPay, &currency, &h.Offer}, func() error {
		e.Visitor, e.Network, e.Reason, h.Earns = uuid.UUID(visitor.Bytes), uint64(network.Int64), was, earned.Int64
		h.NetworkLimit, h.ForeignPay, h.Currency = networkLimit.Int64, foreignPay.Int64, currency.String
		if visitor.Valid {
			e.Reason = Human // until judged
		}
		reason, n := judge(&e, h, j.visitsOf(e.Day), j.visitsOf(calendar.DayOf(e.Received, j.location)))
		if e.Day.Equal(j.Day.Time) {
			j.rollups.add(kindOf(h, reason, page.Int64), contextID.Int64, n)
			j.note(&e, h, was, reason)
		}
		return nil
	})
	return err
}

func (j *judgment) note(e *Event, h Hit, was, is Reason) {
	j.Before[was]++
	j.After[is]++
	if was == is {
		return
	}
	j.Changed++
	j.ids, j.subjects = append(j.ids, e.ID), append(j.subjects, string(h.Subject))
	j.subjectIDs, j.reasons = append(j.subjectIDs, h.ID), append(j.reasons, string(is))
}

// complete returns an error if the roll-ups count more than the raw events.
func (j *judgment) complete(ctx context.Context, tx pgx.Tx) error {
	var before, after int64
	if err := tx.QueryRow(ctx, "SELECT coalesce(sum(count), 0)::bigint FROM daily_counts WHERE day = $1", j.Day.Time).Scan(&before); err != nil {
		return err
	}
	for _, c := range j.rollups.daily() {
		after += c.hits
	}
	switch {
	case before > after:
		return ErrIncomplete
	case after == 0:
		return ErrNoEvents
	}
	return nil
}

const correctEvents = `
	UPDATE events e SET reason = c.reason
	FROM unnest($2::uuid[], $3::text[]::event_subject[], $4::bigint[], $5::text[]::event_reason[]) AS c (id, subject, subject_id, reason)
	WHERE e.day = $1 AND e.id = c.id AND e.subject = c.subject AND e.subject_id = c.subject_id`

// openDay makes reports add up a day again.
const openDay = "INSERT INTO open_days (day, changes) VALUES ($1, 1) ON CONFLICT (day) DO UPDATE SET changes = open_days.changes + 1"

// write corrects the raw events and rewrites the roll-ups.
func (j *judgment) write(ctx context.Context, tx pgx.Tx) error {
	b := &pgx.Batch{}
	b.Queue("SELECT pg_advisory_xact_lock(hashtext('reports'))") // keeps the traffic where it is
	b.Queue(correctEvents, j.Day.Time, j.ids, j.subjects, j.subjectIDs, j.reasons)
	b.Queue("DELETE FROM daily_counts WHERE day = $1", j.Day.Time)
	b.Queue("DELETE FROM daily_traffic WHERE day = $1", j.Day.Time)
	b.Queue("DELETE FROM recent_batches WHERE day = $1", j.Day.Time)
	b.Queue("DELETE FROM foreign_earnings WHERE day = $1", j.Day.Time)
	j.rollups.queueWrites(b, j.Day, [rawColumns]any{})
	// In one step, so that a report never sees both the old and the new counts.
	b.Queue("WITH "+MoveRecent("day = $1")+" SELECT", j.Day.Time)
	b.Queue(openDay, j.Day.Time)
	return tx.SendBatch(ctx, b).Close()
}
