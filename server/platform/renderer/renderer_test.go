package renderer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"thriftwell/db/dbtest"
)

// For TestWorkersDieWithAKilledParent, this test binary is also the parent.
func TestMain(m *testing.M) {
	if dir := os.Getenv("RENDERER_TEST_PARENT"); dir != "" {
		runParent(dir)
	}
	os.Exit(m.Run())
}

func nodeBinary() (string, error) { return findNode("../../..", "", 20) }

// options returns options for two test workers in a short folder.
func options(t *testing.T, change ...func(*Options)) Options {
	t.Helper()
	node, err := nodeBinary()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "rt") // t.TempDir is too long for a socket on macOS
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	o := Options{
		Node:   node,
		Script: "testdata/worker.mjs",
		Dir:    filepath.Join(dir, "s"),
		Env:    []string{"BROKEN=" + filepath.Join(dir, "broken"), "MARK=" + filepath.Join(dir, "mark")},
		// A machine under other load may stall for seconds. Tests of a timeout shorten it.
		Deadline: time.Minute,
		Wait:     time.Minute,
		Patience: time.Minute,
		Log:      slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
	for _, c := range change {
		c(&o)
	}
	return o
}

// start returns a pool with all workers up, and checks that nothing outlives it.
func start(t *testing.T, o Options) *Pool {
	t.Helper()
	p, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		pids := pidsOf(p)
		if err := p.Close(context.Background()); err != nil {
			t.Error(err)
		}
		for _, pid := range pids {
			if alive(pid) {
				t.Errorf("worker %d outlived the pool", pid)
			}
		}
		eventually(t, "no goroutine of the pool is left", func() bool { return !poolGoroutines() })
	})
	places := p.o.Workers
	if len(o.URLs) > 0 {
		places = len(o.URLs)
	}
	eventually(t, "all workers are up", func() bool { return len(p.Stats().Workers) == places })
	return p
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within two minutes: %s", what)
		}
	}
}

// poolGoroutines reports whether code of the package runs outside of tests.
func poolGoroutines() bool {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	for stack := range strings.SplitSeq(string(stacks), "\n\n") {
		if strings.Contains(stack, "renderer.(*Pool)") && !strings.Contains(stack, "testing.tRunner") {
			return true
		}
	}
	return false
}

func pidsOf(p *Pool) []int {
	var pids []int
	for _, w := range p.Stats().Workers {
		if w.PID != 0 {
			pids = append(pids, w.PID)
		}
	}
	return pids
}

// alive reports whether a process runs; zombies don't.
func alive(pid int) bool {
	if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil {
		_, state, _ := strings.Cut(string(stat), ") ")
		return !strings.HasPrefix(state, "Z")
	}
	return syscall.Kill(pid, 0) == nil
}

func kill(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

func render(t *testing.T, p *Pool, target string) Page {
	t.Helper()
	page, err := p.Render(context.Background(), target)
	if err != nil {
		t.Fatalf("%s: %v", target, err)
	}
	return page
}

func renderFails(t *testing.T, p *Pool, target string, want error) {
	t.Helper()
	if page, err := p.Render(context.Background(), target); !errors.Is(err, want) {
		t.Fatalf("%s: got %q, %v; want %v", target, page.Body, err, want)
	}
}

// renderAll renders the targets concurrently and checks their pages.
func renderAll(t *testing.T, p *Pool, targets []string) (wait func()) {
	t.Helper()
	var all sync.WaitGroup
	for _, target := range targets {
		all.Go(func() {
			page, err := p.Render(context.Background(), target)
			if err != nil || string(page.Body) != "<p>"+target {
				t.Errorf("%s: got %q, %v", target, page.Body, err)
			}
		})
	}
	return all.Wait
}

// heldUntil returns n targets whose pages wait for a file.
func heldUntil(file string, n int) []string {
	list := targets("/held-%d", n)
	for i := range list {
		list[i] += "?until=" + url.QueryEscape(file)
	}
	return list
}

// hold renders n pages that wait for release, until as many run as the workers
// take. Release waits for the pages.
func hold(t *testing.T, p *Pool, n int) (release func()) {
	t.Helper()
	mark := filepath.Join(t.TempDir(), "mark")
	places := p.o.PerWorker * len(p.Stats().Workers)
	wait := renderAll(t, p, heldUntil(mark, n))
	eventually(t, "the workers are busy", func() bool { return running(p) == min(n, places) })
	return func() {
		if err := os.WriteFile(mark, nil, 0o600); err != nil {
			t.Error(err)
		}
		wait()
	}
}

func running(p *Pool) (n int) {
	for _, w := range p.Stats().Workers {
		n += w.Running
	}
	return n
}

func targets(format string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(format, i)
	}
	return list
}

