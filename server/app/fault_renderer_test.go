package app

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/fairqueue"
	"thriftwell/server/platform/pages"
)

func TestVisitorsDoNotNoticeAKilledWorker(t *testing.T) {
	t.Parallel()
	long(t)
	s := openSite(t, "RENDER_WORKERS=2")
	var answers atomic.Int64
	stop := s.load(6, uncached(), func(a sitetest.Answer) bool {
		answers.Add(1)
		return isWhole(a)
	})
	for kills := range uint64(4) {
		// A page that loses two workers counts as the cause, so wait for the
		// pages that lost one.
		before := answers.Load()
		sitetest.Eventually(t, "both workers are up and work goes on", func() bool {
			return len(s.renderer.Stats().Workers) == 2 && answers.Load() >= before+60
		})
		if w := s.renderer.Stats().Workers; len(w) > 0 {
			_ = syscall.Kill(w[0].PID, syscall.SIGKILL)
		}
		sitetest.Eventually(t, "the death is noticed", func() bool { return s.renderer.Stats().Restarts > kills })
	}
	stop(8)
}

func TestWithoutWorkersCachedPagesOrTheShellAreServed(t *testing.T) {
	long(t)
	t.Parallel()
	root := sitetest.FaultyRoot(t)
	s := openSiteIn(t, root)
	s.warm(hotPage)
	repair := breakRenderer(t, root)
	s.signalWorkers(syscall.SIGKILL)
	sitetest.Eventually(t, "the outage shows", func() bool { return s.Get("/readyz").Status == 503 })
	s.expectHit(hotPage)
	if a := s.Get("/guides"); !refused(a) {
		t.Errorf("a page that isn't cached: %d %v %.100s", a.Status, a.Header, a.Body)
	}
	if a := s.Call("HEAD", "/guides", ""); a.Status != 503 || a.Header.Get("Retry-After") == "" || a.Body != "" {
		t.Errorf("HEAD: %d %v", a.Status, a.Header)
	}
	if a := s.Get("/api/articles"); a.Status != 200 {
		t.Errorf("the API, which the shell needs: %d", a.Status)
	}
	s.bus.InvalidateAll()
	if a := s.Get(hotPage); a.Status != 200 || !whole(a) || !strings.Contains(a.Header.Get("Cache-Status"), "stale-if-error") || a.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("an invalidated page: %d %v", a.Status, a.Header)
	}
	repair()
	sitetest.Eventually(t, "it is ready again", func() bool { return s.Get("/readyz").Status == 200 })
	sitetest.Eventually(t, "the page is fresh again", func() bool {
		s.Get(hotPage)
		return strings.Contains(s.Get(hotPage).Header.Get("Cache-Status"), "; hit; ttl=")
	})
}

func TestFrozenWorkersAreReplaced(t *testing.T) {
	t.Parallel()
	long(t)
	s := openSite(t, "RENDER_WORKERS=2", "RENDER_DEADLINE=1s")
	s.warm(hotPage)
	path := uncached()
	for range 2 {
		s.signalWorkers(syscall.SIGSTOP)
		began := time.Now()
		s.expectHit(hotPage)
		if a := s.Get(path()); !isWhole(a) && !refused(a) {
			t.Errorf("%d %.100s", a.Status, a.Body)
		}
		sitetest.Eventually(t, "pages are rendered again", func() bool { return isWhole(s.Get(path())) })
		t.Logf("recovered %s after the freeze", time.Since(began))
	}
}

func TestPoisonedAddressesAreContained(t *testing.T) {
	long(t)
	t.Parallel()
	contain(openSiteIn(t, sitetest.FaultyRoot(t), "RENDER_WORKERS=3"), "/guides/fault-crash-1", "/guides/fault-halfcrash-1")
}

// contain fails the test unless poisoned addresses are refused and no other
// page fails.
func contain(s *testSite, poisons ...string) {
	s.T.Helper()
	s.warm(hotPage)
	hot := s.load(1, always(hotPage), isWhole)
	cold := s.load(2, uncached(), isWhole)
	for _, poison := range poisons {
		sitetest.Eventually(s.T, "all workers are up", func() bool { return len(s.renderer.Stats().Workers) == 3 })
		before := s.renderer.Stats().Restarts
		for range 5 {
			if a := s.Get(poison); !refused(a) {
				s.T.Errorf("%s: %d %.100s", poison, a.Status, a.Body)
			}
		}
		if n := s.renderer.Stats().Restarts - before; n < 1 || n > 3 {
			s.T.Errorf("%s cost %d workers", poison, n)
		}
	}
	hot(20)
	cold(5)
}

func TestNoHalfPageIsSentOrStored(t *testing.T) {
	t.Parallel()
	s := openSiteIn(t, sitetest.FaultyRoot(t))
	for range 3 {
		if a := s.Get("/guides/fault-half-1"); !refused(a) {
			t.Errorf("%d, %d bytes: %.100s", a.Status, len(a.Body), a.Body)
		}
	}
	if c := s.pages.Stats(); c.Pages != 0 {
		t.Errorf("%d pages are cached", c.Pages)
	}
	s.warm(hotPage)
}

// Visitors must not reach a worker's internal addresses.
func TestInternalAddressesOfWorkersAreNotServed(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	for _, path := range []string{"/-/health", "/-/shell", "//-/health", "/%2D/health", "/-%2Fhealth", "/./-/health", "/guides/../-/health", "/guides/%2e%2e%2f-/health"} {
		if a := s.Get(path); a.Status != 404 || strings.Contains(a.Body, "rss") || strings.Contains(a.Body, inShell) {
			t.Errorf("%s: %d %.100s", path, a.Status, a.Body)
		}
	}
}

