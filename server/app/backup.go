package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"

	"thriftwell/db"
	"thriftwell/db/backup"
	"thriftwell/server/checks"
	"thriftwell/server/features/letters"
	"thriftwell/server/features/pictures"
	"thriftwell/server/features/texts"
	"thriftwell/server/personal"
	"thriftwell/server/platform/bucket"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/vault"
)

// Store returns where the settings keep backups, nil when nowhere.
func Store(c config.Config) (backup.Store, error) {
	switch {
	case c.BackupBucket.IsSet():
		return bucket.NewBackups(c.BackupBucket)
	case c.BackupDir != "":
		return backup.Folder(c.BackupDir), nil
	}
	return nil, nil
}

// newSchedule returns the backups by the clock, nil where there are to be none.
func newSchedule(o Options, url string) (*backup.Schedule, error) {
	c := o.Config
	store, err := Store(c)
	if err != nil || store == nil {
		return nil, err
	}
	return &backup.Schedule{Store: store, Every: c.BackupEvery, Keep: c.BackupKeep, Source: backupSource(o, url), Log: o.Log}, nil
}

// InBucket is how the address of a backup in a bucket begins.
const InBucket = "s3://"

// Backup writes everything that the site keeps to a file, to an address in the
// bucket of backups, or to out where the file is "-". The site may run meanwhile.
func Backup(ctx context.Context, o Options, file string, out io.Writer) (m backup.Manifest, err error) {
	var to bucket.Backups
	var name string
	if strings.HasPrefix(file, InBucket) {
		if to, name, err = bucket.At(o.Config.BackupBucket, file); err != nil {
			return m, err
		}
	}
	url, postgres, err := ExistingDatabase(ctx, o)
	if err != nil {
		return m, err
	}
	if postgres != nil {
		defer postgres.Stop(context.WithoutCancel(ctx))
	}
	switch {
	case file == "-":
		return backup.Write(ctx, out, backupSource(o, url))
	case name != "":
		return backup.WriteTo(ctx, to, name, backupSource(o, url))
	}
	return backup.WriteFile(ctx, file, backupSource(o, url))
}

// backupSource is all that the site keeps. Settings are no part of it, and so
// neither are DATA_KEYS; the key that is used in their place is.
func backupSource(o Options, url string) backup.Source {
	s := backup.Source{
		URL: url, Dir: o.Config.DataDir, Files: []string{spoolFolder, personal.JournalFile},
		Omit:    []string{"visitor_salts"}, // with them, visitors could be told again when the day is over
		Version: o.Version, Recipients: o.Config.Recipients,
	}
	if !o.Config.Pictures.IsSet() {
		s.Files = append(s.Files, pictures.Dir)
	}
	if o.Config.Keys == nil {
		s.Files = append(s.Files, vault.DevelopmentKey)
	}
	return s
}

// Restoring says what to restore, and how.
type Restoring struct {
	File     string // or an address in the bucket of backups
	Replace  bool   // a site that is not empty
	Identity string // a file with the keys to an encrypted backup
	Erasures string // a journal of erasures that is newer than the backup's
}

// Restored tells what came back.
type Restored struct {
	backup.Manifest
	Foreign []string // tables that were left out, as they are not the site's
}

