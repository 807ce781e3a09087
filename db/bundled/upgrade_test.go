package bundled

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"thriftwell/db"
	"thriftwell/db/backup"
)

// predecessorData creates a data folder of the previous version, with a site.
func predecessorData(t *testing.T) Options {
	t.Helper()
	bin, err := findPredecessor("")
	if err != nil {
		t.Fatal(err)
	}
	o := throwaway(dataDir(t))
	o.Binaries = filepath.Dir(bin)
	s := start(t, o)
	if err := db.Migrate(t.Context(), s.URL(Database)); err != nil {
		t.Fatal(err)
	}
	query(t, s, "INSERT INTO seed_files (path) SELECT 'file ' || n FROM generate_series(1, 1000) n")
	query(t, s, "CREATE TABLE notes AS SELECT 'not the site''s' AS text")
	stop(t, s)
	if got := version(t, o.DataDir, "postgres"); got != "17" {
		t.Fatalf("the data is from PostgreSQL %s", got)
	}
	o.Binaries, o.Carry = "", backup.Carry
	return o
}

func version(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name, "PG_VERSION"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

// upgraded checks that everything is in the new version and the old data is
// kept.
func upgraded(t *testing.T, o Options) {
	t.Helper()
	s := start(t, o)
	if got := query(t, s, "SELECT (current_setting('server_version_num')::int / 10000)::text || ' ' || count(*) FROM seed_files"); got != "18 1000" {
		t.Errorf("version and rows: %s", got)
	}
	stop(t, s)
	data := realPath(filepath.Join(o.DataDir, "postgres"))
	if got := version(t, filepath.Dir(data), "postgres-17"); got != "17" {
		t.Errorf("the kept data is from PostgreSQL %s", got)
	}
	if left, _ := filepath.Glob(data + ".[nbu]*"); len(left) > 0 {
		t.Errorf("files left over: %v", left)
	}
}

func TestUpgradeFromThePreviousVersion(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	o := predecessorData(t)
	var log strings.Builder
	o.Log = slog.New(slog.NewTextHandler(&log, nil))
	upgraded(t, o)
	kept := filepath.Join(o.DataDir, "postgres-17")
	for _, want := range []string{"rm -r '" + kept + "'", "tables=[notes]"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%q is not in the log: %s", want, log.String())
		}
	}
	// A user may go back to the old release with the old data; the next upgrade keeps both.
	if err := os.Rename(filepath.Join(o.DataDir, "postgres"), filepath.Join(o.DataDir, "postgres-18")); err != nil {
		t.Fatal(err)
	}
	copied(t, kept, filepath.Join(o.DataDir, "postgres"))
	upgraded(t, o)
	if all, err := Kept(o.DataDir); err != nil || len(all) != 3 || all[0] != kept {
		t.Errorf("kept: %v, %v", all, err)
	}
}

func TestStartWaitsForARunningUpgrade(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	o := predecessorData(t)
	other := o
	waits := make(chan string, 1)
	other.Log = slog.New(slog.NewTextHandler(writerFunc(func(line []byte) (int, error) {
		select {
		case waits <- string(line):
		default: // only the first line is read
		}
		return len(line), nil
	}), nil))
	started := make(chan error, 1)
	o.reached = func(step string) {
		if step != "the predecessor runs" {
			return
		}
		go func() {
			s, err := Start(t.Context(), other)
			if err == nil {
				_, err = ask(t.Context(), s, "INSERT INTO seed_files (path) VALUES ('another file') RETURNING path")
				err = errors.Join(err, s.Stop(t.Context()))
			}
			started <- err
		}()
		select {
		case line := <-waits:
			if !strings.Contains(line, "another process to upgrade the database") {
				t.Errorf("it logs %s", line)
			}
		case err := <-started:
			t.Errorf("it did not wait: %v", err)
			started <- err
		}
	}
	s := start(t, o)
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	if got := query(t, s, "SELECT count(*)::text FROM seed_files"); got != "1001" {
		t.Errorf("%s rows are left of 1001", got)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(line []byte) (int, error) { return f(line) }

func copied(t *testing.T, from, to string) {
	t.Helper()
	if out, err := exec.Command("cp", "-a", from, to).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func TestFailedUpgradesChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	broken := errors.New("the disk is broken")
	o := predecessorData(t)
	big := filepath.Join(o.DataDir, "postgres", "big")
	alone, err := FindBinaries("")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(o *Options)
		want   string
	}{
		"nobody to carry": {func(o *Options) { o.Carry = nil }, "the next start upgrades it"},
		"no predecessor":  {func(o *Options) { o.Binaries = filepath.Dir(alone) }, "is missing: run npm ci or unpack the release again"},
		"a failure": {func(o *Options) {
			o.Carry = func(ctx context.Context, from, to, scratch string) ([]string, error) {
				conn, err := pgx.Connect(ctx, from)
				if err != nil {
					return nil, err
				}
				defer conn.Close(ctx)
				if _, err := conn.Exec(ctx, "DELETE FROM seed_files"); err == nil {
					t.Error("an attached process may write what would be lost")
				}
				return nil, broken
			}
		}, "(nothing was changed): the disk is broken"},
		"no room": {func(*Options) {
			if err := os.WriteFile(big, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(big, 1<<42); err != nil { // takes no disk space
				t.Fatal(err)
			}
		}, "MB are free: free up space and start again"},
	} {
		tried := o
		c.change(&tried)
		_, err := Start(t.Context(), tried)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
		_ = os.Remove(big)
		if left, _ := filepath.Glob(filepath.Join(o.DataDir, "postgres[.-][nbu1]*")); len(left) > 0 {
			t.Errorf("%s: files left over: %v", name, left)
		}
	}
	upgraded(t, o)
}
