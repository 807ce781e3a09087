// Command tracking prints what package counting measures, and exits 1 when a
// figure falls short.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"thriftwell/server/bench/counting"
)

func main() {
	var o counting.Options
	flag.IntVar(&o.Connections, "connections", 256, "connections that send events")
	flag.DurationVar(&o.Span, "span", 3*time.Second, "how long each load lasts")
	flag.DurationVar(&o.Stall, "stall", 10*time.Second, "how long Postgres is stopped")
	flag.Int64Var(&o.Rows, "rows", 0, "measure the report, over so many raw events, instead")
	flag.StringVar(&o.NodeModules, "node-modules", "node_modules", "where the bundled Postgres is")
	flag.Parse()
	measure := counting.Events
	if o.Rows > 0 {
		measure = counting.Report
	}
	figures, err := measure(context.Background(), o)
	short := err != nil
	for _, f := range figures {
		mark := "ok   "
		if !f.Holds() {
			mark, short = "SHORT", true
		}
		fmt.Printf("%s %s: %.2f %s", mark, f.Name, f.Figure, f.Unit)
		if f.Of != "" {
			fmt.Printf(" (%.4g to %.4g %s)", f.Site, f.Against, f.Of)
		}
		fmt.Println()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if short {
		os.Exit(1)
	}
}
