package db_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/db"
	"thriftwell/db/dbtest"
)

// A former primary that takes no writes any more may keep its connections.
func TestConnectionsToAServerThatTakesNoWritesAreLeft(t *testing.T) {
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	var former []*pgxpool.Conn
	for range 3 {
		conn, err := d.Pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(t.Context(), "SET default_transaction_read_only = on"); err != nil {
			t.Fatal(err)
		}
		former = append(former, conn)
	}
	for _, conn := range former {
		conn.Release()
	}
	const write = "CREATE TABLE written (n int)"
	refused := new(pgconn.PgError)
	if _, err := d.Pool.Exec(t.Context(), write); !errors.As(err, &refused) || refused.Code != "25006" {
		t.Fatalf("a former primary took a write: %v", err)
	}
	if _, err := d.Pool.Exec(t.Context(), write); err != nil {
		t.Errorf("the next write: %v", err)
	}
}
