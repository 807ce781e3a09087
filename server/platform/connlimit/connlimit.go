// Package connlimit limits the open connections of an http.Server, and what each
// may hold of the system's memory.
package connlimit

import (
	"errors"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Limiter limits the connections of an http.Server. Beyond Max, each new
// connection closes one of the network that has most: the one that has been idle
// for longest, or one with a request under way if all have. So a client that
// holds connections keeps nobody else out.
type Limiter struct {
	Max int
	// Network is the network of a peer, or "" for a proxy of ours, whose connections
	// carry any number of clients and are never closed for others.
	Network func(net.Addr) string

	start   time.Time
	evicted atomic.Uint64

	mu        sync.Mutex                          // guards what follows
	byNetwork map[string]map[*connection]struct{} // open ones
	open      int
}

// sendBuffer is how many bytes of answers the system holds for a connection, and
// as much again for its own use. By default it would hold megabytes, which
// thousands of clients that don't read would fill.
const sendBuffer = 128 << 10

// connection is one connection of a visitor.
type connection struct {
	*net.TCPConn // for its ReadFrom
	network      string
	busy         atomic.Bool  // a request is under way
	changed      atomic.Int64 // when that changed last
}

// Listen returns a listener whose connections Watch can limit.
func (l *Limiter) Listen(on net.Listener) net.Listener {
	l.start, l.byNetwork = time.Now(), map[string]map[*connection]struct{}{}
	return listener{on, l}
}

type listener struct {
	net.Listener
	limiter *Limiter
}

// Accept implements net.Listener.
func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	tcp, ok := c.(*net.TCPConn)
	if !ok {
		return nil, errors.Join(errors.New("only TCP connections can be limited"), c.Close())
	}
	_ = tcp.SetWriteBuffer(sendBuffer) // if the client is gone already, the first read says so
	return &connection{TCPConn: tcp, network: l.limiter.Network(tcp.RemoteAddr())}, nil
}

// Watch is the ConnState of the server.
func (l *Limiter) Watch(conn net.Conn, state http.ConnState) {
	c, ok := conn.(*connection)
	if !ok {
		return
	}
	c.busy.Store(state == http.StateActive)
	c.changed.Store(int64(time.Since(l.start)))
	switch state {
	case http.StateNew:
		l.add(c)
	case http.StateClosed, http.StateHijacked:
		l.remove(c)
	}
}

func (l *Limiter) add(c *connection) {
	l.mu.Lock()
	defer l.mu.Unlock()
	same := l.byNetwork[c.network]
	if same == nil {
		same = map[*connection]struct{}{}
		l.byNetwork[c.network] = same
	}
	same[c] = struct{}{}
	l.open++
	if l.open > l.Max {
		l.evicted.Add(1)
		victim := l.victimFor(c)
		l.forget(victim)
		_ = victim.Close()
	}
}

// victimFor returns the connection to close for a new one; that itself if only
// proxies have others. The caller holds mu.
func (l *Limiter) victimFor(newest *connection) *connection {
	most := 0
	for network, open := range l.byNetwork {
		if network != "" {
			most = max(most, len(open))
		}
	}
	victim := newest
	for network, open := range l.byNetwork {
		if network == "" || len(open) < most {
			continue
		}
		for c := range open {
			if c != newest && (victim == newest || c.isQuieter(victim)) {
				victim = c
			}
		}
	}
	return victim
}

// isQuieter reports whether a connection is closed before another.
func (c *connection) isQuieter(than *connection) bool {
	if busy := c.busy.Load(); busy != than.busy.Load() {
		return !busy
	}
	return c.changed.Load() < than.changed.Load()
}

func (l *Limiter) remove(c *connection) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(c)
}

// forget forgets a connection, if it is known. The caller holds mu.
func (l *Limiter) forget(c *connection) {
	same := l.byNetwork[c.network]
	if _, known := same[c]; !known {
		return
	}
	delete(same, c)
	if len(same) == 0 {
		delete(l.byNetwork, c.network)
	}
	l.open--
}

// Open returns how many there are.
func (l *Limiter) Open() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.open
}

// Evicted returns how many were closed for others so far.
func (l *Limiter) Evicted() uint64 { return l.evicted.Load() }
