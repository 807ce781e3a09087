package commands

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"thriftwell/db"
	"thriftwell/db/seed"
	"thriftwell/server/app"
	"thriftwell/server/platform/config"
)

func (l *line) serve() *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Migrate the database, load the starting content, and run the site",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			l.started = true
			if err := l.setUp(c.Context()); err != nil {
				return err
			}
			return l.settled(l.out, runSite)(c, args)
		},
	}
}

func runSite(ctx context.Context, o app.Options) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(config.GCPercent)
	}
	site, err := app.Open(ctx, o)
	if err != nil {
		return err
	}
	defer site.Close(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, func() { o.Log.Info("shutting down", "cause", context.Cause(ctx)) })
	return site.Run(ctx)
}

func (l *line) migrate() *cobra.Command {
	return &cobra.Command{
		Use:   "migrate",
		Short: "Migrate the database to the newest schema",
		Args:  cobra.NoArgs,
		RunE: l.settled(l.out, func(ctx context.Context, o app.Options) error {
			return withDatabase(ctx, o, app.Database, func(*db.DB) error { return nil }) // migrates
		}),
	}
}

func (l *line) seed() *cobra.Command {
	var again []string
	c := &cobra.Command{
		Use:   "seed",
		Short: "Load starting content that hasn't been loaded yet",
		Args:  cobra.NoArgs,
		RunE: l.settled(l.out, func(ctx context.Context, o app.Options) error {
			return withDatabase(ctx, o, app.Database, func(d *db.DB) error {
				n, err := app.LoadContent(ctx, d, app.Content(o.Config), again...)
				if err == nil {
					o.Log.Info("loaded content", "new_files", n)
				}
				return err
			})
		}),
	}
	checked(c, func([]string) error {
		for _, name := range again {
			if !seed.Has(name) {
				return fmt.Errorf("--again: no file %s in db/seed", name)
			}
		}
		return nil
	})
	c.Flags().StringSliceVar(&again, "again", nil, "reload these files of db/seed, such as articles/x.md, overwriting staff's changes")
	return c
}
