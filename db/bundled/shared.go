package bundled

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// keepWhileUsed becomes postgres, after starting a guard that ends it. The
// guard reads a pipe to which every user writes a byte and which they hold
// open. So it reads until the last of them is gone, and reads again if another
// came within five seconds, as tests follow each other. Then it removes the
// pipe, so that no more come, and waits for those that came meanwhile. $0 is
// the folder of everything.
const keepWhileUsed = `exec 3<&0
(while [ -n "$(cat <&3)" ]; do sleep 5; done; rm -f "$0/users"; cat <&3 >/dev/null; kill -QUIT $$; sleep 1; rm -rf "$0") &
echo $! >"$0/guard"
exec "$@" </dev/null 3<&-`

// join uses the shared Postgres until Stop, and starts it if there is none.
func (s *Server) join(ctx context.Context) error {
	s.o.Throwaway = true
	lock, err := openLock(s.o.DataDir)
	if err != nil {
		return err
	}
	defer lock.Close()
	for !tryLock(lock) {
		if !sleep(ctx, 10*time.Millisecond) {
			return ctx.Err()
		}
	}
	link := filepath.Join(s.o.DataDir, "shared")
	hold, err := openPipe(filepath.Join(link, "users"), syscall.O_WRONLY)
	if err != nil { // there is none, or it is ending
		hold, err = s.startShared(ctx, link)
	}
	if err != nil {
		return err
	}
	if _, err := hold.WriteString("1"); err != nil {
		hold.Close()
		return fmt.Errorf("use the shared Postgres: %w", err)
	}
	var ok bool
	if s.sockets, ok = answering(filepath.Join(link, "postgres")); !ok {
		hold.Close()
		return fmt.Errorf("the shared Postgres died while it is in use, see postgres.log in %s", s.o.DataDir)
	}
	s.leave = func() {
		if hold.Close() == nil {
			close(s.left)
		}
	}
	return nil
}

// startShared makes link point to the folder of a new Postgres, and returns the
// end of its pipe to hold.
func (s *Server) startShared(ctx context.Context, link string) (*os.File, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	for _, parent := range []string{memoryFolder, os.TempDir(), outside} {
		sweep(parent)
	}
	// An older one may still have users. Its guard ends it after them, unless the guard was killed.
	if old, err := filepath.EvalSymlinks(link); err == nil && !guarded(old) {
		if err := errors.Join(endAll(ctx, filepath.Join(old, "postgres")), os.RemoveAll(old)); err != nil {
			return nil, err
		}
	}
	if err := os.Remove(link); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	c, err := newCluster(s.o, "")
	if err == nil {
		err = c.create(ctx)
	}
	if err == nil {
		c.sockets, err = c.socketFolder()
	}
	if err != nil {
		return nil, err
	}
	home := filepath.Dir(c.data)
	if err := os.Symlink(home, link); err != nil {
		return nil, err
	}
	read, hold, err := makePipe(filepath.Join(home, "users"))
	if err != nil {
		return nil, err
	}
	defer read.Close()
	postgres := c.command("postgres", c.settings()...)
	cmd := exec.Command("/bin/sh", append([]string{"-c", keepWhileUsed, home}, postgres.Args...)...)
	cmd.Dir, cmd.Env, cmd.SysProcAttr, cmd.Stdin = postgres.Dir, postgres.Env, postgres.SysProcAttr, read
	p, err := c.start(cmd)
	if err == nil {
		err = p.ready(ctx)
	}
	if err != nil {
		hold.Close()
		return nil, err
	}
	s.log.Info("a shared Postgres runs", "pid", cmd.Process.Pid, "folder", c.data)
	return hold, nil
}

// sharedParents returns the folders that may contain a shared Postgres, the
// best first.
func sharedParents() []string {
	parents := []string{os.TempDir(), outside}
	if memoryFolder != "" && freeBytes(memoryFolder) > 1<<30 {
		parents = append([]string{memoryFolder}, parents...)
	}
	return parents
}

// sweep removes from a folder what a shared Postgres left there if its guard
// was killed. It never removes the data of a site, even if its data folder is
// missing, as that may have been moved.
func sweep(parent string) {
	homes, _ := filepath.Glob(filepath.Join(realPath(parent), homePrefix+"*"))
	for _, home := range homes {
		if use, err := openPipe(filepath.Join(home, "users"), syscall.O_WRONLY); err == nil { // its guard reads, whether visible from here or not
			use.Close()
			continue
		}
		guard, err := os.Stat(filepath.Join(home, "guard"))
		isLeft := err == nil && time.Since(guard.ModTime()) > time.Minute && !guarded(home) // it isn't just being written
		if isLeft && len(processesOn(filepath.Join(home, "postgres"))) == 0 {
			_ = os.RemoveAll(home)
		}
	}
}

// guarded reports whether the guard of the shared Postgres in home is running.
func guarded(home string) bool {
	text, err := os.ReadFile(filepath.Join(home, "guard"))
	if err != nil {
		return false
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	return err == nil && !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}

// makePipe returns both ends of a named pipe. Reading blocks.
func makePipe(name string) (read, write *os.File, err error) {
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		return nil, nil, err
	}
	if read, err = openPipe(name, syscall.O_RDONLY); err != nil {
		return nil, nil, err
	}
	if write, err = openPipe(name, syscall.O_WRONLY); err == nil {
		err = syscall.SetNonblock(int(read.Fd()), false)
	}
	if err != nil {
		return nil, nil, errors.Join(err, read.Close())
	}
	return read, write, nil
}

// openPipe doesn't wait for the other end. Opening for writing fails if no one
// reads.
func openPipe(name string, mode int) (*os.File, error) {
	return os.OpenFile(name, mode|syscall.O_NONBLOCK, 0)
}
