package lane

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"syscall"
	"testing"
	"time"
)

// visitor is a client of a server that turns requests for /away away.
type visitor struct {
	t *testing.T
	n *Connections
	net.Conn
	in   *bufio.Reader
	idle chan struct{}
}

// served returns a client that the server has served once.
func served(t *testing.T, patience time.Duration) visitor {
	t.Helper()
	idle := make(chan struct{}, 1)
	n := &Connections{Most: 50, Network: func(net.Addr) string { return "" }, Idle: patience, Answer: answering(func(head []byte) []byte {
		switch {
		case bytes.HasPrefix(head, []byte("GET /panic ")):
			panic(http.ErrAbortHandler)
		case bytes.HasPrefix(head, []byte("GET /away ")):
			return []byte("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
		}
		return nil
	})}
	address := boundedAndWatched(t, n, nil, func(c net.Conn, state http.ConnState) {
		if n.Watch(c, state); state == http.StateIdle {
			idle <- struct{}{}
		}
	})
	conn := from(t, "127.0.0.1", address)
	v := visitor{t, n, conn, bufio.NewReader(conn), idle}
	v.gets("/", http.StatusOK)
	return v
}

func (v visitor) sends(text string) {
	v.t.Helper()
	if _, err := io.WriteString(v, text); err != nil {
		v.t.Fatal(err)
	}
}

func (v visitor) hears(status int) {
	v.t.Helper()
	res, err := http.ReadResponse(v.in, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != status {
		v.t.Fatalf("answered with %d, and not %d: %v", res.StatusCode, status, err)
	}
	if status == http.StatusOK {
		<-v.idle
	}
}

func (v visitor) gets(path string, status int) {
	v.t.Helper()
	v.sends("GET " + path + " HTTP/1.1\r\nHost: example.com\r\n\r\n")
	v.hears(status)
}

// wakeFrom is how many bytes of the client wake the server.
func (v visitor) wakeFrom() (bytes int) {
	v.n.mu.Lock()
	defer v.n.mu.Unlock()
	for c := range v.n.of[""] {
		if raw, err := c.SyscallConn(); err == nil {
			_ = raw.Control(func(fd uintptr) {
				bytes, _ = syscall.GetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVLOWAT)
			})
		}
	}
	return bytes
}

// joins is turned away until it is in the rounds, which it leaves if it is slow to ask.
func (v visitor) joins() {
	v.t.Helper()
	for end := time.Now().Add(10 * time.Second); v.wakeFrom() != wakeFrom; {
		if time.Now().After(end) {
			v.t.Fatal("who is turned away is not in the rounds")
		}
		v.gets("/away", http.StatusServiceUnavailable)
	}
}

// leaves waits until it is not in the rounds.
func (v visitor) leaves() {
	v.t.Helper()
	for end := time.Now().Add(10 * time.Second); v.wakeFrom() != 1; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			v.t.Fatal("it is in the rounds still")
		}
	}
}

func TestWhoIsRefusedAgainDoesNotWakeTheServer(t *testing.T) {
	t.Parallel()
	v := served(t, time.Minute)
	v.joins()
	v.gets("/away", http.StatusServiceUnavailable)
	v.gets("/", http.StatusOK)
	v.leaves()
	v.joins()
	v.sends("GET / HTTP/1.1\r\nHost: ")
	v.leaves()
	v.sends("example.com\r\n\r\nGET /away HTTP/1.1\r\nHost: example.com\r\n\r\n")
	v.hears(http.StatusOK)
	v.hears(http.StatusOK) // two at a time are for the server
}

// Of thousands who were refused once, most do not ask again soon: to look at them all the time would cost more than to
// wake for the few.
func TestWhoIsQuietLeavesTheRounds(t *testing.T) {
	t.Parallel()
	v := served(t, time.Minute)
	for range 2 {
		v.joins()
		v.leaves()
	}
	v.gets("/", http.StatusOK)
}

func TestTheRoundsEndWithTheConnection(t *testing.T) {
	t.Parallel()
	for what, end := range map[string]func(v visitor){
		"time is up":        func(visitor) {},
		"the client leaves": func(v visitor) { v.Close() },
		"room is needed": func(v visitor) {
			v.n.mu.Lock()
			defer v.n.mu.Unlock()
			for c := range v.n.of[""] {
				_ = c.Close()
			}
		},
		"the answer panics": func(v visitor) { v.sends("GET /panic HTTP/1.1\r\nHost: example.com\r\n\r\n") },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			patience := time.Minute
			if what == "time is up" {
				patience = time.Second
			}
			v := served(t, patience)
			v.joins()
			end(v)
			for v.n.Open() > 0 {
				time.Sleep(time.Millisecond)
			}
		})
	}
}
