package app

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"thriftwell/db"
	"thriftwell/db/backup"
	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/personal"
	"thriftwell/server/platform/config"
)

const ( // for DATA_KEYS
	oneKey   = "DATA_KEYS=one:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
	otherKey = "DATA_KEYS=other:HxkYFxYVFBMSERAPDg0MCwoJCAcGBQQDAgEAHB0eHxo="
)

// place is a database and a data folder to restore a site to.
type place struct {
	t *testing.T
	o Options
}

func newPlace(t *testing.T, settings ...string) place {
	t.Helper()
	c, err := config.Load(append([]string{"DATA_DIR=" + t.TempDir(), "DATABASE_URL=" + dbtest.NewEmpty(t)}, settings...))
	if err != nil {
		t.Fatal(err)
	}
	return place{t, Options{Config: c, Log: slog.New(slog.DiscardHandler)}}
}

func (p place) restore(r RestoreOptions) error {
	_, err := Restore(p.t.Context(), p.o, r)
	return err
}

// site opens the place's data without serving it.
func (p place) site() *testSite {
	p.t.Helper()
	d, err := db.Open(p.t.Context(), p.o.Config.DatabaseURL)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(d.Close)
	people, err := personal.Open(p.t.Context(), p.o.Config, d)
	if err != nil {
		p.t.Fatal(err)
	}
	return &testSite{&services{App: &App{config: p.o.Config, db: d, log: p.o.Log}}, &sitetest.Site{T: p.t, Config: p.o.Config, DB: d, People: people}}
}

// state returns what the site stores about a person, nil if nothing.
func (s *testSite) state(email string) (*subscribers.Export, []subscribers.Consent) {
	s.T.Helper()
	e, ledger, err := s.People.Subscribers.Export(s.T.Context(), email)
	if err != nil && !errors.Is(err, subscribers.ErrNotFound) {
		s.T.Fatal(err)
	}
	return e, ledger
}

// tables returns the number of tables in the database.
func (p place) tables() (n int) {
	p.t.Helper()
	d, err := db.Open(p.t.Context(), p.o.Config.DatabaseURL)
	if err != nil {
		p.t.Fatal(err)
	}
	defer d.Close()
	if err := d.Pool.QueryRow(p.t.Context(), "SELECT count(*) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')").Scan(&n); err != nil {
		p.t.Fatal(err)
	}
	return n
}

// backUp writes a backup of a running site.
func (s *testSite) backUp() (file string) {
	s.T.Helper()
	o := Options{Config: s.config, Log: s.log, Root: "../.."}
	o.Config.DatabaseURL = s.url
	file = filepath.Join(s.T.TempDir(), "backup")
	if _, err := Backup(s.T.Context(), o, file, nil); err != nil {
		s.T.Fatal(err)
	}
	return file
}

// signUp subscribes an address.
func (s *testSite) signUp(email string) {
	s.T.Helper()
	if w := s.answer("POST", "/api/subscribers", sitetest.Jane("email", email), "X-Forwarded-For", "192.0.2.1"); w.Code != 201 {
		s.T.Fatalf("signup: %d %s", w.Code, w.Body)
	}
}

// idle opens a site that neither listens nor runs its jobs.
func idle(t *testing.T, settings ...string) *testSite {
	return openIdle(t, "../..", sitetest.Warnings(t), append([]string{noPages}, settings...)...)
}

