package advertisers

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// commitWithin is how long a commit of postbacks may take.
const commitWithin = 5 * time.Second

// Recorder writes postbacks. Those that come during a commit go into the next
// one together (group commit). Make one with NewRecorder.
type Recorder struct {
	store   Store
	turn    chan struct{} // held by whoever writes
	mu      sync.Mutex
	waiting []*item // guarded by mu
}

// NewRecorder returns a Recorder that writes to a store.
func NewRecorder(store Store) *Recorder {
	return &Recorder{store: store, turn: make(chan struct{}, 1)}
}

// Record returns when a report is committed.
func (r *Recorder) Record(ctx context.Context, advertiserID int64, report Report) (Outcome, error) {
	it := newItem(advertiserID, report)
	r.mu.Lock()
	r.waiting = append(r.waiting, it)
	r.mu.Unlock()
	select {
	case r.turn <- struct{}{}:
	case <-ctx.Done():
		return "", ctx.Err() // whether it was written or not, the network sends it again
	}
	defer func() { <-r.turn }()
	if it.what == "" && it.err == nil {
		r.mu.Lock()
		items := r.waiting
		r.waiting = nil
		r.mu.Unlock()
		// Others wait for it too, so it goes on when this client leaves.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitWithin)
		defer cancel()
		r.commit(ctx, items)
	}
	return it.what, it.err
}

// deadlockDetected is the SQLSTATE of the transaction that Postgres gave up of
// two that waited for each other.
const deadlockDetected = "40P01"

// commit writes reports in one transaction or, if Postgres refuses one of them,
// each in its own.
func (r *Recorder) commit(ctx context.Context, items []*item) {
	write := func(tx pgx.Tx) error { return r.store.write(ctx, tx, items, ByPostback, "") }
	err := pgx.BeginFunc(ctx, r.store.DB.Pool, write)
	refused := new(pgconn.PgError)
	if errors.As(err, &refused) && refused.Code == deadlockDetected { // the other one is through
		for _, it := range items {
			it.what, it.err = "", nil
		}
		err = pgx.BeginFunc(ctx, r.store.DB.Pool, write)
	}
	switch {
	case err == nil:
	case len(items) > 1 && errors.As(err, &refused) && (strings.HasPrefix(refused.Code, "22") || strings.HasPrefix(refused.Code, "23")):
		for _, it := range items {
			r.commit(ctx, []*item{it})
		}
	default:
		for _, it := range items {
			it.what, it.err = "", err
		}
	}
}
