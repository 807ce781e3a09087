package db_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"thriftwell/db"
	"thriftwell/db/dbtest"
)

func TestLoggedStatementsHaveNoValues(t *testing.T) {
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

func TestCanceledStatementsAreNoErrors(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	ctx, leave := context.WithCancel(t.Context())
	go func() {
		for running := 0; running == 0 && t.Context().Err() == nil; {
			_ = d.Pool.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%'").Scan(&running)
		}
		leave()
	}()
	for range 2 { // while it runs, and before
		if err := d.Gorm.WithContext(ctx).Exec("SELECT pg_sleep(600), 'person@private.example'").Error; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	if got := log.String(); strings.Count(got, "level=INFO") != 2 || strings.Contains(got, "ERROR") || strings.Contains(got, "private.example") {
		t.Errorf("logged: %s", got)
	}
}
