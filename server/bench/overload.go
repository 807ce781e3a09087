package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"slices"
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
	f := flood{addr: site.addr, page: anew}
	if _, err := f.during(ctx, b.span, uncachedConnections, 0); err != nil { // loads what there is to load
		return nil, err
	}
	span := 5 * b.span
	capacity, err := f.during(ctx, span, uncachedConnections, 0)
	if err != nil {
		return nil, err
	}
	most := capacity.goodput()
	quiet := site.cpu()
	calm, err := f.during(ctx, span, floodClients, 0.8*most)
	quiet = quiet.until(site.cpu())
	if err != nil {
		return nil, err
	}
	before := site.weight()
	heaviest, weighed := 0.0, make(chan struct{})
	weighing, end := context.WithCancel(ctx)
	go func() {
		defer close(weighed)
		for ; weighing.Err() == nil; time.Sleep(500 * time.Millisecond) {
			heaviest = max(heaviest, site.weight())
		}
	}()
	busy := site.cpu()
	stormy, err := f.during(ctx, span, floodClients, overload*most)
	busy = busy.until(site.cpu())
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
	refusal := (busy.Go - quiet.Go*float64(len(stormy.pages))/float64(len(calm.pages))) / float64(len(stormy.refusals))
	fmt.Fprintf(os.Stderr, "%.0f pages/s at capacity and %.0f at overload with the bench on the same processors\n", most, stormy.rate())
	fmt.Fprintf(os.Stderr, "at capacity %v, at 80 %% %v, at overload %v; seconds of CPU at 80 %% %+v, at overload %+v; Go took %.0f µs of it for a refusal; Go takes %.0f MB\n",
		capacity.counts(), calm.counts(), stormy.counts(), quiet, busy, refusal*1e6, resident(site.cmd.Process.Pid)/mb)
	return []result{
		{Name: "new pages at 10 times the capacity", Figure: stormy.goodput() / capacity.goodput(), Unit: "of capacity", Site: stormy.goodput(), Against: capacity.goodput(), Of: "pages/s beside the bench", AtLeast: 0.9},
		{Name: "p99 of the pages that come", Figure: p99(stormy.pages) / p99(calm.pages), Unit: "of that at 80 %", Site: p99(stormy.pages), Against: p99(calm.pages), Of: "ms", AtMost: 2},
		{Name: "p99 of refusals", Figure: p99(stormy.refusals), Unit: "ms", AtMost: 50},
		{Name: "memory of Go and renderers at overload", Figure: heaviest / mb, Unit: "MB", Site: before / mb, Of: "MB before", AtMost: 400},
		{Name: "until that memory is given back", Figure: returned.Seconds(), Unit: "s", AtMost: returnPatience.Seconds()},
	}, nil
}

// cpu is the CPU time, in seconds, that each side has used: the bench takes from
// the same cores as the site.
type cpu struct{ Go, Renderers, Bench float64 }

func (p *process) cpu() cpu {
	return cpu{cpuSeconds(p.cmd.Process.Pid), cpuSeconds(p.workers()...), cpuSeconds(os.Getpid())}
}

func (c cpu) until(end cpu) cpu {
	return cpu{end.Go - c.Go, end.Renderers - c.Renderers, end.Bench - c.Bench}
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
	addr string
	page func(n int) string // the path of the nth
	next atomic.Int64
}

// crowd is what became of the requests of a flood.
type crowd struct {
	took            time.Duration
	bench           float64         // seconds of CPU that asking took
	pages, refusals []time.Duration // sorted
	others          map[int]int     // by status
}

// rate is pages a second.
func (c crowd) rate() float64 { return float64(len(c.pages)) / c.took.Seconds() }

// goodput is the rate at which pages would come if the bench, which asks more
// often the more is refused, took nothing of the processors.
func (c crowd) goodput() float64 {
	all := float64(runtime.NumCPU()) * c.took.Seconds()
	return c.rate() * all / (all - c.bench)
}

func (c crowd) counts() string {
	return fmt.Sprintf("%d pages, %d refusals, others %v", len(c.pages), len(c.refusals), c.others)
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
	begin, spent := time.Now(), cpuSeconds(os.Getpid())
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
	all.took, all.bench = time.Since(begin), cpuSeconds(os.Getpid())-spent
	slices.Sort(all.pages)
	slices.Sort(all.refusals)
	return all, failed
}

// client asks over one connection from turn to end at intervals, or as fast as
// answers come.
func (f *flood) client(ctx context.Context, nth int, turn, end time.Time, interval time.Duration, note func(int, time.Duration)) error {
	conn, err := dial(ctx, f.addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	in := bufio.NewReaderSize(conn, 64<<10)
	var request []byte
	for {
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
