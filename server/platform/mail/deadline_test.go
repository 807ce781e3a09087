package mail

import (
	"context"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// watched is a connection that records its deadline.
type watched struct {
	net.Conn
	mu    sync.Mutex
	until time.Time // guarded by mu
}

func (w *watched) SetDeadline(t time.Time) error {
	w.mu.Lock()
	w.until = t
	w.mu.Unlock()
	return w.Conn.SetDeadline(t)
}

// left returns the time until the deadline.
func (w *watched) left() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Until(w.until)
}

// A mail server may take minutes to accept an email; one that is silent before
// that is down.
func TestOnlyAcceptingAnEmailMayTakeMinutes(t *testing.T) {
	s := listen(t, nil)
	m := mailer(t, s)
	var last atomic.Pointer[watched]
	m.server.options = append(m.server.options, gomail.WithDialContextFunc(func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, address)
		conn := &watched{Conn: c}
		last.Store(conn)
		return conn, err
	}))
	l, err := m.server.dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	l.close()
	if left := last.Load().left(); left > reachTimeout {
		t.Errorf("a connection waits for %s", left)
	}
	waits := make(chan time.Duration, 3)
	s.onEmail = func() { waits <- last.Load().left() }
	c := m.Connect()
	defer c.Close()
	for range 2 {
		if outcome, err := c.Deliver(t.Context(), bulk("jane@example.com")); outcome != Taken || err != nil {
			t.Fatal(outcome, err)
		}
	}
	if err := m.Send(t.Context(), bulk("jane@example.com")); err != nil {
		t.Fatal(err)
	}
	for range cap(waits) {
		if left := <-waits; left <= 2*reachTimeout {
			t.Errorf("an email is given up after %s", left)
		}
	}
}
