package bundled

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestSharedPostgresEndsWithItsLastUser(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	o := Options{DataDir: dataDir(t), Shared: true, Log: slog.New(slog.DiscardHandler)}
	first := start(t, o)
	child := startChild(t, o, "CREATE TABLE seen AS SELECT 'by all' AS v") // a new one would be empty
	home := realPath(filepath.Join(o.DataDir, "shared"))
	pid := postmasterPID(filepath.Join(home, "postgres"))
	stop(t, first)
	second := start(t, o)
	if got := query(t, second, "SELECT v FROM seen"); got != "by all" {
		t.Errorf("while it was in use: got %q", got)
	}
	child.kill(t)
	stop(t, second)
	eventually(t, "nothing is left", func() error {
		_, err := os.Stat(home)
		return errorIf(!errors.Is(err, fs.ErrNotExist) || syscall.Kill(pid, 0) == nil, fmt.Sprint(pid, err))
	})
}

func TestLateUsersStartANewSharedPostgres(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	o := Options{DataDir: dataDir(t), Shared: true, Log: slog.New(slog.DiscardHandler)}
	first := start(t, o)
	// As the guard does after its last seconds, in which first came.
	if err := os.Remove(filepath.Join(o.DataDir, "shared", "users")); err != nil {
		t.Fatal(err)
	}
	late := start(t, o)
	query(t, late, "SELECT 1::text")
	query(t, first, "SELECT 1::text")
	stop(t, first)
	stop(t, late)
}

func TestSharedPostgresStaysForUsersInItsLastSeconds(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	thereIs := func(name string) bool {
		_, err := os.Stat(filepath.Join(home, name))
		return err == nil
	}
	// What the guard does after its last user takes until the test lets it end.
	write("sleep", "#!/bin/sh\n>$HOME/waiting; until [ -e $HOME/waited ]; do /bin/sleep 0.01; done")
	write("rm", "#!/bin/sh\n>$HOME/removing; until [ -e $HOME/removed ]; do /bin/sleep 0.01; done; exec /bin/rm \"$@\"")
	read, first, err := makePipe(filepath.Join(home, "users"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", "-c", keepWhileUsed, home, "tail", "-f", "/dev/null")
	cmd.Env = []string{"PATH=" + home + ":/usr/bin:/bin", "HOME=" + home}
	cmd.Stdin = read
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	read.Close()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	goes := func(user *os.File, to string) {
		t.Helper()
		if _, err := user.WriteString("1"); err != nil {
			t.Fatal(err)
		}
		user.Close()
		eventually(t, "the guard sees a user go", func() error { return errorIf(!thereIs(to), "") })
	}
	comes := func() *os.File {
		t.Helper()
		user, err := openPipe(filepath.Join(home, "users"), syscall.O_WRONLY)
		if err != nil {
			t.Fatal(err)
		}
		return user
	}
	stays := func() {
		t.Helper()
		select {
		case err := <-ended:
			t.Fatalf("it ended while in use: %v", err)
		case <-time.After(200 * time.Millisecond):
		}
	}
	goes(first, "waiting")
	next := comes()
	write("waited", "")
	stays()
	if thereIs("removing") {
		t.Error("no more users can come while it is in use")
	}
	goes(next, "removing")
	last := comes()
	write("removed", "")
	eventually(t, "nobody new comes", func() error { return errorIf(thereIs("users"), "") })
	stays()
	last.Close()
	eventually(t, "the folder is gone", func() error { return errorIf(thereIs("."), "") })
	eventually(t, "Postgres is told to quit", func() error {
		select {
		case err := <-ended:
			return errorIf(err == nil || !strings.Contains(err.Error(), "quit"), fmt.Sprint(err))
		default:
			return errors.New("it runs")
		}
	})
}

func TestSharedDataOfKilledRunsIsRemoved(t *testing.T) {
	t.Parallel()
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	parent := t.TempDir()
	for name, has := range map[string]struct{ file, text string }{
		"gone-guard": {"guard", fmt.Sprintln(ended.Process.Pid)},
		"guarded":    {"guard", fmt.Sprintln(os.Getpid())},
		"of-a-site":  {"other", ""},
	} {
		file := filepath.Join(parent, homePrefix+name, has.file)
		if err := errors.Join(os.Mkdir(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(has.text), 0o600), os.Chtimes(file, time.Time{}, time.Now().Add(-time.Hour))); err != nil {
			t.Fatal(err)
		}
	}
	starting := filepath.Join(parent, homePrefix+"starting")
	if err := errors.Join(os.Mkdir(starting, 0o700), os.WriteFile(filepath.Join(starting, "guard"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	sweep(parent)
	var left []string
	homes, err := os.ReadDir(parent)
	for _, home := range homes {
		left = append(left, strings.TrimPrefix(home.Name(), homePrefix))
	}
	if want := []string{"guarded", "of-a-site", "starting"}; err != nil || !slices.Equal(left, want) {
		t.Errorf("%q are left, want %q: %v", left, want, err)
	}
}
