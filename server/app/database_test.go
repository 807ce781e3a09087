package app_test

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"thriftwell/db/dbtest"
	"thriftwell/server/app"
	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/checks"
	"thriftwell/server/features/pictures"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/vault"
)

// open tries to start a site and returns the error. The start must fail.
func open(t *testing.T, root string, settings ...string) error {
	t.Helper()
	c, err := config.Load(append([]string{"PORT=0", "RENDERER_URL=http://127.0.0.1:1", "DATA_DIR=" + t.TempDir()}, settings...))
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(t.Context(), app.Options{Config: c, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Root: root})
	if err == nil {
		a.Close(t.Context())
		t.Fatal("the site started")
	}
	return err
}

// ask returns the number that a query of a database gives.
func ask(t *testing.T, url, question string) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if err := conn.QueryRow(t.Context(), question).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestNothingIsMigratedBeforeTheChecksPass(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	url := dbtest.NewEmpty(t)
	err := open(t, t.TempDir(), "DATABASE_URL="+url, "RENDERER_URL=", "NODE_BINARY=/nowhere/node", "DATA_DIR="+filepath.Join(file, "data"))
	for _, want := range []string{"the front end is not built", "NODE_BINARY (/nowhere/node) cannot be run", "isn't a folder"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error does not contain %q: %v", want, err)
		}
	}
	if n := ask(t, url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"); n != 0 {
		t.Errorf("%d tables were created", n)
	}
}

func TestStartWithOtherKeysChangesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	url := dbtest.New(t)
	site := apptest.Open(t, "DATABASE_URL="+url, "DATA_KEYS="+vault.NewPair("ours"))
	site.Exec("DELETE FROM seed_files")
	err := open(t, apptest.EmptyRoot(t), "DATABASE_URL="+url, "DATA_KEYS="+vault.NewPair("theirs"))
	if !strings.Contains(err.Error(), "encrypted with other keys") {
		t.Errorf("%v", err)
	}
	if n := ask(t, url, "SELECT count(*) FROM seed_files"); n != 0 {
		t.Errorf("%d content files were loaded", n)
	}
}

func TestStartLogsWarningsAndContinues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ settings, want []string }{
		{[]string{"BACKUP_DIR=/nowhere/backups", "BASE_URL=https://www.thriftwell.test"}, []string{"Create the folder BACKUP_DIR", "but APP_ENV is development"}},
		{[]string{"DEV_SIGN_IN=false", "BASE_URL=http://localhost.example.org"}, []string{"set ADMIN_EMAILS", "but APP_ENV is development"}},
	} {
		var log sitetest.Log
		apptest.OpenLogged(t, &log, c.settings...)
		for _, want := range c.want {
			if !strings.Contains(log.String(), want) {
				t.Errorf("%v: no %q in %s", c.settings, want, log.String())
			}
		}
	}
}

func TestUntrustedProxiesAreReportedByLogAndDoctor(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("slow")
	}
	const told = "come from 127.0.0.1, which is not in TRUSTED_PROXIES"
	for settings, want := range map[string]int{"TRUSTED_PROXIES=none": 1, "TRUSTED_PROXIES=127.0.0.1": 0} {
		var log sitetest.Log
		s := apptest.OpenLogged(t, &log, settings)
		for range 3 {
			s.Get("/healthz", "X-Forwarded-For", "203.0.113.9")
		}
		if want > 0 {
			sitetest.Eventually(t, "the proxy is noted", func() bool { return s.Count("SELECT count(*) FROM notices WHERE cause = 'proxy'") == 1 })
		}
		text := log.String()
		if n := strings.Count(text, told); n != want || strings.Contains(text, "203.0.113.9") {
			t.Errorf("with %s: %s", settings, text)
		}
		named := 0
		app.Examine(t.Context(), app.Options{Config: s.Config, Log: slog.New(slog.DiscardHandler), Root: apptest.EmptyRoot(t)}, func(name string, found *checks.Problem) {
			if name == "proxies in use" && found != nil && found.Weight == checks.Warning && strings.Contains(found.What, told) {
				named++
			}
		})
		if named != want {
			t.Errorf("with %s the doctor names it %d times", settings, named)
		}
	}
}

func TestDoctorReportsEventsPastRetention(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "EVENTS_KEEP=2")
	old := time.Now().UTC().AddDate(0, 0, -80).Format(time.DateOnly)
	s.Exec("SELECT ensure_event_partitions($1)", old)
	told := ""
	app.Examine(t.Context(), app.Options{Config: s.Config, Log: slog.New(slog.DiscardHandler), Root: apptest.EmptyRoot(t)}, func(name string, found *checks.Problem) {
		if name == "old events" && found != nil {
			told = found.What
		}
	})
	if want := "raw events since " + old; !strings.HasPrefix(told, want) {
		t.Errorf("%q, want %q", told, want)
	}
}

func TestASecondInstanceMustShareThePictures(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	production := append(sitetest.Production(), "DATABASE_URL="+dbtest.New(t))
	first := apptest.Open(t, production...)
	const apart = "stores pictures elsewhere"
	if err := open(t, apptest.EmptyRoot(t), production...); !strings.Contains(err.Error(), apart) {
		t.Errorf("%v", err)
	}
	var log sitetest.Log
	apptest.OpenLogged(t, &log, append(production, "APP_ENV=development")...)
	if !strings.Contains(log.String(), apart) {
		t.Errorf("in development: %s", log.String())
	}
	apptest.Open(t, append(production, "DATA_DIR="+first.Config.DataDir)...)
}

func TestSiteStartsWithoutWritablePictureFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	dir := sitetest.DataDir(t)
	if err := os.WriteFile(filepath.Join(dir, pictures.Dir), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var log sitetest.Log
	apptest.OpenLogged(t, &log, append(sitetest.Production(), "DATABASE_URL="+dbtest.New(t), "DATA_DIR="+dir)...)
	if !strings.Contains(log.String(), "Let this user write to DATA_DIR/pictures") {
		t.Error(log.String())
	}
}
