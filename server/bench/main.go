// Command bench measures the real site against the limits that README.md and
// the manual promise. It prints each row when it is measured: what was
// measured, its limit, and whether it held. A part that fails loses only its
// own rows.
//
// Machines are noisy. So a figure is the median of rounds that alternate
// between the two sides, and speed is based on processor time: that of the
// server for each request.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// row is one line of the table.
type row struct {
	Name    string  `json:"name"`
	Figure  float64 `json:"figure"`            // the result: a ratio, bytes, a count
	Unit    string  `json:"unit"`              // of Figure
	Site    float64 `json:"site,omitempty"`    // the site's median
	Against float64 `json:"against,omitempty"` // the other side's median
	Of      string  `json:"of,omitempty"`      // what Site and Against are
	AtLeast float64 `json:"atLeast,omitempty"`
	AtMost  float64 `json:"atMost,omitempty"`
}

// holds reports whether the figure is within its limits.
func (r row) holds() bool {
	return (r.AtLeast == 0 || r.Figure >= r.AtLeast) && (r.AtMost == 0 || r.Figure <= r.AtMost)
}

// share returns a row about something that must hold for all.
func share(name string, holds, all int, of string) row {
	return row{Name: name, Figure: float64(holds) / float64(max(all, 1)), Unit: "of all", Site: float64(holds), Against: float64(all), Of: of, AtLeast: 1}
}

// table prints rows as they come, and records which missed a limit or failed.
type table struct {
	out    io.Writer
	asJSON bool // one object per line
	missed []error
}

func (t *table) add(rows ...row) {
	for _, r := range rows {
		verdict := "ok"
		if !r.holds() {
			verdict = "MISSED"
			t.missed = append(t.missed, fmt.Errorf("missed: %s", r.Name))
		}
		if t.asJSON {
			_ = json.NewEncoder(t.out).Encode(r)
			continue
		}
		limit := fmt.Sprintf("≥ %g", r.AtLeast)
		switch {
		case r.AtMost != 0:
			limit = fmt.Sprintf("≤ %g", r.AtMost)
		case r.AtLeast == 0:
			limit, verdict = "", ""
		}
		sides := ""
		if r.Of != "" {
			sides = fmt.Sprintf("  (%s, %s %s)", number(r.Site), number(r.Against), r.Of)
		}
		fmt.Fprintf(t.out, "%-6s  %-72s %8s %s  %s%s\n", verdict, r.Name, number(r.Figure), r.Unit, limit, sides)
	}
}

// fail records that a part failed, and prints why.
func (t *table) fail(part string, err error) {
	t.missed = append(t.missed, fmt.Errorf("failed: %s: %w", part, err))
	fmt.Fprintf(os.Stderr, "FAILED  %s: %v\n", part, err)
}

func number(f float64) string {
	if f == 0 || f >= 100 {
		return fmt.Sprintf("%.0f", f)
	}
	return fmt.Sprintf("%.2f", f)
}

// median returns the median of values, which it sorts.
func median(values []float64) float64 {
	slices.Sort(values)
	if len(values) == 0 {
		return 0
	}
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}

// bench is one run: the project's folder and how much to measure.
type bench struct {
	table
	root   string
	rounds int
	span   time.Duration // of one side's turn
	pieces int           // number of pieces for searches
}

// part measures some rows.
type part struct {
	name string
	run  func(context.Context, *bench) error
}

// onSite runs a part on a site of its own, started like a production server
// with these settings, on a free port with an empty data folder.
func onSite(measure func(context.Context, *bench, *process) error, settings ...string) func(context.Context, *bench) error {
	return func(ctx context.Context, b *bench) error {
		dir, err := os.MkdirTemp("", "bench")
		if err != nil {
			return err
		}
		site, err := b.startIn(ctx, dir, settings...)
		if err != nil {
			return err
		}
		defer site.stop()
		return measure(ctx, b, site)
	}
}

// compare measures two sides in turns, after some that warm them up. It
// returns the median of each, and that of their ratios.
func (b *bench) compare(warmups int, site, other func() (float64, error)) (ours, theirs, ratio float64, err error) {
	var all [3][]float64
	for round := range b.rounds + warmups {
		s, err := site()
		if err != nil {
			return 0, 0, 0, err
		}
		o, err := other()
		if err != nil {
			return 0, 0, 0, err
		}
		if round >= warmups {
			all[0], all[1], all[2] = append(all[0], s), append(all[1], o), append(all[2], s/o)
		}
	}
	return median(all[0]), median(all[1]), median(all[2]), nil
}

func parts() []part {
	return []part{
		{"bytes", onSite(measureBytes)},
		{"browser", onSite(measureBrowser)},
		{"cached", onSite(measureCached)},
		{"uncached", onSite(measureUncached, "PAGE_CACHE_MB=0")},
		{"memory", onSite(measureMemory, "RENDER_WORKERS=2")},
		{"overload", onSite(measureOverload, "TRUSTED_PROXIES=127.0.0.1")},
		{"events", onSite(measureEvents, "TRUSTED_PROXIES=127.0.0.1", "TRACKING_LIMIT=1000000000")},
		{"kills", onSite(measureKills, "TRUSTED_PROXIES=127.0.0.1", "TRACKING_LIMIT=1000000")},
		{"imports", onSite(measureImports, "TRUSTED_PROXIES=127.0.0.1")},
		{"search", measureSearch},
	}
}

func main() {
	run := measure
	switch append(os.Args, "")[1] { // the bench also runs the servers to compare with
	case "bare-page":
		run = servePage
	case "bare-events":
		run = serveEvents
	case "cluster":
		run = rehearse
	}
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// measure runs the requested parts.
func measure(ctx context.Context, args []string) (err error) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	b := &bench{table: table{out: os.Stdout}}
	flags := flag.NewFlagSet("bench", flag.ExitOnError)
	flags.BoolVar(&b.asJSON, "json", false, "print a JSON object a row")
	only := flags.String("only", "", "measure only the parts whose names begin so, separated by commas")
	flags.IntVar(&b.rounds, "rounds", 5, "turns of each side")
	flags.DurationVar(&b.span, "span", 2*time.Second, "how long a turn takes")
	flags.IntVar(&b.pieces, "pieces", 20_000, "how many pieces are searched")
	_ = flags.Parse(args) // exits on errors
	if b.root, err = filepath.Abs("."); err != nil {
		return err
	}
	for _, p := range parts() {
		if !slices.ContainsFunc(strings.Split(*only, ","), func(begins string) bool { return strings.HasPrefix(p.name, begins) }) {
			continue
		}
		if err := p.run(ctx, b); err != nil {
			b.fail(p.name, err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return errors.Join(b.missed...)
}
