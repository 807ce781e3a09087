//go:build long

package app

import (
	"fmt"
	"io"
	"net"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"thriftwell/db/backup"
	"thriftwell/server/app/sitetest"
)

// Under the race detector an address takes several times as long, and a tenth
// of a million finds the same races.
func TestAMillionRandomAddressesNeitherGrowMemoryNorEvictHotPages(t *testing.T) {
	n := 1_000_000
	if info, ok := debug.ReadBuildInfo(); ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		n /= 10
	}
	flood(t, n)
}

func TestCachedPagesAreServedWhileWorkersAreKilled(t *testing.T) {
	s := openSite(t, "RENDER_WORKERS=2")
	s.warm(hotPage)
	hot := s.load(2, always(hotPage), isWhole)
	cold := s.load(2, uncached(), func(a sitetest.Answer) bool { return isWhole(a) || refused(a) })
	for end := time.Now().Add(3 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		s.signalWorkers(syscall.SIGKILL)
	}
	began := time.Now()
	path := uncached()
	sitetest.Eventually(t, "pages are rendered again", func() bool { return isWhole(s.Get(path())) })
	t.Logf("recovered after %s", time.Since(began))
	hot(20)
	cold(2)
}

func TestCachedPagesAreServedWhilePostgresRestarts(t *testing.T) {
	s := ownPostgres(t)
	s.warm(hotPage)
	hot := s.load(2, always(hotPage), isWhole)
	api := s.load(2, always("/api/articles?limit=1"), func(a sitetest.Answer) bool { return a.Status == 200 || busy(a) })
	cold := s.load(1, uncached(), func(a sitetest.Answer) bool {
		return isWhole(a) || refused(a) || a.Status == 503 && whole(a) && a.Header.Get("Retry-After") != ""
	})
	path := uncached()
	for range 3 {
		dead := s.postmaster()
		s.killPostgres()
		began := time.Now()
		sitetest.Eventually(t, "Postgres runs again", func() bool {
			pid, err := s.postmasterOrNone()
			return err == nil && pid != dead
		})
		sitetest.Eventually(t, "pages are rendered again", func() bool { return isWhole(s.Get(path())) })
		t.Logf("recovered after %s", time.Since(began))
	}
	hot(20)
	api(20)
	cold(2)
}

func TestRequestsTimeOutWhilePostgresIsFrozen(t *testing.T) {
	s := ownPostgres(t, "RENDER_DEADLINE=5s")
	s.warm(hotPage)
	if a := s.Get("/api/articles"); a.Status != 200 {
		t.Fatal(a.Status)
	}
	postmaster := s.postmaster()
	// Stop the postmaster first, so that no new process starts.
	send := func(sig syscall.Signal) {
		_ = syscall.Kill(postmaster, sig)
		children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", postmaster, postmaster))
		if err != nil {
			t.Fatal(err)
		}
		for _, child := range strings.Fields(string(children)) {
			pid, _ := strconv.Atoi(child)
			_ = syscall.Kill(pid, sig)
		}
	}
	send(syscall.SIGSTOP)
	defer send(syscall.SIGCONT)
	if a := s.Get("/readyz"); a.Status != 503 {
		t.Errorf("/readyz: %d", a.Status)
	}
	s.expectHit(hotPage)
	for _, path := range []string{"/api/articles?q=insurance", "/guides"} { // neither is cached, so without a deadline they would wait forever
		if a := s.Get(path); a.Status != 503 || a.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %v", path, a.Status, a.Header)
		}
	}
	send(syscall.SIGCONT)
	sitetest.Eventually(t, "it is ready again", func() bool { return s.Get("/readyz").Status == 200 })
	sitetest.Eventually(t, "pages are rendered again", func() bool { return isWhole(s.Get("/guides")) })
}

