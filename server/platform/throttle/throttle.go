// Package throttle keeps long background work from slowing down pages.
package throttle

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

// Throttle inserts pauses into work, so that it takes about a fifth of one
// processor. The zero Throttle is ready to use, by one goroutine at a time.
type Throttle struct {
	began time.Time // start of the work since the last pause; zero before the first call
}

// Wait pauses if it is time to. Call it after each small unit of work. It
// returns early when ctx ends.
func (t *Throttle) Wait(ctx context.Context) {
	worked := time.Since(t.began)
	switch {
	case t.began.IsZero():
	case worked < burst:
		return
	default:
		select {
		case <-ctx.Done():
		case <-time.After(min(pauses*worked, longest)):
		}
	}
	t.began = time.Now()
}
