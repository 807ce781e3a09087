package pages

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"thriftwell/server/platform/fairqueue"
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

// maxReadBytes bounds the memory of API reads.
const maxReadBytes = 16 << 20

// Cache keeps compressed answers in memory. It is safe for concurrent use. Use
// NewCache to create one.
type Cache struct {
	opt    Options
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
func NewCache(opt Options) *Cache {
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

// Serve answers a GET or HEAD after ServeFresh didn't: with the answer in memory
// for key, or with a new one from source. Of the request, only Accept-Encoding
// and If-None-Match affect the answer. If the answer is a server error, err says
// why. If sent is false, there was nothing to send and the caller must answer.
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

var errClosed = errors.New("page cache closed")

// A fill is one call of a Source, which any number of requests wait for.
type fill struct {
	invalidations []func(tags []string) bool // since it began; guarded by Cache.mu
	superseded    bool                       // a later fill has replaced it; guarded by Cache.mu

	done   chan struct{} // closed when the fields below are final
	page   *entry        // the result, possibly an error page; nil if there is only err
	err    error         // why it failed
	stored bool
}

// A decision says how to answer a request.
type decision struct {
	at     time.Duration
	key    string
	stored *entry // the answer in memory, or nil
	fill   *fill  // the fill to wait for; nil to send stored
	joined bool   // another request began the fill
	reason string // why stored can't be sent, or why it is sent though stale, as in Cache-Status
}

// Reasons for serving a page that isn't fresh.
const (
	whileRevalidating = "stale-while-revalidate"
	onError           = "stale-if-error"
)

// decide decides how to answer a request without a fresh answer. It begins a
// fill if one is needed, unless one is running that began after the last
// invalidation.
func (c *Cache) decide(ctx context.Context, key string, life Lifetime, source Source) decision {
	c.mu.Lock()
	defer c.mu.Unlock()
	d := decision{at: c.now(), key: key, stored: c.peek(key), reason: "uri-miss"}
	if e := d.stored; e != nil {
		if e.freshAt(d.at) {
			d.reason = ""
			return d
		}
		if e.inRetryPause(d.at) {
			d.reason = onError
			return d
		}
		d.reason = "stale"
	}
	if life.Fresh <= 0 {
		d.reason = "bypass"
	}
	m := c.fills[key]
	d.joined = m != nil && len(m.invalidations) == 0
	if !d.joined {
		if m != nil {
			m.superseded = true
		}
		m = c.begin(ctx, key, life, source, d.stored != nil)
	}
	if d.stored != nil && d.stored.servedWhileRenewed(d.at) {
		d.reason = whileRevalidating
		return d
	}
	d.fill = m
	return d
}

// begin begins a fill. Its context has the values of the request that began it,
// such as its trace, but not its deadline. The caller holds mu.
func (c *Cache) begin(of context.Context, key string, life Lifetime, source Source, renews bool) *fill {
	m := &fill{done: make(chan struct{})}
	if c.ctx.Err() != nil {
		m.err = errClosed
		close(m.done)
		return m
	}
	c.fills[key] = m
	c.count.made.Add(1)
	ctx, cancel := context.WithCancel(context.WithoutCancel(of))
	stop := context.AfterFunc(c.ctx, cancel)
	c.work.Go(func() {
		defer close(m.done)
		defer cancel()
		defer stop()
		began := c.now()
		page, err := protected(ctx, source, renews)
		if err == nil {
			m.page, err = c.newEntry(key, page, life, began)
		}
		c.finish(m, key, life, page.Tags, err)
	})
	return m
}

// protected calls a source and turns a panic into an error.
func protected(ctx context.Context, source Source, renews bool) (page Page, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return source(ctx, renews)
}

// finish completes a fill and stores the result if allowed.
func (c *Cache) finish(m *fill, key string, life Lifetime, tags []string, err error) {
	m.err = err
	// Don't log uncached pages. Their addresses can be private, as those of searches and previews are, and
	// the waiting client gets the error.
	if err != nil && life.Fresh > 0 && !errors.Is(err, fairqueue.ErrFull) {
		c.opt.Log.Error("page not rendered", "target", key, "error", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fills[key] == m {
		delete(c.fills, key)
	}
	old := c.peek(key)
	if err != nil {
		if old != nil && len(m.invalidations) == 0 {
			old.hold(c.now())
		}
		return
	}
	late := slices.ContainsFunc(m.invalidations, func(hit func([]string) bool) bool { return hit(tags) })
	if m.page.life.Fresh <= 0 || m.superseded || late {
		m.page.forbidStoring()
		return
	}
	if old != nil {
		m.page.adopt(old)
	}
	m.stored = c.put(m.page)
}

// put stores an entry in the right store and reports false if it is too large.
func (c *Cache) put(e *entry) bool {
	if isRead(e.key) {
		return c.reads.put(e)
	}
	home, other := c.good, c.others
	if e.status != http.StatusOK {
		home, other = other, home
	}
	other.remove(e.key)
	return home.put(e)
}

// reweigh updates the size of an entry after an encoding was added.
func (c *Cache) reweigh(e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.good.reweigh(e)
	c.others.reweigh(e)
	c.reads.reweigh(e)
}

// holds reports whether an entry is still stored.
func (c *Cache) holds(e *entry) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.peek(e.key) == e
}

// peek is lookup without counting a use. The caller holds mu.
func (c *Cache) peek(key string) *entry {
	if isRead(key) {
		return c.reads.peek(key)
	}
	if e := c.good.peek(key); e != nil {
		return e
	}
	return c.others.peek(key)
}
