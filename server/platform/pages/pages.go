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
	MaxBytes   int64                                                           // of memory; 0 disables caching
	Render     func(ctx context.Context, target string) (renderer.Page, error) // calls a renderer
	Shell      func() []byte                                                   // of the renderers
	Workers    int                                                             // number of renderers
	Wait       time.Duration                                                   // longest time that a page waits in a queue
	TagHeaders map[string]string                                               // see CacheOptions
	Log        *slog.Logger
}

// Pages serves pages and API reads. Use New to create it.
type Pages struct {
	*Cache
	Searches, First *fairqueue.Queue // queues of searches and of pages not in memory
	opt             Options
}

// New returns Pages. The caller must close it.
func New(opt Options) *Pages {
	return &Pages{
		Cache:    NewCache(CacheOptions{MaxBytes: opt.MaxBytes, TagHeaders: opt.TagHeaders, Log: opt.Log}),
		Searches: fairqueue.New("searches", opt.Workers*SearchesPerWorker, opt.Workers*WaitingPerWorker),
		First:    fairqueue.New("first", opt.Workers*FirstPerWorker, opt.Workers*WaitingPerWorker),
		opt:      opt,
	}
}
