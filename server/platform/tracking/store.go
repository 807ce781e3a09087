package tracking

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/db"
	"thriftwell/server/platform/calendar"
)

// store writes events to Postgres.
type store struct {
	pool       *pgxpool.Pool
	location   *time.Location // for calendar days
	partitions sync.Map       // days known to have one, by String
	lock       chan struct{}  // held by the writer; guards what follows
	timeline   string         // of what is in memory
	timelineOf func(*pgx.Conn) string
	visits     map[string]*dayVisits // by day
	contexts   map[string]*dayContexts
	limits     contextLimits
	allowance  allowance
	visitCount *atomic.Int64 // of all days in memory
}

func newStore(pool *pgxpool.Pool, location *time.Location) *store {
	return &store{pool: pool, location: location, lock: make(chan struct{}, 1), visits: map[string]*dayVisits{}, contexts: map[string]*dayContexts{}, timelineOf: db.Timeline, limits: dailyLimits(), visitCount: &atomic.Int64{}}
}

const (
	// beginTurn serializes the writers of all instances until they commit, so that no visits are added after
	// one has read them. A writer that hangs loses the lock.
	beginTurn = `SELECT pg_advisory_xact_lock(hashtext('event writers')), set_config('idle_in_transaction_session_timeout', '5s', true)`

	// The column part has a chunk's number.
	readChunks = `SELECT part, visits FROM daily_visits WHERE day = $1 AND part > $2 ORDER BY part`
	readEvents = `SELECT id, subject::text, subject_id FROM events WHERE day = $1 AND id = ANY ($2)`

	writeChunk = `INSERT INTO daily_visits (day, part, visits) VALUES ($1, $2, $3)`
	// One statement for chunk, raw events and roll-ups is cheaper than three, and indexing arrays is cheaper
	// than joining rows made from them.
	writeEvents = `WITH kinds AS MATERIALIZED (
		SELECT $2::text[]::event_subject[] AS subjects, $3::bigint[] AS ids, $4::text[]::event_action[] AS actions, $5::text[]::event_reason[] AS reasons,
			$6::bigint[] AS pages, $7::bigint[] AS earned, $8::bigint[] AS limits, $9::bigint[] AS foreign_pay, $10::text[] AS currencies
		), chunk AS (
		INSERT INTO daily_visits (day, part, visits) SELECT $1, $11::bigint, $12::bytea WHERE $12 IS NOT NULL
		), raw AS (
		INSERT INTO events (day, id, at, received, visitor, network, context_id, subject, subject_id, action, page_id, reason, earned, network_limit, foreign_pay, foreign_currency)
		SELECT $1, ($13::uuid[])[n], ($14::timestamptz[])[n], ($15::timestamptz[])[n], nullif(($16::uuid[])[n], '00000000-0000-0000-0000-000000000000'),
			nullif(($17::bigint[])[n], 0), ($18::bigint[])[n], k.subjects[kind], k.ids[kind], k.actions[kind], nullif(k.pages[kind], 0), k.reasons[kind],
			nullif(k.earned[kind], 0), nullif(k.limits[kind], 0), nullif(k.foreign_pay[kind], 0), CASE WHEN k.foreign_pay[kind] <> 0 THEN k.currencies[kind] END
		FROM kinds k, unnest($19::bigint[]) WITH ORDINALITY AS e (kind, n)
		), traffic AS (
		INSERT INTO recent_batches (day, subjects, subject_ids, actions, reasons, earned, kinds, contexts, counts, visitors, arrivals)
		SELECT $1, subjects, ids, actions, reasons, earned, $20::int[], $21::bigint[], $22::int[], $23::int[], $24::int[]
		FROM kinds WHERE cardinality($20::int[]) > 0
		)
		INSERT INTO daily_counts AS c (day, subject, subject_id, action, reason, count, visitors)
		SELECT $1, * FROM unnest($25::text[]::event_subject[], $26::bigint[], $27::text[]::event_action[],
			$28::text[]::event_reason[], $29::bigint[], $30::bigint[])
		ON CONFLICT (subject, subject_id, day, action, reason)
		DO UPDATE SET count = c.count + excluded.count, visitors = c.visitors + excluded.visitors`
	writeForeign = `
		INSERT INTO foreign_earnings AS f (day, context_id, subject, subject_id, currency, amount)
		SELECT $1, context, subject, id, currency, sum(amount) FROM unnest($2::bigint[], $3::text[]::event_subject[], $4::bigint[], $5::text[], $6::bigint[])
			AS g (context, subject, id, currency, amount) GROUP BY 2, 3, 4, 5
		ON CONFLICT (day, context_id, subject, subject_id, currency) DO UPDATE SET amount = f.amount + excluded.amount`
	writeMisdated = `
		INSERT INTO misdated_clicks AS m (day, received, subject, subject_id, count)
		SELECT $1, received, subject, subject_id, count(*)
		FROM unnest($2::date[], $3::text[]::event_subject[], $4::bigint[]) AS g (received, subject, subject_id) GROUP BY 2, 3, 4
		ON CONFLICT (subject, subject_id, day, received) DO UPDATE SET count = m.count + excluded.count`
)

