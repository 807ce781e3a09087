package pictures

import (
	"context"
	"slices"
	"sync"
)

// fairLock allows one holder at a time. Waiting users take turns, so someone
// who uploads one picture doesn't wait for all of another user's pictures.
type fairLock struct {
	mu     sync.Mutex
	taken  bool
	people []string // users waiting, in the order of their next turns
	queues map[string][]chan struct{}
}

// acquire waits for a turn of person. After a nil result, the caller must call
// release.
func (t *fairLock) acquire(ctx context.Context, person string) error {
	granted := t.enqueue(person)
	select {
	case <-granted:
		return nil
	case <-ctx.Done():
	}
	if !t.cancel(person, granted) {
		t.release() // granted meanwhile
	}
	return ctx.Err()
}

// enqueue adds a waiter for person. The returned channel is closed when its
// turn comes.
func (t *fairLock) enqueue(person string) chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	granted := make(chan struct{})
	if !t.taken {
		t.taken = true
		close(granted)
		return granted
	}
	if t.queues == nil {
		t.queues = map[string][]chan struct{}{}
	}
	if len(t.queues[person]) == 0 {
		t.people = append(t.people, person)
	}
	t.queues[person] = append(t.queues[person], granted)
	return granted
}

// cancel removes a waiter, and reports whether its turn had not come yet.
func (t *fairLock) cancel(person string, granted chan struct{}) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := slices.Index(t.queues[person], granted)
	if at < 0 {
		return false
	}
	t.setQueue(person, slices.Delete(t.queues[person], at, at+1))
	return true
}

// release ends a turn. The next one goes to the user who has waited longest
// since their last turn. If they have more waiters, they move to the end of the
// line.
func (t *fairLock) release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.people) == 0 {
		t.taken = false
		return
	}
	person := t.people[0]
	t.people = append(t.people[1:], person)
	close(t.queues[person][0])
	t.setQueue(person, t.queues[person][1:])
}

// setQueue replaces a user's waiters.
func (t *fairLock) setQueue(person string, queue []chan struct{}) {
	t.queues[person] = queue
	if len(queue) == 0 {
		delete(t.queues, person)
		t.people = slices.DeleteFunc(t.people, func(other string) bool { return other == person })
	}
}