// Restore puts a backup in the place of the site's data. Until the end, which
// is one transaction, it changes nothing. The people who were erased since the
// backup, as far as a journal notes it, are erased again.
func Restore(ctx context.Context, o Options, r Restoring) (Restored, error) {
	b, err := r.open(ctx, o)
	if err != nil {
		return Restored{}, fmt.Errorf("%s can't be restored: %w", r.File, err)
	}
	o.Log.Info("the backup is intact", "made", b.Made, "rows", b.Rows())
	url, postgres, err := Database(ctx, o)
	if err != nil {
		return Restored{}, err
	}
	if postgres != nil {
		defer postgres.Stop(context.WithoutCancel(ctx))
	}
	if err := os.MkdirAll(o.Config.DataDir, 0o755); err != nil {
		return Restored{}, err
	}
	files, err := os.MkdirTemp(o.Config.DataDir, checks.RestoredFiles)
	if err != nil {
		return Restored{}, err
	}
	replaced, placed := false, false
	foreign, err := b.Restore(ctx, backup.Target{
		URL: url, Replace: r.Replace, Dir: files,
		Check: func(ctx context.Context, url string) error { return r.check(ctx, o, url, files) },
		Done: func() error {
			replaced = true
			err := placeFiles(files, o.Config.DataDir)
			placed = err == nil
			return err
		},
	})
	if placed || !replaced {
		err = errors.Join(err, os.RemoveAll(files))
	}
	if err != nil && !replaced {
		err = fmt.Errorf("%s wasn't restored; nothing was changed: %w", r.File, err)
	}
	return Restored{b.Manifest, foreign}, err
}

// open finds what is wrong before anything is done.
func (r Restoring) open(ctx context.Context, o Options) (*backup.Backup, error) {
	var identities []age.Identity
	if r.Identity != "" {
		f, err := os.Open(r.Identity)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if identities, err = age.ParseIdentities(f); err != nil {
			return nil, fmt.Errorf("%s has no key: %w", r.Identity, err)
		}
	}
	if r.Erasures != "" {
		if _, err := os.Stat(r.Erasures); err != nil {
			return nil, err
		}
	}
	open := func() (io.ReadCloser, error) { return os.Open(r.File) }
	if strings.HasPrefix(r.File, InBucket) {
		from, name, err := bucket.At(o.Config.BackupBucket, r.File)
		if err != nil {
			return nil, err
		}
		open = func() (io.ReadCloser, error) { return from.Open(ctx, name) }
	}
	b, err := backup.OpenFrom(open, identities...)
	if err == nil && o.Config.Keys == nil && !b.Has(vault.DevelopmentKey) {
		err = errors.New("its personal data is encrypted with DATA_KEYS, which the backup doesn't include; set DATA_KEYS to those of the original site")
	}
	return b, err
}

// check opens what was restored with the keys, and forgets whom it should not
// remember. It uses files as its data folder.
func (r Restoring) check(ctx context.Context, o Options, url, files string) error {
	c := o.Config
	restored, others := filepath.Join(files, personal.JournalFile), []string{filepath.Join(c.DataDir, personal.JournalFile)}
	if r.Erasures != "" {
		others = append(others, r.Erasures)
	}
	c.DataDir = files
	if err := personal.GatherJournals(restored, others...); err != nil {
		return err
	}
	d, err := db.Open(ctx, url)
	if err != nil {
		return err
	}
	defer d.Close()
	if _, err := personal.Open(ctx, c, d); err != nil {
		return err
	}
	return errors.Join(letters.Halt(ctx, d), texts.Halt(ctx, d))
}

// placeFiles moves restored files to the data folder.
func placeFiles(from, to string) error {
	stamp := time.Now().UTC().Format("20060102T150405Z")
	err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, name)
		_, err = os.Lstat(target)
		switch inTheWay := err == nil; {
		case inTheWay && filepath.Dir(name) == spoolFolder:
			return nil // it holds the same events, and maybe more
		case inTheWay && name == vault.DevelopmentKey && !sameContent(path, target):
			err = os.Rename(target, target+".replaced-"+stamp) // other backups may need it
		default: // the journal holds what the one in its place does
			err = os.MkdirAll(filepath.Dir(target), 0o700)
		}
		if err != nil {
			return err
		}
		return os.Rename(path, target)
	})
	if err != nil {
		return fmt.Errorf("the database was restored, but its files are still in %s; move them to %s: %w", from, to, err)
	}
	return nil
}

func sameContent(one, other string) bool {
	a, errA := os.ReadFile(one)
	b, errB := os.ReadFile(other)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}
