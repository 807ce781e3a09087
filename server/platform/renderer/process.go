package renderer

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A process is a worker's Node process. It leads its own process group, so that
// Ctrl-C in a terminal reaches only Go, which then drains it.
type process struct {
	pid int

	mu    sync.Mutex // guards state, and prevents signals to a process that reuses the pid
	state string     // how it ended; "" while it runs
}

// niceness is the priority of workers below that of Go: a page in memory should
// not wait for one being rendered. Workers start at normal priority, as every
// visitor may be waiting for them.
const niceness = 5

// spawn starts a worker's process on a new socket.
func (p *Pool) spawn() (*worker, error) {
	socket := socketPath(p.o.Dir, p.sockets.Add(1))
	w := newWorker("", "http://renderer", "unix", socket)
	w.process = &process{}
	command := exec.Command(p.o.Node, p.o.Script)
	command.Env = append([]string{"SOCKET=" + socket}, p.o.Env...)
	command.SysProcAttr = ownGroup()
	command.WaitDelay = time.Second
	stdout := &lines{log: func(line string) { p.log.Info(line, "renderer", command.Process.Pid) }}
	stderr := &lines{log: func(line string) { p.log.Warn(line, "renderer", command.Process.Pid) }}
	command.Stdout, command.Stderr = stdout, stderr
	// The worker exits at the end of its input, which comes when Go exits for any reason.
	if _, err := command.StdinPipe(); err != nil {
		return nil, err
	}
	started := make(chan error)
	p.wg.Go(func() {
		// Linux sends the death signal when the thread that started the child ends.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := command.Start()
		if err == nil {
			w.process.pid = command.Process.Pid
			w.name = strconv.Itoa(w.process.pid)
		}
		started <- err
		if err != nil {
			return
		}
		_ = command.Wait() // the state says more than the error
		w.process.mu.Lock()
		w.process.state = command.ProcessState.String()
		w.process.mu.Unlock()
		stdout.flush()
		stderr.flush()
		_ = os.Remove(socket)
		p.lose(w, endingOf(command.ProcessState))
	})
	if err := <-started; err != nil {
		return nil, fmt.Errorf("couldn't start %s: %w", p.o.Node, err)
	}
	return w, nil
}

func endingOf(state *os.ProcessState) ending {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		switch status.Signal() {
		case syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP:
			return killedByOthers
		}
	}
	return endedItself
}

// yield lowers the priority of all threads of the process. Failure is ignored.
func (p *process) yield() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == "" {
		_ = syscall.Setpriority(syscall.PRIO_PGRP, p.pid, niceness)
	}
}

func (p *process) terminate() { p.signal(syscall.SIGTERM) }
func (p *process) kill()      { p.signal(syscall.SIGKILL) }

// signal signals the whole group: Node may have been started by a wrapper
// script.
func (p *process) signal(s syscall.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == "" {
		_ = syscall.Kill(-p.pid, s)
	}
}

func (p *process) ended() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state
}

func socketPath(dir string, n uint64) string {
	return filepath.Join(dir, fmt.Sprintf("render-%d-%d.sock", os.Getpid(), n))
}

// prepareSocketDir creates the folder and removes sockets left by a killed
// server.
func prepareSocketDir(dir string) error {
	if dir == "" {
		return errors.New("the renderer has no folder for its sockets")
	}
	// The limit is 104 bytes with the final NUL on macOS, 108 on Linux.
	if longest := len(socketPath(dir, 1_000_000)); longest > 103 {
		return fmt.Errorf("the path %s is too long for sockets by %d bytes", dir, longest-103)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("the folder for the renderer's sockets: %w", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("the folder for the renderer's sockets: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("others can access the folder %s for the renderer's sockets: chmod 700 it or choose another", dir)
	}
	left, _ := filepath.Glob(filepath.Join(dir, "render-*.sock"))
	for _, socket := range left {
		conn, err := net.DialTimeout("unix", socket, time.Second)
		if errors.Is(err, syscall.ECONNREFUSED) { // no listener, so it isn't another server's
			_ = os.Remove(socket)
		} else if err == nil {
			_ = conn.Close()
		}
	}
	return nil
}

// lines passes what is written to it to log, line by line.
type lines struct {
	log  func(string)
	rest []byte
}

const maxLine = 16 << 10

func (l *lines) Write(data []byte) (int, error) {
	l.rest = append(l.rest, data...)
	for {
		line, rest, found := bytes.Cut(l.rest, []byte("\n"))
		if !found && len(l.rest) < maxLine {
			return len(data), nil
		}
		l.rest = rest
		l.print(line)
	}
}

func (l *lines) flush() { l.print(l.rest) }

func (l *lines) print(line []byte) {
	if text := strings.TrimSpace(string(line)); text != "" {
		l.log(text)
	}
}
