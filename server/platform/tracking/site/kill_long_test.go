//go:build long

package site_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"thriftwell/server/app"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/config"
)

// How much the test below sends.
const (
	manyEvents = 100_000
	senders    = 64
)

// victim is a program with a Postgres of its own, which can be killed too.
type victim struct {
	*sitetest.Program
	dir string // DATA_DIR
}

func newVictim(t *testing.T) *victim {
	t.Helper()
	dir := t.TempDir()
	return &victim{sitetest.Build(t, "DATA_DIR="+dir, "RENDER_WORKERS=1", "TRUSTED_PROXIES=127.0.0.1", "TRACKING_LIMIT=1000000"), dir}
}

// restart kills the program with -9 and starts it again.
func (v *victim) restart() {
	v.Kill()
	v.Start()
}

// killPostgres ends its Postgres with -9; the server has to start it again. It
// may just be doing so: then the file is missing, stale or half-written.
func (v *victim) killPostgres() {
	sitetest.Eventually(v.T, "there is a Postgres to kill", func() bool {
		file, err := os.ReadFile(filepath.Join(v.dir, "postgres", "postmaster.pid"))
		if err != nil {
			return false
		}
		first, _, _ := strings.Cut(string(file), "\n")
		pid, err := strconv.Atoi(first)
		return err == nil && pid > 1 && syscall.Kill(pid, syscall.SIGKILL) == nil
	})
}

// deliver sends an event until it is acknowledged.
func (v *victim) deliver(client *http.Client, n int, offer int64, statuses *[600]atomic.Int64) {
	id := uuid.Must(uuid.NewV7())
	body := fmt.Sprintf(`{"offerId":%d,"action":"view","eventId":"%s"}`, offer, id)
	for {
		req, _ := http.NewRequest("POST", v.URL+"/api/offer-interactions", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("User-Agent", sitetest.Browser)
		req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", n>>16, n>>8&255, n&255))
		res, err := client.Do(req)
		if err != nil {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		text, _ := io.ReadAll(res.Body)
		res.Body.Close()
		statuses[res.StatusCode].Add(1)
		if res.StatusCode < 300 && bytes.Contains(text, []byte(id.String())) {
			return
		}
		if res.StatusCode < 500 {
			v.T.Errorf("%d: %s", res.StatusCode, text)
			return
		}
	}
}

func TestEveryAcknowledgedEventCountsOnceThroughKills(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	v.Start()
	defer v.stop()
	offer := v.firstOffer()
	var (
		next, acknowledged atomic.Int64
		statuses           [600]atomic.Int64
		wait               sync.WaitGroup
	)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: senders}, Timeout: 30 * time.Second}
	for range senders {
		wait.Go(func() {
			for n := next.Add(1); n <= manyEvents; n = next.Add(1) {
				v.deliver(client, int(n), offer, &statuses)
				acknowledged.Add(1)
			}
		})
	}
	for i, strike := range []func(){v.killPostgres, v.restart, v.killPostgres, v.restart, v.killPostgres, v.restart, v.killPostgres} {
		for acknowledged.Load() < int64(i+1)*manyEvents/8 {
			time.Sleep(time.Millisecond)
		}
		strike()
	}
	wait.Wait()
	sitetest.Eventually(t, "its Postgres is up", func() bool {
		res, err := http.Get(v.URL + "/readyz")
		if err == nil {
			res.Body.Close()
		}
		return err == nil && res.StatusCode == http.StatusOK
	})
	var kept, counted, twice int64
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		err := v.query(func(c *pgx.Conn) error {
			return c.QueryRow(t.Context(), `SELECT count(*), count(*) - count(DISTINCT id),
				(SELECT coalesce(sum(count), 0)::bigint FROM daily_counts WHERE reason = 'human') FROM events`).Scan(&kept, &twice, &counted)
		})
		left, _ := filepath.Glob(filepath.Join(v.dir, "spool", "*"))
		if err == nil && len(left) == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the spool is not empty after five minutes: %v, %v", left, err)
		}
	}
	t.Logf("answers: %d × 200, %d × 202, %d × 503", statuses[200].Load(), statuses[202].Load(), statuses[503].Load())
	if kept != manyEvents || counted != manyEvents || twice != 0 {
		t.Errorf("%d acknowledged: %d kept, %d counted, %d twice", acknowledged.Load(), kept, counted, twice)
	}
	if statuses[202].Load() == 0 {
		t.Error("the spool was never needed: the test has lost its point")
	}
}

func (v *victim) firstOffer() int64 {
	v.T.Helper()
	res, err := http.Get(v.URL + "/api/offers")
	if err != nil {
		v.T.Fatal(err)
	}
	defer res.Body.Close()
	var offers []struct{ ID int64 }
	if err := json.NewDecoder(res.Body).Decode(&offers); err != nil || len(offers) == 0 {
		v.T.Fatal(offers, err)
	}
	return offers[0].ID
}

// stop ends the program gently, and with it its Postgres.
func (v *victim) stop() {
	_ = v.Cmd.Process.Signal(syscall.SIGTERM)
	_ = v.Cmd.Wait()
}

// query runs one on the server's Postgres. It must be up: whoever comes first
// to a Postgres that is down becomes its owner.
func (v *victim) query(query func(*pgx.Conn) error) error {
	ctx, cancel := context.WithTimeout(v.T.Context(), 2*time.Minute)
	defer cancel()
	settings, err := config.Load(v.Env)
	if err != nil {
		return err
	}
	url, attached, err := app.Database(ctx, app.Options{Config: settings, Log: slog.New(slog.DiscardHandler), Root: "../../.."})
	if err != nil {
		return err
	}
	defer attached.Stop(context.WithoutCancel(ctx))
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return query(conn)
}
