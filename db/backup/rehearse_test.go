package backup

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"

	"thriftwell/db/dbtest"
)

const countScratch = "SELECT count(*)::text FROM pg_database WHERE datname LIKE 'restore_test_%' AND datname = 'restore_test_' || left(encode(sha256(convert_to(current_database() || '/public', 'UTF8')), 'hex'), 16)"

// rehearsal is that of a site's newest backup, in which a restore finds room.
func (s *site) rehearsal(recipients ...age.Recipient) *Rehearsal {
	s.t.Helper()
	dir := s.t.TempDir()
	const name = "backup-20260304T000000Z.tar.zst"
	if _, err := WriteFile(s.t.Context(), filepath.Join(dir, name), Source{URL: s.url, Dir: s.dir, Files: []string{"notes"}, Recipients: recipients}); err != nil {
		s.t.Fatal(err)
	}
	return &Rehearsal{
		Store: Folder(dir), URL: s.url, Dir: filepath.Join(s.t.TempDir(), "scratch"),
		Room: func(int64, int64) error { return nil }, Check: func(context.Context, string) error { return nil },
	}
}

// expectNothingLeft looks for what a test should have removed.
func (r *Rehearsal) expectNothingLeft(t *testing.T) {
	t.Helper()
	if n := query(t, r.URL, countScratch); n != "0" {
		t.Error("the scratch database is still there")
	}
	if _, err := os.Stat(r.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its files are still there: %v", err)
	}
}

func TestTheNewestBackupIsRestoredForATest(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.write("notes", "keep")
	r := s.rehearsal()
	if err := os.WriteFile(filepath.Join(string(r.Store.(Folder)), "backup-20250101T000000Z.tar.zst"), []byte("older, and damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := contents(t, s.url)
	r.Check = func(ctx context.Context, url string) error {
		if !strings.Contains(url, "restore_test_") {
			t.Errorf("it looks at %s", url)
		}
		restored := contents(t, url)
		for table, sum := range before {
			if table != "rate_counts" && restored[table] != sum {
				t.Errorf("%s: %s, not %s", table, restored[table], sum)
			}
		}
		if text, err := os.ReadFile(filepath.Join(r.Dir, "notes")); err != nil || string(text) != "keep" {
			t.Errorf("its file: %q, %v", text, err)
		}
		return nil
	}
	m, ran, err := r.Run(t.Context())
	if err != nil || !ran || m.Rows() == 0 {
		t.Errorf("%d rows, %v, %v", m.Rows(), ran, err)
	}
	r.expectNothingLeft(t)
	if after := contents(t, s.url); after["content_pages"] != before["content_pages"] {
		t.Error("the site has changed")
	}
}

func TestARestoreTestLeavesNothingHoweverItEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	s := newSite(t)
	r := s.rehearsal()
	left := query(t, s.url, "SELECT 'restore_test_' || left(encode(sha256(convert_to(current_database() || '/public', 'UTF8')), 'hex'), 16)")
	if _, err := connected(t, s.url).Exec(t.Context(), "CREATE DATABASE "+left); err != nil { // as a killed test would
		t.Fatal(err)
	}
	if err := os.Mkdir(r.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := r.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.expectNothingLeft(t)

	broken := errors.New("no key opens it")
	r.Check = func(context.Context, string) error { return broken }
	if _, ran, err := r.Run(t.Context()); !ran || !errors.Is(err, broken) {
		t.Errorf("a check that fails: %v, %v", ran, err)
	}
	r.expectNothingLeft(t)

	canceled, cancel := context.WithCancel(t.Context())
	r.Check = func(ctx context.Context, _ string) error {
		cancel()
		return ctx.Err()
	}
	if _, _, err := r.Run(canceled); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	r.expectNothingLeft(t)
}

func TestARestoreTestFindsMissingRows(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.backUp()
	b, err := Open(s.file)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.compare(t.Context(), s.url, nil); err != nil {
		t.Errorf("of the same site: %v", err)
	}
	query(t, s.url, "DELETE FROM river_migration; SELECT ''")
	if err := b.compare(t.Context(), s.url, nil); err == nil || !strings.Contains(err.Error(), "the table river_migration has 0 rows after the restore instead of") {
		t.Errorf("with rows missing: %v", err)
	}
	if err := b.compare(t.Context(), s.url, []string{"river_migration"}); err != nil {
		t.Errorf("of a table that wasn't restored: %v", err)
	}
}

func TestARestoreTestIsSkippedWithoutRoomOrKey(t *testing.T) {
	t.Parallel()
	s, key := newSite(t), identity(t)
	skipped := Skip("")
	r := s.rehearsal(key.Recipient())
	if _, _, err := r.Run(t.Context()); !errors.As(err, &skipped) || !strings.Contains(err.Error(), "RESTORE_TEST_IDENTITY") {
		t.Errorf("without the key: %v", err)
	}
	r.Identities = []age.Identity{key}
	if _, ran, err := r.Run(t.Context()); err != nil || !ran {
		t.Errorf("with the key: %v, %v", ran, err)
	}
	r.Room = func(database, files int64) error {
		if database < 1e6 {
			t.Errorf("it wants %d and %d bytes", database, files)
		}
		return Skip("no room")
	}
	if _, _, err := r.Run(t.Context()); !errors.As(err, &skipped) {
		t.Errorf("without room: %v", err)
	}
	r.expectNothingLeft(t)
	r.Store = Folder(t.TempDir())
	if _, ran, err := r.Run(t.Context()); ran || err != nil {
		t.Errorf("without a backup: %v, %v", ran, err)
	}
	r.URL = dbtest.NewEmpty(t)
	if _, ran, err := r.Run(t.Context()); ran || err != nil {
		t.Errorf("beside an empty database: %v, %v", ran, err)
	}
}

func TestARestoreTestWorksWhateverSchemaTheSiteIsIn(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	s := newSite(t)
	if _, err := connected(t, s.url).Exec(t.Context(), "ALTER SCHEMA public RENAME TO site"); err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	address.RawQuery += "&options=-c%20search_path%3Dsite"
	s.url = address.String()
	if _, ran, err := s.rehearsal().Run(t.Context()); err != nil || !ran {
		t.Errorf("%v, %v", ran, err)
	}
}

func TestABackupThatANewerOneReplacesMeanwhileIsNoFailure(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	s := newSite(t)
	r := s.rehearsal()
	r.Room = func(int64, int64) error {
		return os.Remove(filepath.Join(string(r.Store.(Folder)), "backup-20260304T000000Z.tar.zst"))
	}
	if _, ran, err := r.Run(t.Context()); err != nil || ran {
		t.Errorf("%v, %v", ran, err)
	}
	r.expectNothingLeft(t)
}
