package backup

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"thriftwell/db"
)

// Rehearsal tests whether the newest backup in a store can be restored. It uses a
// scratch database beside the site's, and removes it afterward.
type Rehearsal struct {
	Store      Store
	URL        string // of the site's database
	Dir        string // a folder for the backup's files, which Rehearsal makes and removes
	Identities []age.Identity
	// Room returns an error if there isn't enough free space for a second database
	// and the backup's files, in bytes.
	Room func(database, files int64) error
	// Check is called with the address of what was restored.
	Check func(ctx context.Context, url string) error
	// Log, if set, tests the write-ahead log too, and returns up to when. It may use
	// the folder Dir, which doesn't exist then.
	Log func(ctx context.Context) (upTo time.Time, err error)
}

// Rehearsed is what was tested.
type Rehearsed struct {
	Manifest
	UpTo time.Time // of the write-ahead log; zero if it wasn't tested
}

// Skip is the reason why a backup wasn't tested. It's no failure of the backup.
type Skip string

func (s Skip) Error() string { return string(s) }

// Run tests the newest backup. It returns false if there is none, if another
// instance is testing one, or if a newer one replaced it meanwhile.
func (r *Rehearsal) Run(ctx context.Context) (done Rehearsed, ran bool, err error) {
	err = r.alone(ctx, func(conn *pgx.Conn, scratch string) error {
		kept, err := List(ctx, r.Store)
		if err != nil || len(kept) == 0 {
			return err
		}
		if done.Manifest, err = r.restore(ctx, conn, scratch, kept[0].Name); err != nil && r.isRemoved(ctx, kept[0].Name) {
			return nil
		}
		ran = true
		if err == nil && r.Log != nil {
			if err = r.remove(ctx, scratch); err == nil {
				done.UpTo, err = r.Log(ctx)
			}
		}
		return err
	})
	return done, ran || err != nil, err
}

// isRemoved reports whether a backup isn't kept anymore.
func (r *Rehearsal) isRemoved(ctx context.Context, name string) bool {
	kept, err := List(ctx, r.Store)
	return err == nil && !slices.ContainsFunc(kept, func(k Kept) bool { return k.Name == name })
}

// Sweep removes what a killed test left.
func (r *Rehearsal) Sweep(ctx context.Context) error {
	return r.alone(ctx, func(*pgx.Conn, string) error { return nil })
}

// rehearsalLock is the job that only one instance does at a time.
const rehearsalLock = "restore test"

// alone calls do with the name of the scratch database, which doesn't exist then,
// and drops it before and after. It does nothing while another instance does.
func (r *Rehearsal) alone(ctx context.Context, do func(conn *pgx.Conn, scratch string) error) (err error) {
	conn, err := connect(ctx, r.URL)
	if err != nil {
		return err
	}
	ending := context.WithoutCancel(ctx)
	defer conn.Close(ending)
	if mine, err := db.Take(ctx, conn, rehearsalLock); err != nil || !mine {
		return err
	}
	defer db.Release(ending, conn, rehearsalLock)
	scratch, err := scratchName(ctx, conn)
	if err != nil {
		return err
	}
	if err := r.remove(ctx, scratch); err != nil {
		return err
	}
	defer func() {
		ending, cancel := context.WithTimeout(ending, 30*time.Second)
		defer cancel()
		err = errors.Join(err, r.remove(ending, scratch))
	}()
	return do(conn, scratch)
}

// scratchName is the name of the scratch database of a site, by which a later run
// finds what a killed one left.
func scratchName(ctx context.Context, conn *pgx.Conn) (string, error) {
	var site string
	if err := conn.QueryRow(ctx, "SELECT current_database() || '/' || current_schema()").Scan(&site); err != nil {
		return "", fmt.Errorf("find the site's schema: %w", err)
	}
	return fmt.Sprintf("restore_test_%x", sha256.Sum256([]byte(site)))[:len("restore_test_")+16], nil
}

// remove connects anew: a test that was canceled has closed its connection.
func (r *Rehearsal) remove(ctx context.Context, scratch string) error {
	conn, err := connect(ctx, r.URL)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+quote(scratch)+" WITH (FORCE)"); err != nil {
		return fmt.Errorf("drop the scratch database %s: %w", scratch, err)
	}
	return os.RemoveAll(r.Dir)
}

func (r *Rehearsal) restore(ctx context.Context, conn *pgx.Conn, scratch, name string) (Manifest, error) {
	b, err := OpenFrom(func() (io.ReadCloser, error) { return r.Store.Open(ctx, name) }, r.Identities...)
	if errors.Is(err, ErrEncrypted) {
		return Manifest{}, Skip("Backups are encrypted, and the site doesn't have the key that opens them. Set RESTORE_TEST_IDENTITY to a file with that key, or test a restore on another machine and set RESTORE_TEST=false.")
	}
	if err != nil {
		return Manifest{}, err
	}
	var size, files int64
	if err := conn.QueryRow(ctx, "SELECT pg_database_size(current_database())").Scan(&size); err != nil {
		return b.Manifest, err
	}
	for _, f := range b.Files {
		files += f.Bytes
	}
	if err := r.Room(size, files); err != nil {
		return b.Manifest, err
	}
	// The order of words doesn't matter here, and every server has this locale.
	_, err = conn.Exec(ctx, "CREATE DATABASE "+quote(scratch)+" TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'")
	if denied := new(pgconn.PgError); errors.As(err, &denied) && denied.Code == "42501" { // insufficient_privilege
		return b.Manifest, Skip("The user in DATABASE_URL can't create a scratch database. Give it the right with ALTER ROLE … CREATEDB, or test a restore on another machine and set RESTORE_TEST=false.")
	}
	if err != nil {
		return b.Manifest, fmt.Errorf("create a scratch database: %w", err)
	}
	url, err := elsewhere(r.URL, scratch, "public") // the site's schema may be missing there
	if err != nil {
		return b.Manifest, err
	}
	if err := os.MkdirAll(r.Dir, 0o700); err != nil {
		return b.Manifest, err
	}
	foreign, err := b.load(ctx, url, r.Dir)
	if err != nil {
		return b.Manifest, fmt.Errorf("load the backup: %w", err)
	}
	if err := b.compare(ctx, url, foreign); err != nil {
		return b.Manifest, err
	}
	if err := db.Migrate(ctx, url); err != nil {
		return b.Manifest, err
	}
	return b.Manifest, r.Check(ctx, url)
}

// compare counts the rows of what was loaded at url, but for foreign tables.
func (b *Backup) compare(ctx context.Context, url string, foreign []string) error {
	conn, err := connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for _, t := range b.Tables {
		if slices.Contains(foreign, t.Name) {
			continue
		}
		var rows int64
		if err := conn.QueryRow(ctx, "SELECT count(*) FROM "+quote(t.Name)).Scan(&rows); err != nil {
			return fmt.Errorf("count the rows of %s: %w", t.Name, err)
		}
		if rows != t.Rows {
			return fmt.Errorf("the table %s has %d rows after the restore instead of %d", t.Name, rows, t.Rows)
		}
	}
	return nil
}
