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

	"github.com/jackc/pgx/v5"
)

// node is a Postgres with the Patroni that keeps it.
type node struct {
	cluster  *cluster
	name     string
	rest     string // the address of Patroni
	postgres string // the address of Postgres
	data     string
	config   string // the file of Patroni's settings
	patroni  *exec.Cmd
	gone     syscall.Signal // by which it went; 0 while it runs
}

// patroniSettings let a failover be quick, and none lose what was acknowledged.
// What was killed does not come back by itself before another takes over.
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

// start starts Patroni, which makes or mends its Postgres and starts it.
func (n *node) start() (err error) {
	n.patroni, err = n.cluster.daemon(n.name, "patroni", n.config)
	return err
}

// lose takes a primary away by a signal. Without one it asks the manager for a
// switchover, as for maintenance, until it agrees: it refuses one to a standby that
// is behind or slow to answer. It returns what came of it for a person to read.
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

// revive starts a node that was killed or frozen. One that was handed over
// still runs.
func (n *node) revive() error {
	if n.gone == 0 {
		return nil
	}
	n.signal(syscall.SIGKILL)
	_ = n.patroni.Wait()
	n.gone = 0
	return n.start()
}

// signal sends a signal to Patroni and every process of its Postgres: SIGKILL is
// the loss of their machine; with SIGSTOP connections stay and nobody answers.
func (n *node) signal(s syscall.Signal) string {
	n.gone = s
	_ = n.patroni.Process.Signal(s)
	n.signalPostgres(s)
	return "sent " + s.String()
}

// takesWrites reports whether its Postgres is a primary.
func (n *node) takesWrites(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	c, err := pgx.Connect(ctx, "postgres://postgres@"+n.postgres+"/postgres?sslmode=disable&target_session_attrs=read-write")
	if err == nil {
		_ = c.Close(ctx)
	}
	return err == nil
}

// tellLogs prints what the managers of the nodes said last.
func (c *cluster) tellLogs() {
	for _, n := range c.nodes {
		log, _ := os.ReadFile(filepath.Join(c.dir, n.name+".log"))
		lines := strings.Split(strings.TrimSpace(string(log)), "\n")
		fmt.Fprintf(os.Stderr, "%s:\n%s\n", n.name, strings.Join(lines[max(0, len(lines)-15):], "\n"))
	}
}

func (n *node) signalPostgres(s syscall.Signal) {
	postmaster := postmaster(n.data)
	// The number may be another's by now.
	if line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", postmaster)); postmaster < 2 || !strings.Contains(string(line), n.data) {
		return
	}
	for _, pid := range append([]int{postmaster}, descendants(postmaster)...) {
		_ = syscall.Kill(pid, s)
	}
}

// member is what Patroni says of a node.
type member struct {
	Name  string
	Role  string // leader, sync_standby or replica
	State string // streaming, where a standby follows
}

// members asks any node that answers.
func (c *cluster) members() []member {
	for _, n := range c.nodes {
		var answer struct{ Members []member }
		if body, status := n.ask(http.MethodGet, "/cluster", ""); status == http.StatusOK && json.Unmarshal(body, &answer) == nil {
			return answer.Members
		}
	}
	return nil
}

// synchronous reports whether there is a primary, and a standby that has each
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

// primary returns the node that is the primary, and the other one.
func (c *cluster) primary() (primary, standby *node) {
	if c.nodes[1].isPrimary() {
		return c.nodes[1], c.nodes[0]
	}
	return c.nodes[0], c.nodes[1]
}

// ask calls Patroni on a node. A status of 0 is for no answer.
func (n *node) ask(method, path, body string) ([]byte, int) {
	req, err := http.NewRequest(method, "http://"+n.rest+path, strings.NewReader(body))
	if err != nil {
		return nil, 0
	}
	res, err := (&http.Client{Timeout: time.Minute}).Do(req)
	if err != nil {
		return nil, 0
	}
	defer res.Body.Close()
	answer, _ := io.ReadAll(res.Body) // one that was cut off is no JSON
	return answer, res.StatusCode
}

func (n *node) isPrimary() bool {
	_, status := n.ask(http.MethodGet, "/primary", "")
	return status == http.StatusOK
}
