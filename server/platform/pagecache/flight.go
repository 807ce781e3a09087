package pagecache

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"time"

	"thriftwell/server/platform/lane"
)

var errClosed = errors.New("the page cache is closed")

// A flight is one render that any number of requests wait for.
type flight struct {
	spoilt []func(tags []string) bool // invalidations since it began; guarded by Cache.mu
	barred bool                       // a later flight has taken over; guarded by Cache.mu

	done   chan struct{} // closed when what follows is settled
	page   *entry        // what was rendered, also an error page; nil when err is all there is
	err    error         // why the render failed
	stored bool
}

// A ticket says how one request is to be answered.
type ticket struct {
	at     time.Duration
	key    string
	stored *entry  // what is in memory, or nil
	flight *flight // the render to wait for; nil when stored will do
	joined bool    // the flight was somebody else's
	reason string  // why a render is needed, or why a stale page will do; in the words of Cache-Status
}

// Why a page that is not fresh is served all the same.
const (
	whileRevalidating = "stale-while-revalidate"
	onError           = "stale-if-error"
)

// join decides under the lock what a request without a fresh page gets, and
// starts a render where one is needed and none is under way that began after
// the last invalidation.
func (c *Cache) join(ctx context.Context, key string, life Lifetime) ticket {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := ticket{at: c.now(), key: key, stored: c.peek(key), reason: "uri-miss"}
	if e := t.stored; e != nil {
		if e.freshAt(t.at) {
			t.reason = ""
			return t
		}
		if e.heldAt(t.at) {
			t.reason = onError
			return t
		}
		t.reason = "stale"
	}
	if life.Fresh <= 0 {
		t.reason = "bypass"
	}
	f := c.flights[key]
	t.joined = f != nil && len(f.spoilt) == 0
	if !t.joined && t.stored == nil && c.opt.Refuse != nil && c.opt.Refuse(ctx, key) {
		t.flight = failed(lane.ErrBusy)
		return t
	}
	if !t.joined {
		if f != nil {
			f.barred = true
		}
		f = c.depart(values{c.ctx, ctx, t.stored != nil}, key, life)
	}
	if t.stored != nil && t.stored.servedWhileRenewed(t.at) {
		t.reason = whileRevalidating
		return t
	}
	t.flight = f
	return t
}

// Refused reports that Serve would refuse the page of a key now, as there is none
// in memory and none under way, and counts the request as Serve does.
func (c *Cache) Refused(ctx context.Context, key string) bool {
	c.mu.RLock()
	has := c.peek(key) != nil || c.flights[key] != nil
	c.mu.RUnlock()
	if has || c.opt.Refuse == nil || !c.opt.Refuse(ctx, key) {
		return false
	}
	c.count.failed.Add(1)
	return true
}

// depart starts a render. The caller holds mu.
func (c *Cache) depart(ctx values, key string, life Lifetime) *flight {
	if c.ctx.Err() != nil {
		return failed(errClosed)
	}
	f := &flight{done: make(chan struct{})}
	c.flights[key] = f
	c.count.renders.Add(1)
	c.work.Go(func() {
		defer close(f.done)
		c.fly(ctx, f, key, life)
	})
	return f
}

// failed is a flight that is over before it began.
func failed(err error) *flight {
	f := &flight{done: make(chan struct{}), err: err}
	close(f.done)
	return f
}

// fly renders and, where that is allowed, stores.
func (c *Cache) fly(ctx context.Context, f *flight, key string, life Lifetime) {
	began := c.now()
	page, err := c.render(ctx, key)
	if err == nil {
		f.page, err = c.newEntry(key, page, life, began)
	}
	f.err = err
	// A page that is not kept has somebody who waits for it and is told; its
	// address may be for them alone, as a search or the link to a preview.
	if err != nil && life.Fresh > 0 && !errors.Is(err, lane.ErrBusy) {
		c.opt.Log.Error("page not rendered", "target", key, "status", page.Status, "error", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.flights[key] == f {
		delete(c.flights, key)
	}
	old := c.peek(key)
	if err != nil {
		if old != nil && len(f.spoilt) == 0 {
			old.hold(c.now())
		}
		return
	}
	late := slices.ContainsFunc(f.spoilt, func(hit func([]string) bool) bool { return hit(page.Tags) })
	if f.page.life.Fresh <= 0 || f.barred || late {
		f.page.forbidStoring()
		return
	}
	if old != nil {
		f.page.adopt(old)
	}
	f.stored = c.put(f.page)
}

// render calls Options.Render; a panic is an error like any other.
func (c *Cache) render(ctx context.Context, key string) (page Page, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return c.opt.Render(ctx, key)
}

// values is a context with the values of the request that began a render, such
// as its trace, but not its end.
type values struct {
	context.Context
	of     context.Context
	renews bool
}

type renewsKey struct{}

// Renews reports whether the context of a render is that of a page which takes
// the place of one in memory.
func Renews(ctx context.Context) bool {
	renews, _ := ctx.Value(renewsKey{}).(bool)
	return renews
}

// Value implements context.Context.
func (v values) Value(key any) any {
	if _, ok := key.(renewsKey); ok {
		return v.renews
	}
	if value := v.of.Value(key); value != nil {
		return value
	}
	return v.Context.Value(key)
}

// put stores an entry in the one store it belongs to; false if it is too big.
func (c *Cache) put(e *entry) bool {
	home, other := c.pages, c.others
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
	c.pages.reweigh(e)
	c.others.reweigh(e)
}

// holds reports whether an entry is still stored.
func (c *Cache) holds(e *entry) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.peek(e.key) == e
}

// peek is lookup without counting as a use. The caller holds mu.
func (c *Cache) peek(key string) *entry {
	if e := c.pages.peek(key); e != nil {
		return e
	}
	return c.others.peek(key)
}
