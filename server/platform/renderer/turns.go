package renderer

import (
	"context"
	"slices"
	"time"
)

// A turn is one render's wait for a worker, and then its stay in it.
type turn struct {
	target string
	alone  bool // nobody else may be in the worker: the target is a suspect
	worker *worker
	called chan error // gets nil once worker is set, or why there is none
}

// takeTurn waits for a worker with room. Renders that lost their worker go first:
// they have waited longest.
func (p *Pool) takeTurn(ctx context.Context, target string, again bool) (*turn, error) {
	t := &turn{target: target, called: make(chan error, 1)}
	if err := p.line(t, again); err != nil {
		return nil, err
	}
	select { // mostly there is room, and no timer is needed
	case err := <-t.called:
		return t, err
	default:
	}
	tooLong := time.NewTimer(p.o.Wait)
	defer tooLong.Stop()
	select {
	case err := <-t.called:
		return t, err
	case <-ctx.Done():
		return nil, p.leave(t, ctx.Err())
	case <-tooLong.C:
		return nil, p.leave(t, ErrBusy)
	}
}

func (p *Pool) line(t *turn, again bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed || p.down:
		return ErrUnavailable
	case again:
		p.queue = slices.Insert(p.queue, 0, t)
	case len(p.queue) >= p.o.Queue:
		return ErrBusy
	default:
		p.queue = append(p.queue, t)
	}
	p.callNext()
	return nil
}

// leave gives up a turn that was waited for in vain, and returns why.
func (p *Pool) leave(t *turn, why error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = slices.DeleteFunc(p.queue, func(other *turn) bool { return other == t })
	for _, w := range p.workers {
		if w.keptFor == t {
			w.keptFor = nil
		}
	}
	if t.worker != nil { // called in this very moment
		p.vacate(t)
	}
	p.callNext()
	return why
}

// finish ends a stay in a worker. A page that came out well is a suspect no more.
func (p *Pool) finish(t *turn, well bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if well {
		p.suspects.clear(t.target)
	}
	p.vacate(t)
	p.callNext()
}

func (p *Pool) vacate(t *turn) {
	w := t.worker
	w.running--
	if w.keptFor == t {
		w.keptFor = nil
	}
	if w.retiring && w.running == 0 {
		close(w.idle)
	}
}

// callNext hands workers to those who wait, in order. p.mu is held.
func (p *Pool) callNext() {
	now := time.Now()
	waiting := p.queue[:0]
	full := false // for those who need not be alone
	for _, t := range p.queue {
		suspect, poisoned := p.suspects.look(t.target, now)
		if poisoned {
			t.called <- ErrPoisoned
			continue
		}
		t.alone = t.alone || suspect
		if t.alone || !full {
			if w := p.workerFor(t); w != nil {
				w.running++
				t.worker = w
				t.called <- nil
				continue
			}
			full = full || !t.alone
		}
		waiting = append(waiting, t)
	}
	clear(p.queue[len(waiting):])
	p.queue = waiting
}

// workerFor is the worker with the fewest renders that may take t now, or nil. For
// one that must be alone a worker is kept free until the renders in it are done.
func (p *Pool) workerFor(t *turn) *worker {
	var best *worker
	for _, w := range p.workers {
		if w.retiring {
			continue
		}
		if w.keptFor == t {
			best = w
			break
		}
		if w.keptFor != nil || (!t.alone && w.running >= p.o.PerWorker) {
			continue
		}
		if best == nil || w.running < best.running {
			best = w
		}
	}
	if t.alone && best != nil {
		best.keptFor = t
		if best.running > 0 {
			return nil
		}
	}
	return best
}

// blame notes that t's worker died with t in it.
func (p *Pool) blame(t *turn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.suspects.blame(t.target, t.alone, t.worker.ending == killedByOthers, time.Now()) {
		p.log.Warn("an address is set aside because its page kills renderers",
			"path", pathOf(t.target), "for", quarantine)
	}
}

// failWaiting answers everybody who waits with err. p.mu is held.
func (p *Pool) failWaiting(err error) {
	for _, t := range p.queue {
		t.called <- err
	}
	p.queue = nil
}

// beginOutage starts the clock of Options.Patience: renders wait until it has run
// out, and from then on fail at once until a worker is back. p.mu is held.
func (p *Pool) beginOutage() {
	p.emptySince = time.Now()
	time.AfterFunc(p.o.Patience, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		// An older clock may ring in a later outage.
		if len(p.workers) == 0 && time.Since(p.emptySince) >= p.o.Patience {
			p.down = true
			p.failWaiting(ErrUnavailable)
		}
	})
}
