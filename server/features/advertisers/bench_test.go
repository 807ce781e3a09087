package advertisers

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"thriftwell/db"
	"thriftwell/db/bundled"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/httpx"
)

const (
	senders = 16
	clicks  = 20_000
	rounds  = 5
	phase   = time.Second
)

// BenchmarkPostbacks compares postbacks with one INSERT of the same row each,
// on one durable Postgres:
//
//	go test ./server/features/advertisers -run '^$' -bench Postbacks -benchtime 1x
func BenchmarkPostbacks(b *testing.B) {
	ctx := context.Background()
	slog.SetDefault(slog.New(slog.DiscardHandler))
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
	ids, today := make([]string, clicks), calendar.Today(time.UTC)
	for i := range ids {
		ids[i] = uuid.Must(uuid.NewV7()).String()
	}
	for _, sql := range []string{
		"INSERT INTO advertisers (name) VALUES ('Norvexa')",
		"CREATE TABLE bare (LIKE conversions INCLUDING DEFAULTS INCLUDING IDENTITY)",
	} {
		if _, err := d.Pool.Exec(ctx, sql); err != nil {
			b.Fatal(err)
		}
	}
	if _, err = d.Pool.Exec(ctx, "SELECT ensure_event_partitions($1)", today.Time); err == nil {
		_, err = d.Pool.Exec(ctx, `INSERT INTO events (id, day, at, subject, subject_id, action, reason)
			SELECT unnest($1::uuid[]), $2, now(), 'daily_offer', 1, 'click', 'human'`, ids, today.Time)
	}
	if err != nil {
		b.Fatal(err)
	}

	keys := Keys{hashOf("key"): {AdvertiserID: 1, preset: presetOf("own")}}
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	store := Store{DB: d, Location: time.UTC, Currency: "USD"}
	postbacks := Postbacks{Store: store, Recorder: NewRecorder(store), Keys: func() Keys { return keys }}
	r.GET("/postback/:token", httpx.Handle(postbacks.Take))
	r.GET("/bare", httpx.Handle(func(c *gin.Context) error {
		_, err := d.Pool.Exec(c, `INSERT INTO bare (advertiser_id, click_id, transaction_id, status, payout, currency) VALUES (1, $1, $2, 'approved', 1250, 'USD')`,
			c.Query("clickid"), c.Query("txid"))
		return err
	}))
	ours := func() float64 { return send(b, r, "/postback/key", ids) }
	theirs := func() float64 { return send(b, r, "/bare", ids) }
	ours()
	theirs()
	var site, bare, ratios []float64
	for b.Loop() {
		for range rounds {
			o, t := ours(), theirs()
			site, bare, ratios = append(site, o), append(bare, t), append(ratios, o/t)
		}
	}
	for name, all := range map[string][]float64{"postbacks/s": site, "inserts/s": bare, "ratio": ratios} {
		slices.Sort(all)
		b.ReportMetric(all[len(all)/2], name)
	}
}

// send returns how many calls per second got a 200.
func send(b *testing.B, to http.Handler, path string, ids []string) float64 {
	var done atomic.Int64
	var working sync.WaitGroup
	began := time.Now()
	for range senders {
		working.Go(func() {
			for time.Since(began) < phase {
				n := done.Add(1)
				w := httptest.NewRecorder()
				to.ServeHTTP(w, httptest.NewRequest("GET", path+"?status=approved&payout=12.50&txid="+uuid.NewString()+"&clickid="+ids[n%clicks], nil))
				if w.Code != 200 {
					b.Errorf("%d %s", w.Code, w.Body)
					return
				}
			}
		})
	}
	working.Wait()
	return float64(done.Load()) / time.Since(began).Seconds()
}
