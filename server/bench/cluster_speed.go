package main

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"

	"thriftwell/server/bench/counting"
)

// speed measures what more instances bring on the processors of one.
func (r *rehearsal) speed(ctx context.Context) error {
	pages, err := r.pagesOfTwo(ctx)
	if err != nil {
		return err
	}
	r.add(pages)
	figures, err := counting.Instances(ctx, counting.Options{
		NodeModules: filepath.Join(r.root, "postgres"), Connections: connectionsOfEvents, Span: r.span,
	})
	r.add(asResults(figures)...)
	return err
}

// pagesOfTwo compares how many pages two instances send from memory with those of
// one, over as many connections.
func (r *rehearsal) pagesOfTwo(ctx context.Context) (result, error) {
	var one, two, ratio []float64
	for range r.rounds + 1 {
		alone, err := r.rate(ctx, 1)
		if err != nil {
			return result{}, err
		}
		both, err := r.rate(ctx, 2)
		if err != nil {
			return result{}, err
		}
		one, two, ratio = append(one, alone), append(two, both), append(ratio, both/alone)
	}
	return result{Name: "pages from memory that two instances send, to one", Figure: median(ratio[1:]), Unit: "×", Site: median(two[1:]), Against: median(one[1:]), Of: "pages/s", AtLeast: 0.9}, nil
}

// rate is how many pages a second the first n instances send together.
func (r *rehearsal) rate(ctx context.Context, n int) (sum float64, err error) {
	var mu sync.Mutex
	var loads sync.WaitGroup
	for _, each := range r.cluster.instances[:n] {
		loads.Go(func() {
			o, failed := load{each.addr, []string{guide}, "Accept-Encoding: br\r\n", 32 / n}.during(ctx, r.span)
			if failed == nil && o.statuses[200] != o.answers {
				failed = fmt.Errorf("not every page came: %v", o.statuses)
			}
			mu.Lock()
			defer mu.Unlock()
			sum += o.rate()
			if failed != nil {
				err = failed
			}
		})
	}
	loads.Wait()
	return sum, err
}
