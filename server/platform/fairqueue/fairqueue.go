// Package fairqueue limits how much runs at once and how much waits, and shares
// the places in the queue fairly between networks.
package fairqueue

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// ErrFull is returned by Enter if the queue is full or no slot became free in
// time.
var ErrFull = errors.New("the queue is full")

// Queue has slots for what runs and places for what waits. Without a free place
// a newcomer is rejected at once. One network may fill the whole queue, but
// loses its newest places to others until they have as many.
type Queue struct {
	Name     string
	slots    chan struct{} // has an element for each slot in use
	places   int
	rejected atomic.Uint64

	mu      sync.Mutex     // guards what follows
	waiting []*waiter      // oldest first
	held    map[string]int // places by network
}

// waiter is one place in the queue.
type waiter struct {
	network string
	evicted chan struct{} // closed when the place is given to another network
}

// New returns a queue.
func New(name string, slots, places int) *Queue {
	return &Queue{Name: name, slots: make(chan struct{}, slots), places: places, held: map[string]int{}}
}

// Enter waits for a slot, for a limited time, for a client in a network, and
// returns a function that frees it. The error is ErrFull or that of ctx.
func (q *Queue) Enter(ctx context.Context, network string, atMost time.Duration) (leave func(), err error) {
	leave = func() { <-q.slots }
	select {
	case q.slots <- struct{}{}:
		return leave, nil
	default:
	}
	w := q.join(network)
	if w == nil {
		q.rejected.Add(1)
		return nil, ErrFull
	}
	defer q.remove(w)
	timeout := time.NewTimer(atMost)
	defer timeout.Stop()
	select {
	case q.slots <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-w.evicted:
	case <-timeout.C:
	}
	q.rejected.Add(1)
	return nil, ErrFull
}

// join returns a place in the queue, or nil if there is none for this network.
func (q *Queue) join(network string) *waiter {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) >= q.places && !q.evictFor(network) {
		return nil
	}
	w := &waiter{network, make(chan struct{})}
	q.waiting = append(q.waiting, w)
	q.held[network]++
	return w
}

// evictFor removes the newest place of the network that has the most, unless
// the newcomer's network would then have more. It reports whether it did. The
// caller holds mu.
func (q *Queue) evictFor(newcomer string) bool {
	heaviest := newcomer
	for network, places := range q.held {
		if places > q.held[heaviest] {
			heaviest = network
		}
	}
	if q.held[heaviest] < q.held[newcomer]+2 {
		return false
	}
	for i := len(q.waiting) - 1; ; i-- {
		if w := q.waiting[i]; w.network == heaviest {
			close(w.evicted)
			q.removeAt(i)
			return true
		}
	}
}

func (q *Queue) remove(w *waiter) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.Index(q.waiting, w); i >= 0 {
		q.removeAt(i)
	}
}

// removeAt removes a place. The caller holds mu.
func (q *Queue) removeAt(i int) {
	network := q.waiting[i].network
	q.waiting = slices.Delete(q.waiting, i, i+1)
	if q.held[network]--; q.held[network] == 0 {
		delete(q.held, network)
	}
}

// Waiting returns how many wait.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting)
}

// Rejected returns how many were rejected.
func (q *Queue) Rejected() uint64 { return q.rejected.Load() }
