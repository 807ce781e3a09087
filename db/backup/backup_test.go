package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"

	"thriftwell/db"
	"thriftwell/db/dbtest"
)

// rows are rows that a backup could get wrong: text that COPY escapes, nulls,
// bytes, arrays, foreign keys, a ledger that rejects changes, partitions, and a
// job.
const rows = `
	INSERT INTO content_pages (slug, title, description, created_at)
	VALUES ('cards', E'Tab\t, line\n, back\\slash, \\N and "quotes" – ünï', '', '2026-01-02 03:04:05.678901+05');
	INSERT INTO content_offers (page_id, title, url) VALUES (1, 'Offer', 'https://partner.example/');
	INSERT INTO subscribers (id, address_hash, sealed_key, profile, state, topics) VALUES ('01890000-0000-7000-8000-000000000000', '\x00ff', '\x5c2e', '', 'active', '["a\\b"]');
	INSERT INTO consents (subscriber_id, channel, action, wording_version, wording, page, evidence)
	VALUES ('01890000-0000-7000-8000-000000000000', 'email', 'given', '1', 'Yes', '/', '\x01');
	SELECT ensure_event_partitions('2025-03-09'), ensure_event_partitions('2025-03-10');
	INSERT INTO events (id, day, at, subject, subject_id, action, reason)
	SELECT gen_random_uuid(), '2025-03-09'::date + i % 2, now(), 'offer', i, 'click', 'human' FROM generate_series(1, 1000) i;
	INSERT INTO river_job (kind, args, max_attempts, tags) VALUES ('mail', '{"a": "b"}', 3, '{x,"y z"}');
	INSERT INTO rate_counts VALUES ('\x01', 1, now())`

func TestRestoreReversesBackup(t *testing.T) {
	t.Parallel()
	from, to := newSite(t), dbtest.NewEmpty(t)
	m := from.backUp()
	if left := restore(t, from.file, Target{URL: to}); len(left) > 0 {
		t.Errorf("left out: %v", left)
	}
	want, got := contents(t, from.url), contents(t, to)
	delete(want, "rate_counts") // unlogged
	delete(got, "rate_counts")
	if !maps.Equal(want, got) {
		t.Errorf("before:\n%v\nafter:\n%v", want, got)
	}
	for _, table := range m.Tables {
		if n := query(t, to, "SELECT count(*)::text FROM "+quote(table.Name)); n != fmt.Sprint(table.Rows) {
			t.Errorf("%s: %s rows of %d", table.Name, n, table.Rows)
		}
	}
	if m.Rows() < 1005 {
		t.Errorf("the backup has %d rows", m.Rows())
	}
	if id := query(t, to, "INSERT INTO content_pages (slug, title) VALUES ('next', 'Next') RETURNING id::text"); id != "2" {
		t.Errorf("the next page has the id %s", id)
	}
	for what, sql := range map[string]string{
		"the foreign key":        "INSERT INTO content_offers (page_id, title, url) VALUES (99, 'Of no page', 'https://partner.example/')",
		"the ledger":             "DELETE FROM consents",
		"the partition's bounds": "INSERT INTO events_20250309 SELECT id, '2025-03-10', at, subject, subject_id, action, page_id, reason, visitor FROM events LIMIT 1",
	} {
		if _, err := connected(t, to).Exec(t.Context(), sql); err == nil {
			t.Errorf("%s is missing", what)
		}
	}
	if err := db.Migrate(t.Context(), to); err != nil {
		t.Error(err)
	}
	if schemas := query(t, to, "SELECT string_agg(nspname, ' ') FROM pg_namespace WHERE nspname LIKE 'public%'"); schemas != "public" {
		t.Errorf("schemas: %s", schemas)
	}
}

