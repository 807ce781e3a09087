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
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"thriftwell/server/features/reports"
	"thriftwell/server/platform/httpx"
)

// The report that is explored: so many days, each with 1,000 offers, 1,000
// campaigns and Options.Contexts, the last of which is open.
const (
	exploredDays   = 90
	exploredRounds = 31
	exploreLimit   = 30.0 // ms, in the database
)

// explored are the questions; the slowest counts.
func explored() []string {
	return []string{"by=day", "by=campaign", "by=offer", "by=advertiser", "by=page&count=all", "by=day&medium=medium+1", "by=offer&campaign=campaign+1", "by=campaign&offer=content:1"}
}

// stopwatch is a logger that adds up how long the database took.
type stopwatch struct {
	logger.Interface
	took time.Duration
}

func (s *stopwatch) Trace(_ context.Context, begin time.Time, _ func() (string, int64), _ error) {
	s.took += time.Since(begin)
}

// explore times reports by offer, campaign and whatever else, in the database.
func (b *bench) explore(ctx context.Context) ([]Figure, error) {
	if err := b.fillTraffic(ctx); err != nil {
		return nil, err
	}
	before, err := b.scans(ctx)
	if err != nil {
		return nil, err
	}
	slowest := Figure{Unit: "ms", AtMost: exploreLimit}
	for _, question := range explored() {
		took, err := b.timed(question)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(b.Plans, "a report %s: %.1f ms\n", question, took)
		if took >= slowest.Figure {
			slowest.Figure = took
			slowest.Name = fmt.Sprintf("a report of %d days in the database, 1,000 offers and campaigns, %d contexts a day, the slowest (%s)", exploredDays, b.Contexts, question)
		}
	}
	after, err := b.scans(ctx)
	if err == nil && after != before {
		err = errors.New("the report reads raw events")
	}
	return []Figure{slowest}, err
}

// timed returns how long the database takes for a question, in milliseconds.
func (b *bench) timed(question string) (float64, error) {
	watch := &stopwatch{Interface: logger.Discard}
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	report := reports.Admin{Store: reports.NewStore(b.db.Gorm.Session(&gorm.Session{Logger: watch})), Location: time.UTC, Currency: "USD", Within: time.Minute}
	r.GET("/", httpx.Handle(report.Report))
	from := time.Now().UTC().AddDate(0, 0, 1-exploredDays).Format(time.DateOnly)
	var took []time.Duration
	for range exploredRounds {
		watch.took = 0
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/?from="+from+"&"+question, nil))
		if w.Code != http.StatusOK {
			return 0, fmt.Errorf("the report %s answers %d: %s", question, w.Code, w.Body)
		}
		took = append(took, watch.took)
	}
	slices.Sort(took)
	return milliseconds(percentile(took, .5)), nil
}

