package main

import (
	"context"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The load of uncached pages.
const (
	overload       = 10  // times the capacity
	floodClients   = 512 // connections
	returnPatience = 30 * time.Second
)

// measureOverload requests ten times as many new pages as the site can make.
// The figure is pages per second of processor time that the site used or left
// idle, because the bench uses the same processors.
func measureOverload(ctx context.Context, b *bench, site *process) error {
	page := uncached(site.addr)
	span := 2 * b.span
	most := attack{uncachedConnections, 0, page}
	if _, err := most.during(ctx, 2*span); err != nil { // until the code is compiled
		return err
	}
	before, heaviest := proportional(site.renderingPIDs()...), 0.0
	weighing, end := context.WithCancel(ctx)
	weighed := make(chan struct{})
	go func() {
		defer close(weighed)
		for ; weighing.Err() == nil; time.Sleep(500 * time.Millisecond) {
			heaviest = max(heaviest, proportional(site.renderingPIDs()...))
		}
	}()
	capacity, stormy := 0.0, 0.0 // pages per second of processor time
	all, answers := outcome{}, 0
	var err error
	for range b.rounds {
		was := site.availableCPU()
		some, failed := most.during(ctx, span)
		if err = failed; err != nil {
			break
		}
		pages := float64(len(some[http.StatusOK]))
		capacity += pages / (site.availableCPU() - was) / float64(b.rounds)
		was = site.availableCPU()
		many, failed := attack{floodClients, overload * pages / span.Seconds(), page}.during(ctx, span)
		if err = failed; err != nil {
			break
		}
		stormy += float64(len(many[http.StatusOK])) / (site.availableCPU() - was) / float64(b.rounds)
		for status, times := range many {
			all[status] = slices.Sorted(slices.Values(append(all[status], times...)))
			answers += len(times)
		}
	}
	end()
	<-weighed
	if err != nil {
		return err
	}
	begin := time.Now()
	for proportional(site.renderingPIDs()...) > 1.1*before && time.Since(begin) < 2*returnPatience && ctx.Err() == nil {
		time.Sleep(200 * time.Millisecond)
	}
	returned := time.Since(begin)
	b.add(
		row{Name: "new pages at 10 times the capacity", Figure: stormy / capacity, Unit: "of capacity", Site: stormy, Against: capacity, Of: "pages/CPU-s used or left", AtLeast: 0.6},
		share("of those requests answered 200 or 503", len(all[http.StatusOK])+len(all[http.StatusServiceUnavailable]), answers, "answers"),
		row{Name: "p99 of the 503s", Figure: all.p99(http.StatusServiceUnavailable), Unit: "ms", AtMost: 100},
		row{Name: "memory of server and renderers meanwhile", Figure: heaviest / mb, Unit: "MB", Site: before / mb, Against: heaviest / mb, Of: "MB before and at most", AtMost: 400},
		row{Name: "until that memory is given back", Figure: returned.Seconds(), Unit: "s", AtMost: returnPatience.Seconds()},
	)
	return nil
}

// availableCPU returns the seconds of processor time that the site used or left idle.
func (p *process) availableCPU() float64 {
	raw, _ := os.ReadFile("/proc/stat")
	ticks := 0
	if fields := strings.Fields(string(raw)); len(fields) > 5 {
		for _, field := range fields[4:6] { // idle, and waiting for the disk
			n, _ := strconv.Atoi(field)
			ticks += n
		}
	}
	return cpuSeconds(p.pids()...) + float64(ticks)/clockTicks
}

// renderingPIDs returns the pids of the server and its renderers.
func (p *process) renderingPIDs() []int { return append(p.workers(), p.cmd.Process.Pid) }
