package site_test

import (
	"context"
	"log/slog"
	"testing"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/personal"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/notify"
)

// office is a database with what campaigns need of the site.
type office struct {
	t      *testing.T
	db     *db.DB
	config config.Config
	people personal.Data
}

func openOffice(t *testing.T, settings ...string) *office {
	t.Helper()
	c, err := config.Load(append(settings, "DATA_DIR="+t.TempDir(), "DATABASE_URL="+dbtest.New(t), "BASE_URL=http://site.example"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := db.Open(context.Background(), c.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	people, err := personal.Open(t.Context(), c, d)
	if err != nil {
		t.Fatal(err)
	}
	return &office{t, d, c, people}
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// site returns what declarations need.
func (o *office) site() editable.Site {
	return editable.Site{DB: o.db.Gorm, Bus: notify.New(quiet())}
}

func (o *office) exec(sql string, args ...any) {
	o.t.Helper()
	if _, err := o.db.Pool.Exec(context.Background(), sql, args...); err != nil {
		o.t.Fatal(err)
	}
}

// scan reads a row into results.
func (o *office) scan(sql string, arg any, results ...any) {
	o.t.Helper()
	if err := o.db.Pool.QueryRow(context.Background(), sql, arg).Scan(results...); err != nil {
		o.t.Fatal(err)
	}
}
