package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// clockTicks is the unit of CPU time in /proc, per second (USER_HZ, fixed on
// Linux).
const clockTicks = 100

// process is a server under measurement.
type process struct {
	cmd  *exec.Cmd
	addr string
	dir  string // deleted at the end
}

// startIn starts the site with its data and log in a folder, which is deleted
// when the site stops.
func (b *bench) startIn(ctx context.Context, dir string, settings ...string) (*process, error) {
	settings = append([]string{"DATA_DIR=" + filepath.Join(dir, "data"), "LOG_LEVEL=info"}, settings...)
	return start(ctx, dir, settings, filepath.Join(b.root, "bin", "server"), "serve")
}

// start runs a program that listens on the port in PORT, with its log in a
// folder, and waits until it is ready.
func start(ctx context.Context, dir string, settings []string, command ...string) (*process, error) {
	p := &process{cmd: &exec.Cmd{Path: command[0], Args: command}, addr: freeAddress(), dir: dir}
	_, port, _ := net.SplitHostPort(p.addr)
	p.cmd.Env = append(append(os.Environ(), "PORT="+port), settings...)
	err := p.again(ctx)
	if err != nil {
		p.stop()
	}
	return p, err
}

// freeAddress returns an unused address.
func freeAddress() string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err) // no free port
	}
	defer l.Close()
	return l.Addr().String()
}

// await returns when the process is ready.
func (p *process) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	for ctx.Err() == nil && !p.ended() {
		if res, err := http.Get("http://" + p.addr + "/readyz"); err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	return errors.Join(fmt.Errorf("%s did not come up", p.cmd.Path), ctx.Err())
}

// ended reports whether the process has ended by itself and was not waited for.
func (p *process) ended() bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	return err == nil && bytes.Contains(stat, []byte(") Z "))
}

// again restarts an ended process and waits until it is ready.
func (p *process) again(ctx context.Context) error {
	log, err := os.OpenFile(filepath.Join(p.dir, "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	again := exec.CommandContext(ctx, p.cmd.Path, p.cmd.Args[1:]...)
	again.Env, again.Stdout, again.Stderr = p.cmd.Env, log, os.Stderr
	again.Cancel = func() error { return again.Process.Signal(syscall.SIGTERM) }
	if err := again.Start(); err != nil {
		return err // stop then finds the previous one
	}
	p.cmd = again
	return p.await(ctx)
}

// stop ends the process and deletes its data.
func (p *process) stop() {
	if p.cmd.Process != nil {
		_ = p.cmd.Process.Signal(syscall.SIGTERM)
		_ = p.cmd.Wait()
	}
	// Postgres's data may be elsewhere, because it doesn't run as root.
	if postgres, err := filepath.EvalSymlinks(filepath.Join(p.dir, "data", "postgres")); err == nil {
		_ = os.RemoveAll(filepath.Dir(postgres))
	}
	_ = os.RemoveAll(p.dir)
}

// get fetches a path and returns the body.
func (p *process) get(path string, headers ...string) ([]byte, http.Header, error) {
	req, err := http.NewRequest(http.MethodGet, "http://"+p.addr+path, http.NoBody)
	if err != nil {
		return nil, nil, err
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", path, res.Status)
	}
	return body, res.Header, err
}

// call makes a call with an API token and returns the body of the answer.
func (p *process) call(ctx context.Context, method, path, token string, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://"+p.addr+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/octet-stream")
	if json.Valid(body) {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s: %s: %s", path, res.Status, answer)
	}
	return answer, err
}

// adminToken creates an API token.
func (p *process) adminToken(ctx context.Context) (string, error) {
	c := exec.CommandContext(ctx, p.cmd.Path, "token", "create", "--email", "bench@thriftwell.example", "--role", "admin")
	c.Env, c.Stderr = p.cmd.Env, os.Stderr
	out, err := c.Output()
	text := strings.TrimSpace(string(out))
	return text[strings.LastIndexByte(text, '\n')+1:], err
}

// databaseURL returns the address of the site's Postgres.
func (p *process) databaseURL() (string, error) {
	for _, setting := range p.cmd.Env {
		if address, ok := strings.CutPrefix(setting, "DATABASE_URL="); ok && address != "" {
			return address, nil
		}
	}
	file, err := os.ReadFile(filepath.Join(p.dir, "data", "postgres", "postmaster.pid"))
	lines := strings.Split(string(file), "\n")
	if err != nil || len(lines) < 5 {
		return "", fmt.Errorf("the database does not say where it listens: %w", err)
	}
	query := url.Values{"host": {lines[4]}, "port": {"5432"}, "sslmode": {"disable"}}
	return "postgres://thriftwell@/thriftwell?" + query.Encode(), nil
}

// database runs queries on the Postgres of a running site.
func (p *process) database(ctx context.Context, queries func(*pgx.Conn) error) error {
	address, err := p.databaseURL()
	if err != nil {
		return err
	}
	c, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	return queries(c)
}

// pids returns the pids of the process and its descendants.
func (p *process) pids() []int {
	return append(descendants(p.cmd.Process.Pid), p.cmd.Process.Pid)
}

// descendants returns the pids of pid's descendants.
func descendants(pid int) []int {
	var out []int
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range tasks {
		raw, _ := os.ReadFile(file)
		for _, field := range strings.Fields(string(raw)) {
			if child, err := strconv.Atoi(field); err == nil {
				out = append(append(out, child), descendants(child)...)
			}
		}
	}
	return out
}

// workers returns the pids of the site's renderers.
func (p *process) workers() []int {
	var out []int
	for _, pid := range descendants(p.cmd.Process.Pid) {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if bytes.Contains(line, []byte("ssr/server.js")) {
			out = append(out, pid)
		}
	}
	return out
}

// cpuSeconds returns the CPU time that the processes have used.
func cpuSeconds(pids ...int) float64 {
	ticks := 0
	for _, pid := range pids {
		raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, after, ok := strings.Cut(string(raw), ") ") // the name may contain spaces
		fields := strings.Fields(after)
		if !ok || len(fields) < 13 {
			continue
		}
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		ticks += user + system
	}
	return float64(ticks) / clockTicks
}

// proportional returns the memory of processes in bytes, with their share of
// what they share with others.
func proportional(pids ...int) (sum float64) {
	for _, pid := range pids {
		raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
		for line := range strings.Lines(string(raw)) {
			if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "Pss:" {
				kilobytes, _ := strconv.Atoi(fields[1])
				sum += float64(kilobytes) * 1024
			}
		}
	}
	return sum
}