func TestPagesHaveTheirStatusAndHeaders(t *testing.T) {
	p := start(t, options(t))
	page := render(t, p, "/guides?q=a%20b")
	if page.Status != 200 || string(page.Body) != "<p>/guides?q=a%20b" || page.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("got %+v", page)
	}
	if moved := render(t, p, "/moved"); moved.Status != 301 || moved.Header.Get("Location") != "/guides" || len(moved.Body) != 0 {
		t.Errorf("got %+v", moved)
	}
	if missing := render(t, p, "/missing"); missing.Status != 404 {
		t.Errorf("got %+v", missing)
	}
	failed := render(t, p, "/chatty")
	want := http.Header{"Cache-Tag": {"guides, guide:7"}, "X-Render-Error": {"1"}}
	if failed.Status != 500 || fmt.Sprint(failed.Header) != fmt.Sprint(want) {
		t.Errorf("got %+v", failed)
	}
}

func TestWorkersGetNoOtherHeadersOrEnvironment(t *testing.T) {
	t.Setenv("DATABASE_URL", "postgres://secret")
	p := start(t, options(t))
	var seen struct{ Headers, Env map[string]string }
	if err := json.Unmarshal(render(t, p, "/chatty").Body, &seen); err != nil {
		t.Fatal(err)
	}
	delete(seen.Headers, "host")
	delete(seen.Headers, "connection")
	if len(seen.Headers) != 0 {
		t.Errorf("headers: %v", seen.Headers)
	}
	if len(seen.Env) != 3 || seen.Env["SOCKET"] == "" {
		t.Errorf("environment: %v", seen.Env)
	}
}

func TestOnlyStartedWorkersRunAtLowPriority(t *testing.T) {
	p := start(t, options(t))
	mine, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil || runtime.GOOS != "linux" {
		dbtest.Skip(t, "can't read priorities on this system: %v", err)
	}
	nice := 20 - mine // as the system call returns it
	if got, want := string(render(t, p, "/priority").Body), fmt.Sprint(nice, " ", min(19, nice+niceness)); got != want {
		t.Errorf("priorities %q, want %q", got, want)
	}
}

