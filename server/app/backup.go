package app

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"filippo.io/age"

	"thriftwell/db"
	"thriftwell/db/backup"
	"thriftwell/db/bundled"
	"thriftwell/db/moment"
	"thriftwell/server/checks"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/features/pictures"
	"thriftwell/server/personal"
	"thriftwell/server/platform/bucket"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/vault"
)

// Store returns the store of the site's backups, nil if the settings name none.
func Store(c config.Config) (backup.Store, error) {
	switch {
	case c.BackupBucket.IsSet():
		return bucket.NewBackups(c.BackupBucket)
	case c.BackupDir != "":
		return backup.Folder(c.BackupDir), nil
	}
	return nil, nil
}

// newSchedule returns the scheduled backups, nil if there are none.
func newSchedule(o Options, url string) (*backup.Schedule, error) {
	c := o.Config
	store, err := Store(c)
	if err != nil || store == nil {
		return nil, err
	}
	s := &backup.Schedule{Store: store, Every: c.BackupEvery, Keep: c.BackupKeep, Source: backupSource(o, url), Log: o.Log}
	if c.BackupWAL {
		s.WAL = newWAL(o, store, url)
	}
	return s, nil
}

// newWAL returns what stores the write-ahead log of the bundled Postgres.
func newWAL(o Options, store backup.Store, url string) *backup.WAL {
	return &backup.WAL{Store: store, Folder: bundled.ArchiveFolder(o.Config.DataDir), URL: url, Recipients: o.Config.Recipients, Log: o.Log}
}

// BucketPrefix starts the address of a backup in a bucket.
const BucketPrefix = "s3://"