func TestRestoreBringsBackPeople(t *testing.T) {
	long(t)
	t.Parallel()
	s, to := idle(t), newPlace(t)
	s.signUp("jane@example.com")
	if err := os.WriteFile(filepath.Join(s.config.DataDir, "spool", "events-1-1.spool"), []byte("line\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(s.config.DataDir, "pictures"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.config.DataDir, "pictures", "0-1.jpg"), []byte("a picture"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.Exec("INSERT INTO letters (slug, subject, status) VALUES ('x', 'X', 'sending')")
	file := s.backUp()
	if err := to.restore(RestoreOptions{File: file}); err != nil {
		t.Fatal(err)
	}
	if n := to.site().Count("SELECT count(*) FROM letters WHERE status = 'paused' AND trouble <> ''"); n != 1 {
		t.Error("a campaign would be sent again")
	}
	if n, before := to.site().Count("SELECT count(*) FROM visitor_salts"), s.Count("SELECT count(*) FROM visitor_salts"); n != 0 || before == 0 {
		t.Errorf("of %d visitor salts, %d were restored", before, n)
	}
	if e, ledger := to.site().state("jane@example.com"); e == nil || len(ledger) != 1 {
		t.Errorf("jane: %v, %v", e, ledger)
	}
	if kept, err := os.ReadFile(filepath.Join(to.o.Config.DataDir, "pictures", "0-1.jpg")); string(kept) != "a picture" {
		t.Errorf("the picture is %q: %v", kept, err)
	}
	for name, want := range map[string]string{"spool/events-1-1.spool": "-rw-------", "development.key": "-rw-------"} {
		if info, err := os.Stat(filepath.Join(to.o.Config.DataDir, name)); err != nil || info.Mode().String() != want {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(to.o.Config.DataDir, ".*")); len(left) > 0 {
		t.Errorf("files left over: %v", left)
	}
}

func TestRestoreRequiresTheSiteKeys(t *testing.T) {
	t.Parallel()
	long(t)
	sealed, open := idle(t, oneKey), idle(t)
	for what, c := range map[string]struct {
		of   *testSite
		with []string
		says string
	}{
		"other keys":           {sealed, []string{otherKey}, `DATA_KEYS has no key "one"`},
		"no keys":              {sealed, nil, "encrypted with DATA_KEYS"},
		"keys for another one": {open, []string{otherKey}, `DATA_KEYS has no key "development"`},
		"the right keys":       {sealed, []string{oneKey}, ""},
	} {
		to := newPlace(t, c.with...)
		err := to.restore(RestoreOptions{File: c.of.backUp()})
		if c.says == "" && err == nil {
			continue
		}
		if err == nil || c.says == "" || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", what, err)
		}
		if n := to.tables(); n != 0 {
			t.Errorf("%s: %d tables left over", what, n)
		}
		if left, _ := filepath.Glob(filepath.Join(to.o.Config.DataDir, "*")); len(left) > 0 {
			t.Errorf("%s: %v", what, left)
		}
	}
}

func TestRestoreErasesAgainWhoWasErasedSince(t *testing.T) {
	t.Parallel()
	long(t)
	s := idle(t)
	s.signUp("jane@example.com")
	s.signUp("joe@example.com")
	s.signUp("kim@example.com")
	if err := s.people.Erase(t.Context(), "kim@example.com"); err != nil {
		t.Fatal(err)
	}
	file := s.backUp()
	if err := s.people.Erase(t.Context(), "jane@example.com"); err != nil {
		t.Fatal(err)
	}
	s.db.Close()

	here := place{t, Options{Config: s.config, Log: s.log}}
	elsewhere, told := newPlace(t), newPlace(t)
	for _, c := range []struct {
		to     place
		r      RestoreOptions
		erased bool
	}{
		{here, RestoreOptions{Replace: true}, true},
		{elsewhere, RestoreOptions{}, false}, // it has no journal
		{told, RestoreOptions{Erasures: filepath.Join(s.config.DataDir, "erasures.jsonl")}, true},
	} {
		c.r.File = file
		if err := c.to.restore(c.r); err != nil {
			t.Fatal(err)
		}
		restored := c.to.site()
		if e, _ := restored.state("joe@example.com"); e == nil {
			t.Error("joe was erased")
		}
		if e, _ := restored.state("jane@example.com"); (e == nil) != c.erased {
			t.Errorf("jane: %v", e)
		}
		lines, _ := os.ReadFile(filepath.Join(c.to.o.Config.DataDir, personal.JournalFile))
		if bytes.Count(lines, []byte("\n")) == 2 != c.erased {
			t.Errorf("the journal: %s", lines)
		}
	}
}

func TestRefusedRestoreChangesNothing(t *testing.T) {
	t.Parallel()
	s := idle(t)
	s.signUp("jane@example.com")
	file := s.backUp()
	damaged := filepath.Join(t.TempDir(), "damaged")
	text, err := os.ReadFile(file)
	if err == nil {
		text[len(text)/2] ^= 1
		err = os.WriteFile(damaged, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	here := place{t, Options{Config: s.config, Log: s.log}}
	for what, c := range map[string]struct {
		r    RestoreOptions
		says error
	}{
		"a site that runs":      {RestoreOptions{File: file, Replace: true}, backup.ErrInUse},
		"a damaged backup":      {RestoreOptions{File: damaged, Replace: true}, backup.ErrDamaged},
		"no backup":             {RestoreOptions{File: "backup_test.go", Replace: true}, backup.ErrNoBackup},
		"no file":               {RestoreOptions{File: "absent", Replace: true}, os.ErrNotExist},
		"no journal":            {RestoreOptions{File: file, Replace: true, Erasures: "absent"}, os.ErrNotExist},
		"no file with the keys": {RestoreOptions{File: file, Replace: true, Identity: "absent"}, os.ErrNotExist},
	} {
		if err := here.restore(c.r); !errors.Is(err, c.says) {
			t.Errorf("%s: %v", what, err)
		}
	}
	s.db.Close()
	if err := here.restore(RestoreOptions{File: file}); !errors.Is(err, backup.ErrNotEmpty) {
		t.Errorf("restore over a site with data: %v", err)
	}
	if e, _ := here.site().state("jane@example.com"); e == nil {
		t.Error("jane was erased")
	}
}

// Other backups may need the replaced key, and spool files may have grown since
// the backup.
func TestRestoreKeepsExistingKeysAndSpool(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	put := func(dir, name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(from, "development.key", "of the backup")
	put(to, "development.key", "of the other site")
	put(from, "spool/a", "1")
	put(to, "spool/a", "1 and 2")
	put(from, "spool/b", "3")
	if err := placeFiles(from, to); err != nil {
		t.Fatal(err)
	}
	for pattern, want := range map[string]string{
		"development.key": "of the backup", "development.key.replaced-*": "of the other site", "spool/a": "1 and 2", "spool/b": "3",
	} {
		found, _ := filepath.Glob(filepath.Join(to, pattern))
		if len(found) != 1 {
			t.Errorf("%s: %v", pattern, found)
			continue
		}
		if text, err := os.ReadFile(found[0]); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", pattern, text, err)
		}
	}
}

// runBackupJob runs the backup job once.
func (s *testSite) runBackupJob() {
	s.T.Helper()
	for _, j := range jobs(s.services) {
		if strings.HasPrefix(j.name, "back up") {
			if err := j.run(s.T.Context()); err != nil {
				s.T.Fatal(err)
			}
			return
		}
	}
	s.T.Fatal("no backup job")
}

func TestBackupsAreStoredInAndRestoredFromABucket(t *testing.T) {
	long(t) // a similar test with a folder is below
	backend := s3mem.New()
	store := httptest.NewServer(gofakes3.New(backend).Server())
	defer store.Close()
	if err := backend.CreateBucket("safe"); err != nil {
		t.Fatal(err)
	}
	settings := []string{"BACKUP_S3_ENDPOINT=" + store.URL, "BACKUP_S3_BUCKET=safe", "BACKUP_S3_ACCESS_KEY_ID=key", "BACKUP_S3_SECRET_ACCESS_KEY=secret", "BACKUP_KEEP=2"}
	for _, old := range []string{"backups/backup-20250101T000000Z.tar.zst", "backups/backup-20250102T000000Z.tar.zst", "backups/notes", "pictures/1"} {
		if _, err := backend.PutObject("safe", old, nil, strings.NewReader("x"), 1, nil); err != nil {
			t.Fatal(err)
		}
	}
	s := idle(t, settings...)
	s.signUp("jane@example.com")
	for range 2 { // on the second run, no backup is due
		s.runBackupJob()
	}
	if stats := s.backups.Stats(t.Context()); time.Since(stats.Made) > time.Hour || stats.Bytes < 1000 {
		t.Errorf("%+v", stats)
	}
	kept, err := Store(s.config)
	if err != nil {
		t.Fatal(err)
	}
	list, err := backup.List(t.Context(), kept)
	if err != nil || len(list) != 2 || list[1].Name != "backup-20250102T000000Z.tar.zst" {
		t.Fatalf("%v, %+v", err, list)
	}
	to := newPlace(t, settings...)
	if err := to.restore(RestoreOptions{File: kept.Address(list[0].Name)}); err != nil {
		t.Fatal(err)
	}
	if e, _ := to.site().state("jane@example.com"); e == nil {
		t.Error("jane was not restored")
	}
	for address, want := range map[string]string{"s3://other/backups/b": "isn't in BACKUP_S3_BUCKET", "s3://safe/backups/absent": "not exist", "s3://safe": "isn't in BACKUP_S3_BUCKET"} {
		if err := newPlace(t, settings...).restore(RestoreOptions{File: address}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if err := newPlace(t).restore(RestoreOptions{File: "s3://safe/backups/b"}); err == nil || !strings.Contains(err.Error(), "are not set") {
		t.Errorf("without the settings: %v", err)
	}
}

func TestBackupJobUpdatesTheMetrics(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := idle(t, "BACKUP_DIR="+dir)
	metric := func(name string) (value float64) {
		t.Helper()
		line := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindStringSubmatch(s.answer("GET", "/metrics", "").Body.String())
		if line == nil {
			t.Fatalf("no %s", name)
		}
		if _, err := fmt.Sscan(line[1], &value); err != nil {
			t.Fatal(err)
		}
		return value
	}
	if age := metric("backup_age_seconds"); !math.IsInf(age, 1) {
		t.Errorf("age without a backup: %v", age)
	}
	s.runBackupJob()
	if age, size := metric("backup_age_seconds"), metric("backup_bytes"); age > time.Hour.Seconds() || size < 1000 || metric("backup_failures_total") != 0 {
		t.Errorf("age %v, size %v", age, size)
	}
	made, _ := filepath.Glob(filepath.Join(dir, "backup-*.tar.zst"))
	if len(made) != 1 {
		t.Fatalf("backups in the folder: %v", made)
	}
	if err := newPlace(t).restore(RestoreOptions{File: made[0]}); err != nil {
		t.Error(err)
	}
}
