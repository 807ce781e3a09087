package sitetest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Program is the site's program in a process of its own.
type Program struct {
	T   *testing.T
	Env []string // settings
	URL string
	Cmd *exec.Cmd // nil until Start

	bin string
}

// Build builds the program, with the settings and a free port.
func Build(t *testing.T, settings ...string) *Program {
	t.Helper()
	p := &Program{T: t, bin: filepath.Join(t.TempDir(), "server")}
	if out, err := exec.Command("go", "build", "-o", p.bin, "thriftwell/server").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	port := FreePort(t)
	p.URL = fmt.Sprint("http://127.0.0.1:", port)
	p.Env = append([]string{fmt.Sprint("PORT=", port)}, settings...)
	return p
}

// FreePort returns an unused port, chosen as by Listen.
func FreePort(t *testing.T) int {
	t.Helper()
	l := Listen(t)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// Listen listens on an unused port outside the system's ephemeral range, so no
// other process's connection takes the port while nothing listens on it.
func Listen(t *testing.T) net.Listener {
	t.Helper()
	for range 100 {
		if l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", 20_000+rand.IntN(10_000))); err == nil {
			return l
		}
	}
	t.Fatal("no port is free")
	return nil
}

// Start starts the program and waits until it answers.
func (p *Program) Start() {
	p.T.Helper()
	p.Cmd = exec.Command(p.bin, "serve")
	p.Cmd.Dir, p.Cmd.Env = Checkout(p.T), append(os.Environ(), p.Env...)
	if err := p.Cmd.Start(); err != nil {
		p.T.Fatal(err)
	}
	Eventually(p.T, "the program starts", func() bool {
		res, err := http.Get(p.URL + "/healthz")
		if err == nil {
			res.Body.Close()
		}
		return err == nil
	})
}

// Kill ends the program with SIGKILL.
func (p *Program) Kill() {
	_ = p.Cmd.Process.Kill()
	_ = p.Cmd.Wait()
}
