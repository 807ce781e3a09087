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
	"thriftwell/server/app"
	"thriftwell/server/platform/vault"
)

func (l *line) backup() *cobra.Command {
	return checked(&cobra.Command{
		Use:   "backup FILE",
		Short: "Write everything that the site keeps to a file, to s3://BUCKET/NAME, or to standard output (-)",
		Long: "Write everything that the site keeps to a file, to s3://BUCKET/NAME in the bucket of BACKUP_S3_BUCKET, or to standard output (-): the database and the files of DATA_DIR, but neither mail nor settings. " +
			"The site may run meanwhile. With BACKUP_RECIPIENT the backup is encrypted.",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return l.onSite(func(ctx context.Context, o app.Options) error {
				return l.backUp(ctx, o, args[0])
			})(c, args)
		},
	}, func(args []string) error {
		file := args[0]
		if file == "-" || strings.HasPrefix(file, app.InBucket) {
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
		return fmt.Errorf("a backup is not for a terminal; name a file, or send standard output elsewhere")
	}
	m, err := app.Backup(ctx, o, file, l.out)
	if err != nil {
		return err
	}
	say := l.out
	if file == "-" {
		say = l.errOut
	}
	about := "DATA_KEYS are not in it. Keep them elsewhere: nobody can read the personal data without them."
	if m.Has(vault.DevelopmentKey) {
		about = "The key made in DATA_DIR is in it: whoever reads the backup can read the personal data."
		if len(o.Config.Recipients) == 0 {
			about += " BACKUP_RECIPIENT encrypts backups."
		}
	}
	_, err = fmt.Fprintf(say, "Backed up: %d rows of %d tables, %d files. %s\n", m.Rows(), len(m.Tables), len(m.Files), about)
	return err
}

func (l *line) backups() *cobra.Command {
	return &cobra.Command{
		Use:   "backups",
		Short: "List the backups in BACKUP_DIR, or in the bucket of BACKUP_S3_BUCKET, the newest first",
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
	return err
}

func (l *line) restore() *cobra.Command {
	var r app.Restoring
	c := &cobra.Command{
		Use:   "restore FILE",
		Short: "Put a backup in the place of the site's data",
		Long: "Put a backup, a file or s3://BUCKET/NAME as bin/server backups prints it, in the place of the site's data, while the site does not run. All of the backup is checked first, " +
			"and until it is loaded and opened with the site's keys nothing changes.",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			r.File = args[0]
			return l.onSite(func(ctx context.Context, o app.Options) error {
				return l.putBack(ctx, o, r)
			})(c, args)
		},
	}
	c.Flags().BoolVar(&r.Replace, "replace", false, "replace everything in a site that is not empty")
	c.Flags().StringVar(&r.Identity, "identity", "", "the file with the key of age that opens an encrypted backup")
	c.Flags().StringVar(&r.Erasures, "erasures", "", "an erasures.jsonl that is newer than the backup's, beside that of DATA_DIR")
	return checked(c, func(args []string) error {
		for _, file := range []string{args[0], r.Identity, r.Erasures} {
			if _, err := os.Stat(file); file != "" && !strings.HasPrefix(file, app.InBucket) && err != nil {
				return fmt.Errorf("there is no file %s", file)
			}
		}
		return nil
	})
}

func (l *line) putBack(ctx context.Context, o app.Options, r app.Restoring) error {
	done, err := app.Restore(ctx, o, r)
	if err != nil {
		return err
	}
	if len(done.Foreign) > 0 {
		fmt.Fprintf(l.out, "Left out, as no version of the site has such tables: %s.\n", strings.Join(done.Foreign, ", "))
	}
	_, err = fmt.Fprintf(l.out, "Restored what was backed up on %s: %d rows of %d tables, %d files.\n",
		done.Made.In(o.Config.Location).Format(time.DateTime+" MST"), done.Rows(), len(done.Tables)-len(done.Foreign), len(done.Files))
	return err
}
