package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"filippo.io/age"

	"thriftwell/db"
	"thriftwell/db/backup"
	"thriftwell/db/bundled"
	"thriftwell/server/platform/config"
)

// shipEvery is how often the write-ahead log is stored.
const shipEvery = 20 * time.Second

// newWAL returns what stores the write-ahead log of the bundled Postgres.
func newWAL(o Options, store backup.Store, url string) *backup.WAL {
	return &backup.WAL{
		Store: store, Folder: bundled.ArchiveFolder(o.Config.DataDir), URL: url, Recipients: o.Config.Recipients,
		Report: func(error) {}, Log: o.Log,
	}
}

// Moment is a moment to restore.
type Moment struct {
	At     time.Time
	Latest bool // instead of At: the last one that was stored
}

// IsSet reports whether a moment is given.
func (m Moment) IsSet() bool { return m.Latest || !m.At.IsZero() }

// String returns the moment as people write it.
func (m Moment) String() string {
	if m.Latest {
		return "the last moment that was stored"
	}
	return spoken(m.At)
}

// momentLayouts are the forms of a moment: without a time zone, and with one.
var momentLayouts = []string{"2006-01-02T15:04", "2006-01-02T15:04:05", time.DateTime, "2006-01-02 15:04", time.RFC3339, "2006-01-02T15:04Z07:00"}

// ReadMoment reads a moment, which is in zone unless it names another.
func ReadMoment(text string, zone *time.Location) (Moment, error) {
	if text == "latest" {
		return Moment{Latest: true}, nil
	}
	for _, layout := range momentLayouts {
		if at, err := time.ParseInLocation(layout, text, zone); err == nil {
			if at.After(time.Now()) {
				return Moment{}, fmt.Errorf("%s is in the future", spoken(at))
			}
			return Moment{At: at}, nil
		}
	}
	return Moment{}, fmt.Errorf("we couldn't read the time %q; write it like 2026-11-27T10:15, or latest", text)
}

func spoken(at time.Time) string { return at.Format("January 2, 2006, 3:04:05 PM MST") }

// momentFolder is where a moment is recovered, in DATA_DIR.
const momentFolder = ".restore-at"

// restoreMoment restores the site as it was at a moment. It recovers the moment
// beside the site, backs that up, and restores this backup.
func restoreMoment(ctx context.Context, o Options, r RestoreOptions) (done Restored, err error) {
	c := o.Config
	if c.DatabaseURL != "" {
		return done, errors.New("DATABASE_URL is set, so whoever runs that Postgres brings it back to a moment; restore --at does that for the bundled Postgres")
	}
	store, err := Store(c)
	if err != nil {
		return done, err
	}
	if store == nil {
		return done, errors.New("neither BACKUP_DIR nor BACKUP_S3_ENDPOINT is set; restore --at reads from there")
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
		if err := finishLog(ctx, url); err != nil {
			return done, fmt.Errorf("store the latest changes: %w", err)
		}
		if err := wal.Ship(ctx); err != nil {
			return done, err
		}
	}
	folder := filepath.Join(c.DataDir, momentFolder)
	if err := os.RemoveAll(folder); err != nil { // of a killed restore
		return done, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	whole := filepath.Join(folder, "backup")
	if err := r.recover(ctx, o, wal, folder, whole); err != nil {
		return done, fmt.Errorf("that moment can't be restored; nothing was changed: %w", err)
	}
	return Restore(ctx, o, RestoreOptions{File: whole, Replace: r.Replace, Erasures: r.Erasures})
}

// finishLog makes Postgres copy its log up to now, and waits for that. The log then
// has a change after every moment that can be asked for, which shows that nothing
// before is missing.
func finishLog(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	conn, err := db.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var last string
	if _, err := conn.Exec(ctx, "SELECT pg_current_xact_id()"); err != nil {
		return err
	}
	if err := conn.QueryRow(ctx, "SELECT pg_walfile_name(pg_switch_wal())").Scan(&last); err != nil {
		return err
	}
	for copied := false; !copied; {
		if err := conn.QueryRow(ctx, "SELECT coalesce(last_archived_wal >= $1, false) FROM pg_stat_archiver", last).Scan(&copied); err != nil {
			return err
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// recover writes a backup of the site as it was at the moment.
func (r RestoreOptions) recover(ctx context.Context, o Options, wal *backup.WAL, folder, whole string) error {
	at := r.At.At
	identities, err := readIdentities(r.Identity)
	if err != nil {
		return err
	}
	bases, err := wal.Bases(ctx, at)
	if err != nil {
		return err
	}
	if err := os.Mkdir(folder, 0o755); err != nil { // Postgres may run as another user
		return err
	}
	source := backupSource(o, "")
	source.Recipients = nil // it is restored and removed at once
	if source.Dir, err = r.files(ctx, wal.Store, folder, identities); err != nil {
		return err
	}
	for _, base := range bases {
		o.Log.Info("recovering from a base backup", "made", base.Made)
		err := bundled.Recover(ctx, bundled.Options{DataDir: folder, Binaries: binaries(o.Root), Log: o.Log}, at,
			func(data, log string) error { return wal.Fetch(ctx, base, at, data, log, identities...) },
			func(url string) error {
				source.URL = url
				_, err := backup.WriteFile(ctx, whole, source)
				return err
			})
		late := new(bundled.TooLateError)
		switch {
		case errors.Is(err, bundled.ErrTooEarly):
			continue // it was being made then
		case errors.As(err, &late) && !late.Last.IsZero():
			return fmt.Errorf("the changes that were stored end at %s. Choose an earlier moment, or use --at latest", spoken(late.Last.In(o.Config.Location)))
		}
		return err
	}
	return r.tooEarly(ctx, o, wal)
}

// tooEarly says from when on moments can be restored.
func (r RestoreOptions) tooEarly(ctx context.Context, o Options, wal *backup.WAL) error {
	switch since, err := Earliest(ctx, o.Config, wal.Store); {
	case err != nil:
		return err
	case since.IsZero():
		return fmt.Errorf("%s has no base backup. Set BACKUP_WAL=true, so that the site makes them from now on", wal.Store.Address(""))
	default:
		return fmt.Errorf("the earliest moment is %s. For one before, restore a backup that bin/server backups lists", spoken(since))
	}
}

// Earliest returns the earliest moment that can be restored from a store, in the
// site's time zone; zero if none can.
func Earliest(ctx context.Context, c config.Config, store backup.Store) (time.Time, error) {
	all, err := (&backup.WAL{Store: store}).Bases(ctx, time.Time{})
	if err != nil || len(all) == 0 {
		return time.Time{}, err
	}
	return all[len(all)-1].Made.In(c.Location), nil
}

// files extracts the files of the newest backup from before the moment to a
// folder, and returns that. Files that were added since are still in DATA_DIR,
// unless it is a new one.
func (r RestoreOptions) files(ctx context.Context, store backup.Store, folder string, identities []age.Identity) (string, error) {
	dir := filepath.Join(folder, "files")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	kept, err := backup.List(ctx, store)
	if err != nil {
		return "", err
	}
	for _, k := range kept {
		if !r.At.Latest && k.Made.After(r.At.At) {
			continue
		}
		b, err := backup.OpenFrom(func() (io.ReadCloser, error) { return store.Open(ctx, k.Name) }, identities...)
		if err != nil {
			return "", err
		}
		return dir, b.ExtractFiles(dir)
	}
	return dir, nil
}
