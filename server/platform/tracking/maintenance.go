package tracking

import (
	"context"
	"errors"
	"time"

	"thriftwell/server/platform/calendar"
)

const (
	partitionsAhead  = 3 // days ahead with a partition
	visitRetention   = 8 // days, for events delayed in the spool
	maintenanceEvery = time.Minute
)

// maintainEvery calls maintain every minute until ctx ends.
func (t *Tracking) maintainEvery(ctx context.Context) {
	tick := time.NewTicker(maintenanceEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if err := t.maintain(ctx, calendar.Today(t.location)); err != nil && ctx.Err() == nil {
			t.log.Warn("couldn't maintain the event tables", "error", err)
		}
	}
}

// maintain makes the partitions of coming days, rotates the salts and drops old
// visits. Roll-ups are kept forever, raw events until DropEvents.
func (t *Tracking) maintain(ctx context.Context, today calendar.Day) error {
	store, err := t.recorder.store, error(nil)
	for n := -1; n <= partitionsAhead; n++ {
		err = errors.Join(err, store.ensurePartition(ctx, today.Add(n)))
	}
	return errors.Join(err, t.salts.rotate(ctx, today), store.dropOldVisits(ctx, today))
}
