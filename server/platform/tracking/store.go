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
	location   *time.Location // for calendar days
	partitions daySet         // known to exist
	lock       chan struct{}  // held by the writer; guards what follows
	readFirst  bool           // other instances write too, or an event was in the database
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
	return store{pool: pool, location: location, lock: make(chan struct{}, 1), visits: map[string]*dayVisits{}, contexts: map[string]*dayContexts{}, timelineOf: db.Timeline, limits: dailyLimits(), visitCount: &atomic.Int64{}}
}

const (
	// lockWriters serializes the writers of all instances until they commit, so that no visits are added
	// after one has read them.
	lockWriters = `SELECT pg_advisory_xact_lock(hashtext('event writers'))`
	// beginTurn is lockWriters for a transaction with two round trips. If it hangs between them, it loses the
	// lock.
	beginTurn = lockWriters + `, set_config('idle_in_transaction_session_timeout', '5s', true)`

	// The column part has a chunk's number. It keeps its name for instances of the previous release, which
	// write it during a deployment.
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

// aloneAfter is how long after another instance's last chunk a store assumes
// that it writes alone. If that is wrong, a transaction is rolled back and
// repeated.
const aloneAfter = 10 * time.Minute

// SQLSTATEs on which write retries.
const (
	deadlockDetected     = "40P01"
	serializationFailure = "40001"
	uniqueViolation      = "23505"
	checkViolation       = "23514"
	otherTimeline        = "other timeline" // not from Postgres: see errOtherTimeline
	unprepared           = "unprepared"     // not from Postgres: see errUnprepared
)

// errOtherTimeline is returned by a write after a standby took over.
var errOtherTimeline = errors.New("the database's history differs from memory")

// errUnprepared is returned by a write whose events, taken during its turn,
// refer to rows that have to be made or read first.
var errUnprepared = errors.New("the events refer to missing rows")

// pending are events to be written.
type pending struct {
	take   func() []Event // takes the events from the queue
	events []Event
	taken  bool
	again  bool // some may already be in the database
}

// replayed returns events that may have been written before. They are looked up
// first.
func replayed(events []Event) *pending {
	p := &pending{take: func() []Event { return events }, again: true}
	p.all()
	return p
}

// all takes the events unless that was done, and returns them in the order of
// receipt.
func (p *pending) all() []Event {
	if !p.taken {
		p.events, p.taken = p.take(), true
		slices.SortStableFunc(p.events, func(a, b Event) int { return a.received().Compare(b.received()) })
	}
	return p.events
}

// write commits events and their roll-ups in one transaction, each event once.
// It writes optimistically and, after a unique violation, reads before it
// writes (see the package comment). It takes the events as late as possible: an
// instance that waits for its turn writes everything that arrived until then.
func (s *store) write(ctx context.Context, p *pending) error {
	select {
	case s.lock <- struct{}{}:
		defer func() { <-s.lock }()
	case <-ctx.Done():
		return ctx.Err()
	}
	s.readFirst = s.readFirst || p.again
	foreign, err := s.foreignChunks(), error(nil)
	for range 4 {
		days := s.daysInMemory()
		if err = nil; p.taken || !s.readFirst {
			days = s.daysOf(p.all())
			err = s.prepare(ctx, days, p.events)
		}
		if err == nil {
			err = s.commit(ctx, days, p)
		}
		switch sqlState(err) {
		case deadlockDetected, serializationFailure: // retry
		case uniqueViolation: // the chunk or an event already exists
			s.readFirst = true
			for _, day := range days { // before taking the writers' lock, as there may be many
				if err := s.readVisits(ctx, day); err != nil {
					return err
				}
			}
		case checkViolation: // no partition: it was dropped
			s.partitions.clear()
		case otherTimeline, unprepared: // memory was cleared, or events are taken now
		case "":
			s.expectOthers(foreign, time.Now())
			return nil
		default:
			return fmt.Errorf("write %d events: %w", len(p.events), err)
		}
	}
	return fmt.Errorf("write %d events: %w", len(p.events), err)
}

// expectOthers makes the next write read first if another instance has written
// recently: since the store knew so many foreign chunks, or before.
func (s *store) expectOthers(foreign int, now time.Time) {
	if s.foreignChunks() > foreign {
		s.othersAt = now
	}
	s.readFirst = s.readFirst && now.Sub(s.othersAt) < aloneAfter
}

// daysInMemory returns the days whose visits are in memory.
func (s *store) daysInMemory() (days []calendar.Day) {
	for _, v := range s.visits {
		days = append(days, v.day)
	}
	return days
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
	switch {
	case errors.Is(err, errOtherTimeline):
		return otherTimeline
	case errors.Is(err, errUnprepared):
		return unprepared
	}
	return "unknown"
}

// prepare makes the partitions and contexts that events refer to.
func (s *store) prepare(ctx context.Context, days []calendar.Day, events []Event) error {
	for _, day := range days {
		if err := s.ensurePartition(ctx, day); err != nil {
			return err
		}
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

func (s *store) commit(ctx context.Context, days []calendar.Day, p *pending) error {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if err := s.follow(s.timelineOf(conn.Conn())); err != nil {
		return err
	}
	err = s.transact(ctx, conn, days, p)
	if err != nil && s.readFirst {
		_, _ = conn.Exec(ctx, "ROLLBACK")
	}
	return err
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
	s.partitions.clear()
	s.readFirst = true
	return errOtherTimeline
}

// transact writes in one transaction: an implicit one of one batch or, to read
// first, an explicit one of two. In between it takes the events, unless they
// are taken. Events taken then are not looked up; if one is in the database,
// the transaction is rolled back.
func (s *store) transact(ctx context.Context, conn *pgxpool.Conn, days []calendar.Day, p *pending) error {
	rows := make(map[int64]*dayRows, len(days)) // by day, as Unix time
	batch := &pgx.Batch{}
	if s.readFirst {
		batch.Queue("BEGIN ISOLATION LEVEL READ COMMITTED")
		batch.Queue(beginTurn)
	} else {
		batch.Queue(lockWriters)
	}
	for _, day := range days {
		r := newDayRows(day, s.visitsOf(day), s.contextsOf(day))
		rows[day.Unix()] = r
		if s.readFirst {
			r.queueReads(batch, p.events)
		}
	}
	if s.readFirst {
		if err := conn.SendBatch(ctx, batch).Close(); err != nil {
			return err
		}
		batch = &pgx.Batch{}
	}
	events := p.all()
	for i := range events {
		e := &events[i]
		happened, received := rows[e.Day.Unix()], rows[s.dayReceived(e).Unix()]
		if happened == nil || received == nil || happened.context.id(e.Visit) == 0 {
			return errUnprepared
		}
		happened.add(e, received)
	}
	for _, r := range rows {
		r.queueWrites(batch)
	}
	if s.readFirst {
		batch.Queue("COMMIT")
	}
	if err := conn.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	for _, r := range rows {
		r.visits.applyDelta()
	}
	s.updateVisitCount()
	return nil
}

// foreignChunks returns how many chunks other writers wrote.
func (s *store) foreignChunks() (n int) {
	for _, v := range s.visits {
		n += v.foreign
	}
	return n
}

func (s *store) visitsOf(day calendar.Day) *dayVisits {
	v := s.visits[day.String()]
	if v == nil {
		v = newDayVisits()
		v.day = day
		s.visits[day.String()] = v
	}
	return v
}

// dropOldVisits deletes the visits older than visitRetention, with the day's
// contexts, values and misdated clicks. Of the memory it keeps only the days
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
