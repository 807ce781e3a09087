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

func TestWorkerAddressesAreDialed(t *testing.T) {
	for address, want := range map[string]string{
		"http://10.0.0.5:9001":    "tcp 10.0.0.5:9001",
		"http://10.0.0.5:9001/":   "tcp 10.0.0.5:9001",
		"http://renderer":         "tcp renderer:80",
		"http://renderer:":        "tcp renderer:80",
		"http://[fd00::5]:9001":   "tcp [fd00::5]:9001",
		"http://[fd00::5]":        "tcp [fd00::5]:80",
		"http://[fd00::5]:":       "tcp [fd00::5]:80",
		"unix:/run/renderer.sock": "unix /run/renderer.sock",
	} {
		start, err := remote(address)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		w, err := start()
		if err != nil {
			t.Fatal(err)
		}
		w.abandon()
		if got := w.network + " " + w.address; got != want {
			t.Errorf("%s dials %s, want %s", address, got, want)
		}
	}
}

func TestConnectionsAreReusedAndReplacedOnceClosed(t *testing.T) {
	t.Parallel()
	var opened atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/never" {
			<-r.Context().Done()
		}
		_, _ = io.WriteString(w, r.URL.Path)
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	w := newWorker("", server.URL, "tcp", strings.TrimPrefix(server.URL, "http://"))
	defer w.abandon()
	ask := func(path string, connections int32) {
		t.Helper()
		page, err := w.page(t.Context(), path, time.Minute)
		if err != nil || string(page.Body) != path || opened.Load() != connections {
			t.Errorf("%s: got %q, %v over %d connections, want %d", path, page.Body, err, opened.Load(), connections)
		}
	}
	ask("/a", 1)
	ask("/b", 1)
	server.CloseClientConnections()
	ask("/c", 2)
	if _, err := w.page(t.Context(), "/never", 50*time.Millisecond); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("no response in time: %v", err)
	}
	ask("/d", 3)
}
