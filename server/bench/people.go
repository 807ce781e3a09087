package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"time"

	"thriftwell/server/bench/counting"
)

// What lies under the report: raw events, and contexts a day.
const (
	reportRows         = 1_000_000
	reportContexts     = 5_000
	longReportRows     = 100_000_000
	longReportContexts = 50_000
)

// connectionsOfEvents is how many connections send events at a time.
const connectionsOfEvents = 256

// measureCounting compares the recorder of events with handlers that do less.
func measureCounting(ctx context.Context, b *bench) ([]result, error) {
	figures, err := counting.Events(ctx, counting.Options{
		NodeModules: b.root + "/node_modules", Connections: connectionsOfEvents, Span: b.span, Stall: 10 * time.Second,
	})
	return asResults(figures), err
}

// measureInstances compares what several instances count on one database with what
// one counts.
func measureInstances(ctx context.Context, b *bench) ([]result, error) {
	figures, err := counting.Instances(ctx, counting.Options{NodeModules: b.root + "/node_modules", Connections: connectionsOfEvents, Span: b.span})
	return asResults(figures), err
}

// measureReport times reports. With -long they lie over 100 million raw events
// and 50,000 contexts a day, which takes some ten minutes and 30 GB to load, two
// thirds of it for the events; else over fewer of both, but as many days, offers
// and campaigns.
func measureReport(ctx context.Context, b *bench) ([]result, error) {
	rows, contexts := int64(reportRows), reportContexts
	if b.long {
		rows, contexts = longReportRows, longReportContexts
	}
	if b.events != 0 {
		rows = b.events
	}
	figures, err := counting.Report(ctx, counting.Options{
		NodeModules: b.root + "/node_modules", Rows: rows, Contexts: contexts, Plans: os.Stderr,
	})
	return asResults(figures), err
}

func asResults(figures []counting.Figure) []result {
	var out []result
	for _, f := range figures {
		out = append(out, result(f))
	}
	return out
}

// measureSignups holds signing up against a bare handler.
func measureSignups(ctx context.Context, b *bench) ([]result, error) {
	figure, err := benchmark(ctx, b, "bench/signup", "Signups")
	if err != nil {
		return nil, err
	}
	return []result{{Name: "signups, 16 connections", Figure: figure("ratio"), Unit: "of bare Gin and pgx", Site: figure("signups/s"), Against: figure("bare/s"), Of: "signups/s", AtLeast: 0.5}}, nil
}

// measureMail holds the sending of a letter against a bare loop, and a page
// beside it against a page alone.
func measureMail(ctx context.Context, b *bench) ([]result, error) {
	figure, err := benchmark(ctx, b, "bench/letters", "Letters")
	if err != nil {
		return nil, err
	}
	pages, err := measureMailing(ctx, b)
	if err != nil {
		return nil, err
	}
	return []result{
		{Name: "mails of a letter, 8 connections", Figure: figure("ratio"), Unit: "of a bare go-mail", Site: figure("mails/s"), Against: figure("bare/s"), Of: "mails/s", AtLeast: 0.5},
		{Name: "a letter to 100,000, memory", Figure: figure("memory-MB"), Unit: "MB", AtMost: 200},
		{Name: "a letter to 1,000,000 prepared", Figure: figure("prepare-s"), Unit: "s", AtMost: 30},
		pages,
	}, nil
}

// measurePostbacks reports conversions to the site, each answered when it is
// committed.
func measurePostbacks(ctx context.Context, b *bench) ([]result, error) {
	figure, err := benchmark(ctx, b, "features/advertisers", "Postbacks")
	if err != nil {
		return nil, err
	}
	return []result{{Name: "postbacks committed, 16 at a time", Figure: figure("postbacks/s"), Unit: "a second", Site: figure("postbacks/s"), Against: figure("inserts/s"), Of: "a second, against one INSERT each", AtLeast: 2000}}, nil
}

// benchmark runs a Go benchmark of a package of the server, which needs what
// tests need, and reads its figures by their units.
func benchmark(ctx context.Context, b *bench, name, pattern string) (func(unit string) float64, error) {
	return tested(ctx, b, "./server/"+name, "-tags", "long", "-run", "^$", "-bench", pattern, "-benchtime", "1x")
}

// tested runs tests and reads the figures that they print.
func tested(ctx context.Context, b *bench, args ...string) (func(unit string) float64, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"test", "-count=1"}, args...)...)
	cmd.Dir = b.root
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return func(unit string) float64 {
		m := regexp.MustCompile(`([0-9.]+) ` + regexp.QuoteMeta(unit) + `\b`).FindSubmatch(out)
		if m == nil {
			return 0
		}
		value, _ := strconv.ParseFloat(string(m[1]), 64)
		return value
	}, nil
}
