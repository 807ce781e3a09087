package app

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"thriftwell/db/dbtest"
	"thriftwell/server/platform/config"
)

// testSite is the whole program on a free port, with a database of its own.
type testSite struct {
	*App
	t *testing.T
}

// openSite starts a site with these settings beside the defaults.
func openSite(t *testing.T, settings ...string) *testSite {
	t.Helper()
	return openSiteIn(t, "../..", settings...)
}

// openSiteIn is openSite with the front end and the packages of another root.
func openSiteIn(t *testing.T, root string, settings ...string) *testSite {
	t.Helper()
	if _, err := os.Stat("../../dist/manifest.json"); err != nil {
		t.Fatal("the front end is not built; run scripts/build")
	}
	c, err := config.Load(append([]string{"PORT=0", "BASE_URL=http://site.example", "RENDER_WORKERS=1", "DATA_DIR=" + t.TempDir(), "DATABASE_URL=" + dbtest.New(t)}, settings...))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	a, err := Open(ctx, Options{Config: c, Log: slog.New(slog.DiscardHandler), Root: root})
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		a.Close(context.Background())
	})
	ready, stop := context.WithTimeout(ctx, 20*time.Second)
	defer stop()
	if err := a.renderer.WaitReady(ready); err != nil {
		t.Fatal("the renderer did not come up: ", err)
	}
	return &testSite{a, t}
}

// answer is what came back, read whole.
type answer struct {
	Status int
	Header http.Header
	Body   string
}

// get asks for a path without following redirects; headers come in pairs.
func (s *testSite) get(path string, headers ...string) answer {
	s.t.Helper()
	return s.call(http.MethodGet, path, "", headers...)
}

func (s *testSite) call(method, path, body string, headers ...string) answer {
	s.t.Helper()
	req, err := http.NewRequest(method, s.URL()+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	read, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer{res.StatusCode, res.Header, string(read)}
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
