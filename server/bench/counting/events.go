package counting

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"thriftwell/server/platform/tracking"
)

const target = "https://partner.example.com/start?sub={subid}&click={clickid}"

// events measures everything but the report.
func (b *bench) events(ctx context.Context) ([]Figure, error) {
	if err := b.prepare(ctx); err != nil {
		return nil, err
	}
	real, err := tracking.Open(ctx, b.options())
	if err != nil {
		return nil, err
	}
	defer real.Close(ctx)
	run, cancel := context.WithCancel(ctx)
	defer cancel()
	go real.Run(run)
	sites := map[string]*site{}
	for name, counter := range map[string]*tracking.Counter{
		"naive": tracking.NewCounter(b.options(), naive{b.db.Pool}), "nothing": tracking.NewCounter(b.options(), nothing{}), "real": real.Counter,
	} {
		if sites[name], err = b.serve(ctx, counter); err != nil {
			return nil, err
		}
		defer sites[name].Close()
	}
	figures, rate, err := b.rates(sites)
	if err != nil {
		return nil, err
	}
	if err := b.consistent(ctx); err != nil {
		return nil, err
	}
	added, err := b.clicks(sites, rate/2)
	if err != nil {
		return nil, err
	}
	stall, err := b.stalled(sites["real"].addr)
	return append(figures, added, stall), err
}

// rounds is how often the sides take turns; the medians count.
const rounds = 5

// rates measures events a second, and what each costs: processor time, which
// says more than seconds on a machine that has other work.
func (b *bench) rates(sites map[string]*site) (figures []Figure, rate float64, err error) {
	rates, costs := map[string][]float64{}, map[string][]float64{}
	for round := range rounds + 1 {
		for name, s := range sites {
			before := b.cpu()
			rate, took, err := b.hammer(s.addr, b.Span)
			if err != nil {
				return nil, 0, fmt.Errorf("%s: %w", name, err)
			}
			if round == 0 {
				continue // to warm up
			}
			rates[name] = append(rates[name], rate)
			costs[name] = append(costs[name], float64((b.cpu()-before).Microseconds())/float64(max(1, len(took))))
		}
	}
	real, nothing, naive := median(rates["real"]), median(rates["nothing"]), median(rates["naive"])
	costReal, costNothing, costNaive := median(costs["real"]), median(costs["nothing"]), median(costs["naive"])
	return []Figure{
		{Name: "events committed with roll-ups, to one row and one counter a request", Figure: real / naive, Unit: "×", Site: real, Against: naive, Of: "events/s", AtLeast: overNaive},
		{Name: "the same in processor time an event", Figure: costNaive / costReal, Unit: "×", Site: costReal, Against: costNaive, Of: "µs"},
		{Name: "events committed with roll-ups, to the handler without a database", Figure: real / nothing, Unit: "×", Site: real, Against: nothing, Of: "events/s", AtLeast: overNothing},
		{Name: "the same in processor time an event", Figure: costNothing / costReal, Unit: "×", Site: costReal, Against: costNothing, Of: "µs"},
	}, real, nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
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
	err := b.db.Pool.QueryRow(ctx, "SELECT (SELECT count(*) FROM events), (SELECT coalesce(sum(count), 0) FROM daily_counts)").Scan(&events, &counted)
	if err == nil && events != counted {
		err = fmt.Errorf("%d events, but the roll-ups say %d", events, counted)
	}
	return err
}

// clicks measures what recording adds to a click-out.
func (b *bench) clicks(sites map[string]*site, rate float64) (Figure, error) {
	p99 := map[string][]float64{}
	for range rounds {
		for _, name := range []string{"nothing", "real"} {
			_, took, err := b.load(sites[name].addr, b.Span, rate, b.click, 302)
			if err != nil {
				return Figure{}, err
			}
			p99[name] = append(p99[name], milliseconds(percentile(took, .99)))
		}
	}
	real, nothing := median(p99["real"]), median(p99["nothing"])
	return Figure{
		Name: fmt.Sprintf("what recording adds to the p99 of a click-out at %.0f/s", rate), Figure: max(0, real-nothing), Unit: "ms",
		Site: real, Against: nothing, Of: "ms", AtMost: addedP99,
	}, nil
}

func (b *bench) click(c *client, n int) (int, error) {
	return c.click(b.offers[n%len(b.offers)], target)
}

// stalled stops every process of Postgres for a while and clicks meanwhile.
func (b *bench) stalled(addr string) (Figure, error) {
	processes, err := b.postgres()
	if err != nil {
		return Figure{}, err
	}
	signal := func(s syscall.Signal) {
		for _, pid := range processes {
			_ = syscall.Kill(pid, s)
		}
	}
	signal(syscall.SIGSTOP)
	defer signal(syscall.SIGCONT)
	few := *b
	few.Connections = 20
	_, took, err := few.load(addr, b.Stall, 100, b.click, 302)
	return Figure{
		Name: fmt.Sprintf("a click-out at most, while Postgres is stopped for %v", b.Stall), Figure: milliseconds(percentile(took, 1)), Unit: "ms", AtMost: stallLimit,
	}, err
}

// postgres returns the processes of the bench's own Postgres.
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
