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
	return group(&cobra.Command{Use: "spool", Short: "Manage events that an instance spooled to disk"}, l.replaySpool())
}

func (l *line) replaySpool() *cobra.Command {
	return checked(&cobra.Command{
		Use:   "replay [DIR]",
		Short: "Replay the spool of a dead instance",
		Long: "Replay the events in the spool of an instance that no longer runs and remove its files. DIR is that spool or a copy; DATA_DIR/spool by default. " +
			"The site can keep running: instances replay their own spools. Each event counts once, however often it's replayed.",
		Args: cobra.MaximumNArgs(1),
		RunE: l.withDatabase(func(ctx context.Context, o app.Options, d *db.DB) error {
			dir := cmp.Or(append(l.args, "")[0], filepath.Join(o.Config.DataDir, "spool"))
			if _, err := os.ReadDir(dir); err != nil {
				return fmt.Errorf("couldn't read the spool: %w", err)
			}
			done, err := tracking.ReplaySpool(ctx, tracking.Options{Pool: d.Pool, SpoolDir: dir, Location: o.Config.Location, Log: o.Log})
			if err != nil {
				return fmt.Errorf("run this again to replay the rest: %w", err)
			}
			_, err = fmt.Fprintf(l.out, "Events replayed: %d. Damaged files set aside: %d. Files left to a running instance: %d.\n", done.Events, done.Aside, done.Left)
			return err
		}),
	}, func(args []string) error {
		if len(args) == 0 {
			return nil
		}
		if _, err := os.ReadDir(args[0]); err != nil {
			return fmt.Errorf("couldn't read the spool: %w", err)
		}
		return nil
	})
}
