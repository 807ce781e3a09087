package counting

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"thriftwell/db"
	"thriftwell/server/platform/tracking"
)

// shareOfOne is how much of what one instance counts two count together, on
// the same processors.
const shareOfOne = 0.9

// Instances measures what several instances count together on one database: they
// take turns to write, and each reads what the others wrote.
func Instances(ctx context.Context, o Options) ([]Figure, error) {
	return with(ctx, o, false, (*bench).instances)
}

// group is so many instances, each with connections of its own.
type group struct {
	addrs []string
	close []func()
}

func (b *bench) instances(ctx context.Context) ([]Figure, error) {
	if err := b.prepare(ctx); err != nil {
		return nil, err
	}
	rates, costs := map[int][]float64{}, map[int][]float64{}
	sizes := []int{1, 2, 4, 8}
	for round := range rounds + 1 {
		for _, n := range sizes {
			rate, cost, err := b.together(ctx, n)
			if err != nil {
				return nil, fmt.Errorf("%d instances: %w", n, err)
			}
			if round > 0 { // to warm up
				rates[n], costs[n] = append(rates[n], rate), append(costs[n], cost)
			}
		}
	}
	var figures []Figure
	for _, n := range sizes[1:] {
		least := 0.0
		if n == 2 { // as many as there are processors; what more cost is told
			least = shareOfOne
		}
		rate, one := median(rates[n]), median(rates[1])
		cost, ofOne := median(costs[n]), median(costs[1])
		figures = append(figures,
			Figure{Name: fmt.Sprintf("events that %d instances count, to one", n), Figure: rate / one, Unit: "×", Site: rate, Against: one, Of: "events/s", AtLeast: least},
			Figure{Name: "the same in processor time an event", Figure: ofOne / cost, Unit: "×", Site: cost, Against: ofOne, Of: "µs"})
	}
	return figures, nil
}

// together returns how many events a second so many instances count, and the
// processor time of each in microseconds.
func (b *bench) together(ctx context.Context, n int) (rate, cost float64, err error) {
	// All begin with an empty day, or the last would have most to read.
	if _, err := b.db.Pool.Exec(ctx, "TRUNCATE events, daily_visits, daily_counts, recent_batches"); err != nil {
		return 0, 0, err
	}
	g, err := b.group(ctx, n)
	defer func() {
		for _, end := range g.close {
			end()
		}
	}()
	if err != nil {
		return 0, 0, err
	}
	each := *b
	each.Connections = b.Connections / n
	// What the contexts of a day cost an instance, it pays once.
	if _, _, err := each.hammerAll(g.addrs); err != nil {
		return 0, 0, err
	}
	before := b.cpu()
	rate, count, err := each.hammerAll(g.addrs)
	cost = float64((b.cpu() - before).Microseconds()) / float64(max(1, count))
	return rate, cost, errors.Join(err, b.consistent(ctx))
}

// hammerAll is hammer for all of the addresses at once.
func (b *bench) hammerAll(addrs []string) (rate float64, count int, err error) {
	var all sync.WaitGroup
	var mu sync.Mutex
	for _, addr := range addrs {
		all.Go(func() {
			r, took, failed := b.hammer(addr, b.Span)
			mu.Lock()
			defer mu.Unlock()
			rate, count, err = rate+r, count+len(took), errors.Join(err, failed)
		})
	}
	all.Wait()
	return rate, count, err
}

// group starts instances. What it started is in close, also when it fails.
func (b *bench) group(ctx context.Context, n int) (g group, err error) {
	for i := range n {
		d, err := db.Open(ctx, b.db.Pool.Config().ConnString())
		if err != nil {
			return g, err
		}
		g.close = append([]func(){d.Close}, g.close...)
		options := b.options()
		options.Pool, options.SpoolDir = d.Pool, filepath.Join(b.dir, fmt.Sprintf("spool-%d-%d", i, time.Now().UnixNano()))
		t, err := tracking.Open(ctx, options)
		if err != nil {
			return g, err
		}
		g.close = append([]func(){func() { t.Close(ctx) }}, g.close...)
		s, err := b.serve(ctx, t.Counter)
		if err != nil {
			return g, err
		}
		g.close = append([]func(){func() { _ = s.Close() }}, g.close...)
		g.addrs = append(g.addrs, s.addr)
	}
	return g, nil
}
