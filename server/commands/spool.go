package commands

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"thriftwell/db"
	"thriftwell/server/app"
	"thriftwell/server/platform/tracking"
)

func (l *line) spool() *cobra.Command {
	return group(&cobra.Command{Use: "spool", Short: "Look after the events that waited for Postgres on the disk of an instance"}, l.replaySpool())
}

func (l *line) replaySpool() *cobra.Command {
	return checked(&cobra.Command{
		Use:   "replay [DIR]",
		Short: "Count the events in the spool of an instance that is gone",
		Long: "Count the events in the spool of an instance that is gone, such as one whose machine was given up, and remove its files. DIR is that spool, or a copy of it; by default DATA_DIR/spool. " +
			"The site may run: an instance replays its own spool by itself. Each event counts once, however often it is replayed.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return l.withDatabase(func(ctx context.Context, o app.Options, d *db.DB) error {
				dir := cmp.Or(append(args, "")[0], filepath.Join(o.Config.DataDir, "spool"))
				if _, err := os.ReadDir(dir); err != nil {
					return fmt.Errorf("the spool can't be read: %w", err)
				}
				done, err := tracking.ReplaySpool(ctx, tracking.Options{Pool: d.Pool, SpoolDir: dir, Location: o.Config.Location, Log: o.Log})
				if err != nil {
					return fmt.Errorf("what is left in the spool can be replayed again: %w", err)
				}
				_, err = fmt.Fprintf(l.out, "Events replayed: %d. Files put aside as damaged: %d. Files left to a running instance: %d.\n", done.Events, done.Aside, done.Left)
				return err
			})(c, args)
		},
	}, func(args []string) error {
		if len(args) == 0 {
			return nil
		}
		if _, err := os.ReadDir(args[0]); err != nil {
			return fmt.Errorf("the spool can't be read: %w", err)
		}
		return nil
	})
}
