package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// cluster is several instances of the site behind HAProxy, with a Postgres
// primary and a synchronous standby managed by Patroni and etcd. Everything
// runs on loopback.
type cluster struct {
	bench     *bench
	dir       string              // deleted at the end
	as        *syscall.Credential // the user of Postgres, which doesn't run as root; nil for this user
	daemons   []*exec.Cmd
	nodes     [2]*node
	instances []*process
	balancer  string // its address
	stats     string // the address of its statistics
}

// startCluster starts everything, with the given number of instances.
func (b *bench) startCluster(ctx context.Context, instances int) (_ *cluster, err error) {
	c := &cluster{bench: b}
	if c.dir, err = os.MkdirTemp("", "cluster"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			c.stop()
		}
	}()
	if err := os.Chmod(c.dir, 0o755); err != nil {
		return nil, err
	}
	if c.as, err = unprivileged(); err != nil {
		return nil, err
	}
	etcd, err := c.startEtcd()
	if err != nil {
		return nil, err
	}
	for i, name := range []string{"one", "two"} {
		if c.nodes[i], err = c.newNode(name, etcd); err != nil {
			return nil, err
		}
		if err := c.nodes[i].start(); err != nil {
			return nil, err
		}
		if i == 0 { // the second copies the first
			if err := within(ctx, time.Minute, "a primary", c.nodes[0].isPrimary); err != nil {
				return nil, err
			}
		}
	}
	if err := within(ctx, time.Minute, "a synchronous standby", c.synchronous); err != nil {
		return nil, err
	}
	if err := c.makeDatabase(ctx); err != nil {
		return nil, err
	}
	if err := c.startInstances(ctx, instances); err != nil {
		return nil, err
	}
	return c, c.startBalancer(ctx)
}

// unprivileged returns the user of Postgres if this user is root.
func unprivileged() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	who, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	as := &syscall.Credential{}
	_, err = fmt.Sscan(who.Uid+" "+who.Gid, &as.Uid, &as.Gid)
	return as, err
}

// daemon starts a program in its own process group, so that Ctrl-C leaves it to
// stop. Its output goes to a file.
func (c *cluster) daemon(name, program string, args ...string) (*exec.Cmd, error) {
	log, err := os.OpenFile(filepath.Join(c.dir, name+".log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.dir, log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: c.as}
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + c.dir, "LC_ALL=C.UTF-8"}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c.daemons = append(c.daemons, cmd)
	return cmd, nil
}

// folder creates a folder that the daemons may write to.
func (c *cluster) folder(name string) (string, error) {
	path := filepath.Join(c.dir, name)
	err := os.Mkdir(path, 0o700)
	if err == nil && c.as != nil {
		err = os.Chown(path, int(c.as.Uid), int(c.as.Gid))
	}
	return path, err
}

func (c *cluster) startEtcd() (string, error) {
	data, err := c.folder("etcd")
	if err != nil {
		return "", err
	}
	addr, peer := freeAddress(), freeAddress()
	_, err = c.daemon("etcd", "etcd", "--data-dir", data, "--listen-client-urls", "http://"+addr, "--advertise-client-urls", "http://"+addr,
		"--listen-peer-urls", "http://"+peer, "--initial-advertise-peer-urls", "http://"+peer, "--initial-cluster", "default=http://"+peer)
	return addr, err
}

// within waits until so returns true. It fails with what if that takes too
// long.
func within(ctx context.Context, most time.Duration, what string, so func() bool) error {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for ; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		if so() {
			return nil
		}
	}
	return fmt.Errorf("after %v there is not %s: %w", time.Since(began).Round(time.Second), what, ctx.Err())
}

// startInstances starts instances of the site concurrently, with one database
// and one folder of pictures.
func (c *cluster) startInstances(ctx context.Context, n int) error {
	pictures := filepath.Join(c.dir, "pictures")
	if err := os.Mkdir(pictures, 0o755); err != nil {
		return err
	}
	c.instances = make([]*process, n)
	failed := make(chan error, n)
	for i := range n {
		go func() {
			dir := filepath.Join(c.dir, fmt.Sprint("instance-", i))
			data := filepath.Join(dir, "data")
			err := errors.Join(os.MkdirAll(data, 0o755), os.Symlink(pictures, filepath.Join(data, "pictures")))
			if err == nil {
				c.instances[i], err = c.bench.startIn(ctx, dir, c.settings()...)
			}
			failed <- err
		}()
	}
	var err error
	for range n {
		err = errors.Join(err, <-failed)
	}
	c.instances = slices.DeleteFunc(c.instances, func(p *process) bool { return p == nil || p.cmd.Process == nil })
	return err
}