// Backup writes a backup to a file, to an address in the backup bucket, or to
// out if file is "-". The site may be running.
func Backup(ctx context.Context, o Options, file string, out io.Writer) (m backup.Manifest, err error) {
	var to bucket.Backups
	var name string
	if strings.HasPrefix(file, BucketPrefix) {
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

// restoreTestFolder is where a restore test puts the backup's files.
const restoreTestFolder = ".restore-test"

// newRehearsal returns the test of the newest backup.
func (a *App) newRehearsal() (*backup.Rehearsal, error) {
	identities, err := readIdentities(a.config.RestoreTestIdentity)
	files := filepath.Join(a.config.DataDir, restoreTestFolder)
	test := &backup.Rehearsal{
		Store: a.backups.Store, URL: a.url, Dir: files, Identities: identities,
		Room: func(database, files int64) error { return a.roomForTest(database, files) },
		Check: func(ctx context.Context, url string) error {
			return RestoreOptions{}.check(ctx, Options{Config: a.config, Log: a.log}, url, files)
		},
	}
	if a.backups.WAL != nil {
		test.Log = func(ctx context.Context) (time.Time, error) { return a.rehearseLog(ctx, files, identities) }
	}
	return test, err
}

// rehearseLog tests restore --at in a folder.
func (a *App) rehearseLog(ctx context.Context, folder string, identities []age.Identity) (upTo time.Time, err error) {
	recovery := moment.Recovery{WAL: a.backups.WAL, Identities: identities, Zone: a.config.Location,
		Postgres: bundled.Options{DataDir: folder, Binaries: binaries(a.root), Small: a.config.SmallServer, Log: a.log}}
	room := func(log int64) error {
		var size int64
		err := a.db.Pool.QueryRow(ctx, "SELECT pg_database_size(current_database())").Scan(&size)
		return cmp.Or(err, a.roomForTest(size, log))
	}
	return recovery.Rehearse(ctx, room, func(url, files string) error {
		return RestoreOptions{}.check(ctx, Options{Config: a.config, Log: a.log}, url, files)
	})
}

// roomForTest returns a backup.Skip if a restore test would fill the disk with
// DATA_DIR. It can't see the disk of another Postgres.
func (a *App) roomForTest(database, files int64) error {
	need := uint64(files)
	if a.postgres != nil {
		need += 2 * uint64(database) // and its write-ahead log
	}
	d, err := a.health.Disk(a.config.DataDir)
	if err != nil {
		return err
	}
	if need += d.Bytes / 10; d.Free < need {
		return backup.Skip(fmt.Sprintf("It needs %d MB of free space on the disk with DATA_DIR, to leave a tenth of it free, but only %d MB are free. Free up space, or set RESTORE_TEST=false.", need/1e6, d.Free/1e6))
	}
	return nil
}

// backupSource returns what a backup includes. Settings are not included, so
// neither are DATA_KEYS; the development key used without them is.
func backupSource(o Options, url string) backup.Source {
	s := backup.Source{
		URL: url, Dir: o.Config.DataDir, Files: []string{spoolFolder, personal.JournalFile},
		Omit:    []string{"visitor_salts"}, // with them, visitors could be identified after the day ends
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

// RestoreOptions say what to restore, and how.
type RestoreOptions struct {
	File     string        // or an address in the backup bucket
	At       moment.Moment // instead of File
	Replace  bool          // overwrite a site that isn't empty
	Identity string        // a file with the keys of an encrypted backup
	Erasures string        // a journal of erasures newer than the backup's
}

// Restored describes a restored backup.
type Restored struct {
	backup.Manifest
	Foreign []string // tables left out because they aren't the site's
}

// Restore replaces the site's data with a backup. It changes nothing until the
// final transaction. People erased since the backup are erased again, as far as
// a journal records them.
func Restore(ctx context.Context, o Options, r RestoreOptions) (Restored, error) {
	if r.At.IsSet() {
		return restoreMoment(ctx, o, r)
	}
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

// momentFolder is where a moment is recovered, in DATA_DIR.
const momentFolder = ".restore-at"

// restoreMoment restores the site as it was at a moment: it recovers the moment
// beside the site, backs that up, and restores this backup.
func restoreMoment(ctx context.Context, o Options, r RestoreOptions) (done Restored, err error) {
	c := o.Config
	store, err := Store(c)
	switch {
	case c.DatabaseURL != "":
		return done, errors.New("DATABASE_URL is set, so the operator of that Postgres brings it back to a moment; restore --at does that for the bundled Postgres")
	case err != nil:
		return done, err
	case store == nil:
		return done, errors.New("neither BACKUP_DIR nor BACKUP_S3_ENDPOINT is set; restore --at reads from there")
	}
	identities, err := readIdentities(r.Identity)
	if err != nil {
		return done, err
	}
	url, postgres, err := Database(ctx, o)
	if err != nil {
		return done, err
	}
	defer postgres.Stop(context.WithoutCancel(ctx))
	if err := backup.Restorable(ctx, url, r.Replace); err != nil {
		return done, err
	}
	wal := newWAL(o, store, url)
	if c.BackupWAL {
		if err := cmp.Or(moment.FinishLog(ctx, url), wal.Ship(ctx)); err != nil {
			return done, fmt.Errorf("store the latest changes: %w", err)
		}
	}
	folder := filepath.Join(c.DataDir, momentFolder)
	if err := os.RemoveAll(folder); err != nil { // of a killed restore
		return done, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	recovery := moment.Recovery{WAL: wal, Postgres: bundled.Options{DataDir: folder, Binaries: binaries(o.Root), Log: o.Log}, Identities: identities, Zone: c.Location}
	file := filepath.Join(folder, "backup")
	if err := recovery.Write(ctx, r.At, backupSource(o, ""), file); err != nil {
		return done, fmt.Errorf("the site can't be brought back to that moment; nothing was changed: %w", err)
	}
	return Restore(ctx, o, RestoreOptions{File: file, Replace: r.Replace, Erasures: r.Erasures})
}

// open opens the backup and checks that it can be restored.
func (r RestoreOptions) open(ctx context.Context, o Options) (*backup.Backup, error) {
	identities, err := readIdentities(r.Identity)
	if err != nil {
		return nil, err
	}
	if r.Erasures != "" {
		if _, err := os.Stat(r.Erasures); err != nil {
			return nil, err
		}
	}
	open := func() (io.ReadCloser, error) { return os.Open(r.File) }
	if strings.HasPrefix(r.File, BucketPrefix) {
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

// readIdentities reads the age keys in a file; none of the empty name.
func readIdentities(file string) ([]age.Identity, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	identities, err := age.ParseIdentities(f)
	if err != nil {
		return nil, fmt.Errorf("%s has no key: %w", file, err)
	}
	return identities, nil
}

// check opens the restored site with the configured keys, erases the people
// that the journals name, and stops sending. It uses files as the data folder.
func (r RestoreOptions) check(ctx context.Context, o Options, url, files string) error {
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
	return campaigns.Halt(ctx, d)
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
		default: // the restored journal includes the one it replaces
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
	return giveToOwner(to)
}

// giveToOwner gives what root wrote in a folder to the folder's owner, who runs
// the site.
func giveToOwner(folder string) error {
	folder, err := filepath.EvalSymlinks(folder) // WalkDir doesn't follow one
	if err != nil {
		return err
	}
	info, err := os.Stat(folder)
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	if os.Geteuid() != 0 || owner.Uid == 0 {
		return nil
	}
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil {
			info, err = os.Lstat(path)
		}
		if errors.Is(err, fs.ErrNotExist) { // one of Postgres's
			return nil
		}
		if err == nil && info.Sys().(*syscall.Stat_t).Uid == 0 {
			err = os.Lchown(path, int(owner.Uid), int(owner.Gid))
		}
		return err
	})
}

func sameContent(one, other string) bool {
	a, errA := os.ReadFile(one)
	b, errB := os.ReadFile(other)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}