func TestTheShellComesWithTheFirstWorker(t *testing.T) {
	o := options(t)
	broken := strings.TrimPrefix(o.Env[0], "BROKEN=")
	if err := os.WriteFile(broken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(context.Background())
	if p.Ready() || p.Shell() != nil {
		t.Error("ready before a worker could be")
	}
	if err := os.Remove(broken); err != nil {
		t.Fatal(err)
	}
	if err := p.WaitReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !p.Ready() || !strings.Contains(string(p.Shell()), "shell") {
		t.Errorf("shell %q", p.Shell())
	}
}

func TestOnlyPageAddressesAreRendered(t *testing.T) {
	p := start(t, options(t))
	for _, target := range []string{"", "guides", "http://elsewhere/", "/-/health", "/-/shell", "/a\x00b", "/%zz"} {
		renderFails(t, p, target, ErrTarget)
	}
	render(t, p, "//elsewhere/guides")
}

func TestRendersAreDistributedAndBounded(t *testing.T) {
	p := start(t, options(t, func(o *Options) { o.PerWorker = 2 }))
	mark := filepath.Join(t.TempDir(), "mark")
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for _, target := range heldUntil(mark, 4) {
		all.Go(func() { p.Render(ctx, target) })
	}
	eventually(t, "each worker has two", func() bool {
		return !slices.ContainsFunc(p.Stats().Workers, func(w WorkerStats) bool { return w.Running != 2 })
	})
	all.Go(func() { p.Render(ctx, "/page") })
	eventually(t, "one waits", func() bool { return p.Stats().Waiting == 1 })
	busy, end := context.WithTimeoutCause(t.Context(), time.Millisecond, ErrBusy)
	defer end()
	if _, err := p.enter(busy, "/one-too-many"); !errors.Is(err, ErrBusy) {
		t.Errorf("got %v", err)
	}
	cancel()
	all.Wait()
	eventually(t, "the one that waited has left", func() bool { return p.Stats().Waiting == 0 })
	if running(p) != 4 {
		t.Error("a render was cut off when its caller left")
	}
	if err := os.WriteFile(mark, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the others end", func() bool { return running(p) == 0 })
	if restarts := p.Stats().Restarts; restarts != 0 {
		t.Errorf("%d workers were killed while waiting", restarts)
	}
}

func TestADeadlineKillsNoWorker(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	p := start(t, options(t, func(o *Options) { o.Deadline = 20 * time.Second }))
	before := pidsOf(p)
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			if _, err := p.Render(context.Background(), "/stuck"); !errors.Is(err, ErrDeadline) {
				t.Errorf("got %v", err)
			}
		})
	}
	all.Wait()
	if after := pidsOf(p); !slices.Equal(before, after) {
		t.Errorf("workers %v became %v", before, after)
	}
}

func TestPartialPagesAreNotReturned(t *testing.T) {
	p := start(t, options(t))
	for _, target := range []string{"/half", "/unmeasured", "/big"} {
		renderFails(t, p, target, ErrBadAnswer)
	}
	if restarts := p.Stats().Restarts; restarts != 0 {
		t.Errorf("%d workers were killed", restarts)
	}
	renderFails(t, p, "/halfcrash", ErrPoisoned)
}

func TestInvalidOptionsAreRejected(t *testing.T) {
	open := t.TempDir()
	if err := os.Chmod(open, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Options){
		"script":        func(o *Options) { o.Script = "testdata/none.mjs" },
		"no folder":     func(o *Options) { o.Dir = "" },
		"open folder":   func(o *Options) { o.Dir = open },
		"long folder":   func(o *Options) { o.Dir = filepath.Join(o.Dir, strings.Repeat("x", 100)) },
		"scheme":        func(o *Options) { o.URLs = []string{"https://renderer"} },
		"path":          func(o *Options) { o.URLs = []string{"http://127.0.0.1:1/pages"} },
		"empty address": func(o *Options) { o.URLs = []string{""} },
		"empty socket":  func(o *Options) { o.URLs = []string{"unix:"} },
	} {
		if p, err := Start(options(t, change)); err == nil {
			p.Close(context.Background())
			t.Errorf("%s: accepted", name)
		} else {
			t.Log(err)
		}
	}
}

func TestOnlyStaleSocketsAreRemoved(t *testing.T) {
	o := options(t)
	first := start(t, o)
	stale := filepath.Join(o.Dir, "render-1-1.sock")
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Bind(fd, &syscall.SockaddrUnix{Name: stale}); err != nil {
		t.Fatal(err)
	}
	syscall.Close(fd)
	if err := prepareSocketDir(o.Dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stale); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the stale socket: %v", err)
	}
	sockets, _ := filepath.Glob(filepath.Join(o.Dir, "*.sock"))
	if len(sockets) != 2 {
		t.Errorf("sockets: %v", sockets)
	}
	render(t, first, "/guides")
}
