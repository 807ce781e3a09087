package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thriftwell/db/backup"
	"thriftwell/db/moment"
	"thriftwell/server/app"
	"thriftwell/server/platform/vault"
)

func (l *line) backup() *cobra.Command {
	return checked(&cobra.Command{
		Use:   "backup FILE",
		Short: "Back up the site to a file, s3://BUCKET/NAME, or standard output (-)",
		Long: "Back up the database and the files in DATA_DIR, without email and settings, to a file, to s3://BUCKET/NAME in the bucket of BACKUP_S3_BUCKET, or to standard output (-). " +
			"The site can keep running. With BACKUP_RECIPIENT, the backup is encrypted.",
		Args: cobra.ExactArgs(1),
		RunE: l.onSite(func(ctx context.Context, o app.Options) error { return l.backUp(ctx, o, l.args[0]) }),
	}, func(args []string) error {
		file := args[0]
		if file == "-" || strings.HasPrefix(file, app.BucketPrefix) {
			return nil
		}
		if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
			return fmt.Errorf("folder %s doesn't exist", filepath.Dir(file))
		}
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			return fmt.Errorf("%s is a folder; name a file in it", file)
		}
		return nil
	})
}

func (l *line) backUp(ctx context.Context, o app.Options, file string) error {
	if file == "-" && isTerminal(l.out) {
		return fmt.Errorf("won't write a backup to a terminal; name a file or redirect standard output")
	}
	m, err := app.Backup(ctx, o, file, l.out)
	if err != nil {
		return err
	}
	say := l.out
	if file == "-" {
		say = l.errOut
	}
	about := "It doesn't include DATA_KEYS. Keep them safe: without them, nobody can read the personal data."
	if m.Has(vault.DevelopmentKey) {
		about = "It includes the key from DATA_DIR, so anyone with this file can read the personal data."
		if len(o.Config.Recipients) == 0 {
			about += " To encrypt backups, set BACKUP_RECIPIENT."
		}
	}
	_, err = fmt.Fprintf(say, "Backed up %d rows of %d tables and %d files. %s\n", m.Rows(), len(m.Tables), len(m.Files), about)
	return err
}

func (l *line) backups() *cobra.Command {
	return &cobra.Command{
		Use:   "backups",
		Short: "List the backups in BACKUP_DIR or the bucket of BACKUP_S3_BUCKET, newest first",
		Args:  cobra.NoArgs,
		RunE:  l.settled(l.errOut, l.listBackups),
	}
}

func (l *line) listBackups(ctx context.Context, o app.Options) error {
	store, err := app.Store(o.Config)
	if err != nil {
		return err
	}
	if store == nil {
		return errors.New("neither BACKUP_DIR nor BACKUP_S3_ENDPOINT is set")
	}
	list, err := backup.List(ctx, store)
	for _, b := range list {
		fmt.Fprintf(l.out, "%s\t%.1f MB\t%s\n", b.Made.In(o.Config.Location).Format(time.DateTime+" MST"), float64(b.Bytes)/1e6, store.Address(b.Name))
	}
	if !o.Config.BackupWAL || err != nil {
		return err
	}
	since, err := moment.Earliest(ctx, store)
	if err == nil && !since.IsZero() {
		fmt.Fprintf(l.out, "restore --at can bring back any moment since %s.\n", since.In(o.Config.Location).Format(time.DateTime+" MST"))
	}
	return err
}

func (l *line) restore() *cobra.Command {
	var r app.RestoreOptions
	var at string
	c := &cobra.Command{
		Use:   "restore FILE | --at TIME",
		Short: "Replace the site's data with a backup, or with what it was at a time",
		Long: "Replace the site's data with a backup, a file or s3://BUCKET/NAME as bin/server backups lists it, or, with BACKUP_WAL, with what it was at a time. Stop the site first. " +
			"Everything is checked first, and nothing changes until it's loaded and decrypted with the site's keys.",
		Args: cobra.MaximumNArgs(1),
		RunE: l.onSite(func(ctx context.Context, o app.Options) (err error) {
			if len(l.args) > 0 {
				r.File = l.args[0]
			} else if r.At, err = moment.Read(at, o.Config.Location); err != nil {
				return err
			}
			return l.runRestore(ctx, o, r)
		}),
	}
	c.Flags().StringVar(&at, "at", "", "a time, such as 2026-11-27T10:15 in the site's time zone, or latest")
	c.Flags().BoolVar(&r.Replace, "replace", false, "replace a site that isn't empty")
	c.Flags().StringVar(&r.Identity, "identity", "", "file with the age key that decrypts the backup")
	c.Flags().StringVar(&r.Erasures, "erasures", "", "an erasures.jsonl newer than the backup's, in addition to the one in DATA_DIR")
	return checked(c, func(args []string) error {
		if (len(args) == 0) == (at == "") {
			return errors.New("name a backup, or a time with --at")
		}
		for _, file := range append(args, r.Identity, r.Erasures) {
			if _, err := os.Stat(file); file != "" && !strings.HasPrefix(file, app.BucketPrefix) && err != nil {
				return fmt.Errorf("file %s not found", file)
			}
		}
		return nil
	})
}

func (l *line) runRestore(ctx context.Context, o app.Options, r app.RestoreOptions) error {
	done, err := app.Restore(ctx, o, r)
	if err != nil {
		return err
	}
	if len(done.Foreign) > 0 {
		fmt.Fprintf(l.out, "Left out tables unknown to every version of the site: %s.\n", strings.Join(done.Foreign, ", "))
	}
	what := "the backup of " + done.Made.In(o.Config.Location).Format(time.DateTime+" MST")
	if r.At.IsSet() {
		what = "the site as it was at " + r.At.String()
	}
	_, err = fmt.Fprintf(l.out, "Restored %s: %d rows of %d tables and %d files.\n",
		what, done.Rows(), len(done.Tables)-len(done.Foreign), len(done.Files))
	return err
}
