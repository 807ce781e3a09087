package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"thriftwell/server/platform/tracking"
)

const target = "https://partner.example.com/start?sub={subid}&click={clickid}"

// events measures everything but the report.
func (b *bench) events(ctx context.Context, stall time.Duration) error {
	if err := b.prepare(ctx); err != nil {
		return err
	}
	real, err := tracking.Open(ctx, b.options())
	if err != nil {
		return err
	}
	defer real.Close(ctx)
	run, cancel := context.WithCancel(ctx)
	defer cancel()
	go real.Run(run)
	counters := map[string]*tracking.Counter{
		"naive": tracking.NewCounter(b.options(), naive{b.db.Pool}), "nothing": tracking.NewCounter(b.options(), nothing{}), "real": real.Counter,
	}
	rates, sites := map[string]float64{}, map[string]*site{}
	for name, counter := range counters {
		if sites[name], err = b.serve(ctx, counter); err != nil {
			return err
		}
		defer sites[name].Close()
	}
	for _, name := range []string{"nothing", "naive", "real"} {
		if _, _, err := b.hammer(sites[name].addr, b.span/5); err != nil { // to warm up
			return fmt.Errorf("%s: %w", name, err)
		}
		before := b.cpu()
		rate, took, err := b.hammer(sites[name].addr, b.span)
		used := (b.cpu() - before) / time.Duration(max(1, len(took)))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		rates[name] = rate
		fmt.Printf("      %-8s %7.0f events/s at %d connections, p50 %v, p99 %v; %v of CPU each\n",
			name, rate, b.connections, percentile(took, .5), percentile(took, .99), used.Round(time.Microsecond))
	}
	b.say(rates["real"] >= overNaive*rates["naive"], "recorded with roll-ups: %.1f times one row and one counter a request (goal %.0f)", rates["real"]/rates["naive"], overNaive)
	b.say(rates["real"] >= overNothing*rates["nothing"], "recorded with roll-ups: %.2f of the handler without a database (goal %.1f)", rates["real"]/rates["nothing"], overNothing)
	if err := b.consistent(ctx); err != nil {
		return err
	}
	if err := b.clicks(sites, rates["real"]/2); err != nil {
		return err
	}
	return b.stalled(sites["real"].addr, stall)
}

// prepare makes eight offers, and the naive handler's tables.
func (b *bench) prepare(ctx context.Context) error {
	for n := range 8 {
		var id int64
		err := b.db.Pool.QueryRow(ctx, `INSERT INTO offers (title, type, target_url) VALUES ($1, 'linkout', $2) RETURNING id`,
			fmt.Sprintf("Bench %d", n), target).Scan(&id)
		if err != nil {
			return err
		}
		b.offers = append(b.offers, id)
	}
	_, err := b.db.Pool.Exec(ctx, `
		CREATE TABLE naive_events (id uuid PRIMARY KEY, at timestamptz NOT NULL, offer bigint NOT NULL, action text NOT NULL, visitor uuid NOT NULL);
		CREATE TABLE naive_counts (offer bigint PRIMARY KEY, count bigint NOT NULL);
		INSERT INTO naive_counts SELECT id, 0 FROM offers`)
	return err
}

// consistent fails when the roll-ups do not say what the events say.
func (b *bench) consistent(ctx context.Context) error {
	var events, counted int64
	err := b.db.Pool.QueryRow(ctx, "SELECT (SELECT count(*) FROM events), (SELECT sum(count) FROM daily_counts)").Scan(&events, &counted)
	if err == nil && events != counted {
		err = fmt.Errorf("%d events, but the roll-ups say %d", events, counted)
	}
	return err
}

// clicks measures what recording adds to a click-out.
func (b *bench) clicks(sites map[string]*site, rate float64) error {
	p99 := map[string]time.Duration{}
	for _, name := range []string{"nothing", "real"} {
		_, took, err := b.load(sites[name].addr, b.span, rate, b.click, 302)
		if err != nil {
			return err
		}
		p99[name] = percentile(took, .99)
		fmt.Printf("      click-out, %-8s p50 %v, p99 %v at %.0f/s\n", name, percentile(took, .5), p99[name], rate)
	}
	added := p99["real"] - p99["nothing"]
	b.say(added <= addedP99, "recording adds %v p99 to a click-out at half the load (goal %v)", added, addedP99)
	return nil
}

func (b *bench) click(c *client, n int) (int, error) {
	return c.click(b.offers[n%len(b.offers)], target)
}

// stalled stops every process of Postgres for a while and clicks meanwhile.
func (b *bench) stalled(addr string, span time.Duration) error {
	processes, err := b.postgres()
	if err != nil {
		return err
	}
	signal := func(s syscall.Signal) {
		for _, pid := range processes {
			_ = syscall.Kill(pid, s)
		}
	}
	signal(syscall.SIGSTOP)
	defer signal(syscall.SIGCONT)
	few := *b
	few.connections = 20
	_, took, err := few.load(addr, span, 100, b.click, 302)
	if err != nil {
		return err
	}
	b.say(took[len(took)-1] <= stallLimit, "a click-out takes %v at most, p50 %v, while Postgres is stopped for %v (goal %v)",
		percentile(took, 1), percentile(took, .5), span, stallLimit)
	return nil
}

// postgres gives the processes of the bench's own Postgres.
func (b *bench) postgres() ([]int, error) {
	file, err := os.ReadFile(filepath.Join(b.dir, "data", "postgres", "postmaster.pid"))
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(string(file), "\n")
	postmaster, err := strconv.Atoi(first)
	if err != nil {
		return nil, err
	}
	all := []int{postmaster}
	children, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", postmaster))
	for _, list := range children {
		text, err := os.ReadFile(list)
		if err != nil {
			return nil, err
		}
		for _, pid := range strings.Fields(string(text)) {
			n, _ := strconv.Atoi(pid)
			all = append(all, n)
		}
	}
	return all, err
}

// cpu is the processor time that the bench and its Postgres have used. It says
// on a busy machine too what an event costs.
func (b *bench) cpu() time.Duration {
	var own syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &own)
	sum := time.Duration(own.Utime.Nano() + own.Stime.Nano())
	processes, _ := b.postgres()
	for _, pid := range processes {
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, rest, _ := strings.Cut(string(stat), ") ")
		if fields := strings.Fields(rest); len(fields) > 12 { // utime and stime, in hundredths of a second
			user, _ := strconv.Atoi(fields[11])
			system, _ := strconv.Atoi(fields[12])
			sum += time.Duration(user+system) * 10 * time.Millisecond
		}
	}
	return sum
}
