package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"

	"thriftwell/db/dbtest"
)

func TestBackupAndRestore(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	from, file := onDatabase(t), filepath.Join(t.TempDir(), "backup")
	if a := run(t, from, "role", "--email", "jane@example.com", "--role", "editor"); a.code != 0 {
		t.Fatalf("%+v", a)
	}
	if a := run(t, from, "rekey"); a.code != 0 { // creates the key
		t.Fatalf("%+v", a)
	}
	if a := run(t, from, "backup", file); a.code != 0 || !strings.Contains(a.out, "It includes the key from DATA_DIR") || a.err != "" {
		t.Fatalf("backup: %+v", a)
	}
	to := []string{"DATABASE_URL=" + dbtest.NewEmpty(t), "DATA_DIR=" + t.TempDir()}
	if a := run(t, to, "restore", file); a.code != 0 || !strings.HasPrefix(a.out, "Restored the backup of ") {
		t.Fatalf("restore: %+v", a)
	}
	if a := run(t, to, "restore", file); a.code != 1 || !strings.Contains(a.err, "nothing was changed: the site isn't empty") {
		t.Errorf("again: %+v", a)
	}
	if a := run(t, to, "restore", "--replace", file); a.code != 0 {
		t.Errorf("replacing the other site: %+v", a)
	}
}

func TestEncryptedBackupToStandardOutput(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	id, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	identity, file := filepath.Join(dir, "identity"), filepath.Join(dir, "backup")
	a := run(t, append(onDatabase(t), "DATA_KEYS=a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "BACKUP_RECIPIENT="+id.Recipient().String()), "backup", "-")
	if a.code != 0 || !strings.HasPrefix(a.out, "age-encryption.org/v1") || !strings.Contains(a.err, "It doesn't include DATA_KEYS") {
		t.Fatalf("%d %s", a.code, a.err)
	}
	for name, text := range map[string]string{file: a.out, identity: id.String() + "\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	to := []string{"DATABASE_URL=" + dbtest.NewEmpty(t), "DATA_DIR=" + t.TempDir(), "DATA_KEYS=a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="}
	if a := run(t, to, "restore", file); a.code != 1 || !strings.Contains(a.err, "the backup is encrypted") {
		t.Errorf("without the key: %+v", a)
	}
	if a := run(t, to, "restore", file, "--identity", identity); a.code != 0 {
		t.Errorf("with the key: %+v", a)
	}
}

// An older version rejects the database of a newer one, and can replace it with
// its own backup.
func TestRollbackByRestoreWithTheOlderVersion(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	settings, file := onDatabase(t), filepath.Join(t.TempDir(), "backup")
	if a := run(t, settings, "rekey"); a.code != 0 {
		t.Fatalf("%+v", a)
	}
	if a := run(t, settings, "backup", file); a.code != 0 {
		t.Fatalf("%+v", a)
	}
	conn, err := pgx.Connect(t.Context(), strings.TrimPrefix(settings[0], "DATABASE_URL="))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)"); err != nil {
		t.Fatal(err)
	}
	if a := run(t, settings, "migrate"); a.code != 1 || !strings.Contains(a.err, "from a newer version of the site") {
		t.Errorf("%+v", a)
	}
	if a := run(t, settings, "restore", "--replace", file); a.code != 0 {
		t.Fatalf("%+v", a)
	}
	if a := run(t, settings, "migrate"); a.code != 0 {
		t.Errorf("after the restore: %+v", a)
	}
}

func TestBackupsAreListedNewestFirst(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"backup-20250101T120000Z.tar.zst", "backup-20250201T120000Z.tar.zst.age", "notes"} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, 2e6), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a := run(t, []string{"BACKUP_DIR=" + dir}, "backups")
	want := "2025-02-01 07:00:00 EST\t2.0 MB\t" + dir + "/backup-20250201T120000Z.tar.zst.age\n2025-01-01 07:00:00 EST\t2.0 MB\t" + dir + "/backup-20250101T120000Z.tar.zst\n"
	if a.code != 0 || a.out != want {
		t.Errorf("%+v", a)
	}
	if a := run(t, nil, "backups"); a.code != 1 || !strings.Contains(a.err, "neither BACKUP_DIR nor BACKUP_S3_ENDPOINT is set") {
		t.Errorf("%+v", a)
	}
}

func TestAMomentNeedsTheBundledPostgres(t *testing.T) {
	if a := run(t, append(onDatabase(t), "BACKUP_DIR="+t.TempDir()), "restore", "--at", "2025-11-27T10:15"); a.code != 1 || !strings.Contains(a.err, "the operator of that Postgres") {
		t.Errorf("%+v", a)
	}
	for _, args := range [][]string{{"restore"}, {"restore", "--at", "2025-11-27T10:15", "backup"}} {
		if a := run(t, nil, args...); a.code != 2 || !strings.Contains(a.err, "name a backup, or a time with --at") {
			t.Errorf("%v: %+v", args, a)
		}
	}
}
