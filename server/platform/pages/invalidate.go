package pages

import (
	"slices"
)

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
