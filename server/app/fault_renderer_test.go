package app

import (
	"fmt"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
)

func TestNobodySeesThatAWorkerIsKilled(t *testing.T) {
	s := openSite(t, "RENDER_WORKERS=2")
	var answers atomic.Int64
	stop := s.load(6, anew(), func(a answer) bool {
		answers.Add(1)
		return isWhole(a)
	})
	for kills := range uint64(4) {
		// A page that loses two workers is held to be the one that kills them, so those that lost one are waited for.
		before := answers.Load()
		eventually(t, 20*time.Second, "both workers are up and work goes on", func() bool {
			return len(s.renderer.Stats().Workers) == 2 && answers.Load() >= before+60
		})
		if w := s.renderer.Stats().Workers; len(w) > 0 {
			_ = syscall.Kill(w[0].PID, syscall.SIGKILL)
		}
		eventually(t, 5*time.Second, "the death is noticed", func() bool { return s.renderer.Stats().Restarts > kills })
	}
	if n := stop(); n < 8 {
		t.Errorf("only %d pages were asked for", n)
	}
}

func TestWhileAllWorkersAreKilledCachedPagesKeepComing(t *testing.T) {
	s := openSite(t, "RENDER_WORKERS=2")
	s.warm(hotPage)
	hot := s.load(2, always(hotPage), isWhole)
	cold := s.load(2, anew(), func(a answer) bool { return isWhole(a) || a.refused() })
	for end := time.Now().Add(3 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		s.signalWorkers(syscall.SIGKILL)
	}
	began := time.Now()
	path := anew()
	eventually(t, 10*time.Second, "pages are rendered again", func() bool { return isWhole(s.get(path())) })
	t.Logf("healed after %s; %d cached and %d other answers", time.Since(began), hot(), cold())
}

func TestWithoutAnyWorkerThereIsTheCachedPageOrTheShell(t *testing.T) {
	root := apptest.FaultyRoot(t)
	s := openSiteIn(t, root)
	s.warm(hotPage)
	mend := breakRenderer(t, root)
	s.signalWorkers(syscall.SIGKILL)
	eventually(t, 5*time.Second, "the outage shows", func() bool { return s.get("/readyz").Status == 503 })
	s.expectHit(hotPage)
	if a := s.get("/guides"); !a.refused() {
		t.Errorf("a page that is not in memory: %d %v %.100s", a.Status, a.Header, a.Body)
	}
	if a := s.call("HEAD", "/guides", ""); a.Status != 503 || a.Header.Get("Retry-After") == "" || a.Body != "" {
		t.Errorf("HEAD: %d %v", a.Status, a.Header)
	}
	if a := s.get("/api/articles"); a.Status != 200 {
		t.Errorf("the API, which the shell needs: %d", a.Status)
	}
	s.cache.InvalidateAll()
	if a := s.get(hotPage); a.Status != 200 || !a.whole() || !strings.Contains(a.Header.Get("Cache-Status"), "stale-if-error") || a.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("an invalidated page: %d %v", a.Status, a.Header)
	}
	mend()
	eventually(t, 20*time.Second, "it is ready again", func() bool { return s.get("/readyz").Status == 200 })
	eventually(t, 5*time.Second, "the page is fresh again", func() bool {
		s.get(hotPage)
		return strings.Contains(s.get(hotPage).Header.Get("Cache-Status"), "; hit; ttl=")
	})
}

func TestFrozenWorkersAreReplaced(t *testing.T) {
	s := openSite(t, "RENDER_WORKERS=2", "RENDER_DEADLINE=300ms")
	s.warm(hotPage)
	path := anew()
	for range 2 {
		s.signalWorkers(syscall.SIGSTOP)
		began := time.Now()
		s.expectHit(hotPage)
		if a := s.get(path()); !isWhole(a) && !a.refused() {
			t.Errorf("%d %.100s", a.Status, a.Body)
		}
		eventually(t, 10*time.Second, "pages are rendered again", func() bool { return isWhole(s.get(path())) })
		t.Logf("healed %s after the freeze", time.Since(began))
	}
}

