// Package dbtest gives tests real databases.
package dbtest

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"thriftwell/db"
)

// patience is for a first start on a busy machine.
const patience = time.Minute

// New gives the connection string of a migrated, empty database that only this test uses; it is dropped when the
// test ends. All tests of the checkout share one bundled Postgres, which ends a second after the last of them.
// TEST_DATABASE_URL, of a user who may create databases, names a server to use instead.
func New(t testing.TB) string {
	t.Helper()
	return clone(t, true)
}

// NewEmpty is New without the schema.
func NewEmpty(t testing.TB) string {
	t.Helper()
	return clone(t, false)
}

func clone(t testing.TB, migrated bool) string {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s := open(ctx, t)
	template := "template0"
	if migrated {
		var err error
		if template, err = s.template(ctx); err != nil {
			t.Fatalf("make the template database: %v", err)
		}
	}
	name := "test_" + strings.ToLower(rand.Text())
	if err := s.exec(ctx, "CREATE DATABASE %s TEMPLATE %s "+s.strategy, name, template); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := s.exec(ctx, "DROP DATABASE IF EXISTS %s WITH (FORCE)", name); err != nil {
			t.Error(err)
		}
	})
	return s.url(name)
}

// DataDir gives a folder for a test that starts a bundled Postgres of its own. Unlike t.TempDir, other users can
// reach it; Postgres does not run as root.
func DataDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "thriftwell-test-")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// server is the Postgres under test, seen from its maintenance database.
type server struct {
	url      func(database string) string
	strategy string // of cloning
	admin    *pgx.Conn
}

// open holds the server until the test ends.
func open(ctx context.Context, t testing.TB) *server {
	s := &server{}
	if given := os.Getenv("TEST_DATABASE_URL"); given != "" {
		u, err := url.Parse(given)
		if err != nil || u.Scheme == "" {
			t.Fatal("TEST_DATABASE_URL is not a URL like postgres://user@host/postgres")
		}
		s.url = func(database string) string {
			with := *u
			with.Path = "/" + cmp.Or(database, strings.TrimPrefix(u.Path, "/"), "postgres")
			return with.String()
		}
	} else {
		root, err := checkout()
		if err != nil {
			t.Fatal(err)
		}
		shared, err := db.StartEmbedded(ctx, db.EmbeddedOptions{
			DataDir: filepath.Join(root, ".data", "test"), Shared: true, Log: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = shared.Stop(context.Background()) })
		s.url = func(database string) string { return shared.URL(cmp.Or(database, "postgres")) }
		s.strategy = "STRATEGY file_copy" // the fastest where nothing is synced to a disk
	}
	var err error
	if s.admin, err = pgx.Connect(ctx, s.url("")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.admin.Close(context.Background()) })
	return s
}

// checkout is the folder of go.mod: tests run in their package's folder.
func checkout() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("the tests do not run in a checkout: no go.mod above the working directory")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}

// template gives the name of the migrated database, which is made when the migrations have changed.
func (s *server) template(ctx context.Context) (string, error) {
	key, err := schemaKey()
	if err != nil {
		return "", err
	}
	name := "template_" + key
	if ok, err := s.has(ctx, name); ok || err != nil {
		return name, err
	}
	if _, err := s.admin.Exec(ctx, "SELECT pg_advisory_lock(hashtext('thriftwell template'))"); err != nil {
		return "", err
	}
	defer s.admin.Exec(ctx, "SELECT pg_advisory_unlock(hashtext('thriftwell template'))")
	if ok, err := s.has(ctx, name); ok || err != nil {
		return name, err
	}
	draft := "draft_" + name
	if err := s.exec(ctx, "DROP DATABASE IF EXISTS %s WITH (FORCE)", draft); err != nil {
		return "", err
	}
	if err := s.exec(ctx, "CREATE DATABASE %s TEMPLATE template0", draft); err != nil {
		return "", err
	}
	if err := db.Migrate(ctx, s.url(draft)); err != nil {
		return "", err
	}
	return name, s.exec(ctx, "ALTER DATABASE %s RENAME TO %s", draft, name)
}

func (s *server) has(ctx context.Context, database string) (ok bool, err error) {
	err = s.admin.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", database).Scan(&ok)
	return ok, err
}

// exec runs a statement with names of databases in the places of %s.
func (s *server) exec(ctx context.Context, format string, names ...string) error {
	quoted := make([]any, len(names))
	for i, name := range names {
		quoted[i] = pgx.Identifier{name}.Sanitize()
	}
	_, err := s.admin.Exec(ctx, fmt.Sprintf(format, quoted...))
	return err
}

// schemaKey changes when the site's migrations or the job queue's do.
func schemaKey() (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(db.Migrations(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(db.Migrations(), path)
		fmt.Fprintf(sum, "%s %d\n%s", path, len(text), text)
		return err
	})
	if err != nil {
		return "", err
	}
	queue, err := rivermigrate.New(riverpgxv5.New(nil), nil)
	if err != nil {
		return "", err
	}
	for _, version := range queue.AllVersions() {
		fmt.Fprintf(sum, "%d %s\n", version.Version, version.SQLUp)
	}
	return fmt.Sprintf("%x", sum.Sum(nil))[:16], nil
}
