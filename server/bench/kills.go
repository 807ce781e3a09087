package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Pauses between kills.
const (
	betweenServers   = time.Second // that it is ready before it is killed
	betweenRenderers = 100 * time.Millisecond
)

// measureKills kills the server, its Postgres and its renderers with SIGKILL
// under a mixed load, and looks up each acknowledged write.
func measureKills(ctx context.Context, b *bench, site *process) error {
	servers := 4 * b.rounds
	w, err := newWrites(ctx, site)
	if err != nil {
		return err
	}
	loading, end := context.WithCancel(ctx)
	var load sync.WaitGroup
	defer load.Wait()
	defer end()
	load.Go(func() { w.until(loading) })
	for i := range servers {
		time.Sleep(betweenServers)
		for n := range 5 {
			if workers := site.workers(); len(workers) > 0 {
				_ = syscall.Kill(workers[n%len(workers)], syscall.SIGKILL)
			}
			time.Sleep(betweenRenderers)
		}
		if i%2 == 0 {
			if err := site.killPostgres(ctx); err != nil {
				return err
			}
			time.Sleep(betweenServers)
		}
		_ = site.cmd.Process.Kill()
		_ = site.cmd.Wait()
		if err := site.again(ctx); err != nil {
			return err
		}
	}
	time.Sleep(betweenServers)
	end()
	load.Wait()
	kept, err := w.check(ctx)
	if err != nil {
		return err
	}
	for i := range kept {
		kept[i].Name += fmt.Sprintf(", through %d kills", servers+servers/2+5*servers)
	}
	b.add(kept...)
	return nil
}

// killPostgres kills the postmaster with SIGKILL; the server restarts it.
func (p *process) killPostgres(ctx context.Context) error {
	for ctx.Err() == nil {
		pid := postmaster(filepath.Join(p.dir, "data", "postgres"))
		if pid > 1 && syscall.Kill(pid, syscall.SIGKILL) == nil {
			return nil
		}
		time.Sleep(20 * time.Millisecond) // it may be starting
	}
	return ctx.Err()
}

// postmaster returns the pid of the Postgres with a data folder, or 0.
func postmaster(data string) int {
	file, _ := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	first, _, _ := strings.Cut(string(file), "\n")
	pid, _ := strconv.Atoi(first)
	return pid
}
