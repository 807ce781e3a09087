package db_test

import (
	"testing"
	"time"

	"thriftwell/db"
	"thriftwell/db/dbtest"
)

// A burst opens connections that hold memory in Postgres.
func TestIdleConnectionsCloseWithinAMinute(t *testing.T) {
	d, err := db.Open(t.Context(), dbtest.NewEmpty(t))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if got := d.Pool.Config().MaxConnIdleTime; got > time.Minute {
		t.Errorf("idle connections close after %s", got)
	}
}
