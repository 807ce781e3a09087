package renderer

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Render returns the page at target, an escaped path with its query
// ("/guides?q=a"). The error is one of those above or the context's.
//
// A render that has begun continues even if ctx ends: it still occupies its
// worker, and its address is blamed if the worker dies.
func (p *Pool) Render(ctx context.Context, target string) (Page, error) {
	// Paths below /-/ are for the pool, not for visitors.
	if !strings.HasPrefix(target, "/") || strings.HasPrefix(target, "/-/") {
		return Page{}, ErrTarget
	}
	type answer struct {
		page Page
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		page, err := p.render(ctx, target)
		answers <- answer{page, err}
	}()
	select {
	case a := <-answers:
		return a.page, a.err
	case <-ctx.Done():
		return Page{}, ctx.Err()
	}
}

// maxTries limits the attempts of a render whose workers keep dying through no
// fault of its own.
const maxTries = 5

func (p *Pool) render(ctx context.Context, target string) (Page, error) {
	badAnswers := 0
	for try := 1; try <= maxTries; try++ {
		s, err := p.enter(ctx, target)
		if err != nil {
			return Page{}, err
		}
		page, err := s.worker.page(ctx, target, p.o.Deadline)
		if err == nil {
			p.finish(s, true)
			p.renders.Add(1)
			return page, nil
		}
		lost := p.lostAfter(s.worker, err)
		if lost {
			p.blame(s)
		}
		p.finish(s, false)
		switch {
		case lost: // retry on another worker
		case errors.Is(err, ErrTarget):
			return Page{}, err
		case errors.Is(err, context.DeadlineExceeded):
			p.log.Warn("rendering timed out", "path", pathOf(target))
			return Page{}, ErrDeadline
		default:
			p.log.Warn("incomplete response from a renderer", "path", pathOf(target), "error", err)
			if badAnswers++; badAnswers == 2 {
				return Page{}, fmt.Errorf("%w: %w", ErrBadAnswer, err)
			}
		}
		if ctx.Err() != nil {
			return Page{}, ctx.Err()
		}
	}
	return Page{}, ErrUnavailable
}

// pathOf removes the query, which may contain what a visitor typed, for logs.
func pathOf(target string) string {
	path, _, _ := strings.Cut(target, "?")
	return path
}

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
