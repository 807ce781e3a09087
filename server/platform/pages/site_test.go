package pages

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// guide is the lifetime used by most tests.
var guide = Lifetime{Name: "guide", Fresh: time.Minute, Stale: 10 * time.Minute, Error: time.Hour}

type renderFunc = func(ctx context.Context, target string) (Page, error)

// html returns a page as the renderer makes it.
func html(body string, tags ...string) Page {
	return Page{
		Status: http.StatusOK,
		Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}},
		Body:   []byte(body),
		Tags:   tags,
	}
}

func withStatus(status int, body string) Page {
	p := html(body)
	p.Status = status
	return p
}

// longText returns a body worth compressing.
func longText() string {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "<p>Step %d: put %d dollars aside.</p>\n", i, i*i%97)
	}
	return b.String()
}

// editions renders "edition 1", "edition 2" … with the tags.
func editions(tags ...string) renderFunc {
	var n atomic.Int64
	return func(context.Context, string) (Page, error) {
		return html(fmt.Sprint("edition ", n.Add(1)), tags...), nil
	}
}

// site is a cache with one render function for all answers.
type site struct {
	*Cache
	render renderFunc
}

func newSite(t testing.TB, render renderFunc, change ...func(*Options)) *site {
	t.Helper()
	opt := Options{MaxBytes: 64 << 20, Log: slog.New(slog.DiscardHandler)}
	for _, f := range change {
		f(&opt)
	}
	c := NewCache(opt)
	t.Cleanup(c.Close)
	return &site{c, render}
}

// Serve answers with a plain 503 if the cache has nothing to send.
func (s *site) Serve(w http.ResponseWriter, r *http.Request, key string, life Lifetime) {
	if s.ServeFresh(w, r, key) {
		return
	}
	sent, err := s.Cache.Serve(w, r, key, life, func(ctx context.Context, _ bool) (Page, error) { return s.render(ctx, key) })
	if !sent {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(err.Error()))
	}
}

// get requests a page; fields are pairs of request header names and values.
func get(c *site, key string, fields ...string) *httptest.ResponseRecorder {
	return getAs(c, key, guide, fields...)
}

func getAs(c *site, key string, life Lifetime, fields ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", "/", nil)
	for i := 0; i < len(fields); i += 2 {
		r.Header.Add(fields[i], fields[i+1])
	}
	w := httptest.NewRecorder()
	c.Serve(w, r, key, life)
	return w
}

func wantBody(t *testing.T, w *httptest.ResponseRecorder, want string) {
	t.Helper()
	if got := w.Body.String(); got != want {
		t.Errorf("body %q, want %q", got, want)
	}
}

func wantStatus(t *testing.T, w *httptest.ResponseRecorder, want string) {
	t.Helper()
	if got := w.Header().Get("Cache-Status"); got != want {
		t.Errorf("Cache-Status %q, want %q", got, want)
	}
}
