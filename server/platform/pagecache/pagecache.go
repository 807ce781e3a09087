// Package pagecache keeps rendered pages in memory, already compressed, and
// sends them as fast as a handler can write.
//
// A page is identified by its path and allow-listed parameters alone (Key). It
// is rendered once for any number of concurrent requests, served while it is
// fresh, served stale while it is revalidated, and served in place of an error
// when that fails. Writes invalidate by tag; a page with that tag is rendered
// anew before it is served again.
//
// The Cache-Status header (RFC 9211) of every answer says how it was served.
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

// Page is the result of a render. The cache owns it afterwards.
type Page struct {
	// Status is 200, a redirect, a client error or a server error. Only 200,
	// 404, 410 and redirects are ever stored.
	Status int
	// Header holds the page's own fields. Those that the cache or the connection
	// sets (Cache-Control, ETag, Vary, Set-Cookie …) are dropped. X-Render-Error
	// marks the page of a failed render, and says why it failed.
	Header http.Header
	// Body is complete and identity-encoded.
	Body []byte
	// Tags are those that Invalidate matches.
	Tags []string
}

// Lifetime is how long a page may be served after its render.
type Lifetime struct {
	// Name is the lifetime's name in lists.
	Name string
	// Fresh is how long the page is served from memory; 0 means that it is never
	// stored, here or in any cache.
	Fresh time.Duration
	// Stale is how long after that it is served while a fresh one is made
	// (stale-while-revalidate, RFC 5861).
	Stale time.Duration
	// Error is how long after Fresh, or after an invalidation, it is served
	// when the fresh one cannot be made (stale-if-error, RFC 5861).
	Error time.Duration
}

// Options configure a Cache.
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
	// Render renders the page of a key. It needs a deadline of its own: its
	// context ends only with the cache, never with a client. That it was refused
	// (lane.ErrBusy) is not logged.
	Render func(ctx context.Context, target string) (Page, error)
	// Refuse reports that Render would refuse a page that is not in memory, at once.
	// Such a render is not begun, which saves what it costs to begin one. May be nil.
	Refuse func(ctx context.Context, target string) bool
	// Fallback answers if there is neither a fresh page nor a stale one, or the
	// client is gone (err is then the request's context error). If nil, the answer
	// is a plain-text 503 with Retry-After.
	Fallback func(w http.ResponseWriter, r *http.Request, err error)
	// TagHeaders are sent with a page's tags, each separated by its value, for
	// those who keep copies of it or of what they make of it.
	TagHeaders map[string]string
	// Log logs failed renders; slog.Default() if nil.
	Log *slog.Logger
}

// Cache is a cache of pages, safe for concurrent use. Use New to create one.
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

// New returns a Cache, which must be closed.
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

// Close cancels the running renders and waits for them. Stored pages are still
// served; others get the fallback.
func (c *Cache) Close() {
	c.mu.Lock()
	c.cancel()
	c.mu.Unlock()
	c.work.Wait()
}

// Serve answers a GET or HEAD with the page of key, from memory or rendered
// now. Of the request, only Accept-Encoding and If-None-Match affect the
// answer. The error is why the answer is a server error.
func (c *Cache) Serve(w http.ResponseWriter, r *http.Request, key string, life Lifetime) error {
	if c.ServeFresh(w, r, key) {
		return nil
	}
	t := c.join(r.Context(), key, life)
	if t.flight == nil {
		c.sendStored(w, r, t)
		return nil
	}
	select {
	case <-t.flight.done:
		return c.sendRendered(w, r, t)
	case <-r.Context().Done():
		c.opt.Fallback(w, r, r.Context().Err())
		return r.Context().Err()
	}
}

// ServeFresh is Serve for a page that is in memory and fresh. It reports false,
// and does nothing, where there is none.
func (c *Cache) ServeFresh(w http.ResponseWriter, r *http.Request, key string) bool {
	now := c.now()
	e := c.lookup(key)
	if e == nil || !e.freshAt(now) {
		return false
	}
	c.count.hits.Add(1)
	c.send(w, r, e, c.hitStamp(e, now))
	return true
}

// Invalidate invalidates the pages with one of the tags: the next request for
// one waits for a fresh render, and gets the old page only if that fails. Call
// it after the commit of the write and before answering.
func (c *Cache) Invalidate(tags ...string) {
	if len(tags) == 0 {
		return
	}
	c.invalidate(func(of []string) bool {
		return slices.ContainsFunc(of, func(t string) bool { return slices.Contains(tags, t) })
	})
}

// InvalidateAll invalidates every page.
func (c *Cache) InvalidateAll() {
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

// MarkAllStale makes every page stale: each is served once more while a fresh
// one is rendered. It is for when invalidations may have been missed.
func (c *Cache) MarkAllStale() {
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
