package pages

import "sync/atomic"

// Stats are the cache's counters since New, and its current size.
type Stats struct {
	// How requests were answered. A client that left first is not counted.
	Hits    uint64 // from memory, fresh
	Stale   uint64 // from memory, while a fresh page was made
	Rescued uint64 // from memory, because no fresh page could be made
	Misses  uint64 // after a call of a source, for this or another request
	Failed  uint64 // with an error page, or with nothing

	Made    uint64 // calls of sources
	Evicted uint64 // pages evicted for others

	Pages, Others, Reads             int   // stored: pages with status 200; not-found answers and redirects; API reads
	PageBytes, OtherBytes, ReadBytes int64 // their size, all encodings included
}

type counters struct {
	hits, stale, rescued, misses, failed, made atomic.Uint64
}

// Stats returns the current statistics.
func (c *Cache) Stats() Stats {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return Stats{
		Hits:       c.count.hits.Load(),
		Stale:      c.count.stale.Load(),
		Rescued:    c.count.rescued.Load(),
		Misses:     c.count.misses.Load(),
		Failed:     c.count.failed.Load(),
		Made:       c.count.made.Load(),
		Evicted:    c.good.evicted + c.others.evicted + c.reads.evicted,
		Pages:      len(c.good.nodes),
		Others:     len(c.others.nodes),
		PageBytes:  c.good.bytes(),
		OtherBytes: c.others.bytes(),
		Reads:      len(c.reads.nodes),
		ReadBytes:  c.reads.bytes(),
	}
}
