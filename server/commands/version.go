package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"thriftwell/db"
	"thriftwell/db/backup"
	"thriftwell/db/bundled"
	"thriftwell/server/app"
)

func (l *line) version() *cobra.Command {
	var check bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version, and with --check what an upgrade to it will do",
		Long: "Print the version of this program. With --check, also say what its first start will do to the site's data, how much disk is free, and how old " +
			"the newest backup is. It changes nothing and can run beside the site of an older version.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			l.started = true
			fmt.Fprintln(l.out, version())
			if !check {
				return nil
			}
			settings, err := l.settings()
			if err != nil {
				return err
			}
			fmt.Fprintln(l.out, siteLine(settings))
			return l.foretell(c.Context(), app.Options{Config: settings, Log: slog.New(slog.DiscardHandler), Root: l.root})
		},
	}
	c.Flags().BoolVar(&check, "check", false, "say what an upgrade to this version will do")
	return c
}

// foretell says what the first start of this version does.
func (l *line) foretell(ctx context.Context, o app.Options) error {
	var pending []string
	var bytes int64
	err := app.Look(ctx, o, func(ctx context.Context, conn *pgx.Conn) (err error) {
		if err = conn.QueryRow(ctx, "SELECT pg_database_size(current_database())").Scan(&bytes); err == nil {
			pending, err = db.Pending(ctx, conn)
		}
		return err
	})
	switch {
	case errors.Is(err, app.ErrNoSite):
		fmt.Fprintln(l.out, "Data: none yet; the first start creates it.")
		return nil
	case errors.Is(err, bundled.ErrUpgradeDue):
		fmt.Fprintln(l.out, "Data: the first start upgrades the bundled Postgres and keeps the old files. Allow disk for a second copy of the database.")
	case err != nil:
		return err
	case len(pending) == 0:
		fmt.Fprintf(l.out, "Data: %s; nothing to migrate.\n", megabytes(bytes))
	default:
		fmt.Fprintf(l.out, "Data: %s; the first start applies %s. The way back is in bin/server help upgrades.\n", megabytes(bytes), strings.Join(pending, ", "))
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(o.Config.DataDir, &disk); err == nil {
		fmt.Fprintf(l.out, "Disk: %s free where DATA_DIR is.\n", megabytes(int64(disk.Bavail)*disk.Bsize))
	}
	return l.tellNewestBackup(ctx, o)
}

func (l *line) tellNewestBackup(ctx context.Context, o app.Options) error {
	store, err := app.Store(o.Config)
	if err != nil {
		return err
	}
	const advice = "Unless you just made one by hand, run bin/server backup FILE first."
	if store == nil {
		fmt.Fprintln(l.out, "Backup: scheduled backups are off. "+advice)
		return nil
	}
	list, err := backup.List(ctx, store)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		fmt.Fprintln(l.out, "Backup: there is none. "+advice)
		return nil
	}
	fmt.Fprintf(l.out, "Backup: the newest is %s old, %s.\n", time.Since(list[0].Made).Round(time.Minute), store.Address(list[0].Name))
	return nil
}

func megabytes(bytes int64) string { return fmt.Sprintf("%d MB", bytes>>20) }
