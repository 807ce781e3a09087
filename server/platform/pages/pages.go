// Package pages answers requests for pages and API reads from memory, and has
// the renderer make what is missing.
//
// An answer is identified by its path and allowed parameters alone (Key). It is
// made once for any number of concurrent requests and served while it is fresh.
// Then it is served stale while it is renewed, and in place of an error if that
// fails. Writes invalidate by tag; invalidated answers are made again before
// they are served.
//
// The Cache-Status header (RFC 9211) of an answer says how it was served.
package pages

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"thriftwell/server/platform/fairqueue"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/renderer"
)

// Limits per renderer, which has eight slots, for searches and uncached pages.
// Their addresses are unlimited, so a flood of them must not delay pages that
// an edit invalidated, nor fill a queue too long to be worth waiting in.
const (
	SearchesPerWorker = 2
	FirstPerWorker    = 6
	WaitingPerWorker  = 16
)

// retryPage is the Retry-After of an answer without a page.
const retryPage = 2 * time.Second

// Options configure Pages.
type Options struct {
	MaxBytes   int64                                                           // of memory; 0 disables caching
	Render     func(ctx context.Context, target string) (renderer.Page, error) // calls a renderer
	Shell      func() []byte                                                   // of the renderers
	Workers    int                                                             // number of renderers
	Wait       time.Duration                                                   // longest time that a page waits in a queue
	TagHeaders map[string]string                                               // see CacheOptions
	Log        *slog.Logger
}

// Pages serves pages and API reads. Use New to create it.
type Pages struct {
	*Cache
	Searches, First *fairqueue.Queue // queues of searches and of pages not in memory
	opt             Options
}

// New returns Pages. The caller must close it.
func New(opt Options) *Pages {
	return &Pages{
		Cache:    NewCache(CacheOptions{MaxBytes: opt.MaxBytes, TagHeaders: opt.TagHeaders, Log: opt.Log}),
		Searches: fairqueue.New("searches", opt.Workers*SearchesPerWorker, opt.Workers*WaitingPerWorker),
		First:    fairqueue.New("first", opt.Workers*FirstPerWorker, opt.Workers*WaitingPerWorker),
		opt:      opt,
	}
}

// ServePage answers a client from a network with the page for a key. Searches
// aren't cached, as their addresses are unlimited. If the answer is a server
// error, the error says why; it is fairqueue.ErrFull if too many pages were
// requested.
func (p *Pages) ServePage(w http.ResponseWriter, r *http.Request, network, key string, life Lifetime) error {
	if p.opt.MaxBytes == 0 || isSearch(key) {
		life = Uncached().Lifetime
	}
	sent, err := p.Serve(w, r, key, life, func(ctx context.Context, renews bool) (Page, error) {
		return p.render(ctx, network, key, renews)
	})
	if !sent {
		p.unavailable(w, r, err)
	}
	return err
}

// BusyPage returns the page of a 503 sent when too many pages are requested.
func BusyPage() string { return httpx.PlainPage("We’re busy right now", "Try again in a moment.") }

// unavailable answers with a 503 if there is no page, not even a stale one. Its
// body is the app shell, which the browser fills, or a cheap page if the queue
// is full.
func (p *Pages) unavailable(w http.ResponseWriter, r *http.Request, err error) {
	if httpx.Left(r, err) {
		w.WriteHeader(httpx.ClientGone)
		return
	}
	body := p.opt.Shell()
	if errors.Is(err, fairqueue.ErrFull) {
		body = []byte(BusyPage())
	} else if body == nil {
		body = []byte(httpx.PlainPage("The site is starting", "Try again in a moment."))
	}
	h := w.Header()
	h.Set("Retry-After", strconv.Itoa(int(retryPage.Seconds())))
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusServiceUnavailable)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}
