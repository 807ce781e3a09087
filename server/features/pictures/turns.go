package pictures

import (
	"context"
	"slices"
	"sync"
)

// turns has one picture made at a time, and those who wait take turns by
// person: whoever sends one picture does not wait for all of somebody else's.
type turns struct {
	mu     sync.Mutex
	taken  bool
	people []string // who waits, in the order of their next turns
	queues map[string][]chan struct{}
}

// take waits for a turn of a person. Each turn that it gives ends with pass.
func (t *turns) take(ctx context.Context, person string) error {
	called := t.line(person)
	select {
	case <-called:
		return nil
	case <-ctx.Done():
	}
	if !t.leave(person, called) {
		t.pass() // called in this very moment
	}
	return ctx.Err()
}

// line has a person wait for one turn more. The channel is closed when it comes.
func (t *turns) line(person string) chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	called := make(chan struct{})
	if !t.taken {
		t.taken = true
		close(called)
		return called
	}
	if t.queues == nil {
		t.queues = map[string][]chan struct{}{}
	}
	if len(t.queues[person]) == 0 {
		t.people = append(t.people, person)
	}
	t.queues[person] = append(t.queues[person], called)
	return called
}

// leave gives up a turn that was waited for, and reports whether it had not
// come.
func (t *turns) leave(person string, called chan struct{}) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := slices.Index(t.queues[person], called)
	if at < 0 {
		return false
	}
	t.keep(person, slices.Delete(t.queues[person], at, at+1))
	return true
}

// pass ends a turn. The next is of whoever has waited longest for one, and who
// waits for more goes to the end of the line.
func (t *turns) pass() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.people) == 0 {
		t.taken = false
		return
	}
	person := t.people[0]
	t.people = append(t.people[1:], person)
	close(t.queues[person][0])
	t.keep(person, t.queues[person][1:])
}

// keep sets for what a person waits.
func (t *turns) keep(person string, queue []chan struct{}) {
	t.queues[person] = queue
	if len(queue) == 0 {
		delete(t.queues, person)
		t.people = slices.DeleteFunc(t.people, func(other string) bool { return other == person })
	}
}
