package tracking

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
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
	location   *time.Location // of the calendar days
	partitions daySet         // known to exist
	lock       chan struct{}  // guards what follows
	othersAt   time.Time      // when another instance's chunk was last found
	timeline   string         // of what is in memory
	timelineOf func(*pgx.Conn) string
	visits     map[string]*dayVisits // by day
	contexts   map[string]*dayContexts
	limits     contextLimits
	allowance  allowance
	visitCount *atomic.Int64 // of all days in memory
}

func newStore(pool *pgxpool.Pool, location *time.Location) store {
	return store{pool: pool, location: location, lock: make(chan struct{}, 1), visits: map[string]*dayVisits{}, contexts: map[string]*dayContexts{}, timelineOf: db.Timeline, limits: ofDay(), visitCount: &atomic.Int64{}}
}

const (
	// lockWriters serializes the writers of all instances until they commit, so
	// that no visits are added behind the back of one that has read them.
	lockWriters = `SELECT pg_advisory_xact_lock(hashtext('event writers'))`
	// endsSoon ends a transaction that hangs between two round trips, and its locks.
	endsSoon  = `SELECT set_config('idle_in_transaction_session_timeout', '5s', true)`
	beginTurn = lockWriters + `, set_config('idle_in_transaction_session_timeout', '5s', true)`
	// lockNext waits until the turn that is waited for is that of the one that has
	// it. It lasts until unlockNext, beyond a rollback.
	lockNext   = `SELECT pg_advisory_lock(hashtext('event writer to come'))`
	unlockNext = `SELECT pg_advisory_unlock(hashtext('event writer to come'))`
	// lockRows waits until nobody has raw events that are not committed. Who writes
	// them in its turn would else wait for one with the same events, which waits for
	// the turn.
	lockRows = `SELECT pg_advisory_xact_lock(hashtext('event rows'))`
	begin    = `BEGIN ISOLATION LEVEL READ COMMITTED`

	// The number of a chunk stays in the column part: instances of the release
	// before write it during a deployment.
	readChunks = `SELECT part, visits FROM daily_visits WHERE day = $1 AND part > $2 ORDER BY part`
	readEvents = `SELECT id, subject::text, subject_id FROM events WHERE day = $1 AND id = ANY ($2)`

	// Elements of arrays cost less than a join of rows made of them.
	writeRaw = `
		INSERT INTO events (day, id, at, received, visitor, network, context_id, subject, subject_id, action, page_id, reason, earned, network_limit, foreign_pay, foreign_currency)
		SELECT $1, ($11::uuid[])[n], ($12::timestamptz[])[n], ($13::timestamptz[])[n], nullif(($14::uuid[])[n], '00000000-0000-0000-0000-000000000000'),
			nullif(($15::bigint[])[n], 0), ($16::bigint[])[n], k.subjects[kind], k.ids[kind], k.actions[kind], k.pages[kind], k.reasons[kind], k.earned[kind], k.limits[kind], k.foreign_pay[kind], k.currencies[kind]
		FROM (SELECT $2::text[]::event_subject[] AS subjects, $3::bigint[] AS ids, $4::text[]::event_action[] AS actions, $5::text[]::event_reason[] AS reasons,
			$6::bigint[] AS pages, $7::bigint[] AS earned, $8::bigint[] AS limits, $9::bigint[] AS foreign_pay, $10::text[] AS currencies, pg_advisory_xact_lock_shared(hashtext('event rows')) OFFSET 0) k,
			unnest($17::bigint[]) WITH ORDINALITY AS e (kind, n)`
	writeChunk = `INSERT INTO daily_visits (day, part, visits) VALUES ($1, $2, $3)`
	// One statement for the chunk and the roll-ups costs less than one for each.
	writeRollups = `WITH chunk AS (
		INSERT INTO daily_visits (day, part, visits) SELECT $1, $2::bigint, $3::bytea WHERE $3 IS NOT NULL
		), traffic AS (
		INSERT INTO recent_batches (day, subjects, subject_ids, actions, reasons, earned, kinds, contexts, counts, visitors, arrivals)
		SELECT $1, $4::text[]::event_subject[], $5::bigint[], $6::text[]::event_action[], $7::text[]::event_reason[], $8::bigint[],
			$9::int[], $10::bigint[], $11::int[], $12::int[], $13::int[] WHERE cardinality($9::int[]) > 0
		)
		INSERT INTO daily_counts AS c (day, subject, subject_id, action, reason, count, visitors)
		SELECT $1, * FROM unnest($14::text[]::event_subject[], $15::bigint[], $16::text[]::event_action[],
			$17::text[]::event_reason[], $18::bigint[], $19::bigint[])
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

// The SQLSTATEs that write retries on.
const (
	deadlockDetected     = "40P01"
	serializationFailure = "40001"
	uniqueViolation      = "23505"
	checkViolation       = "23514"
	otherTimeline        = "other timeline" // of none of Postgres's: see errOtherTimeline
	otherVerdict         = "other verdict"  // likewise: see errOtherVerdict
	unprepared           = "unprepared"     // likewise: see errUnprepared
)

// errOtherTimeline is the error of a write after a standby took over.
var errOtherTimeline = errors.New("the database has another history than what is in memory")

// errOtherVerdict is the error of a write whose raw events were judged before
// another had written what makes them duplicates or excess.
var errOtherVerdict = errors.New("the events are judged otherwise by what was written meanwhile")

// errUnprepared is the error of a write whose contexts were forgotten meanwhile.
var errUnprepared = errors.New("the contexts of the events have no numbers")

// othersFor is how long after the last chunk of another instance a store takes it
// that others write, too.
const othersFor = 10 * time.Second

// write commits events and their roll-ups in one transaction, each event once.
// Some may be in the database if again is set. It judges and writes the raw events
// before its turn, and the roll-ups in it; if that comes to nothing, it does
// everything in its turn (see the package comment). It takes the events when it
// begins, or, if other instances write too, once its turn is the next, and calls
// inTurn when that has come.
func (s *store) write(ctx context.Context, take func() []Event, again bool, inTurn func()) error {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	t := turn{store: s, conn: conn, again: again, has: inTurn}
	defer t.end(ctx)
	if err := t.await(ctx); err != nil {
		return fmt.Errorf("wait for a turn to write events: %w", err)
	}
	if t.events = take(); len(t.events) == 0 {
		return nil
	}
	slices.SortStableFunc(t.events, func(a, b Event) int { return a.received().Compare(b.received()) })
	t.days = s.daysOf(t.events)
	for range 4 {
		if err = s.prepare(ctx, t.days, t.events); err == nil {
			err = t.transact(ctx)
		}
		if err == nil {
			return nil
		}
		t.rollBack(ctx)
		switch sqlState(err) {
		case deadlockDetected, serializationFailure, uniqueViolation, otherVerdict: // an event exists already, or does so in a moment
			t.again = true
		case checkViolation: // no partition: somebody dropped it
			s.partitions.clear()
		case otherTimeline, unprepared: // what was in memory is forgotten
		default:
			return fmt.Errorf("write %d events: %w", len(t.events), err)
		}
	}
	return fmt.Errorf("write %d events: %w", len(t.events), err)
}

// enter waits for what is in memory; leave gives it back.
func (s *store) enter(ctx context.Context) error {
	select {
	case s.lock <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *store) leave() { <-s.lock }

// daysOf returns the days whose visits events are compared with: those they
// happened on and those they were received on.
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

// sqlState returns the SQLSTATE of an error; "" for nil.
func sqlState(err error) string {
	if err == nil {
		return ""
	}
	if pg := new(pgconn.PgError); errors.As(err, &pg) {
		return pg.Code
	}
	switch {
	case errors.Is(err, errOtherTimeline):
		return otherTimeline
	case errors.Is(err, errOtherVerdict):
		return otherVerdict
	case errors.Is(err, errUnprepared):
		return unprepared
	}
	return "unknown"
}

// prepare makes what the rows of events refer to, partitions and contexts, and
// reads the visits that they are compared with.
func (s *store) prepare(ctx context.Context, days []calendar.Day, events []Event) error {
	for _, day := range days {
		if err := errors.Join(s.ensurePartition(ctx, day), s.readVisits(ctx, day)); err != nil {
			return err
		}
	}
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	for _, day := range days {
		if err := s.numberContexts(ctx, day, events); err != nil {
			return err
		}
	}
	return nil
}

// ensurePartition makes the partition of a day unless it exists.
func (s *store) ensurePartition(ctx context.Context, day calendar.Day) error {
	if s.partitions.has(day) {
		return nil
	}
	if _, err := s.pool.Exec(ctx, "SELECT ensure_event_partitions($1)", day.Time); err != nil {
		return fmt.Errorf("make the partition of %s: %w", day, err)
	}
	s.partitions.add(day)
	return nil
}

// readVisits reads the visits of a day unless they are in memory. There may be
// many, so no turn waits for it.
func (s *store) readVisits(ctx context.Context, day calendar.Day) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	if s.visits[day.String()] != nil {
		return nil
	}
	visits, batch := newTxVisits(newDayVisits()), &pgx.Batch{}
	visits.queueRead(batch, day)
	if err := s.pool.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("read the visits of %s: %w", day, err)
	}
	visits.catchUp()
	s.visits[day.String()] = visits.dayVisits
	s.updateVisitCount()
	return nil
}

// follow forgets what is in memory when a standby has taken over: it may lack
// chunks and contexts that were committed last, and others may have written in
// their place.
func (s *store) follow(timeline string) error {
	before := s.timeline
	s.timeline = timeline
	if before == timeline || before == "" {
		return nil
	}
	s.visits, s.contexts = map[string]*dayVisits{}, map[string]*dayContexts{}
	s.partitions.clear()
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

// dropOldVisits deletes the visits older than visitRetention, with what bounded
// their contexts and what caps were corrected by, and from memory all but those
// of the days around today.
func (s *store) dropOldVisits(ctx context.Context, today calendar.Day) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	isFar := func(day string) bool { return day < today.Add(-1).String() || day > today.Add(1).String() }
	maps.DeleteFunc(s.visits, func(day string, _ *dayVisits) bool { return isFar(day) })
	maps.DeleteFunc(s.contexts, func(day string, _ *dayContexts) bool { return isFar(day) })
	s.updateVisitCount()
	s.leave()
	var err error
	for _, table := range []string{"daily_visits", "daily_contexts", "daily_values", "misdated_clicks"} {
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
