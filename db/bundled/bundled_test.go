package bundled

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestDataSurvivesARestart(t *testing.T) {
	t.Parallel()
	o := Options{DataDir: dataDir(t), Log: slog.New(slog.DiscardHandler)}
	first := start(t, o)
	query(t, first, "CREATE TABLE kept AS SELECT 'a value' AS v")
	pid := postmasterPID(filepath.Join(o.DataDir, "postgres"))
	if group, err := syscall.Getpgid(pid); err != nil || group == syscall.Getpgrp() {
		t.Errorf("Postgres is in our process group (%v), so Ctrl-C would reach it", err)
	}
	if got := query(t, first, "SHOW listen_addresses"); got != "" {
		t.Errorf("it listens on %s", got)
	}
	if info, err := os.Stat(first.sockets); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the socket's folder: %v, %v", info.Mode(), err)
	}
	stop(t, first)
	if left := processesOn(filepath.Join(o.DataDir, "postgres")); len(left) > 0 {
		t.Errorf("processes %v are still running", left)
	}
	second := start(t, o)
	if got := query(t, second, "SELECT v FROM kept"); got != "a value" {
		t.Errorf("got %q", got)
	}
	const safe = "SELECT concat_ws(' ', current_setting('fsync'), current_setting('synchronous_commit'), current_setting('data_checksums'))"
	if got := query(t, second, safe); got != "on on on" {
		t.Errorf("fsync, synchronous_commit and data_checksums are %s", got)
	}
}

func TestOtherProcessesAttach(t *testing.T) {
	t.Parallel()
	e := start(t, throwaway(dataDir(t)))
	query(t, e, "CREATE TABLE shared AS SELECT 'seen' AS v")
	child := startChild(t, e.o, "SELECT v FROM shared")
	if child.owner || child.answer != "seen" {
		t.Errorf("owner %v, answer %q", child.owner, child.answer)
	}
	child.stop(t)
	if got := query(t, e, "SELECT v FROM shared"); got != "seen" || !e.Owner() {
		t.Errorf("after the other process ended: %q, owner %v", got, e.Owner())
	}
}

func TestAttachedProcessesTakeOver(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	o := throwaway(dataDir(t))
	child := startChild(t, o, "SELECT 'up'")
	e := start(t, o)
	if !child.owner || e.Owner() {
		t.Fatalf("the first process is the owner: %v; the second: %v", child.owner, e.Owner())
	}
	child.stop(t)
	eventually(t, "the attached process answers again", func() error {
		if !e.Owner() {
			return errors.New("it is not the owner")
		}
		return ping(t, e)
	})
}

func TestPostgresIsRestarted(t *testing.T) {
	t.Parallel()
	e := start(t, throwaway(dataDir(t)))
	query(t, e, "CREATE TABLE kept AS SELECT 'a value' AS v")
	data := filepath.Join(e.o.DataDir, "postgres")
	for _, s := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		busy, err := pgx.Connect(t.Context(), e.URL(Database)) // would survive its postmaster, or delay it
		if err != nil {
			t.Fatal(err)
		}
		cut := make(chan struct{})
		go func() {
			busy.Exec(t.Context(), "SELECT count(*) FROM generate_series(1, 1e9)")
			close(cut)
		}()
		eventually(t, "the session works", func() error {
			state := query(t, e, fmt.Sprintf("SELECT state FROM pg_stat_activity WHERE pid = %d", busy.PgConn().PID()))
			return errorIf(state != "active", state)
		})
		ended := postmasterPID(data)
		if err := syscall.Kill(ended, s); err != nil {
			t.Fatal(err)
		}
		eventually(t, "it answers again after a "+s.String(), func() error {
			if postmasterPID(data) == ended {
				return errors.New("it is the same one")
			}
			return ping(t, e)
		})
		if got := query(t, e, "SELECT v FROM kept"); got != "a value" {
			t.Errorf("got %q", got)
		}
		<-cut
	}
}

