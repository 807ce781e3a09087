package reports

import (
	"context"
	"sync"
	"time"
)

// Adder adds up what reports read, and knows for how long that has failed.
type Adder struct {
	Store *Store

	mu    sync.Mutex // guards what follows
	days  int        // that the last run failed to add up
	since time.Time  // of the first failure after a success
}

// Run runs AddUp.
func (a *Adder) Run(ctx context.Context) error {
	err := a.Store.AddUp(ctx)
	if ctx.Err() != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case err == nil:
		a.days, a.since = 0, time.Time{}
	case a.since.IsZero():
		a.since = time.Now()
	}
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		a.days = len(all.Unwrap())
	}
	return err
}

// Failing returns how many days the last run could not add up, that traffic
// which is new being one, and for how long there have been such.
func (a *Adder) Failing() (days int, lasting time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.since.IsZero() {
		return 0, 0
	}
	return a.days, time.Since(a.since)
}
