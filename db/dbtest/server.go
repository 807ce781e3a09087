package dbtest

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"thriftwell/db/bundled"
)

// serveVariable names the folder for the process that runs the shared Postgres:
// another process of the test program that needs it first.
const serveVariable = "DBTEST_SERVE"

// idleVariable has how long that process keeps Postgres when no test uses it.
const idleVariable = "DBTEST_IDLE"

// An init, because the test programs of many packages are that process, and none
// of them has a TestMain of its own for it.
func init() {
	dir := os.Getenv(serveVariable)
	if dir == "" {
		return
	}
	idle := time.Minute // between two packages, Go may compile and link for long
	if other, err := time.ParseDuration(os.Getenv(idleVariable)); err == nil {
		idle = other
	}
	if err := serve(dir, idle); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// shared returns the address of the shared Postgres, and a connection. It starts
// one if none is running. Until the test ends, it holds the lock that says so.
func shared(ctx context.Context, t testing.TB) (address string, conn *pgx.Conn, err error) {
	root, err := checkout()
	if err != nil {
		return "", nil, err
	}
	dir := serverFolder(root)
	inUse, err := openLock(dir)
	if err != nil {
		return "", nil, err
	}
	t.Cleanup(func() { inUse.Close() })
	if err := lock(inUse, syscall.LOCK_SH); err != nil { // waits for one that is ending
		return "", nil, err
	}
	if text, err := os.ReadFile(addressFile(dir)); err == nil {
		if conn, err = pgx.Connect(ctx, string(text)); err == nil {
			return string(text), conn, nil
		}
	}
	if address, err = start(root, dir); err != nil {
		return "", nil, err
	}
	conn, err = pgx.Connect(ctx, address)
	return address, conn, err
}

// serverFolder returns the folder of the Postgres for the tests of a checkout:
// in memory if there is room, as that is fastest. It is outside the checkout,
// because Go reruns a test when a file in it that the test read has changed.
func serverFolder(checkout string) string {
	const memory = "/dev/shm"
	name := fmt.Sprintf("thriftwell-test-%d-%.4x", os.Getuid(), sha256.Sum256([]byte(checkout)))
	var disk syscall.Statfs_t
	err := syscall.Statfs(memory, &disk)
	_, missing := os.Stat(filepath.Join(memory, name))
	if err == nil && (missing == nil || disk.Bavail*uint64(disk.Bsize) > 1<<30) {
		return filepath.Join(memory, name)
	}
	return filepath.Join(os.TempDir(), name)
}

// start starts a process that runs Postgres in dir until no test needs it.
func start(root, dir string) (address string, err error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	cmd := exec.Command(program)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), serveVariable+"="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // it outlives this process
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	defer out.Close()
	if err := cmd.Start(); err != nil {
		return "", err
	}
	said, _ := bufio.NewReader(out).ReadString('\n')
	if address = strings.TrimSpace(said); !strings.HasPrefix(address, "postgres:") {
		return "", errors.New("the Postgres for tests didn't start: " + address)
	}
	go func() { _ = cmd.Wait() }()
	return address, nil
}

// serve runs Postgres in dir and prints its address. When no test has used it for
// the time idle, it ends and removes dir.
func serve(dir string, idle time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	postgres, err := bundled.Start(ctx, bundled.Options{DataDir: dir, Throwaway: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	address := postgres.URL("postgres")
	if !postgres.Owner() { // another process was faster
		fmt.Println(address)
		return postgres.Stop(ctx)
	}
	if err := os.WriteFile(addressFile(dir), []byte(address), 0o600); err != nil {
		return err
	}
	fmt.Println(address)
	inUse, err := openLock(dir)
	if err != nil {
		return err
	}
	const checks = 10
	for unused := 0; unused < checks; {
		time.Sleep(idle / checks)
		if lock(inUse, syscall.LOCK_EX|syscall.LOCK_NB) != nil {
			unused = 0
		} else if unused++; unused < checks {
			_ = lock(inUse, syscall.LOCK_UN)
		}
	}
	return errors.Join(postgres.Stop(context.Background()), os.RemoveAll(dir))
}

func addressFile(dir string) string { return filepath.Join(dir, "address") }

// openLock opens the lock of a server's folder: each test holds it shared, the
// process that runs Postgres takes it alone to end.
func openLock(dir string) (*os.File, error) {
	return os.OpenFile(dir+".lock", os.O_RDONLY|os.O_CREATE, 0o600)
}

func lock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how); err != syscall.EINTR {
			return err
		}
	}
}
