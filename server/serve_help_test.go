package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
)

// asProgram makes the test binary act as the program, so that tests can kill
// it.
const asProgram = "SERVER_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// program is the running program, with a bundled Postgres in its own folder.
type program struct {
	t    *testing.T
	url  string
	data string
	temp string // its TMPDIR, for sockets
	out  sitetest.Log
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended
}

// newProgram prepares a program, which is stopped at the end of the test.
func newProgram(t *testing.T) *program {
	t.Helper()
	p := &program{t: t, data: dbtest.DataDir(t), temp: dbtest.DataDir(t)}
	t.Cleanup(func() {
		if p.cmd != nil {
			p.kill()
			p.expectNoProcess()
		}
	})
	return p
}

// twin prepares another program on the same data. It ends before the first.
func (p *program) twin() *program {
	p.t.Helper()
	twin := &program{t: p.t, data: p.data, temp: dbtest.DataDir(p.t)}
	p.t.Cleanup(twin.kill)
	return twin
}

func (p *program) kill() {
	if p.cmd != nil {
		_ = p.cmd.Process.Kill()
		<-p.done
	}
}

// start starts the program in its own process group, as a shell does, and waits
// until it is ready.
func (p *program) start(root string) {
	p.t.Helper()
	p.startAt(root, sitetest.FreePort(p.t))
}

func (p *program) startAt(root string, port int) {
	p.t.Helper()
	p.url = fmt.Sprintf("http://127.0.0.1:%d", port)
	p.cmd = exec.Command(os.Args[0], "serve")
	p.cmd.Dir = root
	p.cmd.Env = append(os.Environ(), asProgram+"=1", "APP_ENV=development", "DATABASE_URL=", "RENDER_WORKERS=2",
		"PORT="+strconv.Itoa(port), "DATA_DIR="+p.data, "TMPDIR="+p.temp)
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.out
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.done = make(chan struct{})
	go func(cmd *exec.Cmd, done chan struct{}) {
		_ = cmd.Wait()
		close(done)
	}(p.cmd, p.done)
	p.eventually("it is ready", func() bool {
		select {
		case <-p.done:
			p.t.Fatalf("the program ended: %s", p.cmd.ProcessState)
		default:
		}
		status, _ := p.get("/readyz")
		return status == 200
	})
}

func (p *program) eventually(what string, is func() bool) {
	p.t.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("not in time: %s\n%s", what, p.out.String())
		}
	}
}

// get returns status and body. The status is 0 if the answer was incomplete.
func (p *program) get(path string) (int, string) {
	res, err := http.Get(p.url + path)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, err.Error()
	}
	return res.StatusCode, string(body)
}

// ended waits for the end of the program and returns its exit code, -1 if it
// was killed.
func (p *program) ended() int {
	p.t.Helper()
	select {
	case <-p.done:
	case <-time.After(2 * time.Minute):
		p.t.Fatalf("the program does not end\n%s", p.out.String())
	}
	return p.cmd.ProcessState.ExitCode()
}

// processes returns the pids of its child processes, which are identified by
// its folder.
func (p *program) processes(kind string) (pids []int) {
	p.t.Helper()
	list, err := exec.Command("ps", "-axww", "-o", "pid=,ppid=,command=").Output()
	if err != nil {
		p.t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		fields := strings.Fields(line)
		pid, _ := strconv.Atoi(fields[0])
		parent, _ := strconv.Atoi(fields[1])
		postgres := strings.Contains(line, "-D "+p.data)
		renderer := strings.Contains(line, "ssr/server.js") && parent == p.cmd.Process.Pid
		if kind == "postgres" && postgres || kind == "renderer" && renderer {
			pids = append(pids, pid)
		}
	}
	return pids
}

// expectNoProcess waits until no child process is left and its port is free.
func (p *program) expectNoProcess() {
	p.t.Helper()
	p.eventually("its Postgres is gone", func() bool { return len(p.processes("postgres")) == 0 })
	_, port, _ := strings.Cut(strings.TrimPrefix(p.url, "http://"), ":")
	p.eventually("its port is free", func() bool {
		again, err := net.Listen("tcp", "127.0.0.1:"+port)
		if err == nil {
			again.Close()
		}
		return err == nil
	})
}

// alive returns which of the processes are still running.
func alive(pids []int) (left []int) {
	for _, pid := range pids {
		if !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			left = append(left, pid)
		}
	}
	return left
}

// runDirs returns the folders for sockets in its TMPDIR.
func (p *program) runDirs() []string {
	dirs, _ := filepath.Glob(filepath.Join(p.temp, "thriftwell-*-*"))
	return dirs
}

// message sends a visitor's message, which must be accepted.
func (p *program) message(email string) {
	p.t.Helper()
	body := fmt.Sprintf(`{"firstName":"Joe","lastName":"Roe","email":%q,"inquiryType":"affiliate","message":"Hello, may I ask something?"}`, email)
	res, err := http.Post(p.url+"/api/contact", "application/json", strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode >= 300 {
		said, _ := io.ReadAll(res.Body)
		p.t.Fatalf("a message: %d %s", res.StatusCode, said)
	}
}

// expectMessages checks that the program's command shows the person's message.
func (p *program) expectMessages(email string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "person", "export", "--email", email)
	cmd.Dir, cmd.Env = p.cmd.Dir, p.cmd.Env
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), "may I ask something?") {
		p.t.Errorf("stored about %s: %v %s", email, err, out)
	}
}
