// Package pages answers requests for pages and API reads from memory, and has
// the renderer make what is missing.
//
// An answer is identified by its path and allowed parameters alone (Key). It is
// made once for any number of concurrent requests and served while it is fresh.
// Then it is served stale while it is renewed, and in place of an error if that
// fails. Writes invalidate by tag; invalidated answers are made again before
// they are served.
//
// The Cache-Status header (RFC 9211) of an answer says how it was served.
package pages

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"thriftwell/server/platform/fairqueue"
	"thriftwell/server/platform/renderer"
)

// Limits per renderer, which has eight slots, for searches and uncached pages.
// Their addresses are unlimited, so a flood of them must not delay pages that
// an edit invalidated, nor fill a queue too long to be worth waiting in.
const (
	SearchesPerWorker = 2
	FirstPerWorker    = 6
	WaitingPerWorker  = 16
)

// Options configure Pages.
type Options struct {
	MaxBytes   int64                                                           // of memory, for pages in all encodings; 0 disables caching
	Render     func(ctx context.Context, target string) (renderer.Page, error) // calls a renderer
	Shell      func() []byte                                                   // of the renderers
	Workers    int                                                             // number of renderers
	Wait       time.Duration                                                   // longest time that a page waits in a queue
	TagHeaders map[string]string                                               // headers in which an answer's tags are sent, for CDNs, with the separator of the tags
	Log        *slog.Logger
}

// Pages serves pages. Package reads serves API reads from its Cache. Use New to
// create it.
type Pages struct {
	*Cache
	Searches, First *fairqueue.Queue // queues of searches and of pages not in memory
}

// New returns Pages. The caller must close it.
func New(opt Options) *Pages {
	return &Pages{
		Cache:    NewCache(opt),
		Searches: fairqueue.New("searches", opt.Workers*SearchesPerWorker, opt.Workers*WaitingPerWorker),
		First:    fairqueue.New("first", opt.Workers*FirstPerWorker, opt.Workers*WaitingPerWorker),
	}
}

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
