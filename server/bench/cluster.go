package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
)

// rehearse is the command of scripts/cluster. It rehearses failures of several
// instances, and prints a row for each thing that must hold.
func rehearse(ctx context.Context, args []string) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	r := &rehearsal{bench: &bench{table: table{out: os.Stdout}}}
	flags := flag.NewFlagSet("cluster", flag.ExitOnError)
	flags.StringVar(&r.root, "release", "", "the folder of a release")
	flags.BoolVar(&r.quick, "quick", false, "promote the standby once, and ask nothing of what took how long")
	_ = flags.Parse(args[1:]) // exits on errors
	began := time.Now()
	r.note = func(what string) {
		fmt.Fprintf(os.Stderr, "%4.0f s: %s\n", time.Since(began).Seconds(), what)
	}
	if err := r.run(ctx); err != nil {
		r.fail("the rehearsal", err)
	}
	return errors.Join(r.missed...)
}

// rehearsal is one run: failures of a cluster under load, and their results.
type rehearsal struct {
	*bench
	quick bool
	note  func(what string)

	cluster *cluster
	writes  *writes
	pages   requests // of visitors
	calls   requests // of the writing clients
}

// seconds adds a row with a time limit. In a quick run the machine may be busy,
// so there is no limit.
func (r *rehearsal) seconds(name string, took, atMost time.Duration) {
	if r.quick {
		atMost = 0
	}
	r.add(row{Name: name, Figure: took.Seconds(), Unit: "s at most", AtMost: atMost.Seconds()})
}

func (r *rehearsal) run(ctx context.Context) (err error) {
	r.note("starting")
	if r.cluster, err = r.startCluster(ctx, 3); err != nil {
		return err
	}
	defer r.cluster.stop()
	r.note("three instances are ready")
	if err := r.load(ctx); err != nil {
		r.cluster.printLogs()
		return err
	}
	r.note("looking up what was written")
	kept, err := r.writes.check(ctx) // after the instances have processed their spools and queues
	r.add(kept...)
	r.note("ending")
	return err
}

