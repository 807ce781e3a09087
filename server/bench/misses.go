package main

import (
	"context"
	"fmt"
	"time"
)

// measureMisses asks for one page that is not cached over 10,000 connections
// at once and counts the renders.
func measureMisses(ctx context.Context, b *bench) ([]result, error) {
	const clients = 10_000
	site, err := b.startSite(ctx)
	if err != nil {
		return nil, err
	}
	defer site.stop()
	var renders []float64
	for _, slug := range []string{"start-an-emergency-fund", "no-spend-month", "build-a-price-book"} {
		before, err := site.metric("renderer_renders_total")
		if err != nil {
			return nil, err
		}
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		got, err := load{site.addr, []string{"/guides/" + slug}, "", clients}.until(ctx, clients)
		cancel()
		if err != nil {
			return nil, err
		}
		if got.statuses[200] != clients {
			return nil, fmt.Errorf("of %d pages asked for %d came: %v", clients, got.statuses[200], got.statuses)
		}
		after, err := site.metric("renderer_renders_total")
		if err != nil {
			return nil, err
		}
		renders = append(renders, after-before)
	}
	return []result{{Name: "10,000 concurrent misses on one address", Figure: median(renders), Unit: "renders", AtMost: 1}}, nil
}
