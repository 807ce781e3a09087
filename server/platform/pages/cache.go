package pages

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// retryAfter is how long a page whose renewal failed is served as it is before
// the next attempt, so that a broken renderer is not asked once per request.
const retryAfter = time.Second

// Page is an answer that a Source made. The cache owns it afterwards.
type Page struct {
	// Status is 200, a redirect, a client error or a server error. Only 200,
	// 404, 410 and redirects are ever stored.
	Status int
	// Header holds the page's own fields. Those that the cache or the connection
	// sets (Cache-Control, ETag, Vary, Set-Cookie …) are dropped.
	Header http.Header
	// Body is complete and identity-encoded.
	Body []byte
	// Tags are those that Invalidate matches.
	Tags []string
	// Failure says why this is an error page; "" for any other.
	Failure string
}

// Source makes the answer of a key. It needs a deadline of its own: ctx ends only
// with the cache, never with a client. renews tells that an older answer is in
// memory.
type Source func(ctx context.Context, renews bool) (Page, error)

// CacheOptions configure a Cache.
type CacheOptions struct {
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
	// TagHeaders are sent with an answer's tags, each separated by its value, for
	// CDNs that keep copies of it.
	TagHeaders map[string]string
	// Log logs failures; slog.Default() if nil.
	Log *slog.Logger
}

// maxReadBytes caps the memory of API reads.
const maxReadBytes = 16 << 20

// Cache keeps answers in memory, already compressed, and is safe for concurrent
// use. Use NewCache to create one.
type Cache struct {
	opt    CacheOptions
	start  time.Time
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup // makings and the compressor
	zip    compressor
	count  counters

	mu      sync.RWMutex // guards what follows, and every store's content
	good    *store       // pages with status 200
	others  *store       // 404, 410 and redirects
	reads   *store       // of the API, whose addresses are unlimited, so they must not evict pages
	makings map[string]*making
}

// NewCache returns a Cache, which must be closed.
func NewCache(opt CacheOptions) *Cache {
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
	if opt.Log == nil {
		opt.Log = slog.Default()
	}
	c := &Cache{
		opt:     opt,
		start:   time.Now(),
		good:    newStore(opt.MaxBytes),
		others:  newStore(opt.MaxOtherBytes),
		reads:   newStore(maxReadBytes),
		makings: map[string]*making{},
		zip:     newCompressor(),
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.work.Go(c.compressDensely)
	return c
}

// Close cancels what is being made and waits for it. Stored answers are still
// served; others fail.
func (c *Cache) Close() {
	c.mu.Lock()
	c.cancel()
	c.mu.Unlock()
	c.work.Wait()
}

// Serve answers a GET or HEAD with what is in memory under a key, or with what
// source makes now. Of the request, only Accept-Encoding and If-None-Match affect
// the answer. The error is why the answer is a server error; if sent is false,
// there was nothing to send, and the caller has to answer.
func (c *Cache) Serve(w http.ResponseWriter, r *http.Request, key string, life Lifetime, source Source) (sent bool, err error) {
	if c.ServeFresh(w, r, key) {
		return true, nil
	}
	t := c.decide(r.Context(), key, life, source)
	if t.making == nil {
		c.sendStored(w, r, t)
		return true, nil
	}
	select {
	case <-t.making.done:
		return c.sendMade(w, r, t)
	case <-r.Context().Done():
		return false, r.Context().Err()
	}
}

// ServeFresh is Serve for an answer that is in memory and fresh. It reports false,
// and does nothing, if there is none.
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

// Invalidate invalidates what carries one of the tags: the next request for it
// waits for a fresh answer, and gets the old one only if that fails. Call it after
// the commit of the write and before answering.
func (c *Cache) Invalidate(tags ...string) {
	if len(tags) == 0 {
		return
	}
	c.invalidate(func(of []string) bool {
		return slices.ContainsFunc(of, func(t string) bool { return slices.Contains(tags, t) })
	})
}

// InvalidateAll invalidates everything.
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
	for _, m := range c.makings {
		m.invalidations = append(m.invalidations, hit)
	}
}

// MarkAllStale makes everything stale: each page is served once more while a fresh
// one is made. It is for when invalidations may have been missed.
func (c *Cache) MarkAllStale() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	for e := range c.entries {
		e.expire(now)
	}
	for _, m := range c.makings {
		m.invalidations = append(m.invalidations, func([]string) bool { return true })
	}
}

// entries ranges over all that is stored. The caller holds mu.
func (c *Cache) entries(yield func(*entry) bool) {
	for _, s := range []*store{c.good, c.others, c.reads} {
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
	if isRead(key) {
		return c.reads.get(key)
	}
	if e := c.good.get(key); e != nil {
		return e
	}
	return c.others.get(key)
}

// isRead reports whether a key is that of an API read.
func isRead(key string) bool { return strings.HasPrefix(key, "/api/") }

// now is the monotonic time since the cache began.
func (c *Cache) now() time.Duration { return time.Since(c.start) }
