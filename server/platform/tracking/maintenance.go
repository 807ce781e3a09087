package tracking

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"thriftwell/server/platform/calendar"
)

const (
	partitionsAhead  = 3 // days ahead with a partition
	visitRetention   = 8 // days, for events delayed in the spool
	maintenanceEvery = time.Minute
)

// maintenance creates and drops what belongs to a day.
type maintenance struct {
	store    *store
	salts    *salts
	location *time.Location
	log      *slog.Logger
}

// loop runs the maintenance every minute until ctx ends.
func (m *maintenance) loop(ctx context.Context) {
	tick := time.NewTicker(maintenanceEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if err := m.run(ctx, calendar.Today(m.location)); err != nil && ctx.Err() == nil {
			m.log.Warn("couldn't maintain the event tables", "error", err)
		}
	}
}

// run makes the partitions of coming days, rotates the salts and drops old
// visits. Roll-ups are kept forever, raw events until DropEvents.
func (m *maintenance) run(ctx context.Context, today calendar.Day) error {
	var err error
	for n := -1; n <= partitionsAhead; n++ {
		err = errors.Join(err, m.store.ensurePartition(ctx, today.Add(n)))
	}
	return errors.Join(err, m.salts.rotate(ctx, today), m.store.dropOldVisits(ctx, today))
}

// daySet is a set of days, safe for concurrent use. The zero value is empty.
type daySet struct{ m sync.Map }

func (s *daySet) has(d calendar.Day) bool { _, ok := s.m.Load(d.String()); return ok }
func (s *daySet) add(d calendar.Day)      { s.m.Store(d.String(), true) }
func (s *daySet) clear()                  { s.m.Clear() }
