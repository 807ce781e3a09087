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

// retryAfter is the pause after a failed renewal. Meanwhile the old page is
// served, so that a broken renderer isn't called for every request.
const retryAfter = time.Second

// Page is an answer from a Source. The cache owns it afterwards.
type Page struct {
	// Status is 200, a redirect, a client error or a server error. Only 200, 404, 410 and redirects are
	// stored.
	Status int
	// Header has the page's own fields. Fields that the cache or the connection sets (Cache-Control, ETag,
	// Vary, Set-Cookie …) are dropped.
	Header http.Header
	// Body is complete and identity-encoded.
	Body []byte
	// Tags are matched by Invalidate.
	Tags []string
	// Failure says why this is an error page, or is "".
	Failure string
}

// Source makes the answer for a key. It needs its own deadline, because ctx
// ends only with the cache, never with a client. If renews is set, an older
// answer is in memory.
type Source func(ctx context.Context, renews bool) (Page, error)

// CacheOptions configure a Cache.
type CacheOptions struct {
	// MaxBytes bounds the memory of pages in all encodings; default 64 MiB.
	MaxBytes int64
	// TagHeaders maps the headers in which an answer's tags are sent, for CDNs, to the separator of the tags.
	TagHeaders map[string]string
	// Log logs failures; default slog.Default().
	Log *slog.Logger
}

// maxReadBytes bounds the memory of API reads.
const maxReadBytes = 16 << 20

// Cache keeps compressed answers in memory. It is safe for concurrent use. Use
// NewCache to create one.
type Cache struct {
	opt    CacheOptions
	start  time.Time
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup // fills and the compressor
	zip    compressor
	count  counters

	mu     sync.RWMutex // guards what follows, and the contents of the stores
	good   *store       // pages with status 200
	others *store       // 404, 410 and redirects, in a sixteenth of the memory
	reads  *store       // API reads, whose addresses are unlimited, so they must not evict pages
	fills  map[string]*fill
}

// NewCache returns a Cache. The caller must close it.
func NewCache(opt CacheOptions) *Cache {
	if opt.MaxBytes == 0 {
		opt.MaxBytes = 64 << 20
	}
	if opt.Log == nil {
		opt.Log = slog.Default()
	}
	c := &Cache{
		opt:    opt,
		start:  time.Now(),
		good:   newStore(opt.MaxBytes),
		others: newStore(opt.MaxBytes / 16),
		reads:  newStore(maxReadBytes),
		fills:  map[string]*fill{},
		zip:    newCompressor(),
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.work.Go(c.compressDensely)
	return c
}

// Close cancels the fills and waits for them. Afterwards stored answers are
// still served; other requests fail.
func (c *Cache) Close() {
	c.mu.Lock()
	c.cancel()
	c.mu.Unlock()
	c.work.Wait()
}

// Serve answers a GET or HEAD after ServeFresh didn't: with the answer in memory
// for key, or with a new one from source. Of the request, only Accept-Encoding and If-None-Match
// affect the answer. If the answer is a server error, err says why. If sent is
// false, there was nothing to send and the caller must answer.
func (c *Cache) Serve(w http.ResponseWriter, r *http.Request, key string, life Lifetime, source Source) (sent bool, err error) {
	t := c.decide(r.Context(), key, life, source)
	if t.fill == nil {
		c.sendStored(w, r, t)
		return true, nil
	}
	select {
	case <-t.fill.done:
		return c.sendFilled(w, r, t)
	case <-r.Context().Done():
		return false, r.Context().Err()
	}
}

// ServeFresh answers with a fresh answer in memory. If there is none, it does
// nothing and reports false.
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

// Invalidate invalidates answers with one of the tags. The next request for
// them waits for a fresh answer, and gets the old one only if that fails. Call
// it after the commit of a write and before answering.
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
	for _, m := range c.fills {
		m.invalidations = append(m.invalidations, hit)
	}
}

// MarkAllStale makes everything stale: each page is served once more while a
// fresh one is made. Use it when invalidations may have been missed.
func (c *Cache) MarkAllStale() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	for e := range c.entries {
		e.expire(now)
	}
	for _, m := range c.fills {
		m.invalidations = append(m.invalidations, func([]string) bool { return true })
	}
}

// entries yields all stored entries. The caller holds mu.
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

// now returns the monotonic time since the cache was created.
func (c *Cache) now() time.Duration { return time.Since(c.start) }
