// Package pace keeps long work in the background from slowing down the pages.
package pace

import (
	"context"
	"time"
)

// How long work goes on, and how long it then pauses: longest at most, so that
// large pieces of work take a larger share.
const (
	burst   = time.Millisecond
	pauses  = 4 // as long as the work took
	longest = 100 * time.Millisecond
)

// Pace makes work pause time and again, so that it takes about a fifth of one
// processor. The zero Pace is ready for use, by one goroutine at a time.
type Pace struct {
	began time.Time // the work since the last pause; zero before the first call
}

// Rest pauses if it is time to. It is to be called after each small piece of
// work. It returns early when ctx ends.
func (p *Pace) Rest(ctx context.Context) {
	worked := time.Since(p.began)
	switch {
	case p.began.IsZero():
	case worked < burst:
		return
	default:
		select {
		case <-ctx.Done():
		case <-time.After(min(pauses*worked, longest)):
		}
	}
	p.began = time.Now()
}
