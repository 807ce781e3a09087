package db_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"thriftwell/db"
	"thriftwell/db/dbtest"
)

func TestNewerDatabasesAreRejected(t *testing.T) {
	for _, newer := range []string{
		"INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)",
		"INSERT INTO river_migration (line, version) VALUES ('main', 999)",
	} {
		url := dbtest.New(t)
		if err := db.Migrate(t.Context(), url); err != nil {
			t.Fatal(err)
		}
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close(t.Context()) })
		if _, err := conn.Exec(t.Context(), newer); err != nil {
			t.Fatal(err)
		}
		err = db.Migrate(t.Context(), url)
		if err == nil || !strings.Contains(err.Error(), "from a newer version of the site") || !strings.Contains(err.Error(), "start that version, or restore a backup of this one") {
			t.Errorf("after %s: %v", newer, err)
		}
	}
}

func TestMigrateAnEmptyDatabase(t *testing.T) {
	if err := db.Migrate(t.Context(), dbtest.NewEmpty(t)); err != nil {
		t.Error(err)
	}
}

// The caller keeps the connection, and other instances must not wait for its lock.
func TestMigratingOverAConnectionLeavesNoLock(t *testing.T) {
	conn, err := pgx.Connect(t.Context(), dbtest.NewEmpty(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.WithoutCancel(t.Context())) })
	if err := db.MigrateOver(t.Context(), conn); err != nil {
		t.Fatal(err)
	}
	var locks int
	if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()").Scan(&locks); err != nil || locks != 0 {
		t.Errorf("%d locks: %v", locks, err)
	}
}

// While instances are restarted in turn, those of the release before count and report on the new schema.
func TestInstancesOfTheReleaseBeforeStillCount(t *testing.T) {
	conn, err := pgx.Connect(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.WithoutCancel(t.Context())) })
	for _, theirs := range []string{
		"INSERT INTO daily_values (day, dimension, value) SELECT current_date, * FROM unnest(ARRAY['campaign'], ARRAY['x']) ON CONFLICT DO NOTHING",
		"SELECT day, context_id, subject, subject_id, action, reason, count, visitors, arrivals, earned FROM recent_traffic",
	} {
		if _, err := conn.Exec(t.Context(), theirs); err != nil {
			t.Errorf("%s: %v", theirs, err)
		}
	}
}
