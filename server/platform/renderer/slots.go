package renderer

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"
)

// A slot is the place of a render in a worker. A suspect takes all places of a
// worker, so that it runs alone.
type slot struct {
	target string
	worker *worker
	alone  bool
	places int64
}

// enter waits for a slot in a worker.
func (p *Pool) enter(ctx context.Context, target string) (*slot, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, p.o.Wait, ErrBusy)
	defer cancel()
	p.waiting.Add(1)
	defer p.waiting.Add(-1)
	for {
		s, changed, err := p.assign(target)
		if err != nil {
			return nil, err
		}
		if s == nil { // no worker is up
			select {
			case <-changed:
				continue
			case <-ctx.Done():
				return nil, context.Cause(ctx)
			}
		}
		if s.acquire(ctx) == nil {
			if p.begin(s) {
				return s, nil
			}
			s.worker.room.Release(s.places)
		}
		p.mu.Lock()
		s.worker.assigned--
		p.mu.Unlock()
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
}

// assign picks the worker with the fewest renders for a target. Without a
// worker it returns a nil slot and a channel that is closed when workers
// change.
func (p *Pool) assign(target string) (s *slot, changed <-chan struct{}, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	suspect, poisoned := p.suspects.check(target, time.Now())
	switch {
	case poisoned:
		return nil, nil, ErrPoisoned
	case p.closed || p.down:
		return nil, nil, ErrUnavailable
	}
	var best *worker
	for _, w := range p.workers {
		if !w.retiring && (best == nil || w.assigned < best.assigned) {
			best = w
		}
	}
	if best == nil {
		return nil, p.changed, nil
	}
	best.assigned++
	s = &slot{target: target, worker: best, alone: suspect, places: 1}
	if suspect {
		s.places = int64(p.o.PerWorker)
	}
	return s, nil, nil
}

// acquire waits for the slot, or until its worker is gone.
func (s *slot) acquire(ctx context.Context) error {
	if s.worker.room.TryAcquire(s.places) {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.worker.gone, cancel)()
	return s.worker.room.Acquire(ctx, s.places)
}

// begin reports whether the render may begin: its worker is still there, and
// the render has not become a suspect while it waited.
func (p *Pool) begin(s *slot) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	suspect, poisoned := p.suspects.check(s.target, time.Now())
	if s.worker.gone.Err() != nil || poisoned || suspect && !s.alone {
		return false
	}
	s.worker.running++
	return true
}

// finish releases the slot. A successful page is no longer a suspect.
func (p *Pool) finish(s *slot, well bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if well {
		p.suspects.clear(s.target)
	}
	s.worker.running--
	s.worker.assigned--
	s.worker.room.Release(s.places)
}

// blame records that the worker of a slot died during its render.
func (p *Pool) blame(s *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.suspects.blame(s.target, s.alone, s.worker.ending == killedByOthers, time.Now()) {
		p.log.Warn("not rendering an address for now because it crashes renderers",
			"path", pathOf(s.target), "for", quarantine)
	}
}

// addWorker puts w in service. p.mu is held.
func (p *Pool) addWorker(w *worker) {
	w.room = semaphore.NewWeighted(int64(p.o.PerWorker))
	p.workers = append(p.workers, w)
	p.down = false
	p.notify()
}

// notify wakes renders that wait for a worker. p.mu is held.
func (p *Pool) notify() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// beginOutage starts Options.Patience: renders wait until it has passed, and
// then fail at once until a worker is back. p.mu is held.
func (p *Pool) beginOutage() {
	p.emptySince = time.Now()
	time.AfterFunc(p.o.Patience, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		// A timer from an earlier outage may fire during a later one.
		if len(p.workers) == 0 && time.Since(p.emptySince) >= p.o.Patience {
			p.down = true
			p.notify()
		}
	})
}
