package tracking

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

const (
	maxBatch = 2000 // events in one transaction
	// slowCommit is how long a batch may take before each of its callers starts its own timer. A timer for each
	// event would take a twentieth of the CPU time.
	slowCommit = 20 * time.Millisecond
	// lastWait is how long an event that couldn't be spooled still waits for its commit.
	lastWait = 5 * time.Second
)

// Recorder writes events by group commit: events that arrive during one
// transaction form the next. Events that aren't committed in time go to the
// spool, from which Run replays them.
type Recorder struct {
	commitTimeout time.Duration // after which Postgres counts as down
	store         *store
	spool         *spool
	metrics       *metrics
	log           *slog.Logger
	down          atomic.Bool // Postgres failed; use the spool
	done          sync.WaitGroup
	cancel        context.CancelFunc

	mu       sync.Mutex // guards what follows
	notEmpty *sync.Cond // signals that queue isn't empty, or closed
	queue    []*batch
	closed   bool
}

// batch is the events of one transaction. Its result is valid once done is
// closed.
type batch struct {
	events  []*queued
	slow    chan struct{} // closed after slowCommit
	done    chan struct{}
	outcome Outcome
	err     error
}

// queued is an event of a batch. Once it is spooled, because its batch came too
// late, it needn't be committed: so the queue stays short however slow Postgres
// is.
type queued struct {
	Event
	spooled atomic.Bool
}

func newBatch() *batch {
	b := &batch{slow: make(chan struct{}), done: make(chan struct{})}
	time.AfterFunc(slowCommit, func() { close(b.slow) })
	return b
}

func newRecorder(o Options, m *metrics) (*Recorder, error) {
	spool, err := openSpool(o.SpoolDir)
	if err != nil {
		return nil, err
	}
	r := &Recorder{commitTimeout: 2 * o.commitWait(), store: newStore(o.Pool, o.Location), spool: spool, metrics: m, log: o.Log}
	r.notEmpty = sync.NewCond(&r.mu)
	ctx, cancel := context.WithCancel(context.Background())
	r.cancel = cancel
	r.done.Go(func() { r.commitBatches(ctx) })
	return r, nil
}

// Record returns when the event is committed. If that takes longer than
// commitWait or Postgres is down, it returns when the event is synced to the
// spool. It fails if both failed.
func (r *Recorder) Record(e Event, commitWait time.Duration) (Outcome, error) {
	if r.down.Load() {
		if err := r.toSpool(e); err == nil {
			return Accepted, nil
		}
	}
	start, q := time.Now(), &queued{Event: e}
	b := r.enqueue(q)
	if b == nil {
		return Accepted, r.toSpool(e)
	}
	select {
	case <-b.done:
		return b.outcome, b.err
	case <-b.slow:
		return r.waitOrSpool(q, b, commitWait-time.Since(start))
	}
}

// waitOrSpool waits for a slow batch, then spools the event. If it is committed
// after all, the replay finds it in the database.
func (r *Recorder) waitOrSpool(q *queued, b *batch, wait time.Duration) (Outcome, error) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-b.done:
		return b.outcome, b.err
	case <-timer.C:
	}
	err := r.toSpool(q.Event)
	if err == nil {
		q.spooled.Store(true)
		return Accepted, nil
	}
	timer.Reset(lastWait)
	select {
	case <-b.done:
		return b.outcome, b.err
	case <-timer.C:
		return "", fmt.Errorf("the event is neither committed nor spooled: %w", err)
	}
}

// Keep writes an event to the spool without a sync, so that it survives the
// process. However often it is written, the event counts once.
func (r *Recorder) Keep(e Event) error { return r.spool.keep(e) }

// enqueue adds an event to the last batch with room and returns the batch, or
// nil after Close.
func (r *Recorder) enqueue(q *queued) *batch {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	if n := len(r.queue); n == 0 || len(r.queue[n-1].events) == maxBatch {
		r.queue = append(r.queue, newBatch())
		r.notEmpty.Signal()
	}
	b := r.queue[len(r.queue)-1]
	b.events = append(b.events, q)
	return b
}

// dequeue waits for a batch and removes it from the queue, so that no events are
// added to it anymore. It returns nil after Close if the queue is empty.
func (r *Recorder) dequeue() *batch {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.queue) == 0 && !r.closed {
		r.notEmpty.Wait()
	}
	if len(r.queue) == 0 {
		return nil
	}
	b := r.queue[0]
	r.queue = r.queue[1:]
	return b
}

// commitBatches commits batches until Close.
func (r *Recorder) commitBatches(ctx context.Context) {
	for b := r.dequeue(); b != nil; b = r.dequeue() {
		var events []Event
		for _, q := range b.events {
			if !q.spooled.Load() {
				events = append(events, q.Event)
			}
		}
		if len(events) > 0 {
			b.outcome, b.err = r.commit(ctx, events)
		}
		close(b.done)
	}
}

// commit writes events to Postgres or, if that fails, to the spool. A failed
// commit may still have succeeded; the events' ids keep the replay from counting
// twice.
func (r *Recorder) commit(ctx context.Context, events []Event) (Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, r.commitTimeout)
	defer cancel()
	start := time.Now()
	err := r.store.write(ctx, events)
	if err == nil {
		r.metrics.committed(len(events), time.Since(start))
		return Recorded, nil
	}
	if !r.down.Swap(true) {
		r.log.Error("Postgres is unavailable; events go to the spool", "error", err)
	}
	return Accepted, r.toSpool(events...)
}

func (r *Recorder) toSpool(events ...Event) error {
	err := r.spool.append(events...)
	if err != nil {
		r.metrics.spoolFailed(err)
		return err
	}
	r.metrics.spooled.Add(float64(len(events)))
	return nil
}

// Close commits or spools the queued events. Afterwards Record fails.
func (r *Recorder) Close(ctx context.Context) {
	r.mu.Lock()
	r.closed = true
	r.notEmpty.Broadcast()
	r.mu.Unlock()
	stop := context.AfterFunc(ctx, r.cancel) // what isn't committed by then is spooled
	defer stop()
	r.done.Wait()
	r.cancel()
	close(r.spool.stop)
}
