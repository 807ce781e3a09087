// Package counting measures how fast events are counted: against a handler that
// writes one row and one counter a request, against no database at all, on a
// click-out, while Postgres stalls, and in a report over many raw events. It
// runs a Postgres of its own.
package counting

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"thriftwell/db"
	"thriftwell/db/bundled"
	"thriftwell/db/seed"
	"thriftwell/server/platform/config"
)

// The goals.
const (
	overNaive   = 6.0  // times the naive handler
	overNothing = 0.5  // of the same handler without a database
	addedP99    = 15.0 // ms, by recording, to a click-out
	stallLimit  = 100  // ms, for a click-out while Postgres stalls
	reportLimit = 5.0  // ms
)

// Options configure the measurement. NodeModules is where the bundled Postgres
// is.
type Options struct {
	NodeModules string
	Connections int           // that send events
	Span        time.Duration // of each load
	Stall       time.Duration // how long Postgres is stopped
	Rows        int64         // raw events under the report
	Contexts    int           // of a day of it, a multiple of 1,000
	Plans       io.Writer     // gets how Postgres answers the report
}

// Figure is one line of the result. It holds if it is at least AtLeast and, if
// AtMost is set, at most that. Site and Against are what it was computed from.
type Figure struct {
	Name            string
	Figure          float64
	Unit            string
	Site, Against   float64
	Of              string
	AtLeast, AtMost float64
}

type bench struct {
	Options
	dir    string // throwaway
	db     *db.DB
	offers []int64
}

// Events measures the recording of events and what it costs a click-out.
func Events(ctx context.Context, o Options) ([]Figure, error) {
	return with(ctx, o, false, (*bench).events)
}

// Report measures a report of 30 days over Options.Rows raw events, on a
// Postgres without durability, which loads them faster.
func Report(ctx context.Context, o Options) ([]Figure, error) {
	return with(ctx, o, true, (*bench).report)
}

// with runs a measurement on a Postgres made for it.
func with(ctx context.Context, o Options, throwaway bool, measure func(*bench, context.Context) ([]Figure, error)) ([]Figure, error) {
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(config.GCPercent)) // as the server does
	}
	dir, err := os.MkdirTemp("", "thriftwell-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // Postgres may run under another user
		return nil, err
	}
	quiet := slog.New(slog.DiscardHandler)
	postgres, err := bundled.Start(ctx, bundled.Options{DataDir: filepath.Join(dir, "data"), Binaries: o.NodeModules, Log: quiet, Throwaway: throwaway})
	if err != nil {
		return nil, err
	}
	defer postgres.Stop(context.WithoutCancel(ctx))
	url := postgres.URL(bundled.Database)
	if err := db.Migrate(ctx, url); err != nil {
		return nil, err
	}
	b := &bench{Options: o, dir: dir}
	if b.db, err = db.Open(ctx, url); err != nil {
		return nil, err
	}
	defer b.db.Close()
	if _, err := seed.Load(ctx, b.db.Pool, false); err != nil {
		return nil, err
	}
	return measure(b, ctx)
}
