package renderer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

const (
	lookEvery  = time.Second      // between two looks at a worker
	startLimit = 20 * time.Second // for a worker to become healthy
	steady     = time.Second      // a worker that served as long did start well
	exitLimit  = 2 * time.Second  // for a worker to go when it was asked to
)

// keep holds one place of the pool filled until the pool closes.
func (p *Pool) keep(start starter) {
	var pauses backoff
	for {
		w, err := p.raise(start)
		if err == nil {
			w = p.watch(w, start)
		}
		if p.open.Err() != nil {
			return
		}
		pause := pauses.after(w)
		if err != nil {
			p.noteFailure(err, pause)
		}
		select {
		case <-time.After(pause):
		case <-p.open.Done():
			return
		}
	}
}

func (p *Pool) noteFailure(err error, pause time.Duration) {
	p.log.Error("a renderer did not start", "error", err, "again in", pause)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lastErr = err
}

// raise starts a worker and puts it in service once it is healthy. With an
// error it returns the worker too, if there was one, which is gone then.
func (p *Pool) raise(start starter) (*worker, error) {
	w, err := start()
	if err != nil {
		return nil, err
	}
	unguard := context.AfterFunc(p.open, func() { p.lose(w, hung) })
	defer unguard()
	if err := p.awaitHealth(w); err != nil {
		p.lose(w, hung)
		return w, err
	}
	p.fetchShell(w)
	unguard() // from here on Close knows it
	if !p.admit(w) {
		p.lose(w, hung)
		return w, errors.New("it exited before it could serve")
	}
	p.log.Info("renderer started", "renderer", w.name, "after", w.took.Round(time.Millisecond))
	return w, nil
}

func (p *Pool) awaitHealth(w *worker) error {
	for {
		err := w.health(startLimit)
		if err == nil {
			return nil
		}
		waited := time.Since(w.started)
		if w.process != nil && waited > startLimit {
			return fmt.Errorf("not healthy after %s: %w", startLimit, err)
		}
		select {
		case <-w.gone.Done():
			if w.process != nil {
				return fmt.Errorf("exited before it was healthy: %s", w.process.ended())
			}
			return err
		case <-time.After(min(max(waited/10, 10*time.Millisecond), 500*time.Millisecond)):
		}
	}
}

func (p *Pool) fetchShell(w *worker) {
	if p.shell.Load() != nil {
		return
	}
	page, err := w.page(context.Background(), "/-/shell", nil, p.o.Deadline)
	if err != nil || page.Status != http.StatusOK {
		p.log.Warn("the renderer returned no app shell", "status", page.Status, "error", err)
		return
	}
	p.shell.Store(&page.Body)
}

// admit puts w in service, unless it has died or the pool has closed.
func (p *Pool) admit(w *worker) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || w.gone.Err() != nil {
		return false
	}
	if w.process != nil {
		w.process.yield()
	}
	w.served = time.Now()
	w.took = w.served.Sub(w.started)
	p.addWorker(w)
	return true
}

// watch watches w and the replacements it gets when it has grown, and returns
// the last of them when that is gone or the pool closes.
func (p *Pool) watch(w *worker, start starter) *worker {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		select {
		case <-w.gone.Done():
			return w
		case <-p.open.Done():
			return w
		case <-look.C:
		}
		if err := w.health(p.o.Deadline); err != nil {
			p.lostAfter(w, err)
			continue
		}
		p.fetchShell(w)
		// One at a time: a second process beside each worker could be too much.
		if w.grown(p.o.MaxRSS) && p.recycling.TryLock() {
			w = p.recycle(w, start)
			p.recycling.Unlock()
		}
	}
}

// recycle returns w's replacement, or w if there could be none.
func (p *Pool) recycle(w *worker, start starter) *worker {
	next, err := p.raise(start)
	if err != nil {
		p.noteFailure(err, lookEvery)
		return w
	}
	p.log.Info("replaced a renderer that used too much memory", "renderer", w.name, "rss", w.rss.Load())
	p.mu.Lock()
	p.recycled++
	p.mu.Unlock()
	p.wg.Go(func() { p.retire(w) })
	return next
}

// retire lets w finish what runs in it and ends it.
func (p *Pool) retire(w *worker) {
	p.mu.Lock()
	w.retiring = true
	p.mu.Unlock()
	idle, cancel := context.WithCancel(p.patient)
	defer cancel()
	defer context.AfterFunc(w.gone, cancel)()
	_ = w.room.Acquire(idle, int64(p.o.PerWorker)) // with an error, it is gone or has to go
	if w.process != nil {
		w.http.CloseIdleConnections()
		w.process.terminate()
		select {
		case <-w.gone.Done():
		case <-time.After(exitLimit):
		case <-p.patient.Done():
		}
	}
	p.lose(w, hung)
}

// probe is how long a worker that failed to answer a page has to prove that it
// is not blocked. It has one thread, so a page in an endless loop blocks all.
func (p *Pool) probe() time.Duration { return max(p.o.Deadline/10, 500*time.Millisecond) }

// lostAfter decides whether the error of a request means that its worker is gone,
// and sees to it that it then is.
func (p *Pool) lostAfter(w *worker, err error) bool {
	if w.gone.Err() != nil {
		return true
	}
	if w.health(p.probe()) == nil {
		return false
	}
	why := hung
	if !errors.Is(err, context.DeadlineExceeded) {
		why = killedByOthers
		if w.process != nil { // it may be dying: how is soon known
			select {
			case <-w.gone.Done():
				return true
			case <-time.After(p.probe() / 2):
			}
		}
	}
	p.lose(w, why)
	return true
}

// lose takes w out of service for good, ends the renders in it and kills its
// process. Only the first call for a worker has an effect.
func (p *Pool) lose(w *worker, why ending) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if w.gone.Err() != nil {
		return
	}
	w.ending = why
	w.giveUp()
	if w.process != nil {
		w.process.kill()
	}
	w.http.CloseIdleConnections()
	i := slices.Index(p.workers, w)
	if i < 0 {
		return
	}
	p.workers = slices.Delete(p.workers, i, i+1)
	if !w.retiring {
		p.restarts++
		p.log.Warn("renderer stopped", "renderer", w.name, "why", string(why))
	}
	if len(p.workers) == 0 && !p.closed {
		p.beginOutage()
	}
}

// backoff spaces the starts of a worker that cannot live.
type backoff struct{ failures int }

// after returns the pause after w ended; nil is one that could not even be
// started. One that was killed after it had come up, or that served for a
// while, is followed at once; so is a first failure. One killed by others is
// never followed late: who kills in a loop and stops expects to see the site
// heal.
func (b *backoff) after(w *worker) time.Duration {
	longest := 5 * time.Second
	if w != nil {
		if !w.served.IsZero() && (w.ending != endedItself || time.Since(w.served) > steady) {
			b.failures = 0
			return 0
		}
		if w.ending == killedByOthers {
			longest = 200 * time.Millisecond
		}
	}
	b.failures++
	if b.failures == 1 {
		return 0
	}
	return min(50*time.Millisecond<<min(b.failures-2, 10), longest)
}
