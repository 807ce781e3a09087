package main

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The load of pages that are not in memory.
const (
	overload       = 10  // times the capacity
	floodClients   = 512 // connections, each of a network of its own
	returnPatience = 30 * time.Second
)

// measureOverload asks for ten times as many new pages as the site can make.
func measureOverload(ctx context.Context, b *bench) ([]result, error) {
	site, err := b.startSite(ctx, "TRUSTED_PROXIES=127.0.0.1")
	if err != nil {
		return nil, err
	}
	defer site.stop()
	f := flood{site: site, page: anew}
	span := 2 * b.span
	if _, err := f.during(ctx, 2*span, uncachedConnections, 0); err != nil { // until the code is compiled
		return nil, err
	}
	before, heaviest, weighed := 0.0, 0.0, make(chan struct{})
	weighing, end := context.WithCancel(ctx)
	go func() {
		defer close(weighed)
		for ; weighing.Err() == nil; time.Sleep(500 * time.Millisecond) {
			heaviest = max(heaviest, site.weight())
		}
	}()
	// Of one round too few refusals come to tell a p99: two stalls of a processor are one
	// in a hundred. So the rounds count together.
	var capacity, stormy crowd
	// The bench takes of the processors too, more the more is refused: of what is left
	// the site makes fewer pages, and ten times those are fewer. The first round tells.
	left := 1.0
	for round := range b.rounds + 1 {
		var most, some, many crowd
		if most, err = f.during(ctx, span, uncachedConnections, 0); err != nil {
			break
		}
		if some, err = f.during(ctx, span, floodClients, 0.8*most.rate()); err != nil {
			break
		}
		if before == 0 {
			before = site.weight()
		}
		if many, err = f.during(ctx, span, floodClients, overload*most.goodput()*left); err != nil {
			break
		}
		fmt.Fprintf(os.Stderr, "at capacity %v\nat 80 %% %v\nat overload %v\n", most, some, many)
		left = many.had() / many.took.Seconds() / float64(runtime.NumCPU())
		if round > 0 {
			capacity, stormy = capacity.and(most), stormy.and(many)
		}
	}
	end()
	<-weighed
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	for site.weight() > 1.1*before && time.Since(begin) < 2*returnPatience {
		time.Sleep(200 * time.Millisecond)
	}
	returned := time.Since(begin)
	return []result{
		{Name: "new pages at 10 times the capacity", Figure: stormy.goodput() / capacity.goodput(), Unit: "of capacity", Site: stormy.goodput(), Against: capacity.goodput(), Of: "pages/s of what the site has of the processors", AtLeast: 0.6},
		{Name: "p99 of refusals", Figure: p99(stormy.refusals), Unit: "ms", AtMost: 100},
		{Name: "memory of Go and renderers at overload", Figure: heaviest / mb, Unit: "MB", Site: before / mb, Of: "MB before", AtMost: 400},
		{Name: "until that memory is given back", Figure: returned.Seconds(), Unit: "s", AtMost: returnPatience.Seconds()},
	}, nil
}

// cpu is CPU time in seconds: what the parts of the site used, the bench, and nobody.
type cpu struct{ Go, Renderers, Postgres, Bench, Idle float64 }

func (p *process) cpu() cpu {
	below, workers := descendants(p.cmd.Process.Pid), p.workers()
	rest := slices.DeleteFunc(below, func(pid int) bool { return slices.Contains(workers, pid) })
	return cpu{cpuSeconds(p.cmd.Process.Pid), cpuSeconds(workers...), cpuSeconds(rest...), cpuSeconds(os.Getpid()), idleSeconds()}
}

func (c cpu) until(end cpu) cpu {
	return cpu{end.Go - c.Go, end.Renderers - c.Renderers, end.Postgres - c.Postgres, end.Bench - c.Bench, end.Idle - c.Idle}
}

func (c cpu) plus(d cpu) cpu {
	return cpu{c.Go + d.Go, c.Renderers + d.Renderers, c.Postgres + d.Postgres, c.Bench + d.Bench, c.Idle + d.Idle}
}

// idleSeconds is how long the processors had nothing to do, all together.
func idleSeconds() float64 {
	raw, _ := os.ReadFile("/proc/stat")
	ticks := 0
	for i, field := range strings.Fields(string(raw)) {
		if i == 4 || i == 5 { // idle, and waiting for the disk
			n, _ := strconv.Atoi(field)
			ticks += n
		} else if i > 5 {
			break
		}
	}
	return float64(ticks) / clockTicks
}

