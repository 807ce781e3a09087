package app

import (
	"context"

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
	_ = jobs.Wait()
}
