package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// node is a Postgres with its Patroni.
type node struct {
	cluster  *cluster
	name     string
	rest     string // the address of Patroni
	postgres string // the address of Postgres
	data     string
	config   string // the file of Patroni's settings
	patroni  *exec.Cmd
	gone     syscall.Signal // the signal that stopped it; 0 while it runs
}

// patroniSettings make failovers quick and lose no acknowledged write. A killed
// node doesn't return by itself before another takes over.
//
//go:embed patroni.yaml
var patroniSettings string

func (c *cluster) newNode(name, etcd string) (*node, error) {
	n := &node{cluster: c, name: name}
	dir, err := c.folder(name)
	if err != nil {
		return nil, err
	}
	n.rest, n.postgres = freeAddress(), freeAddress()
	n.data, n.config = filepath.Join(dir, "data"), filepath.Join(c.dir, name+".yaml")
	return n, os.WriteFile(n.config, fmt.Appendf(nil, patroniSettings, name, n.rest, etcd, n.postgres, n.data), 0o644)
}

// start starts Patroni, which creates or repairs its Postgres and starts it.
func (n *node) start() (err error) {
	n.patroni, err = n.cluster.daemon(n.name, "patroni", n.config)
	return err
}

// lose stops a primary with a signal. Without a signal it requests a
// switchover, as for maintenance, until Patroni agrees: it refuses while the
// standby is behind or slow to respond. It returns a description of the result.
func (n *node) lose(ctx context.Context, by syscall.Signal, standby *node) string {
	if by != 0 {
		return n.signal(by)
	}
	for tries := 1; ; tries++ {
		body, status := n.ask(http.MethodPost, "/switchover", fmt.Sprintf(`{"leader": %q, "candidate": %q}`, n.name, standby.name))
		if status == http.StatusOK || ctx.Err() != nil {
			return fmt.Sprintf("asked %d times, last answered %d %s", tries, status, body)
		}
		time.Sleep(time.Second)
	}
}

// revive restarts a killed or frozen node. After a switchover, the node still
// runs.
func (n *node) revive() error {
	if n.gone == 0 {
		return nil
	}
	n.signal(syscall.SIGKILL)
	_ = n.patroni.Wait()
	n.gone = 0
	return n.start()
}

// signal sends a signal to Patroni and every process of its Postgres. SIGKILL
// acts like the loss of the machine; with SIGSTOP connections stay open but
// nothing responds.
func (n *node) signal(s syscall.Signal) string {
	n.gone = s
	_ = n.patroni.Process.Signal(s)
	n.signalPostgres(s)
	return "sent " + s.String()
}

// printLogs prints the last log lines of the nodes' Patroni.
func (c *cluster) printLogs() {
	for _, n := range c.nodes {
		log, _ := os.ReadFile(filepath.Join(c.dir, n.name+".log"))
		lines := strings.Split(strings.TrimSpace(string(log)), "\n")
		fmt.Fprintf(os.Stderr, "%s:\n%s\n", n.name, strings.Join(lines[max(0, len(lines)-40):], "\n"))
	}
}

func (n *node) signalPostgres(s syscall.Signal) {
	postmaster := postmaster(n.data)
	// The pid may have been reused.
	if line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", postmaster)); postmaster < 2 || !strings.Contains(string(line), n.data) {
		return
	}
	for _, pid := range append([]int{postmaster}, descendants(postmaster)...) {
		_ = syscall.Kill(pid, s)
	}
}

// member is a node as reported by Patroni.
type member struct {
	Name  string
	Role  string // leader, sync_standby or replica
	State string // streaming if a standby follows
}

// members asks the first node that responds.
func (c *cluster) members() []member {
	for _, n := range c.nodes {
		var answer struct{ Members []member }
		if body, status := n.ask(http.MethodGet, "/cluster", ""); status == http.StatusOK && json.Unmarshal(body, &answer) == nil {
			return answer.Members
		}
	}
	return nil
}

// synchronous reports whether there is a primary and a standby that gets each
// commit before it is acknowledged.
func (c *cluster) synchronous() bool {
	roles := map[string]int{}
	for _, m := range c.members() {
		if m.State == "running" || m.State == "streaming" {
			roles[m.Role]++
		}
	}
	return roles["leader"] == 1 && roles["sync_standby"] == 1
}

// primary returns the primary node and the other one.
func (c *cluster) primary() (primary, standby *node, err error) {
	for i, n := range c.nodes {
		if n.isPrimary() {
			return n, c.nodes[1-i], nil
		}
	}
	return nil, nil, fmt.Errorf("no node says that it is the primary; the manager lists %+v", c.members())
}

// ask calls Patroni on a node. A status of 0 means no response in time, which is
// longer for a switchover.
func (n *node) ask(method, path, body string) ([]byte, int) {
	req, err := http.NewRequest(method, "http://"+n.rest+path, strings.NewReader(body))
	if err != nil {
		return nil, 0
	}
	timeout := 2 * time.Second
	if method == http.MethodPost {
		timeout = time.Minute
	}
	res, err := (&http.Client{Timeout: timeout}).Do(req)
	if err != nil {
		return nil, 0
	}
	defer res.Body.Close()
	answer, _ := io.ReadAll(res.Body) // a partial answer is not valid JSON
	return answer, res.StatusCode
}

// isPrimary reports whether Patroni calls the node the primary. The node then
// holds the leader lock, but its promotion may not be over.
func (n *node) isPrimary() bool {
	_, status := n.ask(http.MethodGet, "/primary", "")
	return status == http.StatusOK
}
