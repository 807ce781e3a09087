package commands

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// migrated returns the settings of a migrated database, and a connection to it.
func migrated(t *testing.T) (settings []string, conn *pgx.Conn) {
	t.Helper()
	settings = onDatabase(t)
	if a := run(t, settings, "migrate"); a.code != 0 {
		t.Fatalf("%+v", a)
	}
	conn, err := pgx.Connect(t.Context(), strings.TrimPrefix(settings[0], "DATABASE_URL="))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	return settings, conn
}

func TestRejudgeAppliesTheCurrentRules(t *testing.T) {
	settings, conn := migrated(t)
	day := time.Now().AddDate(0, 0, -5).Format(time.DateOnly)
	for _, sql := range []string{
		"SELECT ensure_event_partitions($1::date)", "SELECT ensure_event_partitions($1::date - 1)",
		`INSERT INTO events (id, day, at, received, subject, subject_id, action, reason, visitor, network)
			SELECT gen_random_uuid(), $1::date, $1::date + interval '12 hours', $1::date + interval '12 hours' + n * interval '1 second', 'daily_offer', 1, 'click', 'human', gen_random_uuid(), 7
			FROM generate_series(1, 65) n`,
		"INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors) VALUES ('daily_offer', 1, $1::date, 'click', 'human', 65, 65)",
	} {
		if _, err := conn.Exec(t.Context(), sql, day); err != nil {
			t.Fatal(err)
		}
	}
	changed := day + ": 5 changed: human 65 → 60, duplicate 0 → 0, excess 0 → 5\n"
	for _, c := range []struct{ args, want string }{
		{"--from 2020-01-01 --dry-run", changed + "Nothing was changed.\n"},
		{"--from " + day, changed},
		{"--from " + day, day + ": as before\n"},
	} {
		if a := run(t, settings, append([]string{"events", "rejudge"}, strings.Fields(c.args)...)...); a.code != 0 || a.out != c.want || a.err != "" {
			t.Errorf("%s: %+v", c.args, a)
		}
	}
	var human, excess int
	if err := conn.QueryRow(t.Context(), "SELECT (SELECT count FROM daily_counts WHERE reason = 'human'), (SELECT count FROM daily_counts WHERE reason = 'excess')").Scan(&human, &excess); err != nil || human != 60 || excess != 5 {
		t.Errorf("%d human, %d excess, %v", human, excess, err)
	}
	today := time.Now().Format(time.DateOnly)
	for args, code := range map[string]int{"": 2, "--from yesterday": 2, "--from 2020-01-01 --to 2020-13-01": 2, "--from 2020-01-01 --to 2020-01-31": 1} {
		if a := run(t, settings, append([]string{"events", "rejudge"}, strings.Fields(args)...)...); a.code != code || a.out != "" || a.err == "" {
			t.Errorf("%q: %+v", args, a)
		}
	}
	if _, err := conn.Exec(t.Context(), "SELECT ensure_event_partitions($1::date)", today); err != nil {
		t.Fatal(err)
	}
	if a := run(t, settings, "events", "rejudge", "--from", today, "--to", today); a.code != 1 || !strings.Contains(a.err, "too recent") {
		t.Errorf("today: %+v", a)
	}
}

func TestExportWritesParquet(t *testing.T) {
	settings, conn := migrated(t)
	dir := t.TempDir()
	day := time.Now().AddDate(0, 0, -5).Format(time.DateOnly)
	for _, sql := range []string{
		"SELECT ensure_event_partitions($1::date)",
		`INSERT INTO events (id, day, at, subject, subject_id, action, reason) VALUES (gen_random_uuid(), $1::date, $1::date + interval '12 hours', 'daily_offer', 1, 'click', 'human')`,
	} {
		if _, err := conn.Exec(t.Context(), sql, day); err != nil {
			t.Fatal(err)
		}
	}
	if a := run(t, settings, "events", "export", dir, "--from", day, "--to", day); a.code != 0 || a.out != day+": 1\n" {
		t.Errorf("%+v", a)
	}
	if file, err := os.Stat(filepath.Join(dir, "events-"+day+".parquet")); err != nil || file.Size() == 0 {
		t.Errorf("%v", err)
	}
	for _, args := range []string{"--from soon", "--from 2020-01-01 --to 2020-01-31"} {
		if a := run(t, settings, append([]string{"events", "export", dir}, strings.Fields(args)...)...); a.code == 0 || a.out != "" || a.err == "" {
			t.Errorf("%s: %+v", args, a)
		}
	}
}
