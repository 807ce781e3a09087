package renderer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func TestRendersSurviveAKilledWorker(t *testing.T) {
	p := start(t, options(t))
	for round := range 2 {
		release := hold(t, p, 60)
		kill(t, pidsOf(p)[round])
		release()
		eventually(t, "two workers are up", func() bool { return len(p.Stats().Workers) == 2 })
	}
	if s := p.Stats(); s.Restarts != 2 || s.Renders != 120 || s.Poisoned != 0 {
		t.Errorf("%+v", s)
	}
}

func TestRendersSurviveTheOnlyWorkerKilled(t *testing.T) {
	p := start(t, options(t, func(o *Options) { o.Workers = 1 }))
	release := hold(t, p, 30)
	kill(t, pidsOf(p)[0])
	release()
}

func TestRendersSurviveATerminatedWorker(t *testing.T) {
	p := start(t, options(t))
	release := hold(t, p, 60)
	if err := syscall.Kill(pidsOf(p)[0], syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	release()
}

func TestRendersWaitWhileKilledWorkersRestart(t *testing.T) {
	p := start(t, options(t))
	release := hold(t, p, 40)
	killed := time.Now()
	for _, pid := range pidsOf(p) {
		kill(t, pid)
	}
	eventually(t, "the dead are noticed", func() bool { return p.Stats().Restarts == 2 })
	if err := p.WaitReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Logf("recovered after %s", time.Since(killed))
	release()
}

func TestRendersFailFastWhileNoWorkerStarts(t *testing.T) {
	o := options(t, func(o *Options) { o.Patience = 400 * time.Millisecond })
	p := start(t, o)
	broken := strings.TrimPrefix(o.Env[0], "BROKEN=")
	if err := os.WriteFile(broken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, pid := range pidsOf(p) {
		kill(t, pid)
	}
	eventually(t, "no worker is up", func() bool { return !p.Ready() })
	renderFails(t, p, "/waits", ErrUnavailable) // after Patience
	if _, _, err := p.assign("/waits-no-more"); !errors.Is(err, ErrUnavailable) {
		t.Errorf("renders still wait during a known outage: %v", err)
	}
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	eventually(t, "the reason is given", func() bool {
		err := p.WaitReady(impatient)
		return errors.Is(err, ErrUnavailable) && strings.Contains(err.Error(), "exit status 3")
	})
	if p.Shell() == nil {
		t.Error("the shell was lost")
	}
	if err := os.Remove(broken); err != nil {
		t.Fatal(err)
	}
	if err := p.WaitReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	render(t, p, "/guides")
}

func TestABlockedWorkerIsReplaced(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	p := start(t, options(t, func(o *Options) { o.Deadline = 10 * time.Second }))
	hanging := make(chan error, 1)
	go func() {
		_, err := p.Render(context.Background(), "/hang")
		hanging <- err
	}()
	eventually(t, "the page hangs", func() bool { return running(p) == 1 })
	for range 5 {
		renderAll(t, p, targets("/page-%d", 12))()
	}
	if err := <-hanging; !errors.Is(err, ErrPoisoned) {
		t.Errorf("got %v", err)
	}
	if s := p.Stats(); s.Restarts != 2 || s.Poisoned != 1 {
		t.Errorf("%+v", s)
	}
}

func TestPoisonedAddressesAreContained(t *testing.T) {
	p := start(t, options(t))
	release := hold(t, p, 10)
	crashing := make(chan error, 1)
	go func() {
		_, err := p.Render(context.Background(), "/crash")
		crashing <- err
	}()
	eventually(t, "a worker is lost", func() bool { return p.Stats().Restarts > 0 })
	release() // though they were in a worker that died, they aren't blamed
	if err := <-crashing; !errors.Is(err, ErrPoisoned) {
		t.Errorf("got %v", err)
	}
	if s := p.Stats(); s.Restarts != 2 || s.Poisoned != 1 {
		t.Errorf("%+v", s)
	}
	for range 100 {
		renderFails(t, p, "/crash", ErrPoisoned)
	}
	renderAll(t, p, targets("/page-%d", 20))()
	if s := p.Stats(); s.Restarts != 2 {
		t.Errorf("%d workers were lost", s.Restarts)
	}
}

func TestAnAddressThatKilledOneWorkerIsRetried(t *testing.T) {
	o := options(t)
	if err := os.WriteFile(strings.TrimPrefix(o.Env[1], "MARK="), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p := start(t, o)
	render(t, p, "/crashonce")
	render(t, p, "/crashonce")
	if s := p.Stats(); s.Restarts != 1 || s.Poisoned != 0 {
		t.Errorf("%+v", s)
	}
}

func TestAPageIsBlamedAfterItsCallerLeft(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	p := start(t, options(t, func(o *Options) { o.Deadline = 2 * time.Second }))
	for range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		restarts := p.Stats().Restarts
		go p.Render(ctx, "/hang")
		eventually(t, "it hangs", func() bool { return running(p) == 1 })
		cancel()
		eventually(t, "its worker is replaced", func() bool {
			s := p.Stats()
			return s.Restarts > restarts && len(s.Workers) == 2
		})
	}
	renderFails(t, p, "/hang", ErrPoisoned)
}

func TestAnIdleBlockedWorkerIsReplaced(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	p := start(t, options(t, func(o *Options) { o.Workers, o.Deadline = 1, 10*time.Second }))
	render(t, p, "/hanglater")
	eventually(t, "it is lost", func() bool { return p.Stats().Restarts > 0 })
	render(t, p, "/guides")
}

func TestALargeWorkerIsReplacedWithoutAGap(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	p := start(t, options(t, func(o *Options) { o.Workers, o.MaxRSS = 1, 180<<20 }))
	old := pidsOf(p)[0]
	render(t, p, "/leak-1")
	render(t, p, "/leak-2")
	running := renderAll(t, p, targets("/slow-%d?ms=1500", 4))
	eventually(t, "it is replaced", func() bool {
		if !p.Ready() {
			t.Fatal("no worker is up")
		}
		render(t, p, "/page")
		return !slices.Contains(pidsOf(p), old)
	})
	running()
	if s := p.Stats(); s.Recycled != 1 || s.Restarts != 0 || len(s.Workers) != 1 || s.Workers[0].RSS > 180<<20 {
		t.Errorf("%+v", s)
	}
}

func TestCloseLetsRunningRendersFinish(t *testing.T) {
	p := start(t, options(t))
	release := hold(t, p, 8)
	pids := pidsOf(p)
	closed := make(chan error, 1)
	go func() { closed <- p.Close(context.Background()) }()
	eventually(t, "it closes", func() bool { return !p.Ready() })
	release()
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if slices.ContainsFunc(pids, alive) {
		t.Error("a worker is still running")
	}
	renderFails(t, p, "/late", ErrUnavailable)
}

func TestCloseObeysItsContext(t *testing.T) {
	p := start(t, options(t))
	ends := make(chan error, 1)
	go func() {
		_, err := p.Render(context.Background(), "/hang")
		ends <- err
	}()
	eventually(t, "it runs", func() bool { return running(p) == 1 })
	pids := pidsOf(p)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := p.Close(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if slices.ContainsFunc(pids, alive) {
		t.Error("a worker is still running")
	}
	if err := <-ends; !errors.Is(err, ErrUnavailable) {
		t.Errorf("got %v", err)
	}
}

func TestCloseEndsStartingWorkers(t *testing.T) {
	p, err := Start(options(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(t.Context()); err != nil {
		t.Error(err)
	}
	eventually(t, "nothing is left", func() bool { return !poolGoroutines() })
}

// runParent acts as a server: it starts a pool in dir, prints the workers'
// pids, and blocks one worker so that it can't see its parent die.
func runParent(dir string) {
	node, err := nodeBinary()
	if err != nil {
		panic(err)
	}
	p, err := Start(Options{Node: node, Script: "testdata/worker.mjs", Dir: dir, Deadline: time.Minute})
	if err != nil {
		panic(err)
	}
	for len(p.Stats().Workers) < 2 {
		time.Sleep(time.Millisecond)
	}
	if runtime.GOOS == "linux" {
		go p.Render(context.Background(), "/hang")
		for running(p) == 0 {
			time.Sleep(time.Millisecond)
		}
	}
	for _, pid := range pidsOf(p) {
		fmt.Println(pid)
	}
	fmt.Println("up")
	select {}
}

func TestWorkersDieWithAKilledParent(t *testing.T) {
	o := options(t)
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), "RENDERER_TEST_PARENT="+o.Dir)
	parent.Stderr = os.Stderr
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	defer parent.Wait()
	var pids []int
	for said := bufio.NewScanner(out); said.Scan() && said.Text() != "up"; {
		var pid int
		if _, err := fmt.Sscan(said.Text(), &pid); err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	if len(pids) != 2 || !alive(pids[0]) || !alive(pids[1]) {
		t.Fatalf("the parent has workers %v", pids)
	}
	kill(t, parent.Process.Pid)
	eventually(t, "the workers are gone", func() bool { return !slices.ContainsFunc(pids, alive) })
}

// foreign starts a worker that the pool did not start.
func foreign(t *testing.T, socket string) (stop func(), said *bufio.Scanner) {
	t.Helper()
	node, err := nodeBinary()
	if err != nil {
		t.Fatal(err)
	}
	worker := exec.Command(node, "testdata/worker.mjs")
	worker.Env = []string{"SOCKET=" + socket}
	if _, err := worker.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := worker.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	return sync.OnceFunc(func() {
		worker.Process.Kill()
		worker.Wait()
	}), bufio.NewScanner(out)
}

func TestExternalWorkersAreUsedAndMayFail(t *testing.T) {
	o := options(t)
	if err := os.Mkdir(o.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	one, two := filepath.Join(o.Dir, "1.sock"), filepath.Join(o.Dir, "2.sock")
	stopOne, _ := foreign(t, one)
	stopTwo, _ := foreign(t, two)
	defer stopTwo()
	o.URLs = []string{"unix:" + one, "unix://" + two}
	p := start(t, o)
	release := hold(t, p, 60)
	stopOne()
	release()
	if n := len(p.Stats().Workers); n != 1 {
		t.Errorf("%d workers", n)
	}
	if err := os.Remove(one); err != nil {
		t.Fatal(err)
	}
	stopOne, _ = foreign(t, one)
	defer stopOne()
	eventually(t, "the one that came back is used", func() bool { return len(p.Stats().Workers) == 2 })
	render(t, p, "/guides")
}

func TestExternalWorkersMayListenOnAPort(t *testing.T) {
	stop, said := foreign(t, "0")
	defer stop()
	said.Scan()
	port := regexp.MustCompile(`"port":(\d+)`).FindStringSubmatch(said.Text())
	if port == nil {
		t.Fatalf("it printed %q", said.Text())
	}
	p := start(t, options(t, func(o *Options) { o.URLs = []string{"http://127.0.0.1:" + port[1]} }))
	render(t, p, "/guides")
}
