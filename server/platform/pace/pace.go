// Package pace keeps long background work from slowing down pages.
package pace

import (
	"context"
	"time"
)

// How long work runs before a pause, and the length of pauses. These are
// limited by longest, so that long units of work get a larger share.
const (
	burst   = time.Millisecond
	pauses  = 4 // times as long as the work
	longest = 100 * time.Millisecond
)

// Pace inserts pauses into work, so that it takes about a fifth of one
// processor. The zero Pace is ready to use, by one goroutine at a time.
type Pace struct {
	began time.Time // start of the work since the last pause; zero before the first call
}

// Rest pauses if it is time to. Call it after each small unit of work. It
// returns early when ctx ends.
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
