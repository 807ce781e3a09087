package db_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"thriftwell/db"
	"thriftwell/db/dbtest"
)

func TestALoggedStatementHoldsNoValues(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	var n int
	d.Gorm.Raw("SELECT n FROM no_such_table WHERE email = ?", "o'person@private.example").Scan(&n)
	d.Gorm.Exec("DELETE FROM no_such_table WHERE email = ?", "person@private.example")
	if got := log.String(); strings.Contains(got, "private.example") || strings.Count(got, "no_such_table WHERE email") != 2 {
		t.Errorf("logged: %s", got)
	}
}
