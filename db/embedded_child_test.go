package db

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// child is another process, this test program again, that starts or attaches and stays until it is stopped.
type child struct {
	cmd    *exec.Cmd
	in     io.Closer
	owner  bool
	answer string
}

func startChild(t *testing.T, o EmbeddedOptions, sql string) *child {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestAsChild$")
	cmd.Env = append(os.Environ(), "EMBEDDED_CHILD="+o.DataDir, "EMBEDDED_SQL="+sql, fmt.Sprintf("EMBEDDED_SHARED=%v", o.Shared))
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
		t.Fatalf("the other process says %q, %v", line, err)
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
	dir := os.Getenv("EMBEDDED_CHILD")
	if dir == "" {
		t.Skip("for the other tests")
	}
	ended := make(chan struct{})
	go func() { // our parent is done with us, or dead
		os.Stdin.Read(make([]byte, 1))
		close(ended)
	}()
	o := throwaway(dir)
	o.Shared = os.Getenv("EMBEDDED_SHARED") == "true"
	e := start(t, o)
	fmt.Printf("%v|%s\n", e.Owner(), query(t, e, os.Getenv("EMBEDDED_SQL")))
	<-ended
}
