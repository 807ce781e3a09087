package renderer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	checkInterval = time.Second      // between two checks of a worker
	startLimit    = 20 * time.Second // for a worker to become healthy
	stableAfter   = time.Second      // a worker that served this long started successfully
	exitLimit     = 2 * time.Second  // for a worker to exit when asked
)

// supervise keeps one worker running until the pool closes.
func (p *Pool) supervise(start starter) {
	var pauses backoff
	for {
		w, err := p.startWorker(start)
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

// startWorker starts a worker and puts it in service once it is healthy. With
// an error it also returns the worker, if one was started; it is gone then.
func (p *Pool) startWorker(start starter) (*worker, error) {
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
	unguard() // from here on Close handles it
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
	page, err := w.page(context.Background(), "/-/shell", p.o.Deadline)
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

// watch monitors w and replaces it when it is too large. It returns the last
// replacement when that is gone or the pool closes.
func (p *Pool) watch(w *worker, start starter) *worker {
	ticker := time.NewTicker(checkInterval)
	defer ticker.Stop()
	for {
		select {
		case <-w.gone.Done():
			return w
		case <-p.open.Done():
			return w
		case <-ticker.C:
		}
		if err := w.health(p.o.Deadline); err != nil {
			p.lostAfter(w, err)
			continue
		}
		p.fetchShell(w)
		// One at a time: an extra process for each worker could be too much.
		if w.tooLarge(p.o.MaxRSS) && p.recycling.TryLock() {
			w = p.recycle(w, start)
			p.recycling.Unlock()
		}
	}
}

// recycle returns w's replacement, or w if none could be started.
func (p *Pool) recycle(w *worker, start starter) *worker {
	next, err := p.startWorker(start)
	if err != nil {
		p.noteFailure(err, checkInterval)
		return w
	}
	p.log.Info("replaced a renderer that used too much memory", "renderer", w.name, "rss", w.rss.Load())
	p.mu.Lock()
	p.recycled++
	p.mu.Unlock()
	p.wg.Go(func() { p.retire(w) })
	return next
}

// retire lets w finish its renders and ends it.
func (p *Pool) retire(w *worker) {
	p.mu.Lock()
	w.retiring = true
	p.mu.Unlock()
	idle, cancel := context.WithCancel(p.graceful)
	defer cancel()
	defer context.AfterFunc(w.gone, cancel)()
	_ = w.room.Acquire(idle, int64(p.o.PerWorker)) // on error it is gone or has to go
	if w.process != nil {
		w.http.CloseIdleConnections()
		w.process.terminate()
		select {
		case <-w.gone.Done():
		case <-time.After(exitLimit):
		case <-p.graceful.Done():
		}
	}
	p.lose(w, hung)
}

// probe is how long a worker that failed to answer has to prove that it isn't
// blocked. It has one thread, so an endless loop in a page blocks everything.
func (p *Pool) probe() time.Duration { return max(p.o.Deadline/10, 500*time.Millisecond) }

// lostAfter reports whether an error of a request means that its worker is
// gone. If so, it makes sure that it is.
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
		if w.process != nil { // it may be dying; that shows soon
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

// lose takes w out of service for good, ends its renders and kills its process.
// Only the first call for a worker has an effect.
func (p *Pool) lose(w *worker, why ending) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if w.gone.Err() != nil {
		return
	}
	w.ending = why
	w.abandon()
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

// backoff spaces the starts of a worker that keeps failing.
type backoff struct{ failures int }

// after returns the pause after w ended; a nil w could not be started. There is
// no pause after a first failure, nor if the worker served for a while or was
// killed after it had started. The pause after a worker killed from outside is
// always short, so that the site recovers quickly when the killing stops.
func (b *backoff) after(w *worker) time.Duration {
	longest := 5 * time.Second
	if w != nil {
		if !w.served.IsZero() && (w.ending != endedItself || time.Since(w.served) > stableAfter) {
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