// load causes the failures, under a load of pages and writes.
func (r *rehearsal) load(ctx context.Context) (err error) {
	front := &process{cmd: r.cluster.instances[0].cmd, addr: r.cluster.balancer, dir: r.cluster.dir}
	if r.writes, err = newWrites(ctx, front); err != nil {
		return err
	}
	r.writes.called = r.calls.note
	loading, end := context.WithCancel(ctx)
	var load sync.WaitGroup
	defer load.Wait()
	defer end()
	load.Go(func() { r.pages.visit(loading, r.cluster.balancer) })
	load.Go(func() { r.writes.until(loading) })

	for _, step := range []struct {
		name string
		run  func(context.Context) error
	}{{"a kill of an instance", r.killInstance}, {"a rolling restart", r.roll}, {"promotions", r.promote}} {
		r.note(step.name)
		r.pages.take()
		r.calls.take()
		if err := step.run(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return nil
}

// killInstance kills an instance with SIGKILL. Requests to it at that moment
// fail, but none after that may.
func (r *rehearsal) killInstance(ctx context.Context) error {
	victim := r.cluster.instances[1]
	time.Sleep(time.Second)
	if err := victim.cmd.Process.Kill(); err != nil {
		return err
	}
	_ = victim.cmd.Wait()
	killed := time.Now()
	time.Sleep(3 * time.Second)
	if err := errors.Join(victim.again(ctx), r.cluster.awaitReady(ctx)); err != nil {
		return err
	}
	asked, failed, inFlight := 0, 0, 0
	for _, of := range []*requests{&r.pages, &r.calls} {
		n, failures := of.take()
		asked += n
		for _, f := range failures {
			if f.began.After(killed) {
				failed++
				printFailures("failed though it came later", []failure{f})
			} else {
				inFlight++
			}
		}
	}
	r.add(share(fmt.Sprintf("requests that come through a kill of an instance, but for %d in flight on it", inFlight), asked-inFlight-failed, asked-inFlight, "requests"))
	return nil
}

// roll restarts the instances one after the other, like an upgrade.
func (r *rehearsal) roll(ctx context.Context) error {
	for _, each := range r.cluster.instances {
		if err := each.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			return err
		}
		if err := each.cmd.Wait(); err != nil {
			return err
		}
		if err := errors.Join(each.again(ctx), r.cluster.awaitReady(ctx)); err != nil {
			return err
		}
	}
	pages, failedPages := r.pages.take()
	calls, failedCalls := r.calls.take()
	printFailures("a page failed", failedPages)
	printFailures("a write failed", failedCalls)
	asked, failed := pages+calls, len(failedPages)+len(failedCalls)
	r.add(share("requests that come through a rolling restart of all instances", asked-failed, asked, "requests"))
	return nil
}

// promote makes the standby the primary, in each way in turn.
func (r *rehearsal) promote(ctx context.Context) error {
	ways := []syscall.Signal{syscall.SIGKILL, syscall.SIGSTOP, 0} // sent to the primary; 0 is a switchover
	if r.quick {
		ways = ways[:1]
	}
	for _, each := range r.cluster.instances {
		if err := each.remember(ctx, guide); err != nil {
			return err
		}
	}
	var slowest time.Duration
	r.pages.take()
	for _, way := range ways {
		back, err := r.promoteOnce(ctx, way)
		if err != nil {
			return err
		}
		slowest = max(slowest, back)
	}
	asked, failed := r.pages.take()
	printFailures("a page failed", failed)
	r.add(share(fmt.Sprintf("pages in memory that are served through %d promotions of the standby", len(ways)), asked-len(failed), asked, "pages"))
	r.seconds("writes come back after the standby has become the primary", slowest, 5*time.Second)
	return nil
}

// remember requests a page from an instance until it is in its memory. A write
// while the page is being rendered keeps it out.
func (p *process) remember(ctx context.Context, path string) (err error) {
	var status string
	missing := within(ctx, patience, "the page in memory", func() bool {
		var headers http.Header
		_, headers, err = p.get(path)
		status = headers.Get("Cache-Status")
		return err == nil && (strings.Contains(status, "hit") || strings.Contains(status, "stored"))
	})
	if missing != nil {
		return fmt.Errorf("%s: %w; its last Cache-Status was %q (%v)", p.addr, missing, status, err)
	}
	return nil
}

// promoteOnce returns the time from the promotion of the standby to the first
// acknowledged write.
func (r *rehearsal) promoteOnce(ctx context.Context, how syscall.Signal) (back time.Duration, err error) {
	if err := within(ctx, patience, "a synchronous standby", r.cluster.synchronous); err != nil {
		return 0, err
	}
	primary, standby, err := r.cluster.primary()
	if err != nil {
		return 0, err
	}
	began, outcome := time.Now(), make(chan string, 1)
	losing, end := context.WithCancel(ctx)
	go func() { outcome <- primary.lose(losing, how, standby) }()
	err = within(ctx, 2*time.Minute, "another primary", standby.isPrimary)
	promoted := time.Now()
	end()
	if said := <-outcome; err != nil {
		return 0, fmt.Errorf("%w, after the loss of %s, with %s to follow (%s); the manager lists %+v", err, primary.name, standby.name, said, r.cluster.members())
	}
	if err := within(ctx, time.Minute, "a write acknowledged", func() bool { return r.writes.edit(began.String(), r.writes.topics[0]) }); err != nil {
		return 0, err
	}
	back = time.Since(promoted)
	r.note(fmt.Sprintf("(%s) another primary after %.1f s, writes after %.1f s", how, promoted.Sub(began).Seconds(), time.Since(began).Seconds()))
	if err := primary.revive(); err != nil {
		return 0, err
	}
	return back, errors.Join(within(ctx, patience, "a synchronous standby again", r.cluster.synchronous), r.cluster.awaitReady(ctx))
}
