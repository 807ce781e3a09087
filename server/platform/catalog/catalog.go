// Package catalog keeps small sets of records in memory, so that lookups need
// no query and work while Postgres is down.
package catalog

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// patience is how long a load may take; then the previous value stays in use.
const patience = 2 * time.Second

// Of is a catalog of one type. Use New to create one.
type Of[T any] struct {
	load     func(context.Context) (T, error)
	update   Update[T] // nil to load everything each time
	tags     []string
	patience time.Duration
	turn     chan struct{} // holds an element for each running load; nil if unlimited
	loading  sync.Mutex    // one load at a time, so that the newest is stored last
	behind   bool          // the last load failed, or there was none; guarded by loading
	value    atomic.Pointer[T]
	reload   atomic.Pointer[reload] // nil if none is running
	mu       sync.Mutex             // guards starting and ending a reload
}

// reload is background work started by an invalidation.
type reload struct {
	again bool          // invalidated again since the load began
	tags  []string      // tags for the next load
	all   bool          // the next load is of everything
	done  chan struct{} // closed when the catalog is current again
}

// Update returns old updated after writes with these tags, without changing
// old. It reports false if everything must be loaded.
type Update[T any] func(ctx context.Context, old T, tags []string) (updated T, ok bool, err error)

// New returns a catalog that load fills from the records with these tags. Until
// Refresh, it has the zero T.
func New[T any](load func(context.Context) (T, error), tags ...string) *Of[T] {
	c := &Of[T]{load: load, tags: tags, patience: patience, behind: true}
	c.value.Store(new(T))
	return c
}

// Follow makes the catalog load only what an invalidation affects. Call it
// before the first load.
func (c *Of[T]) Follow(update Update[T]) *Of[T] {
	c.update = update
	return c
}

// Within sets how long a load may take. Call it before the first load.
func (c *Of[T]) Within(patience time.Duration) { c.patience = patience }

// Queue makes loads wait, within their time limit, until turn has room for one
// more. Catalogs that share turn don't all load at once, each on its own
// connection. Call it before the first load.
func (c *Of[T]) Queue(turn chan struct{}) { c.turn = turn }

// Get returns the current value. After an invalidation it waits for the new
// one, unless loading fails or takes too long. Callers must not modify the
// result.
func (c *Of[T]) Get() T {
	if r := c.reload.Load(); r != nil {
		<-r.done
	}
	return *c.value.Load()
}

// Refresh loads the catalog. If that fails, the value stays.
func (c *Of[T]) Refresh(ctx context.Context) error { return c.bring(ctx, nil) }

// bring applies the writes with these tags; nil reloads everything.
func (c *Of[T]) bring(ctx context.Context, tags []string) error {
	c.loading.Lock()
	defer c.loading.Unlock()
	ctx, cancel := context.WithTimeout(ctx, c.patience)
	defer cancel()
	if c.turn != nil {
		select {
		case c.turn <- struct{}{}:
			defer func() { <-c.turn }()
		case <-ctx.Done():
			c.behind = true
			return ctx.Err()
		}
	}
	v, err := c.next(ctx, tags)
	if c.behind = err != nil; err == nil {
		c.value.Store(&v)
	}
	return err
}

func (c *Of[T]) next(ctx context.Context, tags []string) (T, error) {
	if c.update != nil && tags != nil && !c.behind {
		if v, ok, err := c.update(ctx, *c.value.Load(), tags); ok || err != nil {
			return v, err
		}
	}
	return c.load(ctx)
}

// Invalidate reloads the catalog in the background if it has one of the tags.
func (c *Of[T]) Invalidate(tags ...string) {
	if slices.ContainsFunc(tags, func(t string) bool { return slices.Contains(c.tags, t) }) {
		c.begin(tags, false)
	}
}

// InvalidateAll reloads the catalog in the background.
func (c *Of[T]) InvalidateAll() { c.begin(nil, true) }

// MarkAllStale reloads the catalog in the background.
func (c *Of[T]) MarkAllStale() { c.begin(nil, true) }

func (c *Of[T]) begin(tags []string, all bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.reload.Load()
	if r != nil {
		r.again = true
	} else {
		r = &reload{done: make(chan struct{})}
		c.reload.Store(r)
		defer func() { go c.run(r) }()
	}
	r.tags, r.all = append(r.tags, tags...), r.all || all
}

// run loads until no invalidation arrives during the load.
func (c *Of[T]) run(r *reload) {
	ctx, cancel := context.WithTimeout(context.Background(), c.patience)
	defer cancel()
	for {
		c.mu.Lock()
		tags := r.tags
		if r.all {
			tags = nil
		}
		r.again, r.all, r.tags = false, false, nil
		c.mu.Unlock()
		err := c.bring(ctx, tags)
		c.mu.Lock()
		if r.again && err == nil {
			c.mu.Unlock()
			continue
		}
		c.reload.Store(nil)
		c.mu.Unlock()
		if err != nil {
			slog.Warn("couldn't reload a catalog; keeping the old one", "tags", c.tags, "error", err)
		}
		close(r.done)
		return
	}
}
