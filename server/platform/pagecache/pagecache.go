// Package pagecache keeps rendered pages in memory, already compressed, and
// sends them as fast as a handler can write.
//
// A page is known by its path and allow-listed parameters alone (Key). It is
// rendered once however many ask for it, served while it is fresh, served once
// more while a fresh one is made when its time ran out, and served in place of
// an error when the fresh one cannot be made. Writes name tags; a page that
// carries one of them is rendered anew before it is served again.
//
// The Cache-Status header (RFC 9211) of every answer says what happened.
package pagecache

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"
)

// retryAfter is how long a page whose renewal failed is served as it is before
// the next attempt, so that a broken renderer is not asked once per request.
const retryAfter = time.Second

// Page is what a render gives. The cache owns it afterwards.
type Page struct {
	// Status is 200, a redirect, a client error or a server error. Only 200,
	// 404, 410 and redirects are ever stored.
	Status int
	// Header holds the page's own fields. Those that the cache or the
	// connection decides (Cache-Control, ETag, Vary, Set-Cookie …) are dropped.
	// X-Render-Error marks a page that says a render failed.
	Header http.Header
	// Body is whole and identity-encoded.
	Body []byte
	// Tags name what the page was made from, for Invalidate.
	Tags []string
}

// Lifetime says how long a page may be served, counted from its render.
type Lifetime struct {
	// Name is how the lifetime is called where lifetimes are listed.
	Name string
	// Fresh is how long the page is served without a question; 0 means that it
	// is never stored, here or anywhere else.
	Fresh time.Duration
	// Stale is how long after that it is served while a fresh one is made
	// (stale-while-revalidate, RFC 5861).
	Stale time.Duration
	// Error is how long after Fresh, or after an invalidation, it is served
	// when the fresh one cannot be made (stale-if-error, RFC 5861).
	Error time.Duration
}

// Options are what a Cache needs to know.
type Options struct {
	// Name is the cache's name in Cache-Status; "thriftwell" if empty.
	Name string
	// MaxBytes caps the memory of stored pages, every encoding counted;
	// 64 MiB if zero.
	MaxBytes int64
	// MaxOtherBytes caps, apart from MaxBytes, whatever is not a 200: not-found
	// pages and redirects; a sixteenth of MaxBytes if zero.
	MaxOtherBytes int64
	// NotFound is the lifetime of 404 and 410 answers; 10 s fresh if zero.
	NotFound Lifetime
	// Render makes the page of a key. It should keep a deadline of its own; its
	// context ends only with the cache, never with a client.
	Render func(ctx context.Context, target string) (Page, error)
	// Fallback answers when there is neither a fresh page nor a stale one, and
	// when the client went away first (err is then the request's context
	// error). Plain text with 503 and Retry-After if nil.
	Fallback func(w http.ResponseWriter, r *http.Request, err error)
	// ShowTags sends a page's tags along in Cache-Tag, for whoever makes
	// something of it that is to be invalidated with it.
	ShowTags bool
	// Invalidated is called with the tags of each invalidation, none meaning
	// all, for what pages are made of and is kept in memory too; the pages'
	// own invalidation follows it. May be nil.
	Invalidated func(tags ...string)
	// Log is told of failed renders; slog.Default() if nil.
	Log *slog.Logger
}

// Cache is safe for use by many goroutines. Make one with New.
type Cache struct {
	opt    Options
	start  time.Time
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup // renders and the compressor
	zip    compressor
	count  counters

	mu      sync.RWMutex // guards what follows, and every store's content
	pages   *store       // 200
	others  *store       // 404, 410 and redirects
	flights map[string]*flight
}