func TestAFloodOfSearchesDelaysNoOtherPages(t *testing.T) {
	t.Parallel()
	long(t) // the queue of searches is tested alone below
	s := openSite(t, "RENDER_WORKERS=2")
	s.warm(hotPage)
	stop := s.load(200, uncached(), func(a sitetest.Answer) bool { return isWhole(a) || refused(a) })
	for i := range 12 {
		if a := s.Get(fmt.Sprintf("/guides/no-such-guide-%d", i)); a.Status != 404 {
			t.Errorf("%d %.100s", a.Status, a.Body)
		}
		s.expectHit(hotPage)
	}
	stop(0)
	if c := s.pages.Stats(); c.Pages > 1 { // the hot page
		t.Errorf("%d answers are cached", c.Pages)
	}
}

func TestAFloodOfNewPagesDelaysNoEditedPages(t *testing.T) {
	t.Parallel()
	fill(t, func(s *testSite) *fairqueue.Queue { return s.pages.First }, pages.FirstPerWorker, "/guides/no-such-guide-", 404)
}

func TestTheQueueOfSearchesIsBounded(t *testing.T) {
	t.Parallel()
	fill(t, func(s *testSite) *fairqueue.Queue { return s.pages.Searches }, pages.SearchesPerWorker, "/articles?q=no-such-article-", 200)
}

// fill takes all slots of a queue. Pages invalidated by an edit must still be
// rendered, and only room requests may wait for other pages of the queue. A
// request from another network must take the place of one of them.
func fill(t *testing.T, of func(*testSite) *fairqueue.Queue, room int, path string, status int) {
	t.Helper()
	log := &sitetest.Log{}
	s := openLoggedSite(t, "../..", log, "TRUSTED_PROXIES=127.0.0.1")
	s.warm(hotPage)
	full, leave := of(s), []func(){}
	for range room {
		l, err := full.Enter(t.Context(), "", 0)
		if err != nil {
			t.Fatal(err)
		}
		leave = append(leave, l)
	}
	s.bus.InvalidateAll()
	if a := s.Get(hotPage); a.Status != 200 || !strings.Contains(a.Header.Get("Cache-Status"), "fwd=stale; fwd-status=200; stored") {
		t.Errorf("an edited page: %d %v", a.Status, a.Header)
	}
	waited := make(chan sitetest.Answer, pages.WaitingPerWorker)
	for i := range pages.WaitingPerWorker {
		go func() { waited <- s.Get(fmt.Sprint(path, i)) }()
	}
	sitetest.Eventually(t, "as many wait as may", func() bool { return full.Waiting() == pages.WaitingPerWorker || len(waited) > 0 })
	if len(waited) > 0 {
		t.Fatalf("a request did not wait: %d", (<-waited).Status)
	}
	a := s.Get(path + "more")
	if !refused(a) || len(a.Body) > 500 || a.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("one request too many: %d %v %.200s", a.Status, a.Header, a.Body)
	}
	other := make(chan sitetest.Answer, 1)
	go func() { other <- s.Get(path+"other", "X-Forwarded-For", "203.0.113.9") }()
	select {
	case a := <-waited:
		if !refused(a) {
			t.Errorf("a request evicted for another network: %d", a.Status)
		}
	case a := <-other:
		t.Fatalf("a request from another network evicted none: %d", a.Status)
	}
	for _, l := range leave {
		l()
	}
	if a := <-other; a.Status != status || !whole(a) {
		t.Errorf("a request from another network: %d", a.Status)
	}
	for range pages.WaitingPerWorker - 1 {
		if a := <-waited; a.Status != status || !whole(a) {
			t.Errorf("a waiting request: %d", a.Status)
		}
	}
	if err := logRejections(s.App)(t.Context()); err != nil || len(log.Lines(fmt.Sprint("count=", full.Rejected()))) < 1 || len(log.Lines("level=ERROR")) > 0 || len(log.Lines("status=503")) > 0 {
		t.Errorf("%v, logged %s", err, log.Lines())
	}
}

func TestMemoryIsFreedOnceAfterAnOverload(t *testing.T) {
	t.Parallel()
	refused, given := uint64(7), 0
	look := afterOverload(func() uint64 { return refused }, func() { given++ })
	for i, step := range []struct {
		refused uint64
		given   int
	}{{7, 0}, {9, 0}, {12, 0}, {12, 1}, {12, 1}, {13, 1}, {13, 2}} {
		refused = step.refused
		if err := look(t.Context()); err != nil || given != step.given {
			t.Fatalf("after run %d memory was freed %d times, want %d: %v", i, given, step.given, err)
		}
	}
}

func TestReadyzFailsBeforeTheShutdown(t *testing.T) {
	t.Parallel()
	long(t)
	s := openIdle(t, "../..", sitetest.Warnings(t), "SHUTDOWN_WAIT=20s")
	ctx, shutDown := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	sitetest.Eventually(t, "it is ready", func() bool { return s.Get("/readyz").Status == 200 })
	shutDown()
	sitetest.Eventually(t, "it begins", func() bool { return s.ready.leaving.Load() })
	if a := s.Get("/readyz"); a.Status != 503 || !strings.Contains(a.Body, "shutting down") {
		t.Errorf("while shutting down: %d %s", a.Status, a.Body)
	}
	if a := s.Get("/robots.txt"); a.Status != 200 {
		t.Errorf("a request: %d", a.Status)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if c, err := net.Dial("tcp", strings.TrimPrefix(s.Address, "http://")); err == nil {
		c.Close()
		t.Error("it still listens")
	}
}