func TestFilesAreRestored(t *testing.T) {
	t.Parallel()
	from, dir := newSite(t), t.TempDir()
	files := map[string]string{"journal": "a\nb\n", "spool/one": "1", "spool/two": ""}
	for name, text := range files {
		from.write(name, text)
	}
	from.write("other", "not to be kept")
	m := from.backUp("journal", "spool", "absent")
	if !m.Has("spool/two") || m.Has("other") {
		t.Errorf("files of the backup: %v", m.Files)
	}
	f, err := os.Open(from.file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var order []string
	if _, err := read(f, nil, func(name string, _ io.Reader) error {
		order = append(order, name)
		return nil
	}); err != nil || strings.HasPrefix(order[0]+order[1]+order[2], "tables/") || !strings.HasPrefix(order[3], "tables/") {
		t.Errorf("the files aren't before the snapshot: %v, %v", order, err)
	}
	restore(t, from.file, Target{URL: dbtest.NewEmpty(t), Dir: dir})
	for name, text := range files {
		if kept, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(kept) != text {
			t.Errorf("%s: %q, %v", name, kept, err)
		}
	}
	if info, err := os.Stat(from.file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup: %v, %v", info.Mode(), err)
	}
}

func TestRestoreReplacesASiteOnlyIfAsked(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	from, to := newSite(t), newSite(t)
	from.backUp()
	query(t, to.url, "UPDATE content_pages SET title = 'Mine' RETURNING ''")
	query(t, to.url, "SELECT ensure_event_partitions('2025-05-01')::text")
	before := contents(t, to.url)
	if _, err := tryRestore(t, from.file, Target{URL: to.url}); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("without Replace: %v", err)
	}
	if !maps.Equal(before, contents(t, to.url)) {
		t.Error("the existing site has changed")
	}
	restore(t, from.file, Target{URL: to.url, Replace: true})
	if !maps.Equal(without(contents(t, from.url), "rate_counts"), without(contents(t, to.url), "rate_counts")) {
		t.Error("the site differs from the backup")
	}
	restore(t, from.file, Target{URL: to.url, Replace: true}) // again
}

func TestAMigratedDatabaseCountsAsEmpty(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	from := newSite(t)
	from.backUp()
	restore(t, from.file, Target{URL: dbtest.New(t)})
}

func TestFailedRestoresChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	from, to := newSite(t), newSite(t)
	from.backUp()
	query(t, to.url, "UPDATE content_pages SET title = 'Mine' RETURNING ''")
	before := contents(t, to.url)
	wrong := errors.New("wrong keys")
	check := func(_ context.Context, url string) error {
		if n := query(t, url, "SELECT count(*)::text FROM events"); n != "1000" {
			t.Errorf("the check sees %s events", n)
		}
		return wrong
	}
	if _, err := tryRestore(t, from.file, Target{URL: to.url, Replace: true, Check: check}); !errors.Is(err, wrong) {
		t.Errorf("restore: %v", err)
	}
	operator := "CREATE OPERATOR public_restored.=== (leftarg = text, rightarg = text, procedure = texteq)" // it isn't moved
	unmovable := func(_ context.Context, url string) error {
		_, err := connected(t, url).Exec(t.Context(), operator)
		return err
	}
	if _, err := tryRestore(t, from.file, Target{URL: to.url, Replace: true, Check: unmovable}); err == nil {
		t.Error("a schema was moved in part")
	}
	if !maps.Equal(before, contents(t, to.url)) {
		t.Error("the existing site has changed")
	}
	if schemas := query(t, to.url, "SELECT string_agg(nspname, ' ') FROM pg_namespace WHERE nspname LIKE 'public%'"); schemas != "public" {
		t.Errorf("schemas: %s", schemas)
	}
}

