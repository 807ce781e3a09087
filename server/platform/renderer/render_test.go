package renderer

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// idlePool has workers without processes: renders only take slots.
func idlePool(workers, perWorker int) *Pool {
	p := &Pool{o: Options{PerWorker: perWorker, Wait: time.Minute}, changed: make(chan struct{})}
	for range workers {
		p.addWorker(newWorker("", "http://renderer", "unix", ""))
	}
	return p
}

// enters waits for a slot in the background and sends it to the returned
// channel.
func enters(p *Pool, target string) chan *slot {
	had := make(chan *slot, 1)
	go func() {
		if s, err := p.enter(context.Background(), target); err == nil {
			had <- s
		}
	}()
	synctest.Wait()
	return had
}

func wantSlots(t *testing.T, want int, waiting ...chan *slot) {
	t.Helper()
	synctest.Wait()
	for i, had := range waiting {
		if len(had) != want {
			t.Errorf("render %d has %d slots, want %d", i+1, len(had), want)
		}
	}
}

func TestASuspectRunsAloneAndDelaysNoOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := idlePool(2, 2)
		p.suspects.blame("/suspect", false, false, time.Now())
		one, two := enters(p, "/one"), enters(p, "/two")
		suspect := enters(p, "/suspect")
		three := enters(p, "/three")
		wantSlots(t, 1, one, two, three)
		wantSlots(t, 0, suspect)
		beside := enters(p, "/beside") // waits until the suspect, or a render on the other worker, is done
		wantSlots(t, 0, beside)
		for _, s := range []*slot{<-one, <-two} {
			p.finish(s, true)
		}
		wantSlots(t, 1, suspect)
		if s := <-suspect; !s.alone || s.worker.running != 1 {
			t.Errorf("the suspect is alone: %v, with %d in its worker", s.alone, s.worker.running)
		} else {
			p.finish(s, true)
		}
		p.finish(<-three, true)
		p.finish(<-beside, true)
		for _, w := range p.workers {
			if w.running != 0 || w.assigned != 0 || !w.room.TryAcquire(2) {
				t.Errorf("a place was not released: %d running, %d assigned", w.running, w.assigned)
			}
		}
	})
}

func TestASuspectThatLeavesReleasesItsWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := idlePool(1, 2)
		p.suspects.blame("/suspect", false, false, time.Now())
		one := enters(p, "/one")
		ctx, leave := context.WithCancel(t.Context())
		left := make(chan error)
		go func() {
			_, err := p.enter(ctx, "/suspect")
			left <- err
		}()
		synctest.Wait()
		two := enters(p, "/two")
		wantSlots(t, 0, two)
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		wantSlots(t, 1, one, two)
		late := make(chan error)
		go func() {
			_, err := p.enter(context.Background(), "/late")
			late <- err
		}()
		if err := <-late; !errors.Is(err, ErrBusy) {
			t.Errorf("without a slot for Options.Wait: %v", err)
		}
	})
}

func TestWaitingRendersMoveToAnotherWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := idlePool(1, 1)
		enters(p, "/one")
		two := enters(p, "/two")
		p.mu.Lock()
		gone := p.workers[0]
		p.workers = nil
		gone.abandon()
		p.mu.Unlock()
		wantSlots(t, 0, two)
		p.mu.Lock()
		p.addWorker(newWorker("", "http://renderer", "unix", ""))
		p.mu.Unlock()
		wantSlots(t, 1, two)
	})
}
