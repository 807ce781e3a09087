package backup

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"

	"thriftwell/db/dbtest"
)

// site is a database and a data folder that can be backed up to a file.
type site struct {
	t              *testing.T
	url, dir, file string
}

// newSite returns a site with rows of every kind.
func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{t: t, url: dbtest.New(t), dir: t.TempDir(), file: filepath.Join(t.TempDir(), "backup")}
	if _, err := connected(t, s.url).Exec(t.Context(), rows); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *site) write(name, text string) {
	s.t.Helper()
	to := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(to, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func (s *site) backUp(files ...string) Manifest {
	s.t.Helper()
	m, err := WriteFile(s.t.Context(), s.file, Source{URL: s.url, Dir: s.dir, Files: files})
	if err != nil {
		s.t.Fatal(err)
	}
	return m
}

func restore(t *testing.T, file string, to Target, with ...age.Identity) (foreign []string) {
	t.Helper()
	foreign, err := tryRestore(t, file, to, with...)
	if err != nil {
		t.Fatal(err)
	}
	return foreign
}

func tryRestore(t *testing.T, file string, to Target, with ...age.Identity) (foreign []string, err error) {
	t.Helper()
	if to.Dir == "" {
		to.Dir = t.TempDir()
	}
	if to.Check == nil {
		to.Check = func(context.Context, string) error { return nil }
	}
	if to.Done == nil {
		to.Done = func() error { return nil }
	}
	b, err := Open(file, with...)
	if err != nil {
		return nil, err
	}
	return b.Restore(t.Context(), to)
}

func identity(t *testing.T) *age.X25519Identity {
	t.Helper()
	id, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func connected(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// query runs statements and returns the single text of the last one.
func query(t *testing.T, url, sql string) (text string) {
	t.Helper()
	conn := connected(t, url)
	defer conn.Close(t.Context())
	results, err := conn.PgConn().Exec(t.Context(), sql).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return string(results[len(results)-1].Rows[0][0])
}

// contents returns a checksum of the rows of each table.
func contents(t *testing.T, url string) map[string]string {
	t.Helper()
	found, err := connected(t, url).Query(t.Context(), `
		SELECT c.relname, (xpath('//sum/text()', query_to_xml(format(
			'SELECT count(*) || '' '' || coalesce(md5(string_agg(t::text, '';'' ORDER BY t::text)), '''') AS sum FROM %I t', c.relname), false, true, '')))[1]::text
		FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`)
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{}
	var table, sum string
	if _, err := pgx.ForEachRow(found, []any{&table, &sum}, func() error {
		sums[table] = sum
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return sums
}

func without(contents map[string]string, table string) map[string]string {
	delete(contents, table)
	return contents
}
