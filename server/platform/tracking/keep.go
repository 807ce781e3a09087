package tracking

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

const (
	daysAhead  = 3 // partitions are made so long before they are needed
	keepVisits = 8 // days, for events that the spool held back
	keepEvery  = time.Minute
)

// keeper sees to the turn of the days.
type keeper struct {
	store    *store
	visitors *visitors
	location *time.Location
	log      *slog.Logger
}

// run keeps house every minute until ctx ends.
func (k *keeper) run(ctx context.Context) {
	tick := time.NewTicker(keepEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if err := k.keep(ctx, DayOf(time.Now(), k.location)); err != nil && ctx.Err() == nil {
			k.log.Warn("the tables of events could not be kept", "error", err)
		}
	}
}

// keep makes the partitions of the days to come, drops the visits of days long
// gone and turns the salts. Events and roll-ups are kept for ever.
func (k *keeper) keep(ctx context.Context, today Day) error {
	var err error
	for n := -1; n <= daysAhead; n++ {
		err = errors.Join(err, k.store.ensure(ctx, today.Add(n)))
	}
	return errors.Join(err, k.visitors.turn(ctx, today), k.store.forget(ctx, today))
}

// dayset is a set of days that grows. The zero value is empty.
type dayset struct{ m sync.Map }

func (s *dayset) has(d Day) bool { _, ok := s.m.Load(d.String()); return ok }
func (s *dayset) add(d Day)      { s.m.Store(d.String(), true) }
func (s *dayset) clear()         { s.m.Clear() }
