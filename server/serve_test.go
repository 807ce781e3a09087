package main

import (
	"net"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"thriftwell/server/app/sitetest"
)

const aGuide = "/guides/start-an-emergency-fund"

func TestRestartAfterAKill(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	afterAKill(t, func(p *program) []int { return []int{p.cmd.Process.Pid} })
}

// afterAKill kills a running program and the processes in victims, and starts
// it again.
func afterAKill(t *testing.T, victims func(p *program) []int) {
	p := newProgram(t)
	p.start("..")
	p.message("joe@reader.example")
	var renderers []int
	p.eventually("both renderers and Postgres run", func() bool { // it is ready with the first
		renderers = p.processes("renderer")
		return len(renderers) == 2 && len(p.processes("postgres")) > 0
	})
	for _, pid := range victims(p) {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	p.ended()
	p.eventually("its renderers are gone", func() bool { return len(alive(renderers)) == 0 })
	p.expectNoProcess()

	_, port, _ := strings.Cut(strings.TrimPrefix(p.url, "http://"), ":")
	same, _ := strconv.Atoi(port)
	p.startAt("..", same)
	if status, body := p.get(aGuide); status != 200 || !strings.HasSuffix(strings.TrimSpace(body), "</html>") {
		t.Errorf("a page: %d, %d bytes", status, len(body))
	}
	p.expectMessages("joe@reader.example")
	if dirs := p.runDirs(); len(dirs) != 1 {
		t.Errorf("folders for sockets: %v", dirs)
	}
}

// A killed Postgres restarts by itself, with all data.
func TestAKilledPostgresIsRestarted(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	p := newProgram(t)
	p.start("..")
	p.message("joe@reader.example")
	killed := p.processes("postgres")
	for _, pid := range killed {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	p.eventually("another Postgres runs", func() bool {
		return slices.ContainsFunc(p.processes("postgres"), func(pid int) bool { return !slices.Contains(killed, pid) })
	})
	p.eventually("calls are answered again", func() bool { status, _ := p.get("/api/articles"); return status == 200 })
	p.eventually("it is ready again", func() bool { status, _ := p.get("/readyz"); return status == 200 })
	p.expectMessages("joe@reader.example")
}

func TestSignalsEndGracefully(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	for name, send := range map[string]func(p *program) error{
		"SIGTERM": func(p *program) error { return syscall.Kill(p.cmd.Process.Pid, syscall.SIGTERM) },
		// As a terminal does on Ctrl-C: to the whole foreground group.
		"Ctrl-C": func(p *program) error { return syscall.Kill(-p.cmd.Process.Pid, syscall.SIGINT) },
	} {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t)
			p.start(sitetest.FaultyRoot(t))
			renderers := p.processes("renderer")
			type answer struct {
				status int
				body   string
			}
			slow := make(chan answer, 1)
			go func() {
				status, body := p.get("/guides/fault-slow-1500")
				slow <- answer{status, body}
			}()
			p.eventually("the page is being made", func() bool {
				_, metrics := p.get("/metrics")
				return strings.Contains(metrics, "renderer_running 1")
			})
			began := time.Now()
			if err := send(p); err != nil {
				t.Fatal(err)
			}
			p.eventually("it takes no more requests", func() bool {
				conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
				if err == nil {
					conn.Close()
				}
				return err != nil
			})
			if a := <-slow; a.status != 200 || !strings.HasSuffix(a.body, "</html>") {
				t.Errorf("the running request: %d, %.200s", a.status, a.body)
			}
			if code := p.ended(); code != 0 {
				t.Errorf("exit code %d\n%s", code, p.out.String())
			}
			t.Logf("ended after %s", time.Since(began))
			if !strings.Contains(p.out.String(), `msg="shutting down" cause="`) || !strings.Contains(p.out.String(), "signal received") {
				t.Errorf("the log does not say what ended it:\n%s", p.out.String())
			}
			if !strings.Contains(p.out.String(), "path=/guides/fault-slow-1500 status=200") {
				t.Errorf("the log lost the line of the last request:\n%s", p.out.String())
			}
			if left := alive(renderers); len(left) > 0 {
				t.Errorf("renderers are left: %v", left)
			}
			if left := p.processes("postgres"); len(left) > 0 {
				t.Errorf("Postgres is left: %v", left)
			}
			if dirs := p.runDirs(); len(dirs) > 0 {
				t.Errorf("folders for sockets are left: %v", dirs)
			}
		})
	}
}

// nohup means that the program should continue without the terminal.
func TestNohupIgnoresSIGHUP(t *testing.T) {
	if !signal.Ignored(syscall.SIGHUP) && !slices.Contains(endings(), os.Signal(syscall.SIGHUP)) {
		t.Error("it continues without its terminal")
	}
	signal.Ignore(syscall.SIGHUP)
	defer func() { // signal.Reset leaves it ignored
		c := make(chan os.Signal, 1)
		signal.Notify(c, syscall.SIGHUP)
		signal.Stop(c)
	}()
	if slices.Contains(endings(), os.Signal(syscall.SIGHUP)) {
		t.Error("it ends under nohup too")
	}
}

func TestTwoProgramsShareADataFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	t.Parallel()
	one := newProgram(t)
	one.start("..")
	other := one.twin()
	other.start("..")
	other.message("joe@reader.example")
	if err := one.cmd.Process.Kill(); err != nil { // it owned Postgres
		t.Fatal(err)
	}
	one.ended()
	if status, _ := other.get(aGuide); status != 200 && status != 503 {
		t.Errorf("a page meanwhile: %d", status)
	}
	other.eventually("the other one has taken Postgres over", func() bool {
		status, _ := other.get("/readyz")
		return status == 200 && len(other.processes("postgres")) > 0
	})
	other.eventually("a page comes", func() bool { status, _ := other.get(aGuide); return status == 200 })
	other.expectMessages("joe@reader.example")
	if err := other.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := other.ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestStartPrintsOnlyLogLines(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("slow")
	}
	p := newProgram(t)
	p.start("..")
	p.eventually("it says that it is ready", func() bool {
		return strings.Contains(p.out.String(), "level=INFO msg=ready url=http://localhost:")
	})
	for line := range strings.Lines(p.out.String()) {
		if !regexp.MustCompile(`^time=\S+ level=(INFO|WARN) msg=`).MatchString(line) {
			t.Errorf("%q", line)
		}
	}
}

func TestEachWrongSettingIsReported(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(os.Args[0], "serve")
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), asProgram+"=1", "PORT=http", "SITE_TIMEZONE=Mars/Olympus", "BASE_URL=thriftwell", "RENDER_DEADLINE=soon", "DATA_DIR="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("it ended with %v", err)
	}
	for _, name := range []string{"PORT", "SITE_TIMEZONE", "BASE_URL", "RENDER_DEADLINE"} {
		if lines := "\n" + string(out); !strings.Contains(lines, "\n"+name+" ") && !strings.Contains(lines, "\nWe couldn't read "+name+"; ") {
			t.Errorf("nothing is said of %s in:\n%s", name, out)
		}
	}
}
