package lane

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"thriftwell/db/dbtest"
)

// bounded serves "ok" on connections that n bounds, at /wait between two steps.
func bounded(t *testing.T, n *Connections, step chan<- struct{}) (address string) {
	return boundedAndWatched(t, n, step, n.Watch)
}

func boundedAndWatched(t *testing.T, n *Connections, step chan<- struct{}, watch func(net.Conn, http.ConnState)) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{ConnState: watch, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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

// from connects from an address of this machine.
func from(t *testing.T, local, to string) net.Conn {
	t.Helper()
	c, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(local)}}).Dial("tcp", to)
	if errors.Is(err, syscall.EADDRNOTAVAIL) {
		dbtest.Skip(t, "this system has one loopback address only")
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

// isClosed waits until a connection is closed, without having asked.
func isClosed(c net.Conn) bool {
	_, err := c.Read(make([]byte, 1))
	return err != nil && !errors.Is(err, os.ErrDeadlineExceeded)
}

func TestWhoHoldsConnectionsKeepsNobodyOut(t *testing.T) {
	t.Parallel()
	n := &Connections{Most: 5, Network: func(a net.Addr) string { return a.(*net.TCPAddr).IP.String() }}
	step := make(chan struct{})
	address := bounded(t, n, step)
	other, waits := from(t, "127.0.0.2", address), from(t, "127.0.0.1", address)
	if _, err := io.WriteString(waits, "GET /wait HTTP/1.1\r\nHost: example.com\r\n\r\n"); err != nil || !asks(other) {
		t.Fatal("the other is not served", err)
	}
	<-step
	busy := from(t, "127.0.0.1", address)
	var idle []net.Conn
	for i := range 50 {
		idle = append(idle, from(t, "127.0.0.1", address))
		for n.Open()+int(n.Refused()) < i+4 { // until the server has it
			time.Sleep(time.Millisecond)
		}
		if !asks(busy) {
			t.Fatal("one that is in use was closed")
		}
	}
	for i, c := range idle[:len(idle)-2] { // for two of them there is room
		if !isClosed(c) {
			t.Fatalf("idle connection %d is open", i)
		}
	}
	if n.Refused() != 48 || n.Open() != 5 {
		t.Errorf("%d gave way, %d are open", n.Refused(), n.Open())
	}
	<-step
	if !isAnswered(waits) {
		t.Error("one whose request was under way was closed")
	}
	if !asks(other) || !asks(from(t, "127.0.0.1", address)) {
		t.Error("somebody is shut out")
	}
}

func TestConnectionsBeyondTheMostMakeRoomForOthers(t *testing.T) {
	t.Parallel()
	n := &Connections{Most: 2, Network: func(a net.Addr) string {
		if ip := a.(*net.TCPAddr).IP.String(); ip != "127.0.0.9" {
			return ip
		}
		return "" // a proxy
	}}
	address := bounded(t, n, nil)
	proxy, quiet := from(t, "127.0.0.9", address), from(t, "127.0.0.1", address)
	if !asks(proxy) || !asks(quiet) {
		t.Fatal("one is not served")
	}
	second := from(t, "127.0.0.2", address)
	if !asks(second) || !isClosed(quiet) || !asks(proxy) {
		t.Fatal("the quiet one had to give way, and the proxy stays")
	}
	third := from(t, "127.0.0.9", address)
	if !asks(third) || !isClosed(second) {
		t.Fatal("a proxy's connection goes before a visitor's")
	}
	if !isClosed(from(t, "127.0.0.9", address)) || n.Open() != 2 {
		t.Errorf("where only proxies are, the newest is closed; %d are open", n.Open())
	}
}

// Of thousands who ask and read nothing, a megabyte each would be more than a
// small machine has.
func TestWhoDoesNotReadFillsLittleMemory(t *testing.T) {
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
	n := &Connections{Most: 1, Network: func(net.Addr) string { return "" }}
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
		t.Errorf("%d bytes were taken from the server: %v", taken, err)
	}
}

// answering is a Connections.Answer that answers everybody alike.
func answering(answer func(head []byte) []byte) func(net.Addr) func([]byte) []byte {
	return func(net.Addr) func([]byte) []byte { return answer }
}