// fillTraffic writes the roll-ups of a day, has them added up, and gives the
// days before the same.
func (b *bench) fillTraffic(ctx context.Context) error {
	for _, step := range []string{
		`INSERT INTO content_offers (page_id, title, url) SELECT (SELECT min(id) FROM content_pages), 'offer ' || i, 'https://partner.example' FROM generate_series(1, 1000) i`,
		`INSERT INTO advertisers (name) SELECT 'advertiser ' || i FROM generate_series(1, 50) i`,
		`UPDATE content_offers SET advertiser_id = 1 + id % 50`,
		`INSERT INTO origins (source, medium, campaign, content, referrer, link_id, landing, landing_id)
			SELECT 'source ' || i % 50, 'medium ' || i % 10, 'campaign ' || i, 'content ' || i, 'r' || i % 100 || '.example', 0, 'guide', 1 + i % 20 FROM generate_series(1, 1000) i`,
		`INSERT INTO contexts (place, place_id, piece, piece_id, first_id, last_id)
			SELECT CASE WHEN page <= 30 THEN 'guide' ELSE 'page' END, page, 'guide', 1 + page % 30, id, id FROM generate_series(1, ` + strconv.Itoa(b.Contexts/1000) + `) page, origins`,
		`INSERT INTO daily_traffic (day, context_id, subject, subject_id, action, reason, count, visitors, arrivals, earned)
			SELECT (now() AT TIME ZONE 'UTC')::date, id, place::event_subject, place_id, 'view'::event_action, 'human'::event_reason, 10, 7, 5, 0 FROM contexts
			UNION ALL SELECT (now() AT TIME ZONE 'UTC')::date, id, 'content_offer', 1 + (id + n * 487) % 1000, 'view', 'human', 8, 6, 0, 0 FROM contexts, generate_series(0, 1) n
			UNION ALL SELECT (now() AT TIME ZONE 'UTC')::date, id, 'content_offer', 1 + id % 1000, 'click', 'human', 2, 2, 0, 50 FROM contexts`,
		`INSERT INTO conversions (advertiser_id, click_id, status, payout, currency, click_day, click_at, subject, subject_id, context_id)
			SELECT 1 + i % 50, i::text, 'approved', 100, 'USD', day, day, 'content_offer', 1 + i % 1000, context FROM (
				SELECT i, (now() AT TIME ZONE 'UTC')::date - i % 90 AS day, (SELECT min(id) FROM contexts) + i % (SELECT count(*) FROM contexts) AS context FROM generate_series(1, 10000) i) of_clicks`,
		`INSERT INTO open_days (day, changes) SELECT DISTINCT day, 1 FROM daily_traffic`,
	} {
		if _, err := b.db.Pool.Exec(ctx, step); err != nil {
			return err
		}
	}
	if err := reports.NewStore(b.db.Gorm).AddUp(ctx); err != nil {
		return err
	}
	for ago := 1; ago < exploredDays; ago++ {
		for table, columns := range map[string]string{
			"daily_traffic": "day - $1::int, context_id, subject, subject_id, action, reason, count, visitors, arrivals, earned",
			"daily_reports": "dimension, day - $1::int, human, key, views, reads, uniques, clicks, clickouts, signups, earned",
		} {
			_, err := b.db.Pool.Exec(ctx, "INSERT INTO "+table+" SELECT "+columns+" FROM "+table+" WHERE day = (now() AT TIME ZONE 'UTC')::date", ago)
			if err != nil {
				return err
			}
		}
	}
	for _, step := range []string{
		"DELETE FROM monthly_reports",
		`INSERT INTO monthly_reports SELECT dimension, date_trunc('month', day)::date, human, key, sum(views), sum(reads), sum(uniques), sum(clicks), sum(clickouts), sum(signups), sum(earned)
			FROM daily_reports GROUP BY 1, 2, 3, 4`,
		// What an open day has grown by since it was added up, two seconds of many visitors in twenty transactions.
		`INSERT INTO recent_batches (day, subjects, subject_ids, actions, reasons, earned, kinds, contexts, counts, visitors, arrivals)
			SELECT day, array_agg(subject ORDER BY n), array_agg(subject_id ORDER BY n), array_agg(action ORDER BY n), array_agg(reason ORDER BY n), array_agg(earned / count ORDER BY n),
				array_agg(n / 20 + 1 ORDER BY n), array_agg(context_id ORDER BY n), array_agg(count ORDER BY n), array_agg(visitors ORDER BY n), array_agg(arrivals ORDER BY n)
			FROM (SELECT *, row_number() OVER () - 1 AS n FROM (SELECT * FROM daily_traffic WHERE day = (now() AT TIME ZONE 'UTC')::date ORDER BY random() LIMIT 2000) picked) numbered
			GROUP BY day, n % 20`,
		`UPDATE conversions SET payout = payout + 1 WHERE id % 100 = 0`, // and what advertisers reported meanwhile
		"VACUUM (ANALYZE) daily_traffic, daily_reports, monthly_reports, recent_batches, contexts, origins, conversions, daily_conversions, monthly_conversions, recent_conversions",
	} {
		if _, err := b.db.Pool.Exec(ctx, step); err != nil {
			return err
		}
	}
	return nil
}
