package bundled

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"thriftwell/db/backup"
)

func throwaway(dir string) Options {
	return Options{DataDir: dir, Throwaway: true, Log: slog.New(slog.DiscardHandler)}
}

// dataDir returns a folder that other users can access, in memory if possible.
func dataDir(t *testing.T) string {
	t.Helper()
	parent := "/dev/shm"
	if _, err := os.Stat(parent); err != nil {
		parent = ""
	}
	dir, err := os.MkdirTemp(parent, "bundled-test-")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func start(t *testing.T, o Options) *Server {
	t.Helper()
	e, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, e) })
	return e
}

func stop(t *testing.T, e *Server) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := e.Stop(ctx); err != nil {
		t.Error(err)
	}
}

func ask(ctx context.Context, e *Server, sql string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, e.URL(Database))
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	rows, err := conn.Query(ctx, sql)
	if err != nil {
		return "", err
	}
	values, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return strings.Join(values, " "), err
}

func query(t *testing.T, e *Server, sql string) string {
	t.Helper()
	got, err := ask(t.Context(), e, sql)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func ping(t *testing.T, e *Server) error {
	_, err := ask(t.Context(), e, "SELECT 'up'")
	return err
}

func eventually(t *testing.T, what string, try func() error) {
	t.Helper()
	var err error
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if err = try(); err == nil {
			return
		}
	}
	t.Fatalf("not in time: %s: %v", what, err)
}

func errorIf(wrong bool, what string) error {
	if wrong {
		return errors.New(what)
	}
	return nil
}

// child is another process of this test program that starts or attaches and
// runs until it is stopped.
type child struct {
	cmd    *exec.Cmd
	in     io.Closer
	owner  bool
	answer string
}

func startChild(t *testing.T, o Options, sql string) *child {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestAsChild$")
	cmd.Env = append(os.Environ(), "BUNDLED_CHILD="+o.DataDir, "BUNDLED_SQL="+sql)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	owner, answer, ok := strings.Cut(strings.TrimSpace(line), "|")
	if !ok {
		t.Fatalf("the other process printed %q, %v", line, err)
	}
	return &child{cmd, in, owner == "true", answer}
}

func (c *child) stop(t *testing.T) {
	t.Helper()
	c.in.Close()
	if err := c.cmd.Wait(); err != nil {
		t.Error(err)
	}
}

func (c *child) kill(t *testing.T) {
	t.Helper()
	if err := c.cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	c.cmd.Wait()
}

// TestAsChild is the program of child.
func TestAsChild(t *testing.T) {
	dir := os.Getenv("BUNDLED_CHILD")
	if dir == "" {
		t.Skip("for the other tests")
	}
	ended := make(chan struct{})
	go func() { // our parent is done, or dead
		os.Stdin.Read(make([]byte, 1))
		close(ended)
	}()
	o := throwaway(dir)
	o.Carry = backup.Carry
	o.reached = func(step string) {
		if step == os.Getenv("BUNDLED_KILL") {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	e := start(t, o)
	fmt.Printf("%v|%s\n", e.Owner(), query(t, e, os.Getenv("BUNDLED_SQL")))
	<-ended
}