func TestWhoIsAnsweredAtOnceIsNotSeenByTheServer(t *testing.T) {
	t.Parallel()
	const away = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"
	get := func(path string) string { return "GET " + path + " HTTP/1.1\r\nHost: example.com\r\n\r\n" }
	begins := "GET / HTTP/1.1\r\nHost: example.com\r\nContent-Length: " + strconv.Itoa(len(get("/away"))) + "\r\n\r\n"
	for what, steps := range map[string][]struct {
		send string
		want []int // statuses
	}{
		"the first":                       {{get("/away"), []int{503}}, {get("/"), []int{200}}},
		"after others":                    {{get("/"), []int{200}}, {get("/away"), []int{503}}, {get("/away"), []int{503}}, {get("/"), []int{200}}, {get("/away"), []int{503}}},
		"after a body":                    {{begins + get("/away"), []int{200}}, {get("/away"), []int{503}}},
		"a body that looks like it":       {{begins, nil}, {get("/away"), []int{200}}, {get("/away"), []int{200}}},
		"two at once":                     {{get("/away") + get("/"), []int{200, 200}}, {get("/away"), []int{200}}},
		"the rest of what came with else": {{get("/") + begins, []int{200}}, {get("/away"), []int{200}}},
		"lines that end in LF alone":      {{strings.ReplaceAll(get("/"), "\r\n", "\n") + begins, []int{200}}, {get("/away"), []int{200}}},
		"the end of a header":             {{"GET / HTTP/1.1\r\nHost: example.com\r\nReferer: ", nil}, {get("/away"), []int{400}}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			begun, idle := make(chan struct{}, 1), make(chan struct{}, 2)
			n := &Connections{Most: 50, Network: func(net.Addr) string { return "" }, Idle: time.Minute, Answer: answering(func(head []byte) []byte {
				if bytes.Contains(head, []byte("Content-Length")) {
					begun <- struct{}{}
				}
				if bytes.HasPrefix(head, []byte("GET /away ")) {
					return []byte(away)
				}
				return nil
			})}
			address := boundedAndWatched(t, n, nil, func(c net.Conn, state http.ConnState) {
				if n.Watch(c, state); state == http.StateIdle {
					idle <- struct{}{}
				}
			})
			c := from(t, "127.0.0.1", address)
			in := bufio.NewReader(c)
			for i, step := range steps {
				if _, err := io.WriteString(c, step.send); err != nil {
					t.Fatal(err)
				}
				if step.send == begins {
					select {
					case <-begun: // the body is not read with it
					case <-time.After(10 * time.Second):
						t.Fatal("nobody is asked for an answer")
					}
				}
				for _, want := range step.want {
					res, err := http.ReadResponse(in, nil)
					if err != nil {
						t.Fatal(err)
					}
					if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != want {
						t.Fatalf("step %d is answered with %d, and not %d: %v", i, res.StatusCode, want, err)
					}
					if want == http.StatusOK {
						<-idle // by then the server has stopped to look whether the client leaves
					}
				}
			}
		})
	}
}

// The server gives the first request a time that begins with the connection. Were all answered here, the first that it
// sees could have none left for its body.
func TestTheServerSeesTheFirstRequestInTime(t *testing.T) {
	t.Parallel()
	idle := make(chan struct{}, 1)
	n := &Connections{Most: 50, Network: func(net.Addr) string { return "" }, Idle: time.Minute, Answer: answering(func([]byte) []byte {
		return []byte("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
	})}
	address := boundedAndWatched(t, n, nil, func(c net.Conn, state http.ConnState) {
		switch n.Watch(c, state); state {
		case http.StateNew:
			c.(*connection).since = time.Now().Add(-answerTimeout)
		case http.StateIdle:
			idle <- struct{}{}
		}
	})
	c := from(t, "127.0.0.1", address)
	in := bufio.NewReader(c)
	for _, want := range []int{200, 503, 503} {
		if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: example.com\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != want {
			t.Fatalf("answered with %d, and not %d: %v", res.StatusCode, want, err)
		}
		if want == http.StatusOK {
			<-idle
		}
	}
}

// What comes after bytes that are taken for one request is the next one, to the
// server too.
func FuzzTheNextRequestBeginsBehindOne(f *testing.F) {
	const next = "GET /next HTTP/1.1\r\nHost: example.com\r\n\r\n"
	for _, seed := range []string{
		next, next + next, strings.ReplaceAll(next, "\r\n", "\n") + next, "GET / HTTP/1.1\r\nHost: a\r\nX: \n\r\n",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{} ",
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, read []byte) {
		head := isHead(read)
		if !head && !isRequest(read) {
			return
		}
		in := bufio.NewReader(io.MultiReader(bytes.NewReader(read), strings.NewReader(next)))
		r, err := http.ReadRequest(in)
		if err != nil || head && r.ContentLength != 0 { // which the server closes the connection for; whose body comes yet
			return
		}
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			t.Fatal(err)
		}
		if r, err := http.ReadRequest(in); err != nil || r.URL.Path != "/next" {
			t.Errorf("what follows %q is no request of its own: %v", read, err)
		}
	})
}
