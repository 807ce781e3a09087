package offerdesk_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"thriftwell/db"
	"thriftwell/db/bundled"
	"thriftwell/server/features/offerdesk"
	"thriftwell/server/features/reports"
)

const runs = 100

// BenchmarkList measures the list with 10,000 offers in 13,000 places and 30
// days of events: the 95th of 100 runs of each filter, in milliseconds.
//
//	go test ./server/features/offerdesk -run '^$' -bench List -benchtime 1x
func BenchmarkList(b *testing.B) {
	ctx := context.Background()
	postgres, err := bundled.Start(ctx, bundled.Options{DataDir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer postgres.Stop(ctx)
	url := postgres.URL(bundled.Database)
	if err := db.Migrate(ctx, url); err != nil {
		b.Fatal(err)
	}
	d, err := db.Open(ctx, url)
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	for _, sql := range []string{
		"INSERT INTO advertisers (name) SELECT 'Advertiser ' || n FROM generate_series(1, 200) n",
		"INSERT INTO content_pages (slug, title) SELECT 'page-' || n, 'Page ' || n FROM generate_series(1, 50) n",
		`INSERT INTO offers (title, description, address, advertiser_id, hold, link_state, ends_at, payout_model, payout_amount, payout_currency)
			SELECT 'Offer ' || md5(n::text), repeat('A few words about it. ', 10), 'https://' || md5(n::text) || '.example.com/', 1 + n % 200,
				CASE n % 20 WHEN 1 THEN 'ended' WHEN 2 THEN 'dailyCap' WHEN 3 THEN 'upcoming' END, CASE n % 50 WHEN 4 THEN 'broken' ELSE 'good' END,
				CASE n % 5 WHEN 0 THEN now() + n % 60 * interval '1 day' END, 'lead', 100 + n, 'USD' FROM generate_series(1, 10000) n`,
		`INSERT INTO placements (kind, number, offer_id, page_id, is_active) SELECT (ARRAY['carousel', 'content', 'daily', 'static'])[1 + n % 4], n, n, CASE n % 4 WHEN 1 THEN 1 + n / 4 % 50 END, n % 10 > 0
			FROM generate_series(1, 10000) n`,
		`INSERT INTO placements (kind, number, offer_id) SELECT 'daily', 10000 + n, n FROM generate_series(1, 10000, 3) n WHERE n % 4 <> 2`,
		`INSERT INTO daily_reports (dimension, day, human, key, views, reads, uniques, clicks, clickouts, signups, earned)
			SELECT 'offer', current_date - ago, true, subject || ':' || number, 9, 0, 5, 3, 3, 0, number % 3 FROM placements, generate_series(0, 29) ago`,
		"VACUUM ANALYZE",
	} {
		if _, err := d.Pool.Exec(ctx, sql); err != nil {
			b.Fatal(sql, err)
		}
	}
	figures := reports.Admin{Store: reports.NewStore(d.Gorm), Location: time.UTC, Currency: "USD"}
	store := offerdesk.Store{DB: d.Gorm, Location: time.UTC, Figures: offerdesk.NewFigures(d.Gorm, figures.OfferFigures)}
	queries := map[string]offerdesk.Query{
		"all": {}, "advertiser": {Advertiser: 7}, "kind": {Placement: offerdesk.Placement{Kind: "daily"}}, "page": {Placement: offerdesk.Placement{Kind: "content", PageID: 7}},
		"search": {Text: "c4ca4"}, "rare-search": {Text: "nothing like this"}, "partner-search": {Text: "advertiser 77"},
		"idle": {Idle: true},
	}
	for _, state := range []string{offerdesk.Shown, offerdesk.Upcoming, offerdesk.Ending, offerdesk.Ended, offerdesk.Capped, offerdesk.Broken, offerdesk.Off} {
		queries[state] = offerdesk.Query{State: state}
	}
	for _, order := range []string{"title", "advertiser", "placement", "payout", "endsAt", "updatedAt", "views", "revenue", "epc"} {
		queries["by-"+order] = offerdesk.Query{Order: "-" + order}
	}
	p95 := func(run func() error) float64 {
		var took []time.Duration
		for range runs {
			began := time.Now()
			if err := run(); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		return float64(took[runs*95/100-1].Microseconds()) / 1000
	}
	for b.Loop() {
		for name, q := range queries {
			q.Limit = 50
			b.ReportMetric(p95(func() error {
				_, _, _, err := store.List(ctx, q)
				return err
			}), name+"-ms")
		}
		b.ReportMetric(p95(func() error {
			_, err := store.Summary(ctx, offerdesk.Query{})
			return err
		}), "summary-ms")
	}
}