// New starts a cache. Close ends it.
func New(opt Options) *Cache {
	if opt.Name == "" {
		opt.Name = "thriftwell"
	}
	if opt.MaxBytes == 0 {
		opt.MaxBytes = 64 << 20
	}
	if opt.MaxOtherBytes == 0 {
		opt.MaxOtherBytes = opt.MaxBytes / 16
	}
	if opt.NotFound == (Lifetime{}) {
		opt.NotFound = Lifetime{Name: "not found", Fresh: 10 * time.Second}
	}
	if opt.Fallback == nil {
		opt.Fallback = unavailable
	}
	if opt.Invalidated == nil {
		opt.Invalidated = func(...string) {}
	}
	if opt.Log == nil {
		opt.Log = slog.Default()
	}
	c := &Cache{
		opt:     opt,
		start:   time.Now(),
		pages:   newStore(opt.MaxBytes),
		others:  newStore(opt.MaxOtherBytes),
		flights: map[string]*flight{},
		zip:     newCompressor(),
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.work.Go(c.compressDensely)
	return c
}

// Close cancels the renders under way and returns when they have ended. What
// is stored goes on being served; what is not gets the fallback.
func (c *Cache) Close() {
	c.mu.Lock()
	c.cancel()
	c.mu.Unlock()
	c.work.Wait()
}

// Serve answers a GET or HEAD with the page of key, from memory or rendered
// now. Nothing else of the request than Accept-Encoding and If-None-Match
// changes the answer.
func (c *Cache) Serve(w http.ResponseWriter, r *http.Request, key string, life Lifetime) {
	now := c.now()
	if e := c.lookup(key); e != nil && e.freshAt(now) {
		c.count.hits.Add(1)
		c.send(w, r, e, c.hitStamp(e, now))
		return
	}
	t := c.join(key, life)
	if t.flight == nil {
		c.sendStored(w, r, t)
		return
	}
	select {
	case <-t.flight.done:
		c.sendRendered(w, r, t)
	case <-r.Context().Done():
		c.opt.Fallback(w, r, r.Context().Err())
	}
}

// Invalidate takes the pages that carry one of the tags out of service: the
// next request for one waits for a fresh render, and only if that fails gets
// the old one. Call it after the write is committed, before answering.
func (c *Cache) Invalidate(tags ...string) {
	if len(tags) == 0 {
		return
	}
	c.opt.Invalidated(tags...)
	c.invalidate(func(of []string) bool {
		return slices.ContainsFunc(of, func(t string) bool { return slices.Contains(tags, t) })
	})
}

// InvalidateAll is Invalidate for every page there is.
func (c *Cache) InvalidateAll() {
	c.opt.Invalidated()
	c.invalidate(func([]string) bool { return true })
}

func (c *Cache) invalidate(hit func(tags []string) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	for e := range c.entries {
		if hit(e.tags) {
			e.invalidate(now)
		}
	}
	for _, f := range c.flights {
		f.spoilt = append(f.spoilt, hit)
	}
}

// MarkAllStale ends the fresh time of every page: each is served once more
// while a fresh one is made. For when invalidations may have been missed.
func (c *Cache) MarkAllStale() {
	c.opt.Invalidated()
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	for e := range c.entries {
		e.expire(now)
	}
	for _, f := range c.flights {
		f.spoilt = append(f.spoilt, func([]string) bool { return true })
	}
}

// entries ranges over all that is stored. The caller holds mu.
func (c *Cache) entries(yield func(*entry) bool) {
	for _, s := range []*store{c.pages, c.others} {
		for _, n := range s.nodes {
			if !yield(n.entry) {
				return
			}
		}
	}
}

func (c *Cache) lookup(key string) *entry {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if e := c.pages.get(key); e != nil {
		return e
	}
	return c.others.get(key)
}

// now is the time since the cache began: a clock that nobody can set.
func (c *Cache) now() time.Duration { return time.Since(c.start) }

func unavailable(w http.ResponseWriter, _ *http.Request, _ error) {
	w.Header().Set("Retry-After", "1")
	http.Error(w, "This page is not available right now. Please try again in a moment.", http.StatusServiceUnavailable)
}
