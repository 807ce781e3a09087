package tracking

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// store writes events to Postgres.
type store struct {
	pool *pgxpool.Pool
	days dayset             // whose partitions are known to be there
	turn chan struct{}      // held by the one that writes; it guards what follows
	ask  bool               // others write too
	seen map[string]*visits // by day
	held *atomic.Int64      // how many visits that are
}

func newStore(pool *pgxpool.Pool) store {
	return store{pool: pool, turn: make(chan struct{}, 1), seen: map[string]*visits{}, held: &atomic.Int64{}}
}

// Writers of all instances take turns, so that the visits that one has read are
// all there are until it commits.
const (
	takeTurn = `SELECT pg_advisory_xact_lock(hashtext('event writers'))`
	giveTurn = `SET LOCAL idle_in_transaction_session_timeout = '5s'` // should this writer hang

	readVisits = `SELECT part, visits FROM daily_visits WHERE day = $1 AND part > $2 ORDER BY part`
	readEvents = `SELECT id, subject::text, subject_id FROM events WHERE day = $1 AND id = ANY ($2)`

	writeVisits = `INSERT INTO daily_visits (day, part, visits) VALUES ($1, $2, $3)`
	writeEvents = `
		INSERT INTO events (day, id, at, visitor, subject, subject_id, action, page_id, reason)
		SELECT $1, e.id, e.at, e.visitor, k.subject, k.subject_id, k.action, k.page_id, k.reason
		FROM unnest($2::uuid[], $3::timestamptz[], $4::uuid[], $5::bigint[]) AS e (id, at, visitor, kind)
		JOIN unnest($6::text[]::event_subject[], $7::bigint[], $8::text[]::event_action[], $9::bigint[], $10::text[]::event_reason[])
			WITH ORDINALITY AS k (subject, subject_id, action, page_id, reason, kind) USING (kind)`
	writeCounts = `
		INSERT INTO daily_counts AS c (day, subject, subject_id, action, reason, count, visitors)
		SELECT $1, * FROM unnest($2::text[]::event_subject[], $3::bigint[], $4::text[]::event_action[],
			$5::text[]::event_reason[], $6::bigint[], $7::bigint[])
		ON CONFLICT (subject, subject_id, day, action, reason)
		DO UPDATE SET count = c.count + excluded.count, visitors = c.visitors + excluded.visitors`
)

// write commits events and their roll-ups in one transaction, each event once.
//
// It supposes that nobody else has written since and that no event is there
// already, and tells Postgres everything in one journey. When a key then says
// otherwise, it asks before it tells, until there is nothing new from others.
func (s *store) write(ctx context.Context, events []Event) error {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	days, foreign, err := byDay(events), s.foreign(), error(nil)
	for range 3 {
		if err = s.ensureAll(ctx, days); err == nil {
			err = s.commit(ctx, days)
		}
		switch code(err) {
		case "40P01", "40001": // a deadlock after all: once more
		case "23505": // a part of the visits, or an event, is there already
			s.ask = true
			for _, day := range days { // it may be much, and nobody has to wait for it
				if err := s.read(ctx, day[0].Day); err != nil {
					return err
				}
			}
		case "23514": // no partition: somebody dropped it
			s.days.clear()
		case "":
			s.ask = s.ask && s.foreign() > foreign
			return nil
		default:
			return fmt.Errorf("write %d events: %w", len(events), err)
		}
	}
	return fmt.Errorf("write %d events: %w", len(events), err)
}

// byDay parts events by their days, and puts those of a day in the order they
// happened.
func byDay(events []Event) (days [][]Event) {
	slices.SortStableFunc(events, func(a, b Event) int {
		return cmp.Or(a.Day.Compare(b.Day.Time), a.At.Compare(b.At))
	})
	for first, i := 0, 1; i <= len(events); i++ {
		if i == len(events) || !events[i].Day.Equal(events[first].Day.Time) {
			days, first = append(days, events[first:i]), i
		}
	}
	return days
}

// code is the SQLSTATE of an error, "" of none.
func code(err error) string {
	if err == nil {
		return ""
	}
	if pg := new(pgconn.PgError); errors.As(err, &pg) {
		return pg.Code
	}
	return "unknown"
}

func (s *store) ensureAll(ctx context.Context, days [][]Event) error {
	for _, day := range days {
		if err := s.ensure(ctx, day[0].Day); err != nil {
			return err
		}
	}
	return nil
}

// ensure makes the partition of a day unless it is there.
func (s *store) ensure(ctx context.Context, day Day) error {
	if s.days.has(day) {
		return nil
	}
	if _, err := s.pool.Exec(ctx, "SELECT ensure_event_partitions($1)", day.Time); err != nil {
		return fmt.Errorf("make the partition of %s: %w", day, err)
	}
	s.days.add(day)
	return nil
}

// read brings a day's visits up to date, as far as others have committed.
func (s *store) read(ctx context.Context, day Day) error {
	seen, batch := s.visits(day), &pgx.Batch{}
	seen.ask(batch, day)
	if err := s.pool.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("read the visits of %s: %w", day, err)
	}
	s.count()
	return nil
}

func (s *store) commit(ctx context.Context, days [][]Event) error {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	err = s.try(ctx, conn, days)
	if err != nil && s.ask {
		_, _ = conn.Exec(ctx, "ROLLBACK")
	}
	return err
}

// try writes in one transaction. One batch is one by itself; to ask takes two.
func (s *store) try(ctx context.Context, conn *pgxpool.Conn, days [][]Event) error {
	perDay := make([]*rows, len(days))
	batch := &pgx.Batch{}
	if s.ask {
		batch.Queue("BEGIN ISOLATION LEVEL READ COMMITTED")
	}
	batch.Queue(takeTurn)
	for i, events := range days {
		perDay[i] = newRows(events[0].Day, s.visits(events[0].Day), len(events))
		if s.ask {
			perDay[i].ask(batch, events)
		}
	}
	if s.ask {
		batch.Queue(giveTurn)
		if err := conn.SendBatch(ctx, batch).Close(); err != nil {
			return err
		}
		batch = &pgx.Batch{}
	}
	for i, events := range days {
		perDay[i].add(events)
		perDay[i].tell(batch)
	}
	if s.ask {
		batch.Queue("COMMIT")
	}
	if err := conn.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	for _, r := range perDay {
		r.visits.committed()
	}
	s.count()
	return nil
}

// foreign is how many parts came from other writers.
func (s *store) foreign() (parts int) {
	for _, v := range s.seen {
		parts += v.foreign
	}
	return parts
}

func (s *store) visits(day Day) *visits {
	v := s.seen[day.String()]
	if v == nil {
		v = newVisits()
		s.seen[day.String()] = v
	}
	return v
}

// forget drops the visits of days long gone, and from memory all but those of
// the days around today.
func (s *store) forget(ctx context.Context, today Day) error {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	maps.DeleteFunc(s.seen, func(day string, _ *visits) bool {
		return day < today.Add(-1).String() || day > today.Add(1).String()
	})
	s.count()
	<-s.turn
	_, err := s.pool.Exec(ctx, "DELETE FROM daily_visits WHERE day < $1", today.Add(-keepVisits).Time)
	return err
}

func (s *store) count() {
	n := 0
	for _, v := range s.seen {
		n += len(v.last)
	}
	s.held.Store(int64(n))
}
