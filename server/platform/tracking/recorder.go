package tracking

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	maxBatch     = 2000            // events of one transaction
	flushTimeout = 2 * time.Second // then Postgres is held to be away
	// slow is how long a batch may take before those who wait for it look at
	// the clock, each for itself.
	slow = 20 * time.Millisecond
	// giveUp is how long an event whose spool failed may still hope for its commit.
	giveUp = 5 * time.Second
)

// Recorder writes events down. What comes in while a transaction commits goes
// into the next one together (group commit). Events that Postgres does not
// take in time go to the spool, from where Run brings them in.
type Recorder struct {
	store   store
	spool   *spool
	metrics *metrics
	log     *slog.Logger
	away    atomic.Bool // Postgres failed: straight to the spool
	settled sync.Map    // ids in this process's spool that were committed after all
	done    sync.WaitGroup
	cancel  context.CancelFunc

	mu     sync.Mutex // guards what follows
	some   *sync.Cond // queue is not empty, or closed
	queue  []*batch
	closed bool
}

// batch is what goes into one transaction. Its result is there when done is
// closed. A timer for each event would be a twentieth of all the work, so that
// one for all of them wakes those who wait.
type batch struct {
	events []*pending
	wake   func() // when it is done or slow
	woken  chan struct{}
	done   chan struct{}
	result
}

func newBatch() *batch {
	b := &batch{woken: make(chan struct{}), done: make(chan struct{})}
	b.wake = sync.OnceFunc(func() { close(b.woken) })
	time.AfterFunc(slow, b.wake)
	return b
}

// pending is an event that somebody waits for.
type pending struct {
	event   Event
	spooled atomic.Bool // it is in the spool: it need not be committed
	tried   bool        // it is among those that its batch committed, or tried to
}

type result struct {
	outcome Outcome
	err     error
}

func newRecorder(pool *pgxpool.Pool, dir string, m *metrics, log *slog.Logger) (*Recorder, error) {
	spool, err := openSpool(dir)
	if err != nil {
		return nil, err
	}
	r := &Recorder{store: newStore(pool), spool: spool, metrics: m, log: log}
	r.some = sync.NewCond(&r.mu)
	ctx, cancel := context.WithCancel(context.Background())
	r.cancel = cancel
	r.done.Go(func() { r.flush(ctx) })
	return r, nil
}

// Record returns when the event is committed or, if that takes longer than
// patience or Postgres is away, when it is on the disk. The error says that it
// is neither.
func (r *Recorder) Record(e Event, patience time.Duration) (Outcome, error) {
	if r.away.Load() {
		if err := r.toSpool(e); err == nil {
			return Accepted, nil
		}
	}
	p, start := &pending{event: e}, time.Now()
	b := r.enqueue(p)
	if b == nil {
		return Accepted, r.toSpool(e)
	}
	<-b.woken
	select {
	case <-b.done:
		return b.outcome, b.err
	default:
		return r.recordSlowly(p, b, patience-time.Since(start))
	}
}

func (r *Recorder) recordSlowly(p *pending, b *batch, patience time.Duration) (Outcome, error) {
	timer := time.NewTimer(patience)
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
			r.settle(p, b.result)
		default:
		}
		return Accepted, nil
	}
	timer.Reset(giveUp)
	select {
	case <-b.done:
		return b.outcome, b.err
	case <-timer.C:
		return "", fmt.Errorf("the event is neither committed nor spooled: %w", err)
	}
}

// enqueue puts an event into the last batch that has room; nil at the end.
func (r *Recorder) enqueue(p *pending) *batch {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	if n := len(r.queue); n == 0 || len(r.queue[n-1].events) == maxBatch {
		r.queue = append(r.queue, newBatch())
		r.some.Signal()
	}
	b := r.queue[len(r.queue)-1]
	b.events = append(b.events, p)
	return b
}

// take waits for a batch and gives it, with what came in meanwhile; nil at the
// end.
func (r *Recorder) take() *batch {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.queue) == 0 && !r.closed {
		r.some.Wait()
	}
	if len(r.queue) == 0 {
		return nil
	}
	b := r.queue[0]
	r.queue = r.queue[1:]
	return b
}

func (r *Recorder) flush(ctx context.Context) {
	for b := r.take(); b != nil; b = r.take() {
		events := make([]Event, 0, len(b.events))
		for _, p := range b.events {
			if p.tried = !p.spooled.Load(); p.tried {
				events = append(events, p.event)
			}
		}
		b.result = r.commit(ctx, events)
		close(b.done)
		b.wake()
		for _, p := range b.events {
			if p.spooled.Load() {
				r.settle(p, b.result)
			}
		}
	}
}

// settle remembers that an event of the spool has been committed, so that
// it is not brought in only to be found there already.
func (r *Recorder) settle(p *pending, res result) {
	if p.tried && res.outcome == Recorded {
		r.settled.Store(p.event.ID, true)
	}
}

// commit writes events to Postgres or, when that fails, to the spool. A commit
// that failed may have happened all the same; the events' ids keep what is
// brought in later from counting twice.
func (r *Recorder) commit(ctx context.Context, events []Event) result {
	if len(events) == 0 {
		return result{outcome: Accepted}
	}
	ctx, cancel := context.WithTimeout(ctx, flushTimeout)
	defer cancel()
	start := time.Now()
	err := r.store.write(ctx, events)
	if err == nil {
		r.metrics.committed(len(events), time.Since(start))
		return result{outcome: Recorded}
	}
	if !r.away.Swap(true) {
		r.log.Error("Postgres does not take events, they go to the spool", "error", err)
	}
	return result{Accepted, r.toSpool(events...)}
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

// Close writes down what is still waiting and ends the recorder. Whoever calls
// Record afterwards gets an error.
func (r *Recorder) Close(ctx context.Context) {
	r.mu.Lock()
	r.closed = true
	r.some.Broadcast()
	r.mu.Unlock()
	stop := context.AfterFunc(ctx, r.cancel) // what is not committed by then is spooled
	defer stop()
	r.done.Wait()
	r.cancel()
	close(r.spool.stop)
}