// settings returns the settings of each instance. The database's address names
// both nodes; the site uses the primary.
func (c *cluster) settings() []string {
	return []string{"DATA_KEYS=bench:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "RENDER_WORKERS=1", "SHUTDOWN_WAIT=2s", "TRUSTED_PROXIES=127.0.0.1", "TRACKING_LIMIT=1000000", "LETTER_RATE=0",
		fmt.Sprintf("DATABASE_URL=postgres://thriftwell@%s,%s/thriftwell?sslmode=disable&target_session_attrs=read-write", c.nodes[0].postgres, c.nodes[1].postgres)}
}

// makeDatabase creates the site's user, which is not a superuser, and its
// database.
func (c *cluster) makeDatabase(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, fmt.Sprintf("postgres://postgres@%s/postgres?sslmode=disable", c.nodes[0].postgres))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "CREATE ROLE thriftwell LOGIN")
	if err == nil {
		_, err = conn.Exec(ctx, "CREATE DATABASE thriftwell OWNER thriftwell")
	}
	return err
}

// startBalancer starts HAProxy with the release's configuration, except for
// addresses, TLS and the limit of open files.
func (c *cluster) startBalancer(ctx context.Context) error {
	c.balancer, c.stats = freeAddress(), freeAddress()
	config, err := os.ReadFile(filepath.Join(c.bench.root, "deploy", "haproxy.cfg"))
	if err != nil {
		return err
	}
	var servers, alive strings.Builder
	for i, each := range c.instances {
		fmt.Fprintf(&servers, "  server %d %s\n", i, each.addr)
		fmt.Fprintf(&alive, "  server %d-alive %s backup no-check track alive/%d\n", i, each.addr, i)
	}
	for _, change := range [][2]string{
		{`  maxconn 10000\n`, "  maxconn 1000\n"}, {`  bind :80\n`, "  bind " + c.balancer + "\n"}, {`  (bind :443|http-request redirect) .*\n`, ""},
		{`(  server \w+ .*\n)+`, servers.String()}, {`(  server .* track .*\n)+`, alive.String()},
	} {
		config = regexp.MustCompile(change[0]).ReplaceAll(config, []byte(change[1]))
	}
	config = fmt.Appendf(config, "frontend stats\n  bind %s\n  stats enable\n  stats uri /\n", c.stats)
	file := filepath.Join(c.dir, "haproxy.cfg")
	if err := os.WriteFile(file, config, 0o644); err != nil {
		return err
	}
	if _, err := c.daemon("haproxy", "haproxy", "-db", "-f", file); err != nil {
		return err
	}
	return c.awaitReady(ctx)
}

// awaitReady returns when the balancer sees all instances as ready.
func (c *cluster) awaitReady(ctx context.Context) error {
	return within(ctx, 2*time.Minute, "every instance ready", func() bool {
		res, err := http.Get("http://" + c.stats + "/;csv")
		if err != nil {
			return false
		}
		defer res.Body.Close()
		list, err := io.ReadAll(res.Body)
		up := regexp.MustCompile(`(?m)^ready,[0-9]+,([^,]*,){15}UP,`).FindAll(list, -1)
		return err == nil && len(up) == len(c.instances)
	})
}

// stop stops everything and deletes the folder.
func (c *cluster) stop() {
	for _, n := range c.nodes {
		if n != nil && n.gone != 0 { // a frozen one would ignore a request to stop
			n.signal(syscall.SIGKILL)
		}
	}
	for _, each := range c.instances {
		end(each.cmd)
	}
	for _, each := range slices.Backward(c.daemons) {
		end(each)
	}
	for _, n := range c.nodes {
		if n != nil {
			n.signalPostgres(syscall.SIGKILL)
		}
	}
	_ = os.RemoveAll(c.dir)
}

// end stops a program, and kills it if that takes too long.
func end(cmd *exec.Cmd) {
	_ = cmd.Process.Signal(syscall.SIGTERM)
	kill := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	kill.Stop()
}
