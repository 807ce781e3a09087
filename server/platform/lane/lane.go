// Package lane bounds what is done at a time, and how many wait for it: whoever
// comes on top is refused at once, which costs next to nothing.
package lane

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// ErrBusy is the error for whoever is refused.
var ErrBusy = errors.New("too many wait already")

// Lane has room for some at a time, and for some who wait.
type Lane struct {
	Name    string
	room    chan struct{} // holds one for each that is inside
	most    int64         // that may wait
	waiting atomic.Int64
	refused atomic.Uint64
}

// New returns a Lane.
func New(name string, room, waiting int) *Lane {
	return &Lane{Name: name, room: make(chan struct{}, room), most: int64(waiting)}
}

// Enter waits for room, for patience at most, and returns how to leave. The error
// is ErrBusy or that of ctx.
func (l *Lane) Enter(ctx context.Context, patience time.Duration) (leave func(), err error) {
	leave = func() { <-l.room }
	select {
	case l.room <- struct{}{}:
		return leave, nil
	default:
	}
	defer l.waiting.Add(-1)
	if l.waiting.Add(1) > l.most {
		l.refused.Add(1)
		return nil, ErrBusy
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case l.room <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-late.C:
		l.refused.Add(1)
		return nil, ErrBusy
	}
}

// Waiting returns how many wait.
func (l *Lane) Waiting() int64 { return l.waiting.Load() }

// Refused returns how many were refused so far.
func (l *Lane) Refused() uint64 { return l.refused.Load() }

// Connections counts the connections of an http.Server, and closes those beyond
// Most.
type Connections struct {
	Most    int64
	open    atomic.Int64
	refused atomic.Uint64
}

// Watch is the ConnState of the server.
func (n *Connections) Watch(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		if n.open.Add(1) > n.Most {
			n.refused.Add(1)
			_ = c.Close()
		}
	case http.StateClosed, http.StateHijacked:
		n.open.Add(-1)
	}
}

// Open returns how many there are.
func (n *Connections) Open() int64 { return n.open.Load() }

// Refused returns how many were closed at once so far.
func (n *Connections) Refused() uint64 { return n.refused.Load() }
