//go:build long

// Package signup holds signing up against what the machine can do: a bare Gin
// handler that commits the same rows.
//
//	go test -tags long ./server/bench/signup -run '^$' -bench Signups -benchtime 1x
package signup

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/db/bundled"
	"thriftwell/server/app"
	"thriftwell/server/platform/config"
)

const (
	connections = 16
	rounds      = 5
	phase       = 2 * time.Second
)

// BenchmarkSignups alternates between the site and the bare handler on one
// durable Postgres, and reports the median signups a second of each and the
// median of their ratios.
func BenchmarkSignups(b *testing.B) {
	if err := os.Chdir("../../.."); err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	dir := b.TempDir()
	postgres, err := bundled.Start(ctx, bundled.Options{DataDir: dir, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	defer postgres.Stop(context.Background())
	url := postgres.URL(bundled.Database)
	site := startSite(ctx, b, dir, url)
	bare := startBare(ctx, b, url)

	var ours, theirs, ratios []float64
	load(b, site, phase) // warm
	load(b, bare, phase)
	for b.Loop() {
		for range rounds {
			o, t := load(b, site, phase), load(b, bare, phase)
			ours, theirs, ratios = append(ours, o), append(theirs, t), append(ratios, o/t)
		}
	}
	b.ReportMetric(median(ours), "signups/s")
	b.ReportMetric(median(theirs), "bare/s")
	b.ReportMetric(median(ratios), "ratio")
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

func startSite(ctx context.Context, b *testing.B, dir, url string) string {
	b.Helper()
	c, err := config.Load([]string{"PORT=0", "RENDER_WORKERS=1", "DATA_DIR=" + dir, "DATABASE_URL=" + url, "TRUSTED_PROXIES=127.0.0.1"})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(ctx)
	site, err := app.Open(ctx, app.Options{Config: c, Log: slog.New(slog.NewJSONHandler(io.Discard, nil)), Root: "."})
	if err != nil {
		b.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- site.Run(ctx) }()
	b.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			b.Error(err)
		}
		site.Close(context.Background())
	})
	return site.URL()
}

// startBare serves the least that commits the rows of a signup: read the JSON,
// write subscriber, consent and job in one transaction.
func startBare(ctx context.Context, b *testing.B, url string) string {
	b.Helper()
	settings, err := pgxpool.ParseConfig(url)
	if err != nil {
		b.Fatal(err)
	}
	settings.MaxConns = connections
	pool, err := pgxpool.NewWithConfig(ctx, settings)
	if err != nil {
		b.Fatal(err)
	}
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.POST("/api/subscribers", func(c *gin.Context) {
		var body map[string]any
		if err := c.ShouldBindJSON(&body); err != nil {
			c.Status(http.StatusBadRequest)
			return
		}
		if err := commit(c.Request.Context(), pool); err != nil {
			c.String(http.StatusInternalServerError, err.Error())
			return
		}
		c.JSON(http.StatusCreated, gin.H{"status": "received"})
	})
	server := httptest.NewServer(r)
	b.Cleanup(func() {
		server.Close()
		pool.Close()
	})
	return server.URL
}

// commit writes rows of the sizes that the site writes.
func commit(ctx context.Context, pool *pgxpool.Pool) error {
	id := uuid.Must(uuid.NewV7())
	random := func(n int) []byte {
		raw := make([]byte, n)
		_, _ = rand.Read(raw)
		return raw
	}
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO subscribers (id, address_hash, sealed_key, profile, state) VALUES ($1, $2, $3, $4, 'active')",
			id, random(32), random(72), random(200))
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO consents (subscriber_id, channel, action, wording_version, wording, page, evidence)
			VALUES ($1, 'email', 'given', 'bench', $2, '/subscribe', $3)`, id, fmt.Sprintf("%096d", 0), random(130))
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "INSERT INTO river_job (kind, queue, max_attempts, args) VALUES ('bench', 'bench', 25, $1)",
			fmt.Sprintf(`{"subscriberId":%q,"addressHash":"%044d"}`, id, 0))
		return err
	})
}

// people numbers the visitors of all phases: each is another person elsewhere.
type people struct{ next atomic.Int64 }

func (p *people) body() (body []byte, address string) {
	n := p.next.Add(1)
	body = fmt.Appendf(nil, `{"email":"p%d@d%d.example","emailConsent":true,"firstName":"Jane","lastName":"Doe","address":"1 Main St, Springfield, IL 62701","dateOfBirth":"1990-04-23","gender":"female","fillMs":60000}`, n, n/20)
	return body, fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255)
}

// load signs people up for a while and gives how many a second were kept.
func load(b *testing.B, url string, d time.Duration) float64 {
	b.Helper()
	var kept atomic.Int64
	var all sync.WaitGroup
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections}}
	defer client.CloseIdleConnections()
	who := &people{}
	who.next.Store(time.Now().UnixMilli() % 1e7 * 100)
	start := time.Now()
	for range connections {
		all.Go(func() {
			for time.Since(start) < d {
				body, address := who.body()
				req, _ := http.NewRequest(http.MethodPost, url+"/api/subscribers", bytes.NewReader(body))
				req.Header.Set("Content-Type", "application/json")
				req.Header.Set("X-Forwarded-For", address)
				res, err := client.Do(req)
				if err != nil {
					b.Error(err)
					return
				}
				answer, _ := io.ReadAll(res.Body)
				res.Body.Close()
				if res.StatusCode != http.StatusCreated {
					b.Errorf("%d: %s", res.StatusCode, answer)
					return
				}
				kept.Add(1)
			}
		})
	}
	all.Wait()
	return float64(kept.Load()) / time.Since(start).Seconds()
}
