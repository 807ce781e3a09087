package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"thriftwell/db/dbtest"
)

// Commands that would report success on a missing site must fail and create
// nothing.
func TestOnlyServeAndMigrateCreateASite(t *testing.T) {
	t.Parallel()
	empty := "DATABASE_URL=" + dbtest.NewEmpty(t)
	for _, args := range []string{
		"role --email jane@example.com --role admin", "sign-in-link --email jane@example.com", "token create --email jane@example.com --role admin", "token list", "token revoke --id 1",
		"person export --email jane@example.com", "person erase --email jane@example.com", "person suppress --email jane@example.com", "person revoke --email jane@example.com",
		"events rejudge --from 2026-01-01", "events export out", "spool replay", "rekey", "export out", "backup file",
	} {
		dir := filepath.Join(t.TempDir(), "data")
		for _, settings := range [][]string{{"DATA_DIR=" + dir}, {"DATA_DIR=" + dir, empty}} {
			a := run(t, settings, strings.Fields(args)...)
			if a.code != 1 || a.out != "" || !strings.Contains(a.err, "no site in ") || !strings.Contains(a.err, "--settings FILE") {
				t.Errorf("%s with %s: %+v", args, settings, a)
			}
		}
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("%s made %s", args, dir)
		}
	}
	if a := run(t, []string{"PORT=0", empty}, "doctor"); !strings.Contains(a.out, "ok    database: no site yet") {
		t.Errorf("%+v", a)
	}
}

func TestCommandsPrintTheirSite(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "settings.env")
	lines := append(onDatabase(t), "BASE_URL=http://localhost:9123", "SITE_NAME='Penny $mart'")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	a := run(t, nil, "--settings", file, "token", "list")
	if a.code != 0 || !strings.HasPrefix(a.site, "http://localhost:9123 in the database test_") {
		t.Errorf("%+v", a)
	}
	if a := run(t, []string{"BASE_URL=http://localhost:9124"}, "token", "list", "--settings", file); !strings.HasPrefix(a.site, "http://localhost:9124 ") {
		t.Errorf("the environment does not take precedence: %+v", a)
	}
	if a := run(t, nil, "--settings", file+".missing", "token", "list"); a.code != 1 || !strings.Contains(a.err, "couldn't read the settings") {
		t.Errorf("%+v", a)
	}
}
