package main

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// restSpan is how long a site rests before it is weighed; a renderer gives
// memory back after 10 s (ssr/server.ts).
const restSpan = 12 * time.Second

// mb is what the limits on memory count in.
const mb = 1 << 20

// measureMemory weighs Go and its renderers at rest and again after many
// renders: 100,000 with -long, 10,000 otherwise.
func measureMemory(ctx context.Context, b *bench) ([]result, error) {
	renders := 10_000
	if b.long {
		renders = 100_000
	}
	site, err := b.startSite(ctx, "PAGE_CACHE_MB=0")
	if err != nil {
		return nil, err
	}
	defer site.stop()
	paths, err := site.guides()
	if err != nil {
		return nil, err
	}
	// At rest means in use: a thousand renders have loaded what there is to load.
	pages := load{site.addr, paths, "", uncachedConnections}
	if _, err := pages.until(ctx, 1000); err != nil {
		return nil, err
	}
	goBefore, nodeBefore := site.rest(ctx)
	if _, err := pages.until(ctx, renders); err != nil {
		return nil, err
	}
	goAfter, nodeAfter := site.rest(ctx)
	after := fmt.Sprintf(" after %d renders", renders)
	return []result{
		{Name: "memory of Go at rest", Figure: goBefore / mb, Unit: "MB", AtMost: 80},
		{Name: "memory of a renderer at rest", Figure: nodeBefore / mb, Unit: "MB", AtMost: 130},
		{Name: "memory of Go" + after, Figure: goAfter / goBefore, Unit: "of before", Site: goAfter / mb, Against: goBefore / mb, Of: "MB", AtMost: 1.3},
		{Name: "memory of a renderer" + after, Figure: nodeAfter / nodeBefore, Unit: "of before", Site: nodeAfter / mb, Against: nodeBefore / mb, Of: "MB", AtMost: 1.3},
	}, nil
}

// rest waits for restSpan and returns the memory of Go and of the largest
// renderer.
func (p *process) rest(ctx context.Context) (goBytes, nodeBytes float64) {
	select {
	case <-ctx.Done():
	case <-time.After(restSpan):
	}
	var workers []float64
	for _, pid := range p.workers() {
		workers = append(workers, resident(pid))
	}
	if len(workers) == 0 {
		return resident(p.cmd.Process.Pid), 0
	}
	return resident(p.cmd.Process.Pid), slices.Max(workers)
}
