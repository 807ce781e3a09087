// Package batch does in one go what several goroutines ask for at a time, as
// with a query for all of them.
package batch

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// Group answers the requests that come at a time together: who comes while some
// are being answered is among the next. The zero Group is ready for use.
type Group[In, Out any] struct {
	mu      sync.Mutex
	waiting []*request[In, Out] // guarded by mu
	working bool                // likewise
}

// Answer gives an answer to each request, in their order.
type Answer[In, Out any] func(ctx context.Context, asked []In) ([]Out, error)

type request[In, Out any] struct {
	in   In
	out  Out
	err  error
	done chan struct{}
}

// Ask returns the answer to a request; where the function panics, that is the
// error of those whom it was answering. All who share a group ask with the same
// function; the context is that of the first who asks.
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

// work answers until nobody waits.
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

// try is answer, whose panic is an error: nobody above it could recover from it.
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