func TestAPageThatTakesTooLongCostsItselfOnly(t *testing.T) {
	s := openSiteIn(t, apptest.FaultyRoot(t), "RENDER_DEADLINE=300ms")
	began := time.Now()
	if a := s.get("/guides/fault-slow-20000"); !a.refused() || time.Since(began) > 5*time.Second {
		t.Errorf("%d after %s", a.Status, time.Since(began))
	}
	s.warm(hotPage)
	if n := s.renderer.Stats().Restarts; n != 0 {
		t.Errorf("%d workers were lost over a page that only waits", n)
	}
}

func TestAPoisonedAddressIsContained(t *testing.T) {
	s := openSiteIn(t, apptest.FaultyRoot(t), "RENDER_WORKERS=3", "RENDER_DEADLINE=2s")
	s.warm(hotPage)
	hot := s.load(1, always(hotPage), isWhole)
	cold := s.load(2, anew(), isWhole)
	for _, poison := range []string{"/guides/fault-crash-1", "/guides/fault-halfcrash-1", "/guides/fault-hang-1"} {
		eventually(t, 20*time.Second, "all workers are up", func() bool { return len(s.renderer.Stats().Workers) == 3 })
		before := s.renderer.Stats().Restarts
		for range 5 {
			if a := s.get(poison); !a.refused() {
				t.Errorf("%s: %d %.100s", poison, a.Status, a.Body)
			}
		}
		if n := s.renderer.Stats().Restarts - before; n < 1 || n > 3 {
			t.Errorf("%s cost %d workers", poison, n)
		}
	}
	if a, b := hot(), cold(); a < 20 || b < 5 {
		t.Errorf("only %d cached and %d other pages came meanwhile", a, b)
	}
}

func TestNoHalfPageIsSentOrStored(t *testing.T) {
	s := openSiteIn(t, apptest.FaultyRoot(t))
	for range 3 {
		if a := s.get("/guides/fault-half-1"); !a.refused() {
			t.Errorf("%d, %d bytes: %.100s", a.Status, len(a.Body), a.Body)
		}
	}
	if c := s.cache.Stats(); c.Pages != 0 {
		t.Errorf("%d pages are stored", c.Pages)
	}
	s.warm(hotPage)
}

// Nothing of a worker's own addresses is for visitors.
func TestAWorkersOwnAddressesAreNoPages(t *testing.T) {
	s := openSite(t)
	for _, path := range []string{"/-/health", "/-/shell", "//-/health", "/%2D/health", "/-%2Fhealth", "/./-/health", "/guides/../-/health", "/guides/%2e%2e%2f-/health"} {
		if a := s.get(path); a.Status != 404 || strings.Contains(a.Body, "rss") || strings.Contains(a.Body, inShell) {
			t.Errorf("%s: %d %.100s", path, a.Status, a.Body)
		}
	}
}

func TestAFloodOfSearchesLeavesOtherPagesAlone(t *testing.T) {
	s := openSite(t, "RENDER_WORKERS=2")
	s.warm(hotPage)
	stop := s.load(200, anew(), func(a answer) bool { return isWhole(a) || a.refused() })
	slowest := time.Duration(0)
	for i := range 12 {
		began := time.Now()
		if a := s.get(fmt.Sprintf("/guides/no-such-guide-%d", i)); a.Status != 404 {
			t.Errorf("%d %.100s", a.Status, a.Body)
		}
		slowest = max(slowest, time.Since(began))
		s.expectHit(hotPage)
	}
	n := stop()
	t.Logf("the slowest of the other pages took %s beside %d searches", slowest, n)
	if slowest > 5*time.Second {
		t.Errorf("another page took %s", slowest)
	}
	if c := s.cache.Stats(); c.Pages != 1 {
		t.Errorf("%d pages are stored", c.Pages)
	}
}