func TestSlowClientsAreCutOffAndDelayNoOthers(t *testing.T) {
	s := openSite(t)
	s.warm(hotPage)
	const clients = 500
	var cutOff atomic.Int64
	for range clients {
		conn, err := net.Dial("tcp", s.listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		go func() { // a byte of a header per second, never a complete request
			_, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: site.example\r\nX-Endless: ")
			for ; err == nil; time.Sleep(time.Second) {
				_, err = io.WriteString(conn, "a")
			}
		}()
		go func() {
			_, _ = io.Copy(io.Discard, conn)
			cutOff.Add(1)
		}()
	}
	slowest := time.Duration(0)
	for range clients {
		began := time.Now()
		s.expectHit(hotPage)
		slowest = max(slowest, time.Since(began))
	}
	sitetest.Eventually(t, "all slow clients are cut off", func() bool { return cutOff.Load() == clients })
	t.Logf("the slowest answer beside %d slow clients took %s", clients, slowest)
}

func TestASlowPageCostsNoWorker(t *testing.T) {
	s := openSiteIn(t, sitetest.FaultyRoot(t), "RENDER_DEADLINE=10s")
	if a := s.Get("/guides/fault-slow-60000"); !refused(a) {
		t.Errorf("%d", a.Status)
	}
	s.warm(hotPage)
	if n := s.renderer.Stats().Restarts; n != 0 {
		t.Errorf("%d workers were replaced because of a page that only waits", n)
	}
}

func TestAHangingPageIsContained(t *testing.T) {
	contain(openSiteIn(t, sitetest.FaultyRoot(t), "RENDER_WORKERS=3", "RENDER_DEADLINE=10s"), "/guides/fault-hang-1")
}

// A backup includes every write acknowledged before it began, whatever is
// written meanwhile.
func TestBackupUnderLoadHasEveryAcknowledgedWrite(t *testing.T) {
	s, to := openSite(t, "TRUSTED_PROXIES=127.0.0.1"), newPlace(t, "TRUSTED_PROXIES=127.0.0.1")
	offer := s.IDOf("carousel_offers", "tidewick-starter-plan")

	var mu sync.Mutex
	var emails []string // acknowledged
	clicks := 0
	stop := make(chan struct{})
	var writers sync.WaitGroup
	for w := range 4 {
		writers.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				from := fmt.Sprintf("10.%d.%d.%d", w, n%250, n/250) // each in its own network: so many clicks from one would exceed the limit
				email := fmt.Sprintf("p%d-%d@gmail.com", w, n)
				if a := s.Call("POST", "/api/subscribers", sitetest.Jane("email", email), "X-Forwarded-For", from); a.Status != 201 {
					t.Errorf("signup: %d %s", a.Status, a.Body)
					return
				}
				headers := append(sitetest.Person(w*1_000_000+n), "X-Forwarded-For", from)
				if a := s.Call("POST", "/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"click"}`, offer), headers...); a.Status >= 300 {
					t.Errorf("click: %d %s", a.Status, a.Body)
					return
				}
				mu.Lock()
				emails = append(emails, email)
				clicks++
				mu.Unlock()
			}
		})
	}
	answered := func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(emails)
	}
	var files []string
	var before []int
	for _, after := range []int{50, 150, 300} {
		sitetest.Eventually(t, "enough is written", func() bool { return answered() >= after || t.Failed() })
		before = append(before, answered())
		files = append(files, s.backUp())
	}
	close(stop)
	writers.Wait()
	t.Logf("%d acknowledged before the backups, %d after", before, answered()-before[len(before)-1])

	for i, file := range files {
		b, err := backup.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := to.restore(RestoreOptions{File: file, Replace: i > 0}); err != nil {
			t.Fatal(err)
		}
		restored := to.site()
		for _, table := range b.Tables {
			if n := restored.Count("SELECT count(*) FROM " + table.Name); int64(n) != table.Rows {
				t.Errorf("%s has %d rows of %d", table.Name, n, table.Rows)
			}
		}
		for _, email := range emails[:before[i]] {
			if e, ledger := restored.state(email); e == nil || len(ledger) != 1 {
				t.Fatalf("%s was acknowledged but isn't in the backup", email)
			}
		}
		for what, query := range map[string]string{
			"subscribers without their consent": "SELECT count(*) FROM subscribers s WHERE (SELECT count(*) FROM consents c WHERE c.subscriber_id = s.id) <> 1",
			"subscribers without their mail":    "SELECT count(*) FROM subscribers s WHERE NOT EXISTS (SELECT FROM river_job j WHERE j.args->>'subscriberId' = s.id::text)",
			"events that are not counted":       "SELECT (SELECT count(*) FROM events WHERE subject = 'offer') - (SELECT sum(count) FROM daily_counts WHERE subject = 'offer')",
		} {
			if n := restored.Count(query); n != 0 {
				t.Errorf("%d %s", n, what)
			}
		}
		restored.db.Close()
	}

	// The spool is replayed when the site runs.
	again := openSite(t, "DATABASE_URL="+to.o.Config.DatabaseURL, "DATA_DIR="+to.o.Config.DataDir)
	sitetest.Eventually(t, "the clicks are there", func() bool {
		return again.Counted("offer", offer, "click") >= int64(before[len(before)-1])
	})
}