// SQLSTATEs on which write retries.
const (
	deadlockDetected     = "40P01"
	serializationFailure = "40001"
	uniqueViolation      = "23505"
	checkViolation       = "23514"
	otherTimeline        = "other timeline" // not from Postgres: see errOtherTimeline
)

// errOtherTimeline is returned by a write after a standby took over.
var errOtherTimeline = errors.New("the database's history differs from memory")

// write commits events and their roll-ups in one transaction, each event once.
// Only if one is in the database already, it looks up which ones are.
func (s *store) write(ctx context.Context, events []Event) error {
	select {
	case s.lock <- struct{}{}:
		defer func() { <-s.lock }()
	case <-ctx.Done():
		return ctx.Err()
	}
	slices.SortStableFunc(events, func(a, b Event) int { return a.received().Compare(b.received()) })
	days, lookUp := s.daysOf(events), false
	var err error
	for range 4 {
		if err = s.prepare(ctx, days, events); err == nil {
			err = s.commit(ctx, days, events, lookUp)
		}
		switch sqlState(err) {
		case "":
			return nil
		case deadlockDetected, serializationFailure, otherTimeline: // retry
		case uniqueViolation:
			lookUp = true
		case checkViolation: // no partition: it was dropped
			s.partitions.Clear()
		default:
			return fmt.Errorf("write %d events: %w", len(events), err)
		}
	}
	return fmt.Errorf("write %d events: %w", len(events), err)
}

// daysOf returns the days whose visits matter for events: the days on which
// they happened and on which they were received.
func (s *store) daysOf(events []Event) (days []calendar.Day) {
	for i := range events {
		for _, day := range [...]calendar.Day{events[i].Day, s.dayReceived(&events[i])} {
			if !slices.ContainsFunc(days, func(d calendar.Day) bool { return d.Equal(day.Time) }) {
				days = append(days, day)
			}
		}
	}
	return days
}

func (s *store) dayReceived(e *Event) calendar.Day { return calendar.DayOf(e.received(), s.location) }

// sqlState returns the SQLSTATE of an error, "" for nil.
func sqlState(err error) string {
	if err == nil {
		return ""
	}
	if pg := new(pgconn.PgError); errors.As(err, &pg) {
		return pg.Code
	}
	if errors.Is(err, errOtherTimeline) {
		return otherTimeline
	}
	return "unknown"
}

// prepare makes the partitions and contexts that events refer to, and reads the
// visits of days that aren't in memory.
func (s *store) prepare(ctx context.Context, days []calendar.Day, events []Event) error {
	for _, day := range days {
		if err := s.ensurePartition(ctx, day); err != nil {
			return err
		}
		if err := s.numberContexts(ctx, day, events); err != nil {
			return err
		}
		if s.visitsOf(day).read { // before taking the writers' lock, as there may be many
			continue
		}
		if err := s.readVisits(ctx, day); err != nil {
			return err
		}
	}
	return nil
}

