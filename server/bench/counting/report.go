package counting

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"thriftwell/server/features/analytics"
	"thriftwell/server/platform/httpx"
)

// reportDays is how many days the report covers and the events lie in.
const reportDays = 30

// report loads events and asks for all that a page's report shows. That it did
// not look at the events is what the plans say, and Postgres's own counters.
func (b *bench) report(ctx context.Context) ([]Figure, error) {
	if err := b.fill(ctx); err != nil {
		return nil, err
	}
	before, err := b.scans(ctx)
	if err != nil {
		return nil, err
	}
	var took []time.Duration
	for range 200 {
		start := time.Now()
		if err := ask(b.db.Gorm); err != nil {
			return nil, err
		}
		took = append(took, time.Since(start))
	}
	after, err := b.scans(ctx)
	if err != nil {
		return nil, err
	}
	if after != before {
		return nil, errors.New("the report reads raw events")
	}
	if err := b.plans(ctx); err != nil {
		return nil, err
	}
	slices.Sort(took)
	figures, err := b.explore(ctx)
	return append([]Figure{{
		Name:   fmt.Sprintf("a report of %d days over %d raw events, which it does not read", reportDays, b.Rows),
		Figure: milliseconds(percentile(took, .5)), Unit: "ms", AtMost: reportLimit,
	}}, figures...), err
}

// ask makes the calls of a page's report.
func ask(orm *gorm.DB) error {
	gin.SetMode(gin.ReleaseMode)
	report := analytics.Admin{Store: analytics.NewStore(orm), Location: time.UTC}
	r := gin.New()
	r.GET("/:slug", httpx.Handle(report.Daily))
	r.GET("/:slug/summary", httpx.Handle(report.Summary))
	r.GET("/:slug/offers", httpx.Handle(report.Offers))
	for _, call := range []string{"", "/summary", "/offers"} {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(http.MethodGet, fmt.Sprintf("/hot-offers%s?days=%d", call, reportDays), nil))
		if w.Code != http.StatusOK {
			return fmt.Errorf("the report answers %d: %s", w.Code, w.Body)
		}
	}
	return nil
}

// queries is a logger that keeps what GORM asks.
type queries struct {
	logger.Interface
	all []string
}

func (q *queries) Trace(_ context.Context, _ time.Time, query func() (string, int64), _ error) {
	text, _ := query()
	q.all = append(q.all, text)
}

// plans prints how Postgres answers a report, and fails when it would look at
// raw events.
func (b *bench) plans(ctx context.Context) error {
	asked := &queries{Interface: logger.Discard}
	if err := ask(b.db.Gorm.Session(&gorm.Session{Logger: asked})); err != nil {
		return err
	}
	for _, query := range asked.all {
		rows, err := b.db.Pool.Query(ctx, "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) "+query)
		if err != nil {
			return err
		}
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				return err
			}
			fmt.Fprintln(b.Plans, line)
			if strings.Contains(line, " on events") {
				return errors.New("the report reads raw events")
			}
		}
		if rows.Err() != nil {
			return rows.Err()
		}
	}
	return nil
}

// fill writes events, two days at a time, and their roll-ups: views of pages
// and views and clicks of offers, by people and others.
func (b *bench) fill(ctx context.Context) error {
	days := make(chan time.Time, reportDays)
	for n := range reportDays {
		days <- time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, -n)
	}
	close(days)
	var work sync.WaitGroup
	failed := make([]error, 2)
	for i := range failed {
		work.Go(func() {
			for day := range days {
				if failed[i] = b.fillDay(ctx, day); failed[i] != nil {
					return
				}
			}
		})
	}
	work.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	_, err := b.db.Pool.Exec(ctx, "VACUUM (ANALYZE) daily_counts")
	return err
}

func (b *bench) fillDay(ctx context.Context, day time.Time) error {
	if _, err := b.db.Pool.Exec(ctx, "SELECT ensure_event_partitions($1)", day); err != nil {
		return err
	}
	_, err := b.db.Pool.Exec(ctx, `
		INSERT INTO events (id, day, at, subject, subject_id, action, page_id, reason, visitor)
		SELECT (lpad(to_hex((extract(epoch FROM $1::date)::bigint * 1000 + i / 100)), 12, '0') || '7' || lpad(to_hex(i % 4096), 3, '0') || '8' || lpad(to_hex(i), 15, '0'))::uuid,
			$1, $1::date + i * interval '20 ms',
			(CASE WHEN i % 8 = 0 THEN 'page' ELSE 'content_offer' END)::event_subject, CASE WHEN i % 8 = 0 THEN 1 + i / 8 % 6 ELSE 1 + i % 60 END,
			(CASE WHEN i % 8 > 0 AND i % 20 = 3 THEN 'click' ELSE 'view' END)::event_action, 1 + i / 8 % 6,
			(CASE i % 11 WHEN 0 THEN 'robot' WHEN 1 THEN 'duplicate' ELSE 'human' END)::event_reason, md5(i::text)::uuid
		FROM generate_series(1, $2::bigint) i`, day, b.Rows/reportDays)
	if err != nil {
		return err
	}
	_, err = b.db.Pool.Exec(ctx, `INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors)
		SELECT subject, subject_id, day, action, reason, count(*), count(*) FROM events WHERE day = $1 GROUP BY 1, 2, 3, 4, 5`, day)
	return err
}

// scans is how often the partitions of events were read.
func (b *bench) scans(ctx context.Context) (n int64, err error) {
	time.Sleep(1200 * time.Millisecond) // sessions tell their counts once a second
	err = b.db.Pool.QueryRow(ctx, `SELECT sum(seq_scan + coalesce(idx_scan, 0))::bigint FROM pg_stat_user_tables WHERE relname LIKE 'events%'`).Scan(&n)
	return n, err
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
