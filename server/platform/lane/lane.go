// Package lane bounds what is done at a time, and how many wait for it: whoever
// comes on top is refused at once, which costs next to nothing.
package lane

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// ErrBusy is the error for whoever is refused.
var ErrBusy = errors.New("too many wait already")

// Lane has room for some at a time, and places for some who wait: enough for those
// who happen to come together. While more find no place than are let in, and until as
// many were let in, a long line would only make all of them late, and no more wait
// than are inside. One network may take all places, but has to give them up for
// others until they have as many.
type Lane struct {
	Name    string
	room    chan struct{} // holds one for each that is inside
	most    int           // that may wait
	refused atomic.Uint64

	mu      sync.Mutex // guards what follows
	waiting map[string][]place
	taken   int // of the places
	surplus int // of those who were refused over those let in, from 0 to twice most
}

// place is one to wait at, of a network. It is closed when it is given to another.
type place chan struct{}

// New returns a Lane.
func New(name string, room, waiting int) *Lane {
	return &Lane{Name: name, room: make(chan struct{}, room), most: waiting, waiting: map[string][]place{}}
}

type networkKey struct{}

// From returns a context of somebody in a network.
func From(ctx context.Context, network string) context.Context {
	return context.WithValue(ctx, networkKey{}, network)
}

// Enter waits for room, for patience at most, and returns how to leave. The error
// is ErrBusy or that of ctx.
func (l *Lane) Enter(ctx context.Context, patience time.Duration) (leave func(), err error) {
	select {
	case l.room <- struct{}{}:
		l.letIn()
		return l.leave, nil
	default:
	}
	network, _ := ctx.Value(networkKey{}).(string)
	mine := l.wait(network)
	if mine == nil {
		return nil, ErrBusy
	}
	defer l.rise(network, mine)
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case l.room <- struct{}{}:
		l.letIn()
		return l.leave, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-mine:
	case <-late.C:
	}
	l.refused.Add(1)
	return nil, ErrBusy
}

func (l *Lane) leave() { <-l.room }

// letIn counts whoever was let in.
func (l *Lane) letIn() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.surplus = max(l.surplus-1, 0)
}

// refuse counts whoever found no place. The caller holds mu.
func (l *Lane) refuse() {
	l.refused.Add(1)
	l.surplus = min(l.surplus+1, 2*l.most)
}

// Refuse reports whether whoever of a network enters now is refused at once, and
// counts who is: to ask costs less than to enter.
func (l *Lane) Refuse(ctx context.Context) bool {
	if len(l.room) < cap(l.room) {
		return false
	}
	network, _ := ctx.Value(networkKey{}).(string)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.taken < l.places() {
		return false
	}
	if _, gives := l.heaviest(len(l.waiting[network])); gives {
		return false
	}
	l.refuse()
	return true
}

// places is how many may wait now. The caller holds mu.
func (l *Lane) places() int {
	if l.surplus >= l.most {
		return min(cap(l.room), l.most)
	}
	return l.most
}

// wait returns a place, or nil when there is none for this network.
func (l *Lane) wait(network string) place {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.taken >= l.places() && !l.makeRoom(len(l.waiting[network])) {
		l.refuse()
		return nil
	}
	mine := make(place)
	l.waiting[network] = append(l.waiting[network], mine)
	l.taken++
	return mine
}

// makeRoom takes the newest place of the network that has most, unless whoever
// wants it had as many then. The caller holds mu.
func (l *Lane) makeRoom(own int) bool {
	network, gives := l.heaviest(own)
	if !gives {
		return false
	}
	places := l.waiting[network]
	close(places[len(places)-1])
	l.waiting[network] = places[:len(places)-1]
	l.taken--
	return true
}

// heaviest returns the network that has most places, and whether it gives one to
// somebody whose network has own. The caller holds mu.
func (l *Lane) heaviest(own int) (found string, gives bool) {
	most := 0
	for network, places := range l.waiting {
		if len(places) > most {
			found, most = network, len(places)
		}
	}
	return found, most >= own+2
}

// rise gives a place back, unless it was given to another.
func (l *Lane) rise(network string, mine place) {
	l.mu.Lock()
	defer l.mu.Unlock()
	places := l.waiting[network]
	i := slices.Index(places, mine)
	if i < 0 {
		return
	}
	l.taken--
	if l.waiting[network] = slices.Delete(places, i, i+1); len(places) == 1 {
		delete(l.waiting, network)
	}
}

// Waiting returns how many wait.
func (l *Lane) Waiting() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.taken
}

// Refused returns how many were refused so far.
func (l *Lane) Refused() uint64 { return l.refused.Load() }
