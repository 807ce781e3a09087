package counting

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/features/analytics"
	"thriftwell/server/platform/httpx"
)

// reportDays is how many days the report covers and the events lie in.
const reportDays = 30

// report loads events and asks for a report. Whether it looked at them is what
// Postgres itself says.
func (b *bench) report(ctx context.Context) ([]Figure, error) {
	if err := b.fill(ctx); err != nil {
		return nil, err
	}
	before, err := b.scans(ctx)
	if err != nil {
		return nil, err
	}
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.GET("/:slug", httpx.Handle(analytics.Admin{Store: analytics.NewStore(b.db.Gorm), Location: time.UTC}.Daily))
	var took []time.Duration
	for range 200 {
		w, start := httptest.NewRecorder(), time.Now()
		r.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/hot-offers?days="+strconv.Itoa(reportDays), nil))
		if w.Code != http.StatusOK {
			return nil, fmt.Errorf("the report answers %d: %s", w.Code, w.Body)
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
	slices.Sort(took)
	return []Figure{{
		Name:   fmt.Sprintf("a report of %d days over %d raw events, which it does not read", reportDays, b.Rows),
		Figure: milliseconds(percentile(took, .5)), Unit: "ms", AtMost: reportLimit,
	}}, nil
}

// fill writes views of the first page, by day, and their roll-ups.
func (b *bench) fill(ctx context.Context) error {
	today := time.Now().UTC().Truncate(24 * time.Hour)
	for n := range reportDays {
		day := today.AddDate(0, 0, -n)
		if _, err := b.db.Pool.Exec(ctx, "SELECT ensure_event_partitions($1)", day); err != nil {
			return err
		}
		_, err := b.db.Pool.Exec(ctx, `INSERT INTO events (id, day, at, subject, subject_id, action, reason, visitor)
			SELECT (lpad(to_hex((extract(epoch FROM $1::date)::bigint * 1000 + i / 100)), 12, '0') || '7' || lpad(to_hex(i % 4096), 3, '0') || '8' || lpad(to_hex(i), 15, '0'))::uuid,
				$1, $1::date + i * interval '20 ms', 'page', 1, 'view', 'human', md5(i::text)::uuid
			FROM generate_series(1, $2::bigint) i`, day, b.Rows/reportDays)
		if err != nil {
			return err
		}
	}
	_, err := b.db.Pool.Exec(ctx, `INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors)
		SELECT subject, subject_id, day, action, reason, count(*), count(*) FROM events GROUP BY 1, 2, 3, 4, 5`)
	return err
}

// scans is how often the partitions of events were read.
func (b *bench) scans(ctx context.Context) (n int64, err error) {
	time.Sleep(1200 * time.Millisecond) // sessions tell their counts once a second
	err = b.db.Pool.QueryRow(ctx, `SELECT sum(seq_scan + coalesce(idx_scan, 0))::bigint FROM pg_stat_user_tables WHERE relname LIKE 'events%'`).Scan(&n)
	return n, err
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
