package checks

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/platform/config"
)

// The doctor of a new release must be able to check data of any earlier
// release.
func TestChecksWorkWithOlderSchemas(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("slow")
	}
	newest := dbtest.New(t)
	conn := connect(t, newest)
	var schema db.Schema
	err := pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) (err error) {
		schema, err = db.ReadSchema(t.Context(), tx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	url := dbtest.NewEmpty(t)
	c, err := config.Load([]string{"DATA_DIR=" + t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	look := func(conn *pgx.Conn, after string) {
		for _, check := range Database(conn, c) {
			if p := check.Run(t.Context()); p != nil && strings.Contains(p.What, "SQLSTATE") {
				t.Errorf("%s after %s: %s", check.Name, after, p.What)
			}
		}
	}
	look(connect(t, dbtest.NewOld(t)), "the oldest version that can be upgraded")
	conn = connect(t, url)
	for _, version := range schema.Migrations {
		if err := db.MigrateTo(t.Context(), url, db.Schema{Migrations: []int64{version}, Queue: schema.Queue}); err != nil {
			t.Fatal(err)
		}
		look(conn, "migration "+strconv.FormatInt(version, 10))
	}
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.WithoutCancel(t.Context())) })
	return conn
}
