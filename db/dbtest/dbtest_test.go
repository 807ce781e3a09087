package dbtest_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"thriftwell/db/dbtest"
)

func TestEachTestHasItsOwnDatabase(t *testing.T) {
	one, other := dbtest.New(t), dbtest.New(t)
	query(t, one, "CREATE TABLE only_here ()")
	if got := query(t, other, "SELECT coalesce(to_regclass('only_here')::text, 'absent')"); got != "absent" {
		t.Error("a table of one database is visible in the other")
	}
}

func TestNewIsMigratedAndNewEmptyIsNot(t *testing.T) {
	const tables = "SELECT count(*)::text FROM pg_tables WHERE tablename IN ('goose_db_version', 'river_job')"
	if got := query(t, dbtest.New(t), tables); got != "2" {
		t.Errorf("New has %s of 2 tables of the migrations", got)
	}
	if got := query(t, dbtest.NewEmpty(t), tables); got != "0" {
		t.Errorf("NewEmpty has %s tables of the migrations", got)
	}
}

func TestDatabasesAreDroppedAfterTheTest(t *testing.T) {
	var name string
	t.Run("uses one, and keeps a connection", func(t *testing.T) {
		url := dbtest.New(t)
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		name = conn.Config().Database
	})
	if got := query(t, dbtest.New(t), "SELECT count(*)::text FROM pg_database WHERE datname = $1", name); got != "0" {
		t.Errorf("%s still exists", name)
	}
}

func TestProcessesShareTheServer(t *testing.T) {
	const started = "SELECT pg_postmaster_start_time()::text"
	here := query(t, dbtest.New(t), started)
	if os.Getenv("DBTEST_CHILD") != "" {
		t.Logf("started %s.", here)
		return
	}
	child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	child.Env = append(os.Environ(), "DBTEST_CHILD=1")
	out, err := child.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "started "+here+".") {
		t.Errorf("here: started %s; other process: %v\n%s", here, err, out)
	}
}

func TestAServerCanBeConfigured(t *testing.T) {
	given := dbtest.New(t)
	t.Setenv("TEST_DATABASE_URL", given)
	url := dbtest.New(t)
	if url == given {
		t.Error("the given database itself was returned")
	}
	if got := query(t, url, "SELECT to_regclass('river_job')::text"); got != "river_job" {
		t.Errorf("got %s", got)
	}
}

func query(t *testing.T, url, sql string, args ...any) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	values, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(values, " ")
}
