package app

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"thriftwell/server/platform/pagecache"
)

// background runs every background job until ctx ends.
func (a *App) background(ctx context.Context) {
	var jobs errgroup.Group
	jobs.Go(func() error {
		pagecache.Listen(ctx, func(ctx context.Context) (*pgx.Conn, error) { return pgx.Connect(ctx, a.url) }, a.cache)
		return nil
	})
	jobs.Go(func() error {
		every(ctx, emptyEvery, "empty the bins", a.log, a.emptyBins)
		return nil
	})
	jobs.Go(func() error {
		every(ctx, sweepEvery, "sweep sessions", a.log, a.auth.Sweep)
		return nil
	})
	jobs.Go(func() error {
		every(ctx, emptyEvery, "empty the bins", a.log, a.emptyBins)
		return nil
	})
	jobs.Go(func() error {
		every(ctx, sweepEvery, "sweep rate limits", a.log, a.people.limiter.Sweep)
		return nil
	})
	jobs.Go(func() error {
		every(ctx, emptyEvery, "empty the bins", a.log, a.emptyBins)
		return nil
	})
	jobs.Go(func() error {
		every(ctx, sweepEvery, "sweep spent tokens", a.log, a.people.subscribers.SweepTokens)
		return nil
	})
	jobs.Go(func() error {
		every(ctx, refreshEvery, "refresh the offers in memory", a.log, a.counting.refresh)
		return nil
	})
	jobs.Go(func() error {
		a.counting.tracking.Run(ctx)
		return nil
	})
	jobs.Go(func() error { return a.workQueue(ctx) })
	if err := jobs.Wait(); err != nil {
		a.log.Error("a background job ended", "error", err)
	}
}

// every runs a job again and again until ctx ends; a failure is logged.
func every(ctx context.Context, pause time.Duration, name string, log *slog.Logger, job func(context.Context) error) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := job(ctx); err != nil && ctx.Err() == nil {
				log.Error("job failed", "job", name, "error", err)
			}
		}
	}
}
