package renderer

import (
	"testing"
	"time"
)

// idlePool has workers with a place each, and no processes: only turns are taken.
func idlePool(workers int) *Pool {
	p := &Pool{o: Options{PerWorker: 1, Queue: 10}}
	for range workers {
		p.workers = append(p.workers, newWorker("", "http://renderer", "unix", ""))
	}
	return p
}

func lineUp(t *testing.T, p *Pool, target string, again bool) *turn {
	t.Helper()
	waiting := &turn{target: target, called: make(chan error, 1)}
	if err := p.line(waiting, again); err != nil {
		t.Fatal(err)
	}
	return waiting
}

func wantCalled(t *testing.T, want bool, turns ...*turn) {
	t.Helper()
	for _, waiting := range turns {
		if called := waiting.worker != nil; called != want {
			t.Errorf("%s is called: %v", waiting.target, called)
		}
	}
}

func TestTurnsComeInOrderAndLostRendersFirst(t *testing.T) {
	p := idlePool(1)
	running := lineUp(t, p, "/running", false)
	first, second := lineUp(t, p, "/first", false), lineUp(t, p, "/second", false)
	lost := lineUp(t, p, "/lost", true)
	wantCalled(t, true, running)
	wantCalled(t, false, first, second, lost)
	p.finish(running, true)
	wantCalled(t, true, lost)
	wantCalled(t, false, first, second)
	p.finish(lost, true)
	wantCalled(t, true, first)
	wantCalled(t, false, second)
}

func TestASuspectGetsAWorkerForItselfAndHoldsUpNoOther(t *testing.T) {
	p := idlePool(2)
	p.o.PerWorker = 2
	p.suspects.blame("/suspect", false, false, time.Now())
	one, two := lineUp(t, p, "/one", false), lineUp(t, p, "/two", false)
	suspect := lineUp(t, p, "/suspect", false)
	three := lineUp(t, p, "/three", false)
	four := lineUp(t, p, "/four", true) // before the suspect in the queue
	wantCalled(t, true, one, two, three)
	wantCalled(t, false, suspect, four)
	p.finish(one, true)
	wantCalled(t, true, suspect)
	wantCalled(t, false, four)
	p.finish(suspect, true)
	wantCalled(t, true, four)
	if four.worker != suspect.worker {
		t.Error("the suspect's worker was not given back")
	}
}

func TestASuspectThatLeavesTheQueueGivesItsWorkerBack(t *testing.T) {
	p := idlePool(1)
	p.o.PerWorker = 2
	p.suspects.blame("/suspect", false, false, time.Now())
	lineUp(t, p, "/one", false)
	suspect := lineUp(t, p, "/suspect", false)
	two := lineUp(t, p, "/two", false)
	wantCalled(t, false, suspect, two)
	if err := p.leave(suspect, ErrBusy); err != ErrBusy {
		t.Error(err)
	}
	wantCalled(t, true, two)
}
