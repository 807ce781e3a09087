package commands

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestVersionSaysWhatAnUpgradeWillDo(t *testing.T) {
	t.Parallel()
	settings := onDatabase(t)
	a := run(t, settings, "version", "--check")
	if a.code != 0 || !strings.Contains(a.out, "nothing to migrate") || !strings.Contains(a.out, "Backup: scheduled backups are off") {
		t.Errorf("%+v", a)
	}
	url, _ := strings.CutPrefix(settings[0], "DATABASE_URL=")
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "DELETE FROM goose_db_version WHERE version_id = 320"); err != nil {
		t.Fatal(err)
	}
	for range 2 { // it changes nothing
		if a := run(t, settings, "version", "--check"); a.code != 0 || !strings.Contains(a.out, "applies 00320_conversion_adjustments.sql.") {
			t.Errorf("%+v", a)
		}
	}
}
