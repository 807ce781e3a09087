package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// runCluster is the command behind scripts/cluster: it rehearses what several
// instances go through, and prints one table.
func runCluster(args []string) error {
	flags := flag.NewFlagSet("cluster", flag.ExitOnError)
	release := flags.String("release", "", "the folder of a release")
	long := flags.Bool("bench", false, "20 rolling restarts and 10 promotions, and what more instances bring; takes many minutes")
	restarts := flags.Int("restarts", -1, "rolling restarts, if not as many as usual")
	promotions := flags.Int("promotions", -1, "promotions of the standby, if not as many as usual")
	counts := flags.Bool("counts", false, "ask nothing of what took how long, as on a machine that is busy otherwise")
	asJSON := flags.Bool("json", false, "print JSON instead of the table")
	_ = flags.Parse(args) // it ends the program by itself
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r := &rehearsal{bench: &bench{root: *release, rounds: 3, span: 2 * time.Second, long: *long}, edits: 1, restarts: 1, promotions: len(losses())}
	if *long {
		r.edits, r.restarts, r.promotions = 5, 20, 10
	}
	if *restarts >= 0 {
		r.restarts = *restarts
	}
	if *promotions >= 0 {
		r.promotions = *promotions
	}
	all, err := r.run(ctx)
	for i, row := range all {
		if *counts && strings.HasPrefix(row.Unit, "s ") {
			all[i].AtMost = 0
		}
	}
	return errors.Join(err, print(os.Stdout, all, *asJSON))
}

// rehearsal is one run: what is done to the cluster, under load, and what came
// of it.
type rehearsal struct {
	*bench
	edits      int // on each instance, with its connections and without
	restarts   int // of all instances, one after the other
	promotions int // of the standby

	cluster *cluster
	writes  *writes
	pages   requests // of visitors
	calls   requests // of those who write
	probe   probe
	results []result
}

func (r *rehearsal) add(results ...result) { r.results = append(r.results, results...) }

// step is a part of the rehearsal.
type step struct {
	name  string
	times int // 0 to leave it out
	run   func(context.Context) error
}

func (r *rehearsal) run(ctx context.Context) ([]result, error) {
	began := time.Now()
	note := func(what string) {
		fmt.Fprintf(os.Stderr, "%4.0f s: %s\n", time.Since(began).Seconds(), what)
	}
	note("starting")
	var err error
	if r.cluster, err = r.bench.startCluster(ctx, 3); err != nil {
		return nil, err
	}
	defer r.cluster.stop()
	note("three instances are ready")
	if err := r.load(ctx, note); err != nil {
		r.cluster.tellLogs()
		return r.results, err
	}
	note("looking up what was written")
	if err := r.look(ctx); err != nil {
		return r.results, err
	}
	if r.long {
		note("what more instances bring")
		if err := r.speed(ctx); err != nil {
			return r.results, err
		}
	}
	note("ending")
	return r.results, nil
}

