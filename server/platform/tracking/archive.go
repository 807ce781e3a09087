package tracking

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/server/platform/calendar"
)

// Archive holds the raw events, in a partition for each day.
type Archive struct {
	Pool     *pgxpool.Pool
	Location *time.Location // for calendar days
	Dir      string         // where Drop exports days before it drops them; "" for nowhere
}

// partitions lists the days with a partition before $1, oldest first.
const partitions = `
	SELECT day FROM (SELECT to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD') AS day FROM pg_inherits
		WHERE inhparent = to_regclass('events') AND inhrelid::regclass::text ~ '^events_\d{8}$') p
	WHERE day < $1 ORDER BY day`

// Old returns the days before a day that have raw events, oldest first.
func Old(ctx context.Context, conn interface {
	Query(context.Context, string, ...any) (pgx.Rows, error)
}, before calendar.Day) ([]calendar.Day, error) {
	rows, err := conn.Query(ctx, partitions, before.Time)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (day calendar.Day, err error) {
		err = row.Scan(&day.Time)
		return day, err
	})
}

// lockNotAvailable is the SQLSTATE of a lock timeout.
const lockNotAvailable = "55P03"

// Drop drops the raw events of the days before a day. It keeps and returns the
// days whose roll-ups don't match. A day in use, such as by a backup, is left
// for the next call, and one that can't be exported to Dir is kept.
func (a Archive) Drop(ctx context.Context, before calendar.Day) (unequal []calendar.Day, err error) {
	days, err := Old(ctx, a.Pool, before)
	if err != nil {
		return nil, fmt.Errorf("list the days of events: %w", err)
	}
	for _, day := range days {
		equal, err := a.drop(ctx, day)
		if err != nil && sqlState(err) != lockNotAvailable {
			return unequal, fmt.Errorf("drop the events of %s: %w", day, err)
		}
		if err == nil && !equal {
			unequal = append(unequal, day)
		}
	}
	return unequal, nil
}

func (a Archive) drop(ctx context.Context, day calendar.Day) (equal bool, err error) {
	err = pgx.BeginFunc(ctx, a.Pool, func(tx pgx.Tx) error {
		// Recording goes on, and waits no longer for this lock than for a commit.
		if _, err := tx.Exec(ctx, "SET LOCAL lock_timeout = '1s'"); err != nil {
			return err
		}
		if err := lockDay(ctx, tx, day); err != nil {
			return err
		}
		var differ int
		if err := tx.QueryRow(ctx, countUnequal, day.Time).Scan(&differ); err != nil {
			return err
		}
		if equal = differ == 0; !equal {
			return nil
		}
		if a.Dir != "" {
			if _, err := export(ctx, tx, day, a.Dir); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, "DROP TABLE "+partition(day))
		return err
	})
	return equal, err
}

func partition(day calendar.Day) string { return "events_" + day.Format("20060102") }

// lockDay keeps others from writing a day's events until the transaction ends.
func lockDay(ctx context.Context, tx pgx.Tx, day calendar.Day) error {
	_, err := tx.Exec(ctx, "LOCK TABLE "+partition(day)+" IN SHARE ROW EXCLUSIVE MODE")
	return err
}

// countUnequal counts the roll-ups of a day that don't match its events. Events
// recorded before contexts existed have no roll-ups by context.
const countUnequal = `
	WITH raw AS (SELECT * FROM events WHERE day = $1),
	counted AS (
		SELECT subject, subject_id, action, reason, count(*) AS hits FROM (
			SELECT subject, subject_id, action, reason FROM raw
			UNION ALL SELECT 'page', page_id, 'click', reason FROM raw WHERE subject = 'content_offer' AND action = 'click' AND page_id IS NOT NULL) hits
		GROUP BY 1, 2, 3, 4),
	came AS (
		SELECT context_id, subject, subject_id, action, reason, count(*) AS hits, coalesce(sum(earned) FILTER (WHERE reason = 'human'), 0) AS sum
		FROM raw WHERE context_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5),
	known AS (
		SELECT context_id, subject, subject_id, action, reason, sum(count) AS count, sum(earned) AS earned
		FROM ` + Traffic + ` t WHERE day = $1 GROUP BY 1, 2, 3, 4, 5)
	SELECT
		(SELECT count(*) FROM counted FULL JOIN (SELECT * FROM daily_counts WHERE day = $1) c USING (subject, subject_id, action, reason)
			WHERE hits IS DISTINCT FROM count) +
		(SELECT count(*) FROM came FULL JOIN known USING (context_id, subject, subject_id, action, reason)
			WHERE hits IS DISTINCT FROM count OR sum IS DISTINCT FROM earned) +
		(SELECT count(*) FROM (SELECT context_id, subject, subject_id, foreign_currency AS currency, sum(foreign_pay) AS pay FROM raw
				WHERE reason = 'human' AND foreign_pay > 0 AND context_id IS NOT NULL GROUP BY 1, 2, 3, 4) paid
			FULL JOIN (SELECT * FROM foreign_earnings WHERE day = $1) f USING (context_id, subject, subject_id, currency)
			WHERE pay IS DISTINCT FROM amount)`

// DropEvents drops the raw events of the days before a day; see Archive.Drop.
func (t *Tracking) DropEvents(ctx context.Context, before calendar.Day) error {
	unequal, err := t.archive.Drop(ctx, before)
	t.metrics.unequal.Set(float64(len(unequal)))
	for _, day := range unequal {
		t.log.Error("kept a day's raw events past EVENTS_KEEP because they don't match the roll-ups", "day", day.String())
	}
	return err
}

// Errors for days that can't be judged again.
var (
	ErrNoEvents   = errors.New("no raw events")
	ErrTooRecent  = errors.New("too recent: events may still arrive")
	ErrIncomplete = errors.New("roll-ups count more than the raw events, so some are missing")
)
