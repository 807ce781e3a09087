package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Between the kills of the mixed load.
const (
	betweenServers   = time.Second // that it is ready before it is killed
	betweenRenderers = 100 * time.Millisecond
)

// measureLosses kills the server, its Postgres and its renderers with -9 under a
// mixed load, and looks up each write that was acknowledged.
func measureLosses(ctx context.Context, b *bench) ([]result, error) {
	servers, postgres, renderers := 20, 10, 100
	if b.long {
		servers, postgres, renderers = 200, 100, 1000
	}
	site, err := b.startSite(ctx, "TRUSTED_PROXIES=127.0.0.1", "TRACKING_LIMIT=1000000")
	if err != nil {
		return nil, err
	}
	defer site.stop()
	token, err := site.adminToken(ctx)
	if err != nil {
		return nil, err
	}
	w, err := newWrites(site, token)
	if err != nil {
		return nil, err
	}
	loading, end := context.WithCancel(ctx)
	defer end()
	var load sync.WaitGroup
	watch := watch{addr: site.addr}
	load.Go(func() { w.until(loading) })
	load.Go(func() { watch.until(loading) })

	for i := range servers {
		time.Sleep(betweenServers)
		for range renderers / servers {
			if workers := site.workers(); len(workers) > 0 {
				_ = syscall.Kill(workers[i%len(workers)], syscall.SIGKILL)
			}
			time.Sleep(betweenRenderers)
		}
		if i%(servers/postgres) == 0 {
			if err := site.killPostgres(ctx); err != nil {
				return nil, err
			}
			time.Sleep(betweenServers)
		}
		watch.life.Add(1)
		if err := errors.Join(site.restart(ctx), site.await(ctx, "/readyz")); err != nil {
			return nil, err
		}
	}
	time.Sleep(betweenServers)
	end()
	load.Wait()

	found, rollups, differ, err := w.check(ctx)
	if err != nil {
		return nil, err
	}
	var all tally
	for kind, t := range found {
		fmt.Fprintf(os.Stderr, "%s: %d acknowledged, %d lost, %d twice\n", kind, t.acknowledged, t.lost, t.twice)
		all.acknowledged, all.lost, all.twice = all.acknowledged+t.acknowledged, all.lost+t.lost, all.twice+t.twice
	}
	kills := fmt.Sprintf(" through %d kills of the server, %d of Postgres and %d of renderers", servers, postgres, renderers)
	return []result{
		share("acknowledged writes that are kept once"+kills, all.acknowledged-all.lost-all.twice, all.acknowledged, "writes"),
		share("roll-ups that equal the events"+kills, rollups-differ, rollups, "roll-ups"),
		share("pages from memory that come while the server runs"+kills, int(watch.asked.Load()-watch.failed.Load()), int(watch.asked.Load()), "pages"),
	}, nil
}

// share is the line of something that has to hold for all.
func share(name string, holds, all int, of string) result {
	return result{Name: name, Figure: float64(holds) / float64(max(all, 1)), Unit: "of all", Site: float64(holds), Against: float64(all), Of: of, AtLeast: 1}
}

// adminToken makes a bearer token.
func (p *process) adminToken(ctx context.Context) (string, error) {
	out, err := p.run(ctx, "token", "create", "--email", "bench@thriftwell.example", "--role", "admin")
	return out[strings.LastIndexByte(out, '\n')+1:], err
}

// killPostgres kills the postmaster with -9; the server starts it again.
func (p *process) killPostgres(ctx context.Context) error {
	for ctx.Err() == nil {
		file, err := os.ReadFile(filepath.Join(p.dir, "data", "postgres", "postmaster.pid"))
		first, _, _ := strings.Cut(string(file), "\n")
		pid, invalid := strconv.Atoi(first)
		if err == nil && invalid == nil && pid > 1 && syscall.Kill(pid, syscall.SIGKILL) == nil {
			return nil
		}
		time.Sleep(20 * time.Millisecond) // it may just be starting
	}
	return ctx.Err()
}

// watch asks for a page over and over, and counts when it came and when not
// though it was in the server's memory.
type watch struct {
	addr          string
	life          atomic.Int64 // which life of the server it is
	asked, failed atomic.Int64
}

func (w *watch) until(ctx context.Context) {
	cached := int64(-1) // the life whose server has the page
	for ; ctx.Err() == nil; time.Sleep(5 * time.Millisecond) {
		life := w.life.Load()
		res, err := http.Get("http://" + w.addr + guide)
		if err != nil {
			continue // the server is down
		}
		res.Body.Close()
		switch {
		case res.StatusCode == http.StatusOK:
			cached = life
			w.asked.Add(1)
		case cached == life && w.life.Load() == life:
			w.asked.Add(1)
			w.failed.Add(1)
		}
	}
}

// measureFirstRenders kills all renderers at once and times the next page that
// nobody has asked for before.
func measureFirstRenders(ctx context.Context, b *bench) ([]result, error) {
	kills := 50
	if b.long {
		kills = 500 // of two renderers each
	}
	site, err := b.startSite(ctx)
	if err != nil {
		return nil, err
	}
	defer site.stop()
	var took []float64
	for n := range kills {
		workers := site.workers()
		for _, pid := range workers {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		begin := time.Now()
		for {
			if _, _, err := site.get(anew(n)); err == nil {
				break
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			time.Sleep(10 * time.Millisecond)
		}
		took = append(took, float64(time.Since(begin).Milliseconds()))
		time.Sleep(betweenServers)
	}
	slices.Sort(took)
	return []result{{Name: fmt.Sprintf("p99 of the first new page after all renderers were killed, %d times", kills), Figure: took[len(took)*99/100], Unit: "ms", Site: median(took), Of: "ms at the median", AtMost: 1000}}, nil
}

// anew returns the nth address of a page that is rendered anew.
func anew(n int) string { return fmt.Sprintf("/articles?q=car+%d", n) }
