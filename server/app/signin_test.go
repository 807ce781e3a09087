package app

import (
	"log/slog"
	"strings"
	"testing"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/personal"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/session"
)

// openDatabase opens a migrated, empty database.
func openDatabase(t *testing.T) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// signInLog returns what opening the sign-in service logs.
func signInLog(t *testing.T, d *db.DB, settings ...string) string {
	t.Helper()
	c, err := config.Load(append([]string{"DATA_DIR=" + t.TempDir()}, settings...))
	if err != nil {
		t.Fatal(err)
	}
	people, err := personal.Open(t.Context(), c, d)
	if err != nil {
		t.Fatal(err)
	}
	var log sitetest.Log
	if _, _, err := openSignIn(t.Context(), c, slog.New(slog.NewTextHandler(&log, nil)), d, people); err != nil {
		t.Fatal(err)
	}
	return log.String()
}

func TestStartLogsHowTheFirstAdminSignsIn(t *testing.T) {
	t.Parallel()
	provider := []string{"DEV_SIGN_IN=false", "GOOGLE_CLIENT_ID=x", "GOOGLE_CLIENT_SECRET=x"}
	for _, c := range []struct {
		settings []string
		want     string
	}{
		{[]string{"DEV_SIGN_IN=false", "MAIL_SIGN_IN=false"}, "bin/server token create --email E --role admin"},
		{[]string{"DEV_SIGN_IN=false"}, "set ADMIN_EMAILS or run bin/server role"},
		{provider, "set ADMIN_EMAILS or run bin/server role"},
		{append(provider, "ADMIN_EMAILS=jane@example.com"), ""},
		{nil, ""},
	} {
		log := signInLog(t, openDatabase(t), c.settings...)
		if c.want != "" && !strings.Contains(log, c.want) || c.want == "" && strings.Contains(log, "admin") {
			t.Errorf("with %v: %s", c.settings, log)
		}
	}
}

func TestStartIsSilentIfAnAdminIsInvited(t *testing.T) {
	t.Parallel()
	d := openDatabase(t)
	if _, err := NewAuth(config.Config{}, d, nil).Grant(t.Context(), session.CommandLine(), "jane@example.com", session.Admin); err != nil {
		t.Fatal(err)
	}
	if log := signInLog(t, d, "DEV_SIGN_IN=false"); strings.Contains(log, "admin") {
		t.Error(log)
	}
}
