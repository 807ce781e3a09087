package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/db/seed"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/pages"
	"thriftwell/server/platform/renderer"
)

// testSite is the whole program on a free port, with its own database.
type testSite struct {
	*services
	*sitetest.Site
}

// shared is a site with pages, for tests that don't change it.
var shared = fixture[*testSite]{make: func(t testing.TB) *testSite { return openSite(t) }}

func TestMain(m *testing.M) { os.Exit(shared.run(m)) }

// sharedSite returns the shared site. Tests must not change it.
func sharedSite(t testing.TB) *testSite {
	t.Helper()
	s := *shared.of(t)
	site := *s.Site
	site.T = t
	return &testSite{s.services, &site}
}

// long skips a slow test in short mode.
func long(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow")
	}
}

// noPages is a setting for sites whose pages aren't requested: it starts no
// Node.
const noPages = "RENDERER_URL=http://127.0.0.1:1"

// openSite starts a site with the settings added to the defaults.
func openSite(t testing.TB, settings ...string) *testSite {
	t.Helper()
	return openSiteIn(t, "../..", settings...)
}

// openSiteIn is like openSite, with the front end and packages of another root.
func openSiteIn(t testing.TB, root string, settings ...string) *testSite {
	t.Helper()
	return openLoggedSite(t, root, sitetest.Warnings(t), settings...)
}

// openLoggedSite is like openSiteIn, with a log.
func openLoggedSite(t testing.TB, root string, log io.Writer, settings ...string) *testSite {
	t.Helper()
	s := openIdle(t, root, log, settings...)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	if len(s.config.RendererURLs) > 0 {
		return s
	}
	ready, stop := context.WithTimeout(ctx, 2*time.Minute)
	defer stop()
	if err := s.renderer.WaitReady(ready); err != nil {
		t.Fatal("the renderer did not start: ", err)
	}
	return s
}

// openIdle opens a site that neither listens nor runs its jobs.
func openIdle(t testing.TB, root string, log io.Writer, settings ...string) *testSite {
	t.Helper()
	if _, err := os.Stat("../../dist/manifest.json"); err != nil {
		t.Fatal("the front end is not built; run scripts/build")
	}
	c, err := config.Load(append([]string{"PORT=0", "BASE_URL=https://localhost", "RENDER_WORKERS=1", "RENDER_DEADLINE=1m", "SHUTDOWN_WAIT=0s", "DATA_DIR=" + sitetest.DataDir(t), "DATABASE_URL=" + dbtest.NewWithContent(t, loadContent)}, settings...))
	if err != nil {
		t.Fatal(err)
	}
	a, err := open(context.Background(), Options{Config: c, Log: slog.New(slog.NewTextHandler(log, nil)), Root: root, CommitWait: time.Minute, CatalogWait: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close(context.Background()) })
	return &testSite{a, &sitetest.Site{T: t, Address: a.URL(), Config: c, DB: a.db, People: a.people, Auth: a.auth}}
}

// Pages for the fault tests. Any other guide or article would do.
const (
	hotPage = "/guides/start-an-emergency-fund"
	inShell = `"router":null` // marks the app shell, which has no data of a page
)

