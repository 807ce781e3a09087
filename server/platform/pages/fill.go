package pages

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"time"

	"thriftwell/server/platform/fairqueue"
)

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
