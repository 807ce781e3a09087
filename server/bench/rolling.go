package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// A balancer that asks who is ready and never tries a request again.
const (
	askReady     = 100 * time.Millisecond // that often it asks
	balanced     = 8                      // clients of it
	betweenCalls = 5 * time.Millisecond   // of a client
)

// The one key of the instances, which share a database.
const sharedKeys = "DATA_KEYS=bench:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

// instance is a site behind the balancer.
type instance struct {
	*process
	ready atomic.Bool // as it said last
}

// measureRolling restarts two instances in turn, as an upgrade does, and counts
// the requests that came through a balancer and failed.
func measureRolling(ctx context.Context, b *bench) ([]result, error) {
	restarts, least := 6, 10_000
	if b.long {
		restarts, least = 20, 100_000
	}
	first, err := b.startSite(ctx, sharedKeys, "RENDER_WORKERS=1") // has the database
	if err != nil {
		return nil, err
	}
	defer first.stop()
	database, err := first.databaseURL()
	if err != nil {
		return nil, err
	}
	balancing, end := context.WithCancel(ctx)
	defer end()
	var all []*instance
	var running sync.WaitGroup
	for range 2 {
		site, err := b.startSite(ctx, sharedKeys, "RENDER_WORKERS=1", "SHUTDOWN_WAIT=1s", "DATABASE_URL="+database)
		if err != nil {
			return nil, err
		}
		defer site.stop()
		each := &instance{process: site}
		each.ready.Store(true)
		all = append(all, each)
		running.Go(func() { each.watch(balancing) })
	}
	var asked, failed atomic.Int64
	for n := range balanced {
		running.Go(func() {
			for nth := n; balancing.Err() == nil; nth++ {
				asked.Add(1)
				if err := callAny(all, nth); err != nil && failed.Add(1) <= 5 {
					fmt.Fprintln(os.Stderr, "a request failed:", err)
				}
				time.Sleep(betweenCalls)
			}
		})
	}
	for n := range restarts {
		if err := all[n%2].roll(ctx); err != nil {
			return nil, err
		}
	}
	for asked.Load() < int64(least) && ctx.Err() == nil {
		time.Sleep(askReady)
	}
	end()
	running.Wait()
	return []result{share(fmt.Sprintf("requests through a balancer that come through %d rolling restarts", restarts), int(asked.Load()-failed.Load()), int(asked.Load()), "requests")}, nil
}

// databaseURL is the address of the site's bundled Postgres.
func (p *process) databaseURL() (string, error) {
	file, err := os.ReadFile(filepath.Join(p.dir, "data", "postgres", "postmaster.pid"))
	lines := strings.Split(string(file), "\n")
	if err != nil || len(lines) < 5 {
		return "", fmt.Errorf("the database does not say where it listens: %w", err)
	}
	query := url.Values{"host": {lines[4]}, "port": {"5432"}, "sslmode": {"disable"}}
	return "postgres://thriftwell@/thriftwell?" + query.Encode(), nil
}

// watch asks an instance over and over whether it is ready.
func (i *instance) watch(ctx context.Context) {
	client := http.Client{Timeout: time.Second}
	for ; ctx.Err() == nil; time.Sleep(askReady) {
		res, err := client.Get("http://" + i.addr + "/readyz")
		if err == nil {
			res.Body.Close()
		}
		i.ready.Store(err == nil && res.StatusCode == http.StatusOK)
	}
}

// roll ends an instance as a service manager does and starts it again. It
// returns when the balancer has seen that it is ready.
func (i *instance) roll(ctx context.Context) error {
	if err := i.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	if err := i.cmd.Wait(); err != nil {
		return err
	}
	if err := errors.Join(i.again(ctx), i.await(ctx, "/readyz")); err != nil {
		return err
	}
	for !i.ready.Load() && ctx.Err() == nil {
		time.Sleep(askReady)
	}
	return ctx.Err()
}

// callAny asks one of those that are ready for a page, once.
func callAny(all []*instance, nth int) error {
	for n := range all {
		if to := all[(nth+n)%len(all)]; to.ready.Load() {
			return call(to.addr)
		}
	}
	return errors.New("no instance is ready")
}

// call asks once, over a connection of its own: the client of net/http would
// ask again by itself.
func call(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.WriteString(conn, "GET "+guide+" HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n"); err != nil {
		return err
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s (%s)", res.Status, res.Header.Get("Cache-Status"))
	}
	return nil
}
