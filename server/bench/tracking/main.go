// Command tracking measures how fast events are counted: against a handler
// that writes one row and one counter a request, against no database at all,
// on a click-out, while Postgres stalls and, with -rows, in a report over many
// raw events. It prints each figure with its goal and exits 1 when one falls
// short.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"thriftwell/db"
	"thriftwell/db/seed"
)

// The goals.
const (
	overNaive   = 6.0                    // times the naive handler
	overNothing = 0.4                    // of the same handler without a database
	addedP99    = 15 * time.Millisecond  // by recording, to a click-out
	stallLimit  = 100 * time.Millisecond // for a click-out while Postgres stalls
	reportLimit = 5 * time.Millisecond   // in the database
)

type bench struct {
	dir         string // throwaway
	db          *db.DB
	offers      []int64
	connections int
	span        time.Duration // of one measurement
	short       bool          // a goal was missed
}

func main() {
	connections := flag.Int("connections", 256, "connections that send events")
	span := flag.Duration("span", 5*time.Second, "how long each load lasts")
	stall := flag.Duration("stall", 10*time.Second, "how long Postgres is stopped")
	rows := flag.Int64("rows", 0, "raw events to load for the report; 100000000 takes an hour and 15 GB")
	binaries := flag.String("node-modules", "node_modules", "where the bundled Postgres is")
	flag.Parse()
	short, err := run(*connections, *span, *stall, *rows, *binaries)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if short {
		os.Exit(1)
	}
}

func run(connections int, span, stall time.Duration, rows int64, binaries string) (short bool, err error) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "thriftwell-bench-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil {
		return false, err
	}
	postgres, err := db.StartEmbedded(ctx, db.EmbeddedOptions{DataDir: filepath.Join(dir, "data"), Binaries: binaries, Log: slog.Default()})
	if err != nil {
		return false, err
	}
	defer postgres.Stop(ctx)
	url := postgres.URL(db.EmbeddedDatabase)
	if err := db.Migrate(ctx, url); err != nil {
		return false, err
	}
	b := &bench{dir: dir, connections: connections, span: span}
	if b.db, err = db.Open(ctx, url); err != nil {
		return false, err
	}
	defer b.db.Close()
	if _, err := seed.Load(ctx, b.db.Pool); err != nil {
		return false, err
	}
	if rows > 0 {
		return b.short, b.report(ctx, rows)
	}
	if err := b.events(ctx, stall); err != nil {
		return false, err
	}
	return b.short, nil
}

// say prints a figure and whether it is good enough.
func (b *bench) say(good bool, format string, args ...any) {
	mark := "ok   "
	if !good {
		mark, b.short = "SHORT", true
	}
	fmt.Printf("%s %s\n", mark, fmt.Sprintf(format, args...))
}
