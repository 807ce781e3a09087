package reports

import (
	"context"
	"sync"
	"time"
)

// Adder keeps the sums that reports read up to date, and records for how long
// that has failed.
type Adder struct {
	Store *Store

	mu    sync.Mutex // guards the following fields
	days  int        // days that the last run failed to add up
	since time.Time  // time of the first failure since the last success
}

// Run calls Store.AddUp.
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

// Failing returns how many days the last run could not add up, counting new
// traffic as one day, and for how long runs have been failing.
func (a *Adder) Failing() (days int, lasting time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.since.IsZero() {
		return 0, 0
	}
	return a.days, time.Since(a.since)
}
