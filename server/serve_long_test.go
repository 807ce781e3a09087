//go:build long

package main

import (
	"io"
	"net"
	"strings"
	"syscall"
	"testing"
)

func TestRestartAfterServerAndPostgresWereKilled(t *testing.T) {
	afterAKill(t, func(p *program) []int { return append(p.processes("postgres"), p.cmd.Process.Pid) })
}

func TestRestartAfterAllProcessesWereKilled(t *testing.T) {
	afterAKill(t, func(p *program) []int {
		return append(append(p.processes("renderer"), p.processes("postgres")...), p.cmd.Process.Pid)
	})
}

// Clients that stop reading or writing delay the end for a limited time.
func TestStalledClientsDoNotPreventShutdown(t *testing.T) {
	p := newProgram(t)
	p.start("..")
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"); err != nil {
		t.Fatal(err)
	}
	p.eventually("the call is under way", func() bool { return p.cmd.Process.Signal(syscall.SIGTERM) == nil })
	if code := p.ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
