package offer_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"thriftwell/db"
	"thriftwell/db/bundled"
	"thriftwell/server/features/dailyoffers"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/tracking"
)

// BenchmarkWatch is what caps cost: the look that the job takes every few
// seconds, at a thousand offers with caps of the day and in all, which have
// counted for a year. A click-out itself only looks into memory.
//
//	go test ./server/platform/offer -run '^$' -bench Watch
func BenchmarkWatch(b *testing.B) {
	ctx, log := context.Background(), slog.New(slog.DiscardHandler)
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
		`INSERT INTO daily_offers (position, title, link, is_active, daily_cap, total_cap, payout_model, payout_amount, payout_currency)
			SELECT n, 'Offer ' || n, 'https://partner.example.com/', true, 1000000, 1000000000, 'click', 10, 'USD' FROM generate_series(1, 1000) n`,
		`INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors)
			SELECT 'daily_offer', o.id, current_date - ago, action, reason, 5, 5
			FROM daily_offers o, generate_series(0, 364) ago, unnest('{view, click}'::event_action[]) action, unnest('{human, robot}'::event_reason[]) reason`,
		`VACUUM ANALYZE`,
	} {
		if _, err := d.Pool.Exec(ctx, sql); err != nil {
			b.Fatal(err)
		}
	}
	kind := dailyoffers.Offers(offer.Site{Site: editable.Site{DB: d.Gorm, Bus: notify.New(log)}, Currency: "USD", Location: time.UTC})
	for b.Loop() {
		if err := offer.Watch(ctx, kind, tracking.DailyOffer, time.UTC, log); err != nil {
			b.Fatal(err)
		}
	}
}