// load does to the cluster what may be done, under a load of pages and writes.
func (r *rehearsal) load(ctx context.Context, note func(string)) error {
	first := r.cluster.instances[0]
	token, err := first.adminToken(ctx)
	if err != nil {
		return err
	}
	front := &process{cmd: first.cmd, addr: r.cluster.balancer, dir: r.cluster.dir}
	if r.writes, err = newWrites(front, token); err != nil {
		return err
	}
	r.writes.called = r.calls.note
	if r.probe, err = r.newProbe(); err != nil {
		return err
	}
	loading, end := context.WithCancel(ctx)
	var load sync.WaitGroup
	defer load.Wait()
	defer end()
	load.Go(func() { r.pages.visit(loading, r.cluster.balancer) })
	load.Go(func() { r.writes.until(loading) })

	for _, s := range []step{
		{"edits", r.edits, r.edit}, {"a kill of an instance", 1, r.killInstance}, {"rolling restarts", r.restarts, r.roll}, {"promotions", r.promotions, r.promote},
	} {
		if s.times == 0 {
			continue
		}
		note(s.name)
		r.pages.take()
		r.calls.take()
		if err := s.run(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

// killInstance kills an instance with -9. Who asked it then gets no answer, but
// nobody who asks later.
func (r *rehearsal) killInstance(ctx context.Context) error {
	victim := r.cluster.instances[1]
	time.Sleep(time.Second)
	if err := victim.cmd.Process.Kill(); err != nil {
		return err
	}
	_ = victim.cmd.Wait()
	killed := time.Now()
	time.Sleep(3 * time.Second)
	if err := errors.Join(victim.again(ctx), victim.await(ctx, "/readyz"), r.cluster.awaitReady(ctx)); err != nil {
		return err
	}
	asked, failed, inFlight := 0, 0, 0
	for _, of := range []*requests{&r.pages, &r.calls} {
		n, failures := of.take()
		asked += n
		for _, f := range failures {
			if f.began.After(killed) {
				failed++
				tell("failed though it came later", []failure{f})
			} else {
				inFlight++
			}
		}
	}
	r.add(share(fmt.Sprintf("requests that come through a kill of an instance, but for %d in flight on it", inFlight), asked-inFlight-failed, asked-inFlight, "requests"))
	return r.mailed(ctx)
}

// roll restarts all instances, one after the other, as an upgrade does.
func (r *rehearsal) roll(ctx context.Context) error {
	for range r.restarts {
		for _, each := range r.cluster.instances {
			if err := each.cmd.Process.Signal(syscall.SIGTERM); err != nil {
				return err
			}
			if err := each.cmd.Wait(); err != nil {
				return err
			}
			if err := errors.Join(each.again(ctx), each.await(ctx, "/readyz"), r.cluster.awaitReady(ctx)); err != nil {
				return err
			}
		}
	}
	pages, failedPages := r.pages.take()
	calls, failedCalls := r.calls.take()
	tell("a page failed", failedPages)
	tell("a write failed", failedCalls)
	asked, failed := pages+calls, len(failedPages)+len(failedCalls)
	r.add(share(fmt.Sprintf("requests that come through %d rolling restarts of all instances", r.restarts), asked-failed, asked, "requests"))
	return nil
}

// loss is a way in which a primary goes. do ends when ctx does, and returns what
// came of it for a person to read.
type loss struct {
	name string
	do   func(ctx context.Context, primary, standby *node) string
}

// losses are the ways in which a primary goes, in turn.
func losses() []loss {
	return []loss{
		{"a switchover by the manager", func(ctx context.Context, primary, standby *node) string { return primary.handOver(ctx, standby) }},
		{"kill -9 of the primary and its manager", func(_ context.Context, primary, _ *node) string { return primary.signal(syscall.SIGKILL) }},
		{"SIGSTOP of the primary and its manager", func(_ context.Context, primary, _ *node) string { return primary.signal(syscall.SIGSTOP) }},
	}
}

// promote makes the standby the primary, in each way in turn.
func (r *rehearsal) promote(ctx context.Context) error {
	var back, outage, shown []float64
	r.pages.take()
	for n := range r.promotions {
		p, err := r.promoteOnce(ctx, losses()[n%len(losses())])
		if err != nil {
			return err
		}
		back, outage, shown = append(back, p.back.Seconds()), append(outage, p.outage.Seconds()), append(shown, p.shown.Seconds())
	}
	asked, failed := r.pages.take()
	tell("a page failed", failed)
	r.add(
		share(fmt.Sprintf("pages in memory that are served through %d promotions of the standby", r.promotions), asked-len(failed), asked, "pages"),
		result{Name: "writes come back after the standby has become the primary", Figure: slices.Max(back), Unit: "s at most", Site: slices.Max(outage), Of: "s without writes", AtMost: 5},
		result{Name: "the first of them is on all instances", Figure: slices.Max(shown), Unit: "s at most"},
	)
	return nil
}

// promotion is how long after the standby became the primary a write was
// acknowledged, how long none was, and how long after that it was on all
// instances.
type promotion struct{ back, outage, shown time.Duration }

func (r *rehearsal) promoteOnce(ctx context.Context, how loss) (p promotion, err error) {
	if err := within(ctx, patience, "a synchronous standby", r.cluster.synchronous); err != nil {
		return p, err
	}
	primary, standby := r.cluster.primary()
	began, outcome := time.Now(), make(chan string, 1)
	losing, end := context.WithCancel(ctx)
	go func() { outcome <- how.do(losing, primary, standby) }()
	err = within(ctx, 2*time.Minute, "another primary", func() bool { return standby.takesWrites(ctx) })
	promoted, text := time.Now(), ""
	end()
	if said := <-outcome; err != nil {
		return p, fmt.Errorf("%w, after %s of %s, with %s to follow (%s); the manager lists %+v", err, how.name, primary.name, standby.name, said, r.cluster.members())
	}
	acknowledged := func() bool { text, err = r.probe.write(ctx); return err == nil }
	if err := within(ctx, time.Minute, "a write acknowledged", acknowledged); err != nil {
		return p, err
	}
	p.back, p.outage = time.Since(promoted), time.Since(began)
	if p.shown, err = r.shown(ctx, text); err != nil {
		return p, err
	}
	fmt.Fprintf(os.Stderr, "        another primary after %.1f s, writes after %.1f s, everywhere %.1f s later\n", promoted.Sub(began).Seconds(), p.outage.Seconds(), p.shown.Seconds())
	if err := primary.revive(); err != nil {
		return p, err
	}
	return p, errors.Join(within(ctx, patience, "a synchronous standby again", r.cluster.synchronous), r.cluster.awaitReady(ctx), r.mailed(ctx))
}
