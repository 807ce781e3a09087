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
	// slowCommit is how long a batch may take before each of its callers starts its own timer.
	slowCommit = 20 * time.Millisecond
	// lastWait is how long an event that couldn't be spooled still waits for its commit.
	lastWait = 5 * time.Second
)

// Recorder writes events by group commit: events that arrive during one
// transaction form the next. Events that aren't committed in time go to the
// spool, from which Run replays them.
type Recorder struct {
	commitTimeout time.Duration // after which Postgres counts as down
	store         store
	spool         *spool
	metrics       *metrics
	log           *slog.Logger
	down          atomic.Bool // Postgres failed; use the spool
	committedLate sync.Map    // ids in this process's spool that were committed after all
	done          sync.WaitGroup
	cancel        context.CancelFunc

	mu       sync.Mutex // guards what follows
	notEmpty *sync.Cond // signals that queue isn't empty, or closed
	queue    []*batch
	closed   bool
}

// batch is the events of one transaction. Its result is valid once done is
// closed. One timer wakes all callers, because a timer for each event would
// take a twentieth of the CPU time.
type batch struct {
	events []*pendingEvent
	wake   func() // called when it is done or slow; closes woken
	woken  chan struct{}
	done   chan struct{}
	result
}

func newBatch() *batch {
	b := &batch{woken: make(chan struct{}), done: make(chan struct{})}
	b.wake = sync.OnceFunc(func() { close(b.woken) })
	time.AfterFunc(slowCommit, b.wake)
	return b
}

// pendingEvent is an event with a waiting caller.
type pendingEvent struct {
	event     Event
	spooled   atomic.Bool // need not be committed
	submitted bool        // was part of its batch's transaction
}

type result struct {
	outcome Outcome
	err     error
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
	p, start := &pendingEvent{event: e}, time.Now()
	b := r.enqueue(p)
	if b == nil {
		return Accepted, r.toSpool(e)
	}
	<-b.woken
	select {
	case <-b.done:
		return b.outcome, b.err
	default:
		return r.waitOrSpool(p, b, commitWait-time.Since(start))
	}
}

// waitOrSpool waits for a slow batch, then spools the event.
func (r *Recorder) waitOrSpool(p *pendingEvent, b *batch, wait time.Duration) (Outcome, error) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-b.done:
		return b.outcome, b.err
	case <-timer.C:
	}
	err := r.toSpool(p.event)
	if err == nil {
		p.spooled.Store(true)
		select {
		case <-b.done:
			r.noteLateCommit(p, b.result)
		default:
		}
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
func (r *Recorder) enqueue(p *pendingEvent) *batch {
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
	b.events = append(b.events, p)
	return b
}

// wait waits for a batch. It reports false after Close if the queue is empty.
func (r *Recorder) wait() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.queue) == 0 && !r.closed {
		r.notEmpty.Wait()
	}
	return len(r.queue) > 0
}

// dequeue removes and returns the first batch, which must exist. No events are
// added to it afterwards.
func (r *Recorder) dequeue() *batch {
	r.mu.Lock()
	defer r.mu.Unlock()
	b := r.queue[0]
	r.queue = r.queue[1:]
	return b
}

// commitBatches commits batches until Close.
func (r *Recorder) commitBatches(ctx context.Context) {
	for r.wait() {
		b := r.commit(ctx)
		close(b.done)
		b.wake()
		for _, p := range b.events {
			if p.spooled.Load() {
				r.noteLateCommit(p, b.result)
			}
		}
	}
}

// submit returns the events that still need to be committed.
func (b *batch) submit() []Event {
	events := make([]Event, 0, len(b.events))
	for _, p := range b.events {
		if p.submitted = !p.spooled.Load(); p.submitted {
			events = append(events, p.event)
		}
	}
	return events
}

// noteLateCommit records that a spooled event was committed, so that replay
// skips it.
func (r *Recorder) noteLateCommit(p *pendingEvent, res result) {
	if p.submitted && res.outcome == Recorded {
		r.committedLate.Store(p.event.ID, true)
	}
}

// commit writes the first batch to Postgres or, if that fails, to the spool,
// and returns it with its result. Events may join the batch until the store
// takes it. A failed commit may still have succeeded; the events' ids keep the
// replay from counting twice.
func (r *Recorder) commit(ctx context.Context) *batch {
	ctx, cancel := context.WithTimeout(ctx, r.commitTimeout)
	defer cancel()
	var b *batch
	waiting := &pending{take: func() []Event {
		b = r.dequeue()
		return b.submit()
	}}
	start := time.Now()
	err := r.store.write(ctx, waiting)
	events := waiting.all() // even if the store did not get that far
	switch {
	case len(events) == 0:
		b.result = result{outcome: Accepted}
	case err == nil:
		r.metrics.committed(len(events), time.Since(start))
		b.result = result{outcome: Recorded}
	default:
		if !r.down.Swap(true) {
			r.log.Error("Postgres is unavailable; events go to the spool", "error", err)
		}
		b.result = result{Accepted, r.toSpool(events...)}
	}
	return b
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
