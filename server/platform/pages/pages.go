// Package pages answers requests for pages and for reads of the API from memory,
// and has the renderer make what is missing.
//
// An answer is identified by its path and allow-listed parameters alone (Key). It
// is made once for any number of concurrent requests, served while it is fresh,
// served stale while it is renewed, and served in place of an error when that
// fails. Writes invalidate by tag; what carries that tag is made anew before it is
// served again.
//
// The Cache-Status header (RFC 9211) of every answer says how it was served.
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
// Their addresses are unlimited, so a flood of them must not delay pages that an
// edit invalidated, nor make a line that is too long to be worth waiting in.
const (
	SearchesPerWorker = 2
	FirstPerWorker    = 6
	WaitingPerWorker  = 16
)

// retryPage is how long a client is asked to wait when there is no page.
const retryPage = 2 * time.Second

// Options configure Pages.
type Options struct {
	MaxBytes   int64                                                           // of memory; 0 to render each page anew
	Render     func(ctx context.Context, target string) (renderer.Page, error) // asks a renderer
	Shell      func() []byte                                                   // that of the renderers
	Workers    int                                                             // renderers
	Wait       time.Duration                                                   // how long a page waits for its turn at most
	Tag        string                                                          // every page carries it
	TagHeaders map[string]string                                               // as in CacheOptions
	Log        *slog.Logger
}

// Pages serves pages and reads. Use New to create it.
type Pages struct {
	*Cache
	Searches, First *fairqueue.Queue // where searches, and pages not in memory, wait for a renderer
	opt             Options
}

// New returns Pages, which must be closed.
func New(opt Options) *Pages {
	return &Pages{
		Cache:    NewCache(CacheOptions{MaxBytes: opt.MaxBytes, TagHeaders: opt.TagHeaders, Log: opt.Log}),
		Searches: fairqueue.New("searches", opt.Workers*SearchesPerWorker, opt.Workers*WaitingPerWorker),
		First:    fairqueue.New("first", opt.Workers*FirstPerWorker, opt.Workers*WaitingPerWorker),
		opt:      opt,
	}
}

// ServePage answers a client in a network with the page of a key. Searches are
// rendered anew each time, for their addresses are without number. The error is why
// the answer is a server error; fairqueue.ErrFull if too many pages were asked for.
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

// BusyPage is the page of a 503 while too many pages are asked for.
func BusyPage() string { return httpx.PlainPage("We’re busy right now", "Try again in a moment.") }

// unavailable answers with a 503 if there is no page, not even a stale one: with
// the app shell, which the browser fills, or while too many wait with a page that
// costs nothing.
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