// weight is the memory of Go and all renderers in bytes. Renderers share the
// program of Node, which counts once.
func (p *process) weight() float64 {
	all := 0.0
	for _, pid := range append(p.workers(), p.cmd.Process.Pid) {
		all += proportional(pid)
	}
	return all
}

// flood asks for pages.
type flood struct {
	site *process
	page func(n int) string // the path of the nth
	next atomic.Int64
}

// crowd is what became of the requests of a flood.
type crowd struct {
	took            time.Duration
	cpu             cpu
	pages, refusals []time.Duration // sorted
	others          map[int]int     // by status
}

// and returns both crowds as one.
func (c crowd) and(d crowd) crowd {
	sum := crowd{took: c.took + d.took, cpu: c.cpu.plus(d.cpu), pages: slices.Concat(c.pages, d.pages), refusals: slices.Concat(c.refusals, d.refusals), others: maps.Clone(d.others)}
	for status, n := range c.others {
		sum.others[status] += n
	}
	slices.Sort(sum.pages)
	slices.Sort(sum.refusals)
	return sum
}

// rate is pages a second.
func (c crowd) rate() float64 { return float64(len(c.pages)) / c.took.Seconds() }

// goodput is the rate at which pages would come if the site had the processors for
// itself: the bench asks more often the more is refused, and takes from the same,
// as other programs do. What is left unused counts as the site's.
func (c crowd) goodput() float64 {
	return float64(len(c.pages)) / c.had() * float64(runtime.NumCPU())
}

// had is how many seconds of the processors the site used or left unused.
func (c crowd) had() float64 { return c.cpu.Go + c.cpu.Renderers + c.cpu.Postgres + c.cpu.Idle }

func (c crowd) String() string {
	others := c.took.Seconds()*float64(runtime.NumCPU()) - c.had() - c.cpu.Bench
	return fmt.Sprintf("%d pages in %v, p99 %.0f ms, %d refusals, others %v, seconds of CPU %.2f and %.2f of other programs", len(c.pages), c.took.Round(time.Millisecond), p99(c.pages), len(c.refusals), c.others, c.cpu, others)
}

// p99 in milliseconds of sorted times.
func p99(sorted []time.Duration) float64 { return outcome{latencies: sorted}.p99() }

// during asks over some connections for as many pages a second as rate, or as
// fast as answers come if that is 0.
func (f *flood) during(ctx context.Context, span time.Duration, connections int, rate float64) (crowd, error) {
	interval := time.Duration(0)
	if rate > 0 {
		interval = time.Duration(float64(connections) / rate * float64(time.Second))
	}
	begin, before := time.Now(), f.site.cpu()
	all := crowd{others: map[int]int{}}
	var mu sync.Mutex
	var failed error
	var clients sync.WaitGroup
	for i := range connections {
		clients.Go(func() {
			first := begin.Add(interval * time.Duration(i) / time.Duration(connections))
			err := f.client(ctx, i, first, begin.Add(span), interval, func(status int, took time.Duration) {
				mu.Lock()
				defer mu.Unlock()
				switch status {
				case http.StatusOK:
					all.pages = append(all.pages, took)
				case http.StatusServiceUnavailable:
					all.refusals = append(all.refusals, took)
				default:
					all.others[status]++
				}
			})
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				failed = err
			}
		})
	}
	clients.Wait()
	all.took, all.cpu = time.Since(begin), before.until(f.site.cpu())
	slices.Sort(all.pages)
	slices.Sort(all.refusals)
	return all, failed
}

// client asks over one connection from turn to end at intervals, or as fast as
// answers come.
func (f *flood) client(ctx context.Context, nth int, turn, end time.Time, interval time.Duration, note func(int, time.Duration)) error {
	conn, err := dial(ctx, f.site.addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	in := bufio.NewReaderSize(conn, 64<<10)
	var request []byte
	for {
		if turn.After(end) { // waiting for it would only lengthen what is measured
			return ctx.Err()
		}
		time.Sleep(time.Until(turn))
		if ctx.Err() != nil || time.Now().After(end) {
			return ctx.Err()
		}
		asked := time.Now()
		request = fmt.Appendf(request[:0], "GET %s HTTP/1.1\r\nHost: bench\r\nX-Forwarded-For: 10.%d.%d.1\r\n\r\n", f.page(int(f.next.Add(1))), nth>>8, nth&255)
		if _, err := conn.Write(request); err != nil {
			return err
		}
		status, err := readAnswer(in)
		if err != nil {
			return err
		}
		note(status, time.Since(asked))
		if turn = turn.Add(interval); turn.Before(time.Now()) {
			turn = time.Now() // who is late asks at once, and does not make up for it
		}
	}
}
