package advertisers

import (
	"context"

	"github.com/jackc/pgx/v5"

	"thriftwell/db"
)

// Recorder writes postbacks, one at a time: a burst of them leaves the other
// connections to the database free. Make one with NewRecorder.
type Recorder struct {
	store Store
	turn  chan struct{} // held by whoever writes
}

// NewRecorder returns a Recorder that writes to a store.
func NewRecorder(store Store) *Recorder { return &Recorder{store, make(chan struct{}, 1)} }

// Record returns when a report is committed.
func (r *Recorder) Record(ctx context.Context, advertiserID int64, report Report) (Outcome, error) {
	select {
	case r.turn <- struct{}{}:
		defer func() { <-r.turn }()
	case <-ctx.Done():
		return "", ctx.Err() // the network sends it again
	}
	var it *item
	err := db.Retry(func() error {
		it = newItem(advertiserID, report)
		return pgx.BeginFunc(ctx, r.store.DB.Pool, func(tx pgx.Tx) error {
			return r.store.write(ctx, tx, []*item{it}, ByPostback, "")
		})
	})
	if err != nil {
		return "", err
	}
	return it.what, it.err
}
