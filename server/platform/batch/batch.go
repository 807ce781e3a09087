// Package batch combines the requests of concurrent goroutines, for example
// into one query.
package batch

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// Group answers concurrent requests in batches: requests that arrive while a
// batch is being answered form the next. The zero Group is ready to use.
type Group[In, Out any] struct {
	mu      sync.Mutex
	waiting []*request[In, Out] // guarded by mu
	working bool                // guarded by mu
}

// Answer returns the answers to a batch of requests, in order.
type Answer[In, Out any] func(ctx context.Context, asked []In) ([]Out, error)

type request[In, Out any] struct {
	in   In
	out  Out
	err  error
	done chan struct{}
}

// Ask returns the answer to a request. If the function panics, the requests of
// its batch fail. All users of a group must pass the same function. The context
// is that of the first request.
func (g *Group[In, Out]) Ask(ctx context.Context, in In, answer Answer[In, Out]) (Out, error) {
	r := &request[In, Out]{in: in, done: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, r)
	first := !g.working
	g.working = true
	g.mu.Unlock()
	if first {
		go g.work(ctx, answer)
	}
	<-r.done
	return r.out, r.err
}

// work answers batches until no request waits.
func (g *Group[In, Out]) work(ctx context.Context, answer Answer[In, Out]) {
	for {
		g.mu.Lock()
		requests := g.waiting
		g.waiting, g.working = nil, len(requests) > 0
		g.mu.Unlock()
		if len(requests) == 0 {
			return
		}
		asked := make([]In, len(requests))
		for i, r := range requests {
			asked[i] = r.in
		}
		answers, err := try(ctx, asked, answer)
		for i, r := range requests {
			if r.err = err; err == nil {
				r.out = answers[i]
			}
			close(r.done)
		}
	}
}

// try calls answer and returns a panic as an error, because no caller could
// recover from it.
func try[In, Out any](ctx context.Context, asked []In, answer Answer[In, Out]) (answers []Out, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if answers, err = answer(ctx, asked); err == nil && len(answers) != len(asked) {
		err = fmt.Errorf("got %d responses to %d requests", len(answers), len(asked))
	}
	return answers, err
}