// ensurePartition makes the partition of a day unless it exists.
func (s *store) ensurePartition(ctx context.Context, day calendar.Day) error {
	if _, known := s.partitions.Load(day.String()); known {
		return nil
	}
	if _, err := s.pool.Exec(ctx, "SELECT ensure_event_partitions($1)", day.Time); err != nil {
		return fmt.Errorf("make the partition of %s: %w", day, err)
	}
	s.partitions.Store(day.String(), true)
	return nil
}

// readVisits reads the chunks of a day that others have committed.
func (s *store) readVisits(ctx context.Context, day calendar.Day) error {
	visits, batch := s.visitsOf(day), &pgx.Batch{}
	visits.queueRead(batch, day)
	if err := s.pool.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("read the visits of %s: %w", day, err)
	}
	s.updateVisitCount()
	return nil
}

// commit writes events in one transaction. Under the writers' lock it reads the
// visits that other instances added and, with lookUp, which events are in the
// database already.
func (s *store) commit(ctx context.Context, days []calendar.Day, events []Event, lookUp bool) error {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if err := s.follow(s.timelineOf(conn.Conn())); err != nil {
		return err
	}
	rows := make(map[int64]*dayRows, len(days)) // by day, as Unix time
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		reads, writes := &pgx.Batch{}, &pgx.Batch{}
		reads.Queue(beginTurn)
		for _, day := range days {
			r := newDayRows(day, s.visitsOf(day), s.contextsOf(day))
			rows[day.Unix()] = r
			r.visits.queueRead(reads, day)
			if lookUp {
				r.queueLookUp(reads, events)
			}
		}
		if err := tx.SendBatch(ctx, reads).Close(); err != nil {
			return err
		}
		for i := range events {
			e := &events[i]
			rows[e.Day.Unix()].add(e, rows[s.dayReceived(e).Unix()])
		}
		for _, r := range rows {
			r.queueWrites(writes)
		}
		return tx.SendBatch(ctx, writes).Close()
	})
	if err != nil {
		return err
	}
	for _, r := range rows {
		r.visits.applyDelta()
	}
	s.updateVisitCount()
	return nil
}

// follow clears the memory when a standby has taken over. The standby may lack
// the last chunks and contexts, and others may have written different ones.
func (s *store) follow(timeline string) error {
	before := s.timeline
	s.timeline = timeline
	if before == timeline || before == "" {
		return nil
	}
	s.visits, s.contexts = map[string]*dayVisits{}, map[string]*dayContexts{}
	s.partitions.Clear()
	return errOtherTimeline
}

func (s *store) visitsOf(day calendar.Day) *dayVisits {
	v := s.visits[day.String()]
	if v == nil {
		v = newDayVisits()
		s.visits[day.String()] = v
	}
	return v
}

// dropOldVisits deletes the visits older than visitRetention, with the day's
// contexts and misdated clicks. Of the memory it keeps only the days
// around today.
func (s *store) dropOldVisits(ctx context.Context, today calendar.Day) error {
	select {
	case s.lock <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	isFar := func(day string) bool { return day < today.Add(-1).String() || day > today.Add(1).String() }
	maps.DeleteFunc(s.visits, func(day string, _ *dayVisits) bool { return isFar(day) })
	maps.DeleteFunc(s.contexts, func(day string, _ *dayContexts) bool { return isFar(day) })
	s.updateVisitCount()
	<-s.lock
	var err error
	for _, table := range []string{"daily_visits", "daily_contexts", "misdated_clicks"} {
		_, failed := s.pool.Exec(ctx, "DELETE FROM "+table+" WHERE day < $1", today.Add(-visitRetention).Time)
		err = errors.Join(err, failed)
	}
	return err
}

func (s *store) updateVisitCount() {
	n := 0
	for _, v := range s.visits {
		n += len(v.latest)
	}
	s.visitCount.Store(int64(n))
}
