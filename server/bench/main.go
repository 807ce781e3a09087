// Command bench measures the real site against its limits and prints one table:
// what was measured, what was required, and whether it held. Every figure is
// the median of rounds that alternate between the two sides: machines are
// noisy, and only ratios of one run can be trusted.
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
	"text/tabwriter"
	"time"
)

// result is one line of the table.
type result struct {
	Name    string  `json:"name"`
	Figure  float64 `json:"figure"`            // what counts: a ratio, bytes, a count
	Unit    string  `json:"unit"`              // of Figure
	Site    float64 `json:"site,omitempty"`    // the site's own median
	Against float64 `json:"against,omitempty"` // the other side's median
	Of      string  `json:"of,omitempty"`      // what Site and Against are
	AtLeast float64 `json:"atLeast,omitempty"`
	AtMost  float64 `json:"atMost,omitempty"`
}

// holds reports whether the figure is what was asked.
func (r result) holds() bool {
	return r.Figure >= r.AtLeast && (r.AtMost == 0 || r.Figure <= r.AtMost)
}

func (r result) asked() string {
	if r.AtMost != 0 {
		return fmt.Sprintf("≤ %g", r.AtMost)
	}
	return fmt.Sprintf("≥ %g", r.AtLeast)
}

// bench is one run: where the project stands and how much is measured.
type bench struct {
	root   string
	rounds int
	span   time.Duration // of one side's turn
	long   bool
	soak   time.Duration // how long the soak takes; 0 for a minute, or two hours with long
	events int64         // raw events under the report; 0 for a million, or 100 million with long
}

// part measures some lines.
type part struct {
	name string
	run  func(context.Context, *bench) ([]result, error)
}

func parts() []part {
	return []part{
		{"bytes", measureBytes},
		{"browser", measureBrowser},
		{"lighthouse", measureLighthouse},
		{"cached", measureCached},
		{"uncached", measureUncached},
		{"misses", measureMisses},
		{"kills", measureKills},
		{"memory", measureMemory},
		{"signups", measureSignups},
		{"mail", measureMail},
		{"counting", measureCounting},
		{"instances", measureInstances},
		{"imports", measureImports},
		{"report", measureReport},
		{"postbacks", measurePostbacks},
		{"search", measureSearch},
		{"faults-losses", measureLosses},
		{"faults-renders", measureFirstRenders},
		{"faults-overload", measureOverload},
		{"faults-slow", measureSlow},
		{"faults-rolling", measureRolling},
		{"faults-foreign", measureForeign},
		{"soak", measureSoak},
	}
}

func main() {
	// The bench is also what it measures against.
	if len(os.Args) > 1 && os.Args[1] == "bare" {
		serveBare(os.Args[2:])
		return
	}
	if len(os.Args) > 1 && os.Args[1] == "cluster" {
		if err := runCluster(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	b := &bench{}
	asJSON := flag.Bool("json", false, "print JSON instead of the table")
	only := flag.String("only", "", "measure only the parts whose names begin so, separated by commas")
	flag.IntVar(&b.rounds, "rounds", 5, "turns of each side")
	flag.DurationVar(&b.span, "span", 2*time.Second, "how long a turn takes")
	flag.BoolVar(&b.long, "long", false, "also what takes many minutes")
	flag.DurationVar(&b.soak, "soak", 0, "how long the soak takes (default a minute, or two hours with --long)")
	flag.Int64Var(&b.events, "events", 0, "raw events under the report (default a million, or 100 million with --long)")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, b, *only, *asJSON, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, b *bench, only string, asJSON bool, out io.Writer) (err error) {
	if b.root, err = filepath.Abs("."); err != nil {
		return err
	}
	var all []result
	for _, p := range parts() {
		if !slices.ContainsFunc(strings.Split(only, ","), func(begins string) bool { return strings.HasPrefix(p.name, begins) }) {
			continue
		}
		fmt.Fprintf(os.Stderr, "measuring %s\n", p.name)
		results, err := p.run(ctx, b)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		all = append(all, results...)
	}
	return print(out, all, asJSON)
}

// print prints the results, and fails where one of them does not hold.
func print(out io.Writer, all []result, asJSON bool) (err error) {
	if asJSON {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(all)
	} else {
		err = printTable(out, all)
	}
	for _, r := range all {
		if !r.holds() {
			err = errors.Join(err, fmt.Errorf("missed: %s", r.Name))
		}
	}
	return err
}

func printTable(out io.Writer, all []result) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "line\tfigure\tasked\tsite\tagainst\tof\t")
	for _, r := range all {
		verdict := ""
		if !r.holds() {
			verdict = "MISSED"
		}
		fmt.Fprintf(w, "%s\t%s %s\t%s\t%s\t%s\t%s\t%s\n", r.Name, number(r.Figure), r.Unit, r.asked(), number(r.Site), number(r.Against), r.Of, verdict)
	}
	return w.Flush()
}

func number(f float64) string {
	switch {
	case f == 0:
		return "–"
	case f >= 100:
		return fmt.Sprintf("%.0f", f)
	}
	return fmt.Sprintf("%.2f", f)
}

// median of the values, which it sorts.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	if n == 0 {
		return 0
	}
	if n%2 == 1 {
		return values[n/2]
	}
	return (values[n/2-1] + values[n/2]) / 2
}
