package advertisers

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"thriftwell/db"
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
func NewRecorder(store Store) *Recorder { return &Recorder{store: store, turn: make(chan struct{}, 1)} }

// Record returns when a report is committed.
func (r *Recorder) Record(ctx context.Context, advertiserID int64, report Report) (Outcome, error) {
	it := newItem(advertiserID, report)
	r.mu.Lock()
	r.waiting = append(r.waiting, it)
	r.mu.Unlock()
	select {
	case r.turn <- struct{}{}:
		defer func() { <-r.turn }()
	case <-ctx.Done():
		return "", ctx.Err() // whether it was written or not, the network sends it again
	}
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

// commit writes reports in one transaction or, if Postgres refuses one of them,
// each in its own.
func (r *Recorder) commit(ctx context.Context, items []*item) {
	err := db.Retry(func() error {
		for _, it := range items {
			it.what, it.err = "", nil
		}
		return pgx.BeginFunc(ctx, r.store.DB.Pool, func(tx pgx.Tx) error { return r.store.write(ctx, tx, items, ByPostback, "") })
	})
	refused := new(pgconn.PgError)
	if len(items) > 1 && errors.As(err, &refused) && (strings.HasPrefix(refused.Code, "22") || strings.HasPrefix(refused.Code, "23")) {
		for _, it := range items {
			r.commit(ctx, []*item{it})
		}
		return
	}
	for _, it := range items {
		if err != nil {
			it.what, it.err = "", err
		}
	}
}
