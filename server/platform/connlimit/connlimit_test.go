package connlimit

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"
	"testing"
	"time"

	"thriftwell/db/dbtest"
)

// limited serves "ok" on connections limited by n, and at /wait between two
// steps.
func limited(t *testing.T, n *Limiter, step chan<- struct{}) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{ConnState: n.Watch, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wait" {
			step <- struct{}{}
			step <- struct{}{}
		}
		_, _ = io.WriteString(w, "ok")
	})}
	ended := make(chan error)
	go func() { ended <- s.Serve(n.Listen(l)) }()
	t.Cleanup(func() {
		s.Close()
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// from connects from a local address.
func from(t *testing.T, local, to string) net.Conn {
	t.Helper()
	c, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(local)}}).Dial("tcp", to)
	if errors.Is(err, syscall.EADDRNOTAVAIL) {
		dbtest.Skip(t, "this system has only one loopback address")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	return c
}

// asks reports whether a connection still gets answers.
func asks(c net.Conn) bool {
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: example.com\r\n\r\n"); err != nil {
		return false
	}
	return isAnswered(c)
}

func isAnswered(c net.Conn) bool {
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return false
	}
	_, err = io.Copy(io.Discard, res.Body)
	return err == nil && res.Body.Close() == nil
}

// isClosed waits until a connection is closed, without sending a request.
func isClosed(c net.Conn) bool {
	_, err := c.Read(make([]byte, 1))
	return err != nil && !errors.Is(err, os.ErrDeadlineExceeded)
}

func TestAClientWithManyConnectionsLocksNoOneOut(t *testing.T) {
	t.Parallel()
	n := &Limiter{Max: 5, Network: func(a net.Addr) string { return a.(*net.TCPAddr).IP.String() }}
	step := make(chan struct{})
	address := limited(t, n, step)
	other, waits := from(t, "127.0.0.2", address), from(t, "127.0.0.1", address)
	if _, err := io.WriteString(waits, "GET /wait HTTP/1.1\r\nHost: example.com\r\n\r\n"); err != nil || !asks(other) {
		t.Fatal("the other network is not served", err)
	}
	<-step
	busy := from(t, "127.0.0.1", address)
	var idle []net.Conn
	for i := range 50 {
		idle = append(idle, from(t, "127.0.0.1", address))
		for n.Open()+int(n.Evicted()) < i+4 { // until the server has it
			time.Sleep(time.Millisecond)
		}
		if !asks(busy) {
			t.Fatal("a busy connection was closed")
		}
	}
	for i, c := range idle[:len(idle)-2] { // two of them fit
		if !isClosed(c) {
			t.Fatalf("idle connection %d is open", i)
		}
	}
	if n.Evicted() != 48 || n.Open() != 5 {
		t.Errorf("%d evicted, %d open", n.Evicted(), n.Open())
	}
	<-step
	if !isAnswered(waits) {
		t.Error("a connection with a running request was closed")
	}
	if !asks(other) || !asks(from(t, "127.0.0.1", address)) {
		t.Error("a client was locked out")
	}
}

func TestConnectionsBeyondTheLimitAreEvicted(t *testing.T) {
	t.Parallel()
	n := &Limiter{Max: 2, Network: func(a net.Addr) string {
		if ip := a.(*net.TCPAddr).IP.String(); ip != "127.0.0.9" {
			return ip
		}
		return "" // a proxy
	}}
	address := limited(t, n, nil)
	proxy, quiet := from(t, "127.0.0.9", address), from(t, "127.0.0.1", address)
	if !asks(proxy) || !asks(quiet) {
		t.Fatal("a client is not served")
	}
	second := from(t, "127.0.0.2", address)
	if !asks(second) || !isClosed(quiet) || !asks(proxy) {
		t.Fatal("want the quiet connection closed, and the proxy's kept")
	}
	third := from(t, "127.0.0.9", address)
	if !asks(third) || !isClosed(second) {
		t.Fatal("a proxy's connection was closed before a visitor's")
	}
	if !isClosed(from(t, "127.0.0.9", address)) || n.Open() != 2 {
		t.Errorf("want the newest closed if all others are proxies; %d are open", n.Open())
	}
}

// For thousands of clients that don't read, a megabyte each would exceed the
// memory of a small machine.
func TestClientsThatDoNotReadTakeLittleMemory(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	idle, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	if err := idle.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	n := &Limiter{Max: 1, Network: func(net.Addr) string { return "" }}
	c, err := n.Listen(l).Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetWriteDeadline(time.Now().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	taken, err := c.Write(make([]byte, 16<<20))
	if !errors.Is(err, os.ErrDeadlineExceeded) || taken > 512<<10 {
		t.Errorf("the server could send %d bytes: %v", taken, err)
	}
}
