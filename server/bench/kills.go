package main

import (
	"context"
	"fmt"
	"syscall"
	"time"
)

// killEvery is how often a renderer is killed while pages are asked for.
const killEvery = 500 * time.Millisecond

// measureKills compares the p99 of a cached page while renderers are killed in
// a loop with that in peace. The load is paced by 8 connections, so that the
// figure tells of the server and not of a full machine.
func measureKills(ctx context.Context, b *bench) ([]result, error) {
	site, err := b.startSite(ctx)
	if err != nil {
		return nil, err
	}
	defer site.stop()
	pages := load{site.addr, []string{guide}, "Accept-Encoding: br\r\n", 8}
	var peace, war, ratio []float64
	for range b.rounds {
		p, err := pages.during(ctx, b.span)
		if err != nil {
			return nil, err
		}
		killing, stop := context.WithCancel(ctx)
		done := make(chan struct{})
		go func() {
			defer close(done)
			site.killWorkers(killing)
		}()
		w, err := pages.during(ctx, b.span)
		stop()
		<-done
		if err != nil {
			return nil, err
		}
		if w.statuses[200] != w.answers {
			return nil, fmt.Errorf("not every page came while renderers were killed: %v", w.statuses)
		}
		peace, war, ratio = append(peace, p.p99()), append(war, w.p99()), append(ratio, w.p99()/p.p99())
	}
	return []result{{Name: "p99 of a cached page while renderers are killed", Figure: median(ratio), Unit: "of without", Site: median(war), Against: median(peace), Of: "ms", AtMost: 1.5}}, nil
}

// killWorkers kills a renderer now and then until ctx ends.
func (p *process) killWorkers(ctx context.Context) {
	for nth := 0; ; nth++ {
		if workers := p.workers(); len(workers) > 0 {
			_ = syscall.Kill(workers[nth%len(workers)], syscall.SIGKILL)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(killEvery):
		}
	}
}