func TestStartAfterAKilledOwner(t *testing.T) {
	t.Parallel()
	o := throwaway(dataDir(t))
	data := filepath.Join(o.DataDir, "postgres")
	child := startChild(t, o, "CREATE TABLE kept AS SELECT 'a value' AS v")
	orphan := postmasterPID(data)
	child.kill(t)
	if runtime.GOOS == "linux" {
		eventually(t, "Postgres ends with its owner", func() error {
			if left := processesOn(data); len(left) > 0 {
				return fmt.Errorf("processes %v", left)
			}
			return nil
		})
	}
	e := start(t, o)
	if got := query(t, e, "SELECT v FROM kept"); got != "a value" || !e.Owner() {
		t.Errorf("got %q, owner %v", got, e.Owner())
	}
	if slices.Contains(processesOn(data), orphan) {
		t.Error("the killed owner's Postgres is still running")
	}
}

func TestStartAfterOwnerAndPostgresWereKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	o := throwaway(dataDir(t))
	child := startChild(t, o, "CREATE TABLE kept AS SELECT 'a value' AS v")
	pid := filepath.Join(o.DataDir, "postgres", "postmaster.pid")
	stale, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(postmasterPID(filepath.Dir(pid)), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	child.kill(t)
	// The pid of the dead postmaster is now that of an unrelated process: ours.
	_, rest, _ := strings.Cut(string(stale), "\n")
	if err := os.WriteFile(pid, fmt.Appendf(nil, "%d\n%s", os.Getpid(), rest), 0o600); err != nil {
		t.Fatal(err)
	}
	e := start(t, o)
	if got := query(t, e, "SELECT v FROM kept"); got != "a value" {
		t.Errorf("got %q", got)
	}
}

func TestAMissingDataFolderIsNotReplacedWhileRunning(t *testing.T) {
	t.Parallel()
	o := throwaway(dataDir(t))
	log, err := os.Create(filepath.Join(o.DataDir, "site.log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	o.Log = slog.New(slog.NewTextHandler(log, nil))
	e := start(t, o)
	data := filepath.Join(o.DataDir, "postgres")
	if err := os.Rename(data, data+".lost"); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(postmasterPID(data+".lost"), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the loss is told", func() error {
		told, err := os.ReadFile(log.Name())
		return cmp.Or(err, errorIf(!strings.Contains(string(told), "postgres is gone"), string(told)))
	})
	if err := os.Rename(data+".lost", data); err != nil {
		t.Fatalf("an empty database replaced it: %v", err)
	}
	eventually(t, "it comes back with its folder", func() error { return ping(t, e) })
}

func TestUnsuitableDataFoldersAreRejectedAndKept(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, content, want string }{
		"another version": {"PG_VERSION", "12\n", "has data of PostgreSQL 12"},
		"something else":  {"letter.txt", "Dear", "contains no database"},
	} {
		t.Run(name, func(t *testing.T) {
			o := throwaway(dataDir(t))
			file := filepath.Join(o.DataDir, "postgres", c.file)
			if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(c.content), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Start(t.Context(), o)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v", err)
			}
			if kept, _ := os.ReadFile(file); string(kept) != c.content {
				t.Error("the folder was changed")
			}
		})
	}
}

func TestAnyPathWorks(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	for _, name := range []string{strings.Repeat("a long way ", 12), "here, there", "Größe & тест +100% [x]"} {
		o := throwaway(filepath.Join(dataDir(t), name))
		e := start(t, o)
		t.Cleanup(func() { os.RemoveAll(e.sockets) })
		if got := query(t, e, "SELECT 'answers'"); got != "answers" {
			t.Errorf("got %q", got)
		}
		if child := startChild(t, o, "SELECT 'attached'"); child.answer != "attached" {
			t.Errorf("got %q", child.answer)
		}
	}
}

func TestRootMayUseAPrivateFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root runs Postgres as another user")
	}
	o := throwaway(filepath.Join(dataDir(t), "private", "data"))
	if err := os.MkdirAll(filepath.Dir(o.DataDir), 0o700); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder // written until the stop
	o.Log = slog.New(slog.NewTextHandler(&log, nil))
	first := start(t, o)
	elsewhere := realPath(filepath.Join(o.DataDir, "postgres"))
	t.Cleanup(func() { os.RemoveAll(filepath.Dir(elsewhere)) })
	query(t, first, "CREATE TABLE kept AS SELECT 'a value' AS v")
	stop(t, first)
	if want := "the database is in " + elsewhere + ", not in the data folder " + o.DataDir; !strings.Contains(log.String(), want) {
		t.Errorf("the start does not log %q:\n%s", want, log.String())
	}
	second := start(t, o)
	if got := query(t, second, "SELECT v FROM kept"); got != "a value" {
		t.Errorf("got %q", got)
	}
	stop(t, second)

	if err := os.Rename(elsewhere, elsewhere+".lost"); err != nil {
		t.Fatal(err)
	}
	_, err := Start(t.Context(), o)
	if err == nil || !strings.Contains(err.Error(), elsewhere+", linked from") || strings.Contains(err.Error(), "empty") {
		t.Errorf("with its folder missing: %v", err)
	}
	if err := os.Rename(elsewhere+".lost", elsewhere); err != nil {
		t.Fatalf("something replaced it: %v", err)
	}
	if got := query(t, start(t, o), "SELECT v FROM kept"); got != "a value" {
		t.Errorf("got %q", got)
	}
}

// Not parallel, because the umask belongs to the process.
func TestRootsUmaskDoesNotHinderPostgres(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	if os.Geteuid() != 0 {
		t.Skip("only root runs Postgres as another user")
	}
	o := throwaway(filepath.Join(dataDir(t), "new", "data"))
	bin, err := FindBinaries("")
	if err != nil {
		t.Fatal(err)
	}
	parent := filepath.Join(dataDir(t), "copies")
	defer syscall.Umask(syscall.Umask(0o077))
	first := start(t, o)
	if at := realPath(filepath.Join(o.DataDir, "postgres")); at != filepath.Join(o.DataDir, "postgres") {
		t.Errorf("the data is in %s", at)
	}
	copied, err := copyBinaries(bin, parent)
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{bin: copied, as: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, err := c.version("/"); err != nil {
		t.Errorf("the copied binaries: %v %s", err, out)
	}
	stop(t, first)
}

func TestTheLogHasNoPersonalData(t *testing.T) {
	t.Parallel()
	e := start(t, throwaway(dataDir(t)))
	query(t, e, "CREATE TABLE people (email text PRIMARY KEY)")
	query(t, e, "INSERT INTO people VALUES ('jane@example.com')")
	for _, wrong := range []string{"INSERT INTO people VALUES ('jane@example.com')", "SELECT 'jane@example.com'::int"} {
		if _, err := ask(t.Context(), e, wrong); err == nil {
			t.Fatalf("no error from %s", wrong)
		}
	}
	stop(t, e)
	log, err := os.ReadFile(filepath.Join(e.o.DataDir, "postgres.log"))
	if err != nil || len(log) == 0 || strings.Contains(string(log), "jane") {
		t.Errorf("%v\n%s", err, log)
	}
}

func TestLibrariesAreLinkedWithoutTheInstallScript(t *testing.T) {
	t.Parallel()
	bin, err := FindBinaries("")
	if err != nil {
		t.Fatal(err)
	}
	copied, err := copyBinaries(bin, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	native := filepath.Dir(copied)
	list, err := os.ReadFile(filepath.Join(filepath.Dir(bin), "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("this platform's package has no such links")
	}
	if err := os.WriteFile(filepath.Join(native, "pg-symlinks.json"), list, 0o644); err != nil {
		t.Fatal(err)
	}
	links, _ := filepath.Glob(filepath.Join(native, "lib", "lib*"))
	for _, link := range links {
		if info, _ := os.Lstat(link); info.Mode().Type() == fs.ModeSymlink {
			os.Remove(link)
		}
	}
	if err := exec.Command(filepath.Join(copied, "postgres"), "--version").Run(); err == nil {
		t.Error("it runs without the links")
	}
	found, err := FindBinaries(native)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(filepath.Join(found, "postgres"), "--version").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
