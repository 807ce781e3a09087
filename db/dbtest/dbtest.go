// Package dbtest provides tests with Postgres databases.
package dbtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
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

// patience is enough for a first start on a busy machine.
const patience = 2 * time.Minute

// New returns the URL of a migrated, empty database for one test, which is
// dropped when the test ends. All tests of a checkout share one bundled
// Postgres, which ends a minute after the last of them. If TEST_DATABASE_URL is
// set, it names the server to use instead; its user must be allowed to create
// databases.
func New(t testing.TB) string {
	t.Helper()
	return clone(t, &template{sources: []string{migrations}, fill: db.Migrate})
}

// NewWithContent is like New, with the starting content that load puts into the
// database. It is loaded once, and each database is a copy.
func NewWithContent(t testing.TB, load func(context.Context, *db.DB) error) string {
	t.Helper()
	return clone(t, &template{sources: []string{migrations, "db/seed/*.go", "db/seed/*/*.*"}, fill: func(ctx context.Context, url string) error {
		if err := db.Migrate(ctx, url); err != nil {
			return err
		}
		d, err := db.Open(ctx, url)
		if err != nil {
			return err
		}
		defer d.Close()
		return load(ctx, d)
	}})
}

// NewEmpty is like New, without the schema.
func NewEmpty(t testing.TB) string {
	t.Helper()
	return clone(t, nil)
}

const migrations = "db/migrations/*.sql"

// template describes a database that is copied for tests.
type template struct {
	sources []string // patterns of the files that it depends on, below the checkout
	fill    func(ctx context.Context, url string) error
}

func clone(t testing.TB, from *template) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s := open(ctx, t)
	original := "template0"
	if from != nil {
		var err error
		if original, err = s.make(ctx, from); err != nil {
			t.Fatalf("make the template database: %v", err)
		}
	}
	name := "test_" + strings.ToLower(rand.Text())
	if err := s.exec(ctx, "CREATE DATABASE %s TEMPLATE %s "+s.strategy, name, original); err != nil {
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

// DataDir returns a folder for a test that starts its own bundled Postgres.
// Unlike t.TempDir it is accessible to other users, because Postgres doesn't
// run as root.
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

// server is the Postgres for tests, with a connection to its maintenance
// database.
type server struct {
	at       *url.URL // of that database
	strategy string   // of cloning
	admin    *pgx.Conn
}

// open opens the server until the test ends.
func open(ctx context.Context, t testing.TB) *server {
	s := &server{}
	address, err := os.Getenv("TEST_DATABASE_URL"), error(nil)
	if address != "" {
		s.admin, err = pgx.Connect(ctx, address)
	} else {
		s.strategy = "STRATEGY file_copy" // the fastest if nothing is synced to disk
		address, s.admin, err = shared(ctx, t)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.admin.Close(context.Background()) })
	if s.at, err = url.Parse(address); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *server) url(database string) string {
	at := *s.at
	at.Path = "/" + database
	return at.String()
}

// checkout returns the folder of go.mod. Tests run in their package's folder.
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

// make returns the name of a template database, and creates it unless there is
// one from the same sources.
func (s *server) make(ctx context.Context, from *template) (string, error) {
	key, err := from.key()
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
	if err := from.fill(ctx, s.url(draft)); err != nil {
		return "", err
	}
	return name, s.exec(ctx, "ALTER DATABASE %s RENAME TO %s", draft, name)
}

func (s *server) has(ctx context.Context, database string) (ok bool, err error) {
	err = s.admin.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", database).Scan(&ok)
	return ok, err
}

// exec runs a statement with a quoted database name for each %s.
func (s *server) exec(ctx context.Context, format string, names ...string) error {
	quoted := make([]any, len(names))
	for i, name := range names {
		quoted[i] = pgx.Identifier{name}.Sanitize()
	}
	_, err := s.admin.Exec(ctx, fmt.Sprintf(format, quoted...))
	return err
}

// key depends on the sources and on the job queue's migrations.
func (from *template) key() (string, error) {
	root, err := checkout()
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, pattern := range from.sources {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return "", err
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(sum, "%s %d\n%s", path, len(text), text)
		}
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
