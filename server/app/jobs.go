package app

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"thriftwell/server/platform/pagecache"
)

// job is something that is done again and again.
type job struct {
	name  string
	every time.Duration
	run   func(context.Context) error
}

// jobs is every job that goes by the clock; what a write causes is in the
// queue (queue.go).
func (a *App) jobs() []job {
	return []job{
		{"empty the bins", emptyEvery, a.emptyBins},
		{"sweep sessions", sweepEvery, a.auth.Sweep},
		{"sweep rate limits", sweepEvery, a.people.limiter.Sweep},
		{"sweep spent tokens", sweepEvery, a.people.subscribers.SweepTokens},
		{"refresh the offers in memory", refreshEvery, a.counting.refresh},
	}
}

// background runs every background job until ctx ends.
func (a *App) background(ctx context.Context) {
	var running errgroup.Group
	for _, j := range a.jobs() {
		running.Go(func() error {
			repeat(ctx, j, a.log)
			return nil
		})
	}
	running.Go(func() error {
		pagecache.Listen(ctx, func(ctx context.Context) (*pgx.Conn, error) { return pgx.Connect(ctx, a.url) }, a.cache)
		return nil
	})
	running.Go(func() error {
		a.counting.tracking.Run(ctx)
		return nil
	})
	running.Go(func() error { return a.workQueue(ctx) })
	if err := running.Wait(); err != nil {
		a.log.Error("a background job ended", "error", err)
	}
}

// repeat runs a job again and again until ctx ends; a failure is logged.
func repeat(ctx context.Context, j job, log *slog.Logger) {
	tick := time.NewTicker(j.every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := j.run(ctx); err != nil && ctx.Err() == nil {
				log.Error("job failed", "job", j.name, "error", err)
			}
		}
	}
}
