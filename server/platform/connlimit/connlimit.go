// Package connlimit limits the open connections of an http.Server, and the
// system memory of each.
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
// connection closes one from the network that has the most: the one that has
// been idle longest, or if all are busy, one with a request. So a client that
// holds many connections doesn't lock others out.
type Limiter struct {
	Max int
	// Network returns the network of a peer, or "" for a trusted proxy, whose connections carry many clients
	// and are never closed for others.
	Network func(net.Addr) string

	start   time.Time
	evicted atomic.Uint64

	mu        sync.Mutex                          // guards what follows
	byNetwork map[string]map[*connection]struct{} // open ones
	open      int
}

// sendBuffer is how many bytes of answers the system buffers for a connection,
// plus overhead. The default is megabytes, so thousands of clients that don't
// read would fill the memory.
const sendBuffer = 128 << 10

// connection is a visitor's connection.
type connection struct {
	*net.TCPConn // for its ReadFrom
	network      string
	busy         atomic.Bool  // a request is running
	changed      atomic.Int64 // when busy last changed
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
	_ = tcp.SetWriteBuffer(sendBuffer) // if the client has left, the first read fails
	return &connection{TCPConn: tcp, network: l.limiter.Network(tcp.RemoteAddr())}, nil
}

// Watch is the server's ConnState hook.
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

// victimFor returns the connection to close for a new one, or the new one if
// all others are from proxies. The caller holds mu.
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

// isQuieter reports whether a connection is to be closed before another.
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

// forget removes a connection, if it is known. The caller holds mu.
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

// Open returns the number of open connections.
func (l *Limiter) Open() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.open
}

// Evicted returns how many connections were closed for others.
func (l *Limiter) Evicted() uint64 { return l.evicted.Load() }