// breakRenderer keeps new workers of a faulty root from starting until repair
// is called.
func breakRenderer(t *testing.T, root string) (repair func()) {
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

// signalWorkers sends a signal to every running worker.
func (s *testSite) signalWorkers(sig syscall.Signal) {
	for _, w := range s.renderer.Stats().Workers {
		_ = syscall.Kill(w.PID, sig) // it may have just ended
	}
}

// whole reports whether a is a complete page rather than a partial one or the
// shell.
func whole(a sitetest.Answer) bool {
	return strings.HasSuffix(strings.TrimSpace(a.Body), ends) && !strings.Contains(a.Body, inShell)
}

// refused reports whether a is the answer when no page is available: the shell
// or the busy page, as an uncached 503 with Retry-After.
func refused(a sitetest.Answer) bool {
	return a.Status == 503 && a.Header.Get("Retry-After") != "" && a.Header.Get("Cache-Control") == "no-store" && (strings.Contains(a.Body, inShell) || a.Body == pages.BusyPage())
}

// expectHit requests a page that must be cached.
func (s *testSite) expectHit(path string) {
	s.T.Helper()
	if a := s.Get(path); a.Status != 200 || !whole(a) || !strings.Contains(a.Header.Get("Cache-Status"), "; hit") {
		s.T.Errorf("%s: %d %q, %d bytes", path, a.Status, a.Header.Get("Cache-Status"), len(a.Body))
	}
}

// warm caches a page.
func (s *testSite) warm(path string) {
	s.T.Helper()
	sitetest.Eventually(s.T, path+" is rendered", func() bool { return isWhole(s.Get(path)) })
	s.expectHit(path)
}

// load requests addresses from path with several clients until stop is called.
// Stop first waits for at least so many answers. The first answer that accept
// rejects fails the test.
func (s *testSite) load(clients int, path func() string, accept func(sitetest.Answer) bool) (stop func(least int64)) {
	var group sync.WaitGroup
	var answers atomic.Int64
	var failed sync.Once
	end := make(chan struct{})
	stopped := sync.OnceFunc(func() {
		close(end)
		group.Wait()
	})
	s.T.Cleanup(stopped)
	for range clients {
		group.Go(func() {
			for {
				select {
				case <-end:
					return
				default:
				}
				target := path()
				a := s.Get(target)
				answers.Add(1)
				if !accept(a) {
					failed.Do(func() {
						s.T.Errorf("%s: %d %q, %d bytes: %.200s", target, a.Status, a.Header.Get("Cache-Status"), len(a.Body), a.Body)
					})
				}
			}
		})
	}
	return func(least int64) {
		s.T.Helper()
		sitetest.Eventually(s.T, "enough is asked for", func() bool { return answers.Load() >= least })
		stopped()
	}
}

// always returns a path function for load that repeats one address.
func always(path string) func() string { return func() string { return path } }

// uncached returns a path function for load whose addresses are never cached.
func uncached() func() string {
	var n atomic.Int64
	return func() string { return fmt.Sprintf("/articles?q=car+%d", n.Add(1)) }
}

func isWhole(a sitetest.Answer) bool { return a.Status == 200 && whole(a) }

// BenchmarkACachedPage serves a cached page through the whole chain of
// handlers. It needs neither database nor renderer.
func BenchmarkACachedPage(b *testing.B) {
	gin.SetMode(gin.ReleaseMode)
	c, err := config.Load([]string{"BASE_URL=https://localhost"})
	if err != nil {
		b.Fatal(err)
	}
	a := &services{App: &App{config: c, log: slog.New(slog.NewTextHandler(io.Discard, nil))}}
	a.pages = pages.New(pages.Options{MaxBytes: 1 << 20, Workers: 1, Wait: time.Second, Render: func(context.Context, string) (renderer.Page, error) {
		return renderer.Page{Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, Body: make([]byte, 40<<10)}, nil
	}})
	defer a.pages.Close()
	a.metrics = metrics{requests: newRequestMetric()}
	engine, err := newEngine(a, []route{{"GET HEAD", "/newsletter/:slug", everybody(), contentPage(), unlimited(), nil}})
	if err != nil {
		b.Fatal(err)
	}
	request := httptest.NewRequest("GET", "/newsletter/some-letter", nil)
	b.ReportAllocs()
	for b.Loop() {
		engine.ServeHTTP(httptest.NewRecorder(), request)
	}
}

// loadContent loads the starting content, as a site's first start does.
func loadContent(ctx context.Context, d *db.DB) error {
	_, err := LoadContent(ctx, d, seed.Content{})
	return err
}

// fixture makes a value once for all tests of a package. It is for values that
// take long to make and that no test changes. TestMain must call run.
type fixture[T any] struct {
	make func(testing.TB) T // called by the first test that needs the value

	once  sync.Once
	made  bool
	value T
	owner owner
}

// of returns the shared value.
func (f *fixture[T]) of(t testing.TB) T {
	t.Helper()
	f.once.Do(func() {
		f.owner.TB = t
		f.value = f.make(&f.owner)
		f.made = true
	})
	if !f.made {
		t.Fatal("the shared fixture could not be made; see the first failed test")
	}
	return f.value
}

// run runs the tests of a package, cleans up, and returns the exit code.
func (f *fixture[T]) run(m *testing.M) int {
	code := m.Run()
	for _, clean := range slices.Backward(f.owner.cleanups) {
		clean()
	}
	if f.owner.failed {
		return 1
	}
	return code
}

// owner stands in for the first test, and outlives it.
type owner struct {
	testing.TB
	cleanups []func()
	failed   bool
}

// Cleanup implements testing.TB.
func (o *owner) Cleanup(clean func()) { o.cleanups = append(o.cleanups, clean) }

// Context implements testing.TB.
func (o *owner) Context() context.Context { return context.Background() }

// Output implements testing.TB. What a shared site logs belongs to no test.
func (o *owner) Output() io.Writer { return io.Discard }

// Error implements testing.TB. It may be called during cleanup, when the first
// test is over.
func (o *owner) Error(args ...any) {
	o.failed = true
	fmt.Fprintln(os.Stderr, args...)
}

// Errorf implements testing.TB.
func (o *owner) Errorf(format string, args ...any) { o.Error(fmt.Sprintf(format, args...)) }

// Fatal implements testing.TB.
func (o *owner) Fatal(args ...any) {
	o.Error(args...)
	runtime.Goexit()
}

// Fatalf implements testing.TB.
func (o *owner) Fatalf(format string, args ...any) { o.Fatal(fmt.Sprintf(format, args...)) }

// TempDir implements testing.TB.
func (o *owner) TempDir() string {
	dir, err := os.MkdirTemp("", "thriftwell-test-")
	if err != nil {
		o.Fatal(err)
	}
	o.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// Operators run restores as root, and the site under systemd is another user's.
func TestFilesThatRootRestoresBelongToTheOwnerOfTheSite(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
	const site = 4321
	from, to := t.TempDir(), t.TempDir()
	restored := filepath.Join("pictures", "ab", "one.webp")
	if err := os.MkdirAll(filepath.Join(from, filepath.Dir(restored)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(from, restored), []byte("a picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(to, site, site); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "data") // DATA_DIR may be one, to another disk
	if err := os.Symlink(to, link); err != nil {
		t.Fatal(err)
	}
	if err := placeFiles(from, link); err != nil {
		t.Fatal(err)
	}
	for path := filepath.Join(to, restored); path != to; path = filepath.Dir(path) {
		info, err := os.Stat(path)
		if err != nil || info.Sys().(*syscall.Stat_t).Uid != site {
			t.Errorf("%s isn't the site's: %v", path, err)
		}
	}
}
