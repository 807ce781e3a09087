package renderer

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// askOnce asks for path with a body, and returns the answer's.
func askOnce(ctx context.Context, c *client, path string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+c.address+path, strings.NewReader("said"))
	if err != nil {
		return "", err
	}
	var body []byte
	err = c.ask(ctx, request, func(response *http.Response) error {
		body, err = io.ReadAll(response.Body)
		return err
	})
	return string(body), err
}

// echo serves what it is sent, and counts the connections.
func echo(t *testing.T, opened *atomic.Int32) (*httptest.Server, *client) {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/last":
			w.Header().Set("Connection", "close")
		case "/never":
			_, _ = io.ReadAll(r.Body) // only then is a client's leaving noticed
			<-r.Context().Done()
		}
		_, _ = io.Copy(w, r.Body)
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	c := &client{network: "tcp", address: server.Listener.Addr().String()}
	t.Cleanup(c.close)
	return server, c
}

func TestAClientKeepsItsConnectionAndReplacesOneThatWasClosed(t *testing.T) {
	var opened atomic.Int32
	server, c := echo(t, &opened)
	ask := func(path string, connections int32) {
		t.Helper()
		if got, err := askOnce(t.Context(), c, path); got != "said" || err != nil {
			t.Fatalf("%s: got %q, %v", path, got, err)
		}
		if n := opened.Load(); n != connections {
			t.Errorf("%s: %d connections, want %d", path, n, connections)
		}
	}
	ask("/a", 1)
	ask("/b", 1)
	server.CloseClientConnections()
	ask("/c", 2)
	ask("/last", 2)
	ask("/d", 3)
	c.close()
	ask("/e", 4)
	ask("/f", 5)
}

func TestARequestThatEndsItsConnectionIsSentTwiceAtMost(t *testing.T) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		asked.Add(1)
		panic(http.ErrAbortHandler)
	}))
	defer server.Close()
	c := &client{network: "tcp", address: server.Listener.Addr().String()}
	defer c.close()
	for range 3 {
		conn, err := c.dial(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		c.keep(conn)
	}
	if got, err := askOnce(t.Context(), c, "/kill"); err == nil {
		t.Errorf("got %q", got)
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("it was sent %d times, want 2", n)
	}
}

func TestAClientAsksNoLongerThanItsContext(t *testing.T) {
	var opened atomic.Int32
	_, c := echo(t, &opened)
	if _, err := askOnce(t.Context(), c, "/a"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := askOnce(ctx, c, "/never"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if got, err := askOnce(t.Context(), c, "/b"); got != "said" || err != nil {
		t.Errorf("after that: got %q, %v", got, err)
	}
}