func TestRestoreNeedsAnUnusedDatabase(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	from, to := newSite(t), dbtest.New(t)
	from.backUp()
	site, err := db.Open(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	if _, err := tryRestore(t, from.file, Target{URL: to, Replace: true}); !errors.Is(err, ErrInUse) {
		t.Errorf("while a site runs: %v", err)
	}
	site.Close()
	meanwhile := func(ctx context.Context, beside string) error {
		if d, err := db.Open(ctx, to); !errors.Is(err, db.ErrRestoring) {
			d.Close()
			t.Errorf("a starting site: %v", err)
		}
		if _, err := Write(ctx, io.Discard, Source{URL: to}); !errors.Is(err, db.ErrRestoring) {
			t.Errorf("a backup: %v", err)
		}
		d, err := db.Open(ctx, beside)
		if err == nil {
			d.Close()
		}
		return err
	}
	restore(t, from.file, Target{URL: to, Check: meanwhile})
}

// On an external Postgres, the user owns the database and has few other
// permissions.
func TestAUserWithoutPrivilegesCanRestore(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	from, empty := newSite(t), dbtest.NewEmpty(t)
	from.backUp()
	u, err := url.Parse(empty)
	if err != nil {
		t.Fatal(err)
	}
	name := "owner_" + strings.TrimPrefix(u.Path, "/test_")
	for _, sql := range []string{"CREATE ROLE " + name + " LOGIN PASSWORD 'x'", "ALTER DATABASE " + quote(u.Path[1:]) + " OWNER TO " + name} {
		if _, err := connected(t, empty).Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { // before the database is dropped
		conn, err := pgx.Connect(context.Background(), empty)
		if err == nil {
			_, err = conn.Exec(context.Background(), "REASSIGN OWNED BY "+name+" TO CURRENT_USER; DROP OWNED BY "+name+"; DROP ROLE "+name)
			conn.Close(context.Background())
		}
		if err != nil {
			t.Error(err)
		}
	})
	u.User = url.UserPassword(name, "x")
	restore(t, from.file, Target{URL: u.String()})
	restore(t, from.file, Target{URL: u.String(), Replace: true})
	if got := contents(t, empty); !maps.Equal(without(contents(t, from.url), "rate_counts"), without(got, "rate_counts")) {
		t.Error("the site differs from the backup")
	}
}

func TestForeignTablesAreLeftOutAndReported(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	from, to := newSite(t), dbtest.NewEmpty(t)
	query(t, from.url, "CREATE TABLE mine (id serial PRIMARY KEY); INSERT INTO mine VALUES (DEFAULT) RETURNING ''")
	from.backUp()
	if left := restore(t, from.file, Target{URL: to}); !slices.Equal(left, []string{"mine"}) {
		t.Errorf("left out: %v", left)
	}
}

func TestOlderSchemasAreMigrated(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	old, to := dbtest.NewOld(t), dbtest.NewEmpty(t)
	s := &site{t: t, url: old, dir: t.TempDir(), file: filepath.Join(t.TempDir(), "backup")}
	if m := s.backUp(); m.Schema.Migrations[0] != 1 {
		t.Errorf("schema of the backup: %v", m.Schema)
	}
	restore(t, s.file, Target{URL: to})
	for _, table := range []string{"articles", "audit_log", "consents", "conversions", "river_job", "subscribers"} {
		if n, before := query(t, to, "SELECT count(*)::text FROM "+table), query(t, old, "SELECT count(*)::text FROM "+table); n != before {
			t.Errorf("%s has %s rows, and had %s", table, n, before)
		}
	}
	if n := query(t, to, "SELECT min(version_id)::text FROM goose_db_version WHERE version_id > 0"); n != "300" {
		t.Errorf("its migrations start with %s", n)
	}
}

func TestEncryptedBackupsNeedTheirKey(t *testing.T) {
	t.Parallel()
	from, to := newSite(t), dbtest.NewEmpty(t)
	mine, other := identity(t), identity(t)
	_, err := WriteFile(t.Context(), from.file, Source{URL: from.url, Recipients: []age.Recipient{mine.Recipient()}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(from.file); !errors.Is(err, ErrEncrypted) {
		t.Errorf("without a key: %v", err)
	}
	if _, err := Open(from.file, other); err == nil || !strings.Contains(err.Error(), "a different key") {
		t.Errorf("with another key: %v", err)
	}
	restore(t, from.file, Target{URL: to}, mine)
}

func TestFailedBackupsLeaveNoFiles(t *testing.T) {
	t.Parallel()
	from := newSite(t)
	query(t, from.url, "CREATE TABLE listed (a int) PARTITION BY LIST (a); CREATE TABLE part PARTITION OF listed FOR VALUES IN (1); SELECT ''")
	if _, err := WriteFile(t.Context(), from.file, Source{URL: from.url}); err == nil || !strings.Contains(err.Error(), "part has bounds") {
		t.Errorf("backup: %v", err)
	}
	if _, err := WriteFile(t.Context(), from.file, Source{URL: dbtest.NewEmpty(t)}); err == nil || !strings.Contains(err.Error(), "no site") {
		t.Errorf("backup of an empty database: %v", err)
	}
	if left, err := os.ReadDir(filepath.Dir(from.file)); err != nil || len(left) > 0 {
		t.Errorf("files left over: %v, %v", left, err)
	}
}
