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

// A making is one call of a Source, which any number of requests wait for.
type making struct {
	invalidations []func(tags []string) bool // since it began; guarded by Cache.mu
	superseded    bool                       // a later one has taken over; guarded by Cache.mu

	done   chan struct{} // closed when what follows is settled
	page   *entry        // what was made, also an error page; nil when err is all there is
	err    error         // why it failed
	stored bool
}

// A decision says how one request is to be answered.
type decision struct {
	at     time.Duration
	key    string
	stored *entry  // what is in memory, or nil
	making *making // what to wait for; nil when stored will do
	joined bool    // the making was begun by another request
	reason string  // why stored will not do, or why a stale page will; in the words of Cache-Status
}

// Why a page that is not fresh is served all the same.
const (
	whileRevalidating = "stale-while-revalidate"
	onError           = "stale-if-error"
)

// decide decides under the lock what a request without a fresh answer gets, and
// begins a making if one is needed and none is under way that began after the
// last invalidation.
func (c *Cache) decide(ctx context.Context, key string, life Lifetime, source Source) decision {
	c.mu.Lock()
	defer c.mu.Unlock()
	d := decision{at: c.now(), key: key, stored: c.peek(key), reason: "uri-miss"}
	if e := d.stored; e != nil {
		if e.freshAt(d.at) {
			d.reason = ""
			return d
		}
		if e.heldAt(d.at) {
			d.reason = onError
			return d
		}
		d.reason = "stale"
	}
	if life.Fresh <= 0 {
		d.reason = "bypass"
	}
	m := c.makings[key]
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
	d.making = m
	return d
}

// begin begins a making. Its context has the values of the request that began it,
// such as its trace, but not its end. The caller holds mu.
func (c *Cache) begin(of context.Context, key string, life Lifetime, source Source, renews bool) *making {
	m := &making{done: make(chan struct{})}
	if c.ctx.Err() != nil {
		m.err = errClosed
		close(m.done)
		return m
	}
	c.makings[key] = m
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

// protected calls a source; a panic is an error like any other.
func protected(ctx context.Context, source Source, renews bool) (page Page, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return source(ctx, renews)
}

// finish settles a making and, where that is allowed, stores what was made.
func (c *Cache) finish(m *making, key string, life Lifetime, tags []string, err error) {
	m.err = err
	// Don't log uncached pages: their addresses can be private, as searches and
	// preview links are, and the waiting client gets the error.
	if err != nil && life.Fresh > 0 && !errors.Is(err, fairqueue.ErrFull) {
		c.opt.Log.Error("page not rendered", "target", key, "error", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.makings[key] == m {
		delete(c.makings, key)
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

// put stores an entry in the one store it belongs to; false if it is too big.
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

// reweigh counts an entry anew after one of its encodings was made.
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

// peek is lookup without counting as a use. The caller holds mu.
func (c *Cache) peek(key string) *entry {
	if isRead(key) {
		return c.reads.peek(key)
	}
	if e := c.good.peek(key); e != nil {
		return e
	}
	return c.others.peek(key)
}
