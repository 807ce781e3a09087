// Package moment brings a site with the bundled Postgres back to any moment.
package moment

import (
	"cmp"
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
)

// Moment is a moment to go back to.
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

func spoken(at time.Time) string { return at.Format("January 2, 2006, 3:04:05 PM MST") }

// layouts are the forms of a moment: without a time zone, and with one.
var layouts = []string{"2006-01-02T15:04", "2006-01-02T15:04:05", time.DateTime, "2006-01-02 15:04", time.RFC3339, "2006-01-02T15:04Z07:00"}

// Read reads a moment, which is in zone unless it names another.
func Read(text string, zone *time.Location) (Moment, error) {
	if text == "latest" {
		return Moment{Latest: true}, nil
	}
	for _, layout := range layouts {
		if at, err := time.ParseInLocation(layout, text, zone); err == nil {
			if at.After(time.Now()) {
				return Moment{}, fmt.Errorf("%s is in the future", spoken(at))
			}
			return Moment{At: at}, nil
		}
	}
	return Moment{}, fmt.Errorf("we couldn't read the time %q; write it like 2026-11-27T10:15, or latest", text)
}

// Recovery makes a backup of a site as it was at a moment.
type Recovery struct {
	WAL        *backup.WAL
	Postgres   bundled.Options // DataDir is a folder that it creates; the caller removes it
	Identities []age.Identity
	Zone       *time.Location // of the site
}

// Write writes a backup of the site as it was at a moment to a new file. Source
// says what a backup includes.
func (r Recovery) Write(ctx context.Context, m Moment, source backup.Source, file string) error {
	bases, err := r.WAL.Bases(ctx, m.At)
	if err != nil {
		return err
	}
	if err := os.Mkdir(r.Postgres.DataDir, 0o755); err != nil { // Postgres may run as another user
		return err
	}
	source.Recipients = nil // it is restored and removed at once
	if source.Dir, err = r.files(ctx, m); err != nil {
		return err
	}
	for _, base := range bases {
		r.Postgres.Log.Info("recovering from a base backup", "made", base.Made)
		err := bundled.Recover(ctx, r.Postgres, m.At,
			func(data, log string) error { return r.WAL.Fetch(ctx, base, m.At, data, log, r.Identities...) },
			func(url string) error {
				source.URL = url
				_, err := backup.WriteFile(ctx, file, source)
				return err
			})
		late := new(bundled.TooLateError)
		switch {
		case errors.Is(err, bundled.ErrTooEarly):
			continue // it was being made then
		case errors.As(err, &late) && !late.Last.IsZero():
			return fmt.Errorf("the changes that were stored end at %s. Choose an earlier moment, or use --at latest", spoken(late.Last.In(r.Zone)))
		}
		return err
	}
	switch since, err := Earliest(ctx, r.WAL.Store); {
	case err != nil:
		return err
	case since.IsZero():
		return fmt.Errorf("%s has no base backup. Set BACKUP_WAL=true, so that the site makes them from now on", r.WAL.Store.Address(""))
	default:
		return fmt.Errorf("the earliest moment is %s. For one before, restore a backup that bin/server backups lists", spoken(since.In(r.Zone)))
	}
}

// Rehearse recovers the site as it is now from what is stored, beside it, and calls
// check with the address of that database and the folder of its files. This needs
// the newest base backup and all of the log since. It returns the moment; zero if
// there is no base backup. Room returns an error if there isn't enough free space
// for the log, in bytes.
func (r Recovery) Rehearse(ctx context.Context, room func(log int64) error, check func(url, files string) error) (at time.Time, err error) {
	at = time.Now()
	if err := cmp.Or(FinishLog(ctx, r.WAL.URL), r.WAL.Ship(ctx)); err != nil {
		return at, fmt.Errorf("store the latest changes: %w", err)
	}
	bases, err := r.WAL.Bases(ctx, at)
	if err != nil || len(bases) == 0 {
		return time.Time{}, err
	}
	log, err := r.WAL.Unpacked(ctx, bases[0])
	if err == nil {
		err = room(log)
	}
	if err == nil {
		err = os.Mkdir(r.Postgres.DataDir, 0o755) // Postgres may run as another user
	}
	if err != nil {
		return at, err
	}
	files, err := r.files(ctx, Moment{Latest: true})
	if err != nil {
		return at, err
	}
	err = bundled.Recover(ctx, r.Postgres, at,
		func(data, log string) error { return r.WAL.Fetch(ctx, bases[0], at, data, log, r.Identities...) },
		func(url string) error { return check(url, files) })
	if err != nil {
		err = fmt.Errorf("bring the changes since the base backup of %s back with restore --at: %w", spoken(bases[0].Made.In(r.Zone)), err)
	}
	return at, err
}

// files extracts the files of the newest backup from before the moment, and
// returns their folder. Files that were added since are still in the site's own
// data folder, unless that is a new one.
func (r Recovery) files(ctx context.Context, m Moment) (string, error) {
	dir, store := filepath.Join(r.Postgres.DataDir, "files"), r.WAL.Store
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	kept, err := backup.List(ctx, store)
	if err != nil {
		return "", err
	}
	for _, k := range kept {
		if !m.Latest && k.Made.After(m.At) {
			continue
		}
		b, err := backup.OpenFrom(func() (io.ReadCloser, error) { return store.Open(ctx, k.Name) }, r.Identities...)
		if err != nil {
			return "", err
		}
		return dir, b.ExtractFiles(dir)
	}
	return dir, nil
}

// Earliest returns the earliest moment that can be restored from a store; zero if
// none can.
func Earliest(ctx context.Context, store backup.Store) (time.Time, error) {
	all, err := (&backup.WAL{Store: store}).Bases(ctx, time.Time{})
	if err != nil || len(all) == 0 {
		return time.Time{}, err
	}
	return all[len(all)-1].Made, nil
}

// FinishLog makes Postgres copy its log up to now, and waits for that. The log then
// has a change after every moment that can be asked for, which shows that nothing
// before is missing.
func FinishLog(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	conn, err := db.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "SELECT pg_current_xact_id()"); err != nil {
		return err
	}
	var last string
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
