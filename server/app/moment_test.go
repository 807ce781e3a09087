package app

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"

	"thriftwell/db"
	"thriftwell/db/backup"
	"thriftwell/server/platform/config"
)

// machine is a site with its own bundled Postgres that stores its write-ahead
// log.
type machine struct {
	t *testing.T
	o Options
}

func newMachine(t *testing.T, settings ...string) machine {
	t.Helper()
	c, err := config.Load(append([]string{"DATA_DIR=" + t.TempDir(), "BACKUP_WAL=true", oneKey}, settings...))
	if err != nil {
		t.Fatal(err)
	}
	return machine{t, Options{Config: c, Log: slog.New(slog.DiscardHandler), Root: "../.."}}
}

// running calls do while Postgres runs.
func (m machine) running(do func(conn *pgx.Conn, url string)) {
	m.t.Helper()
	url, postgres, err := Database(m.t.Context(), m.o)
	if err != nil {
		m.t.Fatal(err)
	}
	defer postgres.Stop(m.t.Context())
	conn, err := db.Connect(m.t.Context(), url)
	if err != nil {
		m.t.Fatal(err)
	}
	defer conn.Close(m.t.Context())
	do(conn, url)
}

// note writes a row and returns a moment after that.
func (m machine) note(conn *pgx.Conn, cause string) (after time.Time) {
	m.t.Helper()
	if _, err := conn.Exec(m.t.Context(), "INSERT INTO notices (cause, subject, seen_at) VALUES ($1, '', now())", cause); err != nil {
		m.t.Fatal(err)
	}
	if err := conn.QueryRow(m.t.Context(), "SELECT clock_timestamp()").Scan(&after); err != nil {
		m.t.Fatal(err)
	}
	return after
}

// notes returns the rows.
func (m machine) notes() (all string) {
	m.t.Helper()
	m.running(func(conn *pgx.Conn, _ string) {
		if err := conn.QueryRow(m.t.Context(), "SELECT string_agg(cause, ' ' ORDER BY cause) FROM notices").Scan(&all); err != nil {
			m.t.Fatal(err)
		}
	})
	return all
}

func (m machine) restore(r RestoreOptions) error {
	_, err := Restore(m.t.Context(), m.o, r)
	return err
}

func TestASiteGoesBackToAMoment(t *testing.T) {
	t.Parallel()
	id, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	key, store := filepath.Join(t.TempDir(), "identity"), t.TempDir()
	if err := os.WriteFile(key, []byte(id.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	settings := []string{"BACKUP_DIR=" + store, "BACKUP_RECIPIENT=" + id.Recipient().String()}
	m := newMachine(t, settings...)
	picture := filepath.Join(m.o.Config.DataDir, "pictures", "a.jpg")
	if err := errors.Join(os.Mkdir(filepath.Dir(picture), 0o700), os.WriteFile(picture, []byte("a"), 0o600)); err != nil {
		t.Fatal(err)
	}
	var before, two, three time.Time
	m.running(func(conn *pgx.Conn, url string) {
		if err := db.Migrate(t.Context(), url); err != nil {
			t.Fatal(err)
		}
		before = m.note(conn, "0")
		schedule, err := newSchedule(m.o, url)
		if err != nil {
			t.Fatal(err)
		}
		if err := schedule.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		m.note(conn, "1")
		two = m.note(conn, "2")
		three = m.note(conn, "3")
		if err := m.restore(RestoreOptions{At: Moment{At: two}}); !errors.Is(err, backup.ErrNotEmpty) {
			t.Errorf("over a site with data: %v", err)
		}
	})
	back := func(m machine, at Moment) error {
		return m.restore(RestoreOptions{At: at, Replace: true, Identity: key})
	}
	if err := m.restore(RestoreOptions{At: Moment{At: two}, Replace: true}); !errors.Is(err, backup.ErrEncrypted) {
		t.Errorf("without the key: %v", err)
	}
	for _, c := range []struct {
		at   time.Time
		want string
	}{{two, "0 1 2"}, {three, "0 1 2 3"}} { // the second is from before the first restore
		if err := back(m, Moment{At: c.at}); err != nil {
			t.Fatal(err)
		}
		if got := m.notes(); got != c.want {
			t.Errorf("at %s: %q, not %q", c.at, got, c.want)
		}
	}
	if err := back(m, Moment{At: before.Add(-time.Hour)}); err == nil || !strings.Contains(err.Error(), "the earliest moment is") || m.notes() != "0 1 2 3" {
		t.Errorf("before the base backup: %v", err)
	}

	other := newMachine(t, settings...)
	if err := back(other, Moment{At: time.Now()}); err == nil || !strings.Contains(err.Error(), "the changes that were stored end at") {
		t.Errorf("after what was stored: %v", err)
	}
	if err := back(other, Moment{Latest: true}); err != nil {
		t.Fatal(err)
	}
	if got := other.notes(); got != "0 1 2 3" {
		t.Errorf("latest on another machine: %q", got)
	}
	if _, err := os.Stat(filepath.Join(other.o.Config.DataDir, "pictures", "a.jpg")); err != nil {
		t.Error(err)
	}
	for _, m := range []machine{m, other} {
		if left, _ := filepath.Glob(filepath.Join(m.o.Config.DataDir, ".rest*")); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
	}
}
