package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// Pages that the fault tests use. Every other guide and article is as good.
const (
	hotPage = "/guides/start-an-emergency-fund"
	inShell = `"router":null` // marks the app shell, which carries no page's data
)

// breakRenderer keeps new workers of a faulty root from starting until the
// function it gives is called.
func breakRenderer(t *testing.T, root string) (mend func()) {
	t.Helper()
	mark := filepath.Join(root, "dist", "ssr", "broken")
	if err := os.WriteFile(mark, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(mark); err != nil {
			t.Error(err)
		}
	}
}

// signalWorkers sends a signal to every worker in service.
func (s *testSite) signalWorkers(sig syscall.Signal) {
	for _, w := range s.renderer.Stats().Workers {
		_ = syscall.Kill(w.PID, sig) // it may just have ended
	}
}

// whole tells a page that came to its end from half a page, and from the shell.
func (a answer) whole() bool {
	return strings.HasSuffix(strings.TrimSpace(a.Body), ends) && !strings.Contains(a.Body, inShell)
}

// refused tells the answer for when there is no page: the shell, a 503 with
// Retry-After, kept nowhere.
func (a answer) refused() bool {
	return a.Status == 503 && a.Header.Get("Retry-After") != "" && a.Header.Get("Cache-Control") == "no-store" && strings.Contains(a.Body, inShell)
}

// expectHit asks for a page that is in memory.
func (s *testSite) expectHit(path string) {
	s.t.Helper()
	if a := s.get(path); a.Status != 200 || !a.whole() || !strings.Contains(a.Header.Get("Cache-Status"), "; hit") {
		s.t.Errorf("%s: %d %q, %d bytes", path, a.Status, a.Header.Get("Cache-Status"), len(a.Body))
	}
}

// warm brings a page into memory.
func (s *testSite) warm(path string) {
	s.t.Helper()
	if a := s.get(path); a.Status != 200 || !a.whole() {
		s.t.Fatalf("%s: %d, %d bytes", path, a.Status, len(a.Body))
	}
	s.expectHit(path)
}

// eventually waits for something to become true.
func eventually(t *testing.T, within time.Duration, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(within); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %s: %s", within, what)
		}
	}
}

// load asks again and again from several clients at once, until stop, which
// gives how many answers there were. An answer that is not accepted fails the
// test, once. Each call of path gives the next address.
func (s *testSite) load(clients int, path func() string, accept func(answer) bool) (stop func() int64) {
	var group sync.WaitGroup
	var answers atomic.Int64
	var failed sync.Once
	end := make(chan struct{})
	for range clients {
		group.Go(func() {
			for {
				select {
				case <-end:
					return
				default:
				}
				target := path()
				a := s.get(target)
				answers.Add(1)
				if !accept(a) {
					failed.Do(func() {
						s.t.Errorf("%s: %d %q, %d bytes: %.200s", target, a.Status, a.Header.Get("Cache-Status"), len(a.Body), a.Body)
					})
				}
			}
		})
	}
	return func() int64 {
		close(end)
		group.Wait()
		return answers.Load()
	}
}

// always gives the same address.
func always(path string) func() string { return func() string { return path } }

// anew gives an address each time that is rendered each time.
func anew() func() string {
	var n atomic.Int64
	return func() string { return fmt.Sprintf("/articles?q=car+%d", n.Add(1)) }
}

func isWhole(a answer) bool { return a.Status == 200 && a.whole() }
