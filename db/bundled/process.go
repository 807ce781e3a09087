package bundled

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a started postgres.
type process struct {
	cluster *cluster
	cmd     *exec.Cmd
	ended   chan struct{}
	log     *os.File
	logFrom int64 // where its messages begin
}

// serve starts Postgres and waits until it accepts connections.
func (c *cluster) serve(ctx context.Context, more ...string) (*process, error) {
	if err := c.clear(ctx); err != nil {
		return nil, err
	}
	p, err := c.start(c.command("postgres", append(c.settings(), more...)...))
	if err != nil {
		return nil, err
	}
	if err := p.ready(ctx); err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

// start runs postgres with its messages in the log file. A pipe would tie it to a
// reader, and waiting for its end to the end of the last of its children.
func (c *cluster) start(cmd *exec.Cmd) (*process, error) {
	name := filepath.Join(c.o.DataDir, "postgres.log")
	if info, err := os.Stat(name); err == nil && info.Size() > 1<<20 {
		if err := os.Remove(name); err != nil {
			return nil, err
		}
	}
	log, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	from, err := log.Seek(0, io.SeekEnd)
	if err == nil && c.as != nil {
		err = log.Chown(int(c.as.Uid), int(c.as.Gid))
	}
	if err == nil {
		cmd.Stdout, cmd.Stderr = log, log
		err = cmd.Start()
	}
	if err != nil {
		log.Close()
		return nil, err
	}
	p := &process{cluster: c, cmd: cmd, ended: make(chan struct{}), log: log, logFrom: from}
	go func() {
		_ = cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// ready waits until it accepts connections.
func (p *process) ready(ctx context.Context) error {
	for {
		if _, ok := answering(p.cluster.data); ok {
			return nil
		}
		select {
		case <-p.ended:
			return p.failure()
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// failure returns why it ended, as far as it said.
func (p *process) failure() error {
	defer p.log.Close()
	said, _ := io.ReadAll(io.NewSectionReader(p.log, p.logFrom, 1<<20))
	return fmt.Errorf("Postgres: %v%s (see %s)", p.cmd.ProcessState, lastError(said), p.log.Name())
}

// stop shuts it down in fast mode: sessions are ended and memory is written to
// disk.
func (p *process) stop() {
	defer p.log.Close()
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL} {
		if err := p.cmd.Process.Signal(s); errors.Is(err, os.ErrProcessDone) {
			return
		}
		select {
		case <-p.ended:
			return
		case <-time.After(10 * time.Second):
		}
	}
}

// clear ends what is left of a Postgres without an owner and removes its lock
// files, whose pid may have been reused.
func (c *cluster) clear(ctx context.Context) error {
	if err := endAll(ctx, c.data); err != nil {
		return err
	}
	socket := socketIn(c.sockets)
	for _, stale := range []string{filepath.Join(c.data, "postmaster.pid"), socket, socket + ".lock"} {
		if err := os.Remove(stale); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// endAll ends the processes that use a data folder.
func endAll(ctx context.Context, data string) error {
	for began := time.Now(); ; {
		pids := processesOn(data)
		if len(pids) == 0 {
			return nil
		}
		first := postmasterPID(data)
		switch waited := time.Since(began); {
		case waited > 15*time.Second:
			return fmt.Errorf("couldn't stop processes %v, which use %s", pids, data)
		case waited > 10*time.Second:
			signalAll(pids, syscall.SIGKILL)
		case slices.Contains(pids, first):
			signalAll([]int{first}, syscall.SIGINT)
		default: // without the postmaster, they would continue until their query ends
			signalAll(pids, syscall.SIGQUIT)
		}
		if !sleep(ctx, 20*time.Millisecond) {
			return ctx.Err()
		}
	}
}

func signalAll(pids []int, s syscall.Signal) {
	for _, pid := range pids {
		_ = syscall.Kill(pid, s) // it may have just ended
	}
}

func socketIn(folder string) string { return filepath.Join(folder, ".s.PGSQL.5432") }

// postmasterFile returns the lines of postmaster.pid: 1 process, 2 data folder,
// 3 start, 4 port, 5 socket folder, 6 address, 7 shared memory, 8 state.
// (src/include/utils/pidfile.h)
func postmasterFile(data string) []string {
	file, _ := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	return append(strings.Split(string(file), "\n"), make([]string, 8)...)
}

func postmasterPID(data string) int {
	pid, _ := strconv.Atoi(postmasterFile(data)[0])
	return pid
}

func postmasterState(data string) string { return strings.TrimSpace(postmasterFile(data)[7]) }

// answering reports whether the Postgres of a data folder accepts connections,
// and returns its socket folder.
func answering(data string) (sockets string, ok bool) {
	if postmasterState(data) != "ready" {
		return "", false
	}
	sockets = postmasterFile(data)[4]
	conn, err := net.Dial("unix", socketIn(sockets)) // the file may be stale
	if err != nil {
		return "", false
	}
	conn.Close()
	return sockets, true
}

// lastError returns the last error in a program's output, after a colon.
func lastError(log []byte) string {
	last := ""
	for line := range strings.Lines(string(log)) {
		for _, mark := range []string{"FATAL: ", "PANIC: ", "error: "} {
			if _, text, found := strings.Cut(line, mark); found {
				last = ": " + strings.TrimSpace(text)
			}
		}
	}
	return last
}
