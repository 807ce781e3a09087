package moment

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"

	"thriftwell/db"
	"thriftwell/db/backup"
	"thriftwell/db/bundled"
)

// site is a site with its own bundled Postgres that stores its write-ahead log.
type site struct {
	t        *testing.T
	dir, url string
	wal      *backup.WAL
	conn     *pgx.Conn
	id       *age.X25519Identity
}

func newSite(t *testing.T, store backup.Store, id *age.X25519Identity) *site {
	t.Helper()
	s := &site{t: t, dir: t.TempDir(), id: id}
	postgres, err := bundled.Start(t.Context(), bundled.Options{DataDir: s.dir, Archive: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { postgres.Stop(context.Background()) })
	s.url = postgres.URL(bundled.Database)
	if err := db.Migrate(t.Context(), s.url); err != nil {
		t.Fatal(err)
	}
	s.wal = &backup.WAL{Store: store, Folder: bundled.ArchiveFolder(s.dir), URL: s.url, Recipients: []age.Recipient{id.Recipient()}, Log: slog.New(slog.DiscardHandler)}
	if s.conn, err = pgx.Connect(t.Context(), s.url); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.conn.Close(context.Background()) })
	return s
}

// note writes a row and returns a moment after that.
func (s *site) note(cause string) (after time.Time) {
	s.t.Helper()
	if _, err := s.conn.Exec(s.t.Context(), "INSERT INTO notices (cause, subject, seen_at) VALUES ($1, '', now())", cause); err != nil {
		s.t.Fatal(err)
	}
	if err := s.conn.QueryRow(s.t.Context(), "SELECT clock_timestamp()").Scan(&after); err != nil {
		s.t.Fatal(err)
	}
	return after
}

// notes returns the rows.
func (s *site) notes() (all string) {
	s.t.Helper()
	if err := s.conn.QueryRow(s.t.Context(), "SELECT coalesce(string_agg(cause, ' ' ORDER BY cause), '') FROM notices").Scan(&all); err != nil {
		s.t.Fatal(err)
	}
	return all
}

// recovery is one in a new folder.
func (s *site) recovery(with ...age.Identity) Recovery {
	s.t.Helper()
	return Recovery{WAL: s.wal, Postgres: bundled.Options{DataDir: filepath.Join(s.t.TempDir(), "recovery"), Log: slog.New(slog.DiscardHandler)}, Identities: with, Zone: time.UTC}
}

// rehearse returns the rows of a rehearsal.
func (s *site) rehearse(with ...age.Identity) (rows string, err error) {
	s.t.Helper()
	room := func(int64) error { return nil }
	_, err = s.recovery(with...).Rehearse(s.t.Context(), room, func(url, files string) error {
		if _, err := os.Stat(filepath.Join(files, "pictures", "a.jpg")); err != nil {
			return err
		}
		conn, err := pgx.Connect(s.t.Context(), url)
		if err != nil {
			return err
		}
		defer conn.Close(s.t.Context())
		return conn.QueryRow(s.t.Context(), "SELECT string_agg(cause, ' ' ORDER BY cause) FROM notices").Scan(&rows)
	})
	return rows, err
}

// back brings the site back to a moment.
func (s *site) back(m Moment, with ...age.Identity) error {
	s.t.Helper()
	ctx, files := s.t.Context(), s.t.TempDir()
	file := filepath.Join(s.t.TempDir(), "backup")
	if err := errors.Join(FinishLog(ctx, s.url), s.wal.Ship(ctx)); err != nil {
		return err
	}
	if err := s.recovery(with...).Write(ctx, m, backup.Source{Files: []string{"pictures"}}, file); err != nil {
		return err
	}
	b, err := backup.Open(file)
	if err != nil {
		return err
	}
	if !b.Has("pictures/a.jpg") {
		s.t.Errorf("without the files of the backup: %v", b.Manifest.Files)
	}
	_, err = b.Restore(ctx, backup.Target{URL: s.url, Replace: true, Dir: files, Check: func(context.Context, string) error { return nil }, Done: func() error { return nil }})
	return err
}

func TestASiteGoesBackToAMoment(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	id, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	store := backup.Folder(t.TempDir())
	s := newSite(t, store, id)
	picture := filepath.Join(s.dir, "pictures", "a.jpg")
	if err := errors.Join(os.Mkdir(filepath.Dir(picture), 0o700), os.WriteFile(picture, []byte("a"), 0o600)); err != nil {
		t.Fatal(err)
	}
	before := s.note("0")
	schedule := backup.Schedule{
		Store: store, Every: time.Hour, Keep: 1, WAL: s.wal, Log: slog.New(slog.DiscardHandler),
		Source: backup.Source{URL: s.url, Dir: s.dir, Files: []string{"pictures"}, Recipients: s.wal.Recipients},
	}
	if err := schedule.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.note("1")
	two := s.note("2")
	three := s.note("3")
	if err := s.back(Moment{At: two}); !errors.Is(err, backup.ErrEncrypted) {
		t.Errorf("without the key: %v", err)
	}
	for _, c := range []struct {
		at   time.Time
		want string
	}{{two, "0 1 2"}, {three, "0 1 2 3"}} { // the second is from before the first restore
		if err := s.back(Moment{At: c.at}, id); err != nil {
			t.Fatal(err)
		}
		if got := s.notes(); got != c.want {
			t.Errorf("at %s: %q, not %q", c.at, got, c.want)
		}
	}
	if err := s.back(Moment{At: before.Add(-time.Hour)}, id); err == nil || !strings.Contains(err.Error(), "the earliest moment is") || s.notes() != "0 1 2 3" {
		t.Errorf("before the base backup: %v", err)
	}
	if err := schedule.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if bases, err := s.wal.Bases(t.Context(), time.Time{}); err != nil || len(bases) != 1 {
		t.Errorf("the log has no gap, so one base backup is enough: %v, %v", bases, err)
	}

	if rows, err := s.rehearse(id); err != nil || rows != "0 1 2 3" {
		t.Errorf("a rehearsal: %q, %v", rows, err)
	}
	batches, _ := filepath.Glob(filepath.Join(string(store), "wal", "wal-*"))
	lost := batches[len(batches)-1]
	if err := os.Rename(lost, lost+".lost"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.rehearse(id); err == nil || !strings.Contains(err.Error(), "the recorded changes end before that moment") {
		t.Errorf("a rehearsal with a gap in the log: %v", err)
	}
	if err := os.Rename(lost+".lost", lost); err != nil {
		t.Fatal(err)
	}

	other := newSite(t, store, id)
	if err := other.back(Moment{At: time.Now()}, id); err == nil || !strings.Contains(err.Error(), "the changes that were stored end at") {
		t.Errorf("after what was stored: %v", err)
	}
	if err := other.back(Moment{Latest: true}, id); err != nil {
		t.Fatal(err)
	}
	if got := other.notes(); got != "0 1 2 3" {
		t.Errorf("latest on another machine: %q", got)
	}
}

func TestTimesAreReadInTheSitesZone(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"2025-11-27T10:15": "2025-11-27T15:15:00Z", "2025-07-01 10:15:30": "2025-07-01T14:15:30Z", "2025-11-27T10:15Z": "2025-11-27T10:15:00Z", "2025-11-27T10:15:00+01:00": "2025-11-27T09:15:00Z",
	} {
		if m, err := Read(text, zone); err != nil || m.At.UTC().Format(time.RFC3339) != want {
			t.Errorf("%s: %v, %v", text, m, err)
		}
	}
	for text, want := range map[string]string{"yesterday": "write it like", "2999-01-01T00:00": "in the future"} {
		if _, err := Read(text, zone); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
