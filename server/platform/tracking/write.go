package tracking

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// store writes events to Postgres.
type store struct {
	pool *pgxpool.Pool
	days dayset // whose partitions are known to be there
}

// insert writes raw events and roll-ups in one statement, and so in one
// transaction. Every step takes its rows in one order, so that writers wait for
// each other but never in a circle: first the visits, which tell duplicates and
// unique visitors; then the events, of which only those come back that were not
// there before; last, held for the shortest time, the hot rows of the roll-ups.
const insert = `
WITH input AS MATERIALIZED (
	SELECT * FROM unnest($1::uuid[], $2::date[], $3::timestamptz[], $4::text[]::event_subject[], $5::bigint[],
		$6::text[]::event_action[], $7::bigint[], $8::text[]::event_reason[], $9::uuid[], $10::uuid[])
		AS i (id, day, at, subject, subject_id, action, page_id, reason, visitor, visit)
), seen AS (
	INSERT INTO daily_visits AS v (day, visit, at)
	SELECT day, visit, at FROM input WHERE visit IS NOT NULL ORDER BY visit, day
	ON CONFLICT (visit, day) DO UPDATE SET at = greatest(v.at, excluded.at), times = v.times + 1
		WHERE abs(extract(epoch FROM v.at - excluded.at)) > $11
	RETURNING visit, day, times
), stored AS (
	INSERT INTO events (id, day, at, subject, subject_id, action, page_id, reason, visitor)
	SELECT i.id, i.day, i.at, i.subject, i.subject_id, i.action, i.page_id,
		CASE WHEN i.visit IS NOT NULL AND s.visit IS NULL THEN 'duplicate' ELSE i.reason END, i.visitor
	FROM input i LEFT JOIN seen s USING (visit, day)
	ORDER BY i.id, i.subject, i.subject_id
	ON CONFLICT DO NOTHING
	RETURNING id, day, subject, subject_id, action, page_id, reason
), tally AS (
	SELECT e.subject, e.subject_id, e.day, e.action, e.reason, (s.times = 1)::int AS visitors
	FROM stored e JOIN input i USING (id, subject, subject_id) LEFT JOIN seen s ON s.visit = i.visit AND s.day = i.day
	UNION ALL
	SELECT 'page', page_id, day, 'click', reason, 0
	FROM stored WHERE subject = 'content_offer' AND action = 'click' AND page_id IS NOT NULL
)
INSERT INTO daily_counts AS c (subject, subject_id, day, action, reason, count, visitors)
SELECT subject, subject_id, day, action, reason, count(*), coalesce(sum(visitors), 0)
FROM tally GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
ON CONFLICT (subject, subject_id, day, action, reason)
DO UPDATE SET count = c.count + excluded.count, visitors = c.visitors + excluded.visitors`

// write commits events, each once.
func (s *store) write(ctx context.Context, events []Event) error {
	rounds, err := arrange(events), error(nil)
	for range 2 {
		if err = s.ensureAll(ctx, events); err == nil {
			err = s.commit(ctx, rounds)
		}
		switch code(err) {
		case "40P01", "40001": // a deadlock after all: once more
		case "23514": // no partition: somebody dropped it
			s.days.clear()
		case "":
			return nil
		default:
			return fmt.Errorf("write %d events: %w", len(events), err)
		}
	}
	return fmt.Errorf("write %d events: %w", len(events), err)
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

func (s *store) ensureAll(ctx context.Context, events []Event) error {
	for day := range daysOf(events) {
		if err := s.ensure(ctx, day); err != nil {
			return err
		}
	}
	return nil
}

func (s *store) commit(ctx context.Context, rounds []columns) error {
	if len(rounds) == 1 {
		_, err := s.pool.Exec(ctx, insert, rounds[0].arguments()...)
		return err
	}
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		for _, r := range rounds {
			if _, err := tx.Exec(ctx, insert, r.arguments()...); err != nil {
				return err
			}
		}
		return nil
	})
}

// ensure makes the partitions of a day unless they are there.
func (s *store) ensure(ctx context.Context, day Day) error {
	if s.days.has(day) {
		return nil
	}
	if _, err := s.pool.Exec(ctx, "SELECT ensure_event_partitions($1)", day.Time); err != nil {
		return fmt.Errorf("make the partitions of %s: %w", day, err)
	}
	s.days.add(day)
	return nil
}

// columns are the rows of one insert, by column, as unnest takes them.
type columns struct {
	ids                        [][16]byte
	days, ats                  []time.Time
	subjects, actions, reasons []string
	subjectIDs                 []int64
	pages                      []*int64
	visitors, visits           []*[16]byte
}

func (c *columns) add(e *Event, f Fact, reason Reason, visit *[16]byte) {
	c.ids = append(c.ids, e.ID)
	c.days = append(c.days, e.Day.Time)
	c.ats = append(c.ats, e.At)
	c.subjects = append(c.subjects, string(f.Subject))
	c.subjectIDs = append(c.subjectIDs, f.ID)
	c.actions = append(c.actions, string(f.Action))
	c.reasons = append(c.reasons, string(reason))
	c.pages = append(c.pages, orNull(e.Page))
	c.visitors = append(c.visitors, orNull([16]byte(e.Visitor)))
	c.visits = append(c.visits, visit)
}

func (c *columns) arguments() []any {
	return []any{c.ids, c.days, c.ats, c.subjects, c.subjectIDs, c.actions, c.pages, c.reasons, c.visitors, c.visits,
		DuplicateWithin.Seconds()}
}

func orNull[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// arrange lays events out as rows, in the order they happened, each fact of an
// event once. One insert may name a visit once only: the same act of the same
// visitor is a duplicate when it is near and, when it is not (as in a long
// spool), goes into a later round.
func arrange(events []Event) []columns {
	slices.SortStableFunc(events, func(a, b Event) int { return a.At.Compare(b.At) })
	type key struct {
		id uuid.UUID
		f  Fact
	}
	type last struct {
		at    time.Time
		round int
	}
	rounds := make([]columns, 1)
	facts, visits := make(map[key]bool, len(events)), make(map[[16]byte]last, len(events))
	for i := range events {
		e := &events[i]
		for _, f := range e.Facts {
			k := key{e.ID, Fact{Subject: f.Subject, ID: f.ID}}
			if facts[k] {
				continue
			}
			facts[k] = true
			if e.Reason != Human {
				rounds[0].add(e, f, e.Reason, nil)
				continue
			}
			visit := e.visit(f)
			before, again := visits[visit]
			switch {
			case again && e.At.Sub(before.at) <= DuplicateWithin:
				rounds[0].add(e, f, Duplicate, nil)
				continue
			case again:
				before.round++
			}
			if before.round == len(rounds) {
				rounds = append(rounds, columns{})
			}
			visits[visit] = last{e.At, before.round}
			rounds[before.round].add(e, f, Human, &visit)
		}
	}
	return rounds
}

func daysOf(events []Event) map[Day]bool {
	days := map[Day]bool{}
	for _, e := range events {
		days[e.Day] = true
	}
	return days
}
