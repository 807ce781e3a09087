package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// Mail goes out at mailWorkers per fetchPause at most: 100 a second, which
// spares the mail server and leaves the machine to the visitors.
const (
	mailWorkers = 10
	fetchPause  = 100 * time.Millisecond
)

// A job that takes longer than jobTimeout is broken off and tried again; one
// whose server was killed is given to another after rescueAfter.
const (
	jobTimeout  = 2 * time.Minute
	rescueAfter = 5 * time.Minute
)

// workQueue does the queued jobs until ctx ends, and finishes those under way.
func (a *App) workQueue(ctx context.Context) error {
	workers := river.NewWorkers()
	a.postmen(workers)
	client, err := river.NewClient(riverpgxv5.New(a.db.Pool), &river.Config{
		Workers: workers, Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: mailWorkers}},
		FetchCooldown: fetchPause, JobTimeout: jobTimeout, RescueStuckJobsAfter: rescueAfter, Logger: quieter(a.log),
	})
	if err != nil {
		return err
	}
	for client.Start(context.WithoutCancel(ctx)) != nil { // Postgres may be away
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
	}
	<-ctx.Done()
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := client.Stop(stop); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// quieter leaves out what the queue has to say about its normal life.
func quieter(log *slog.Logger) *slog.Logger {
	return slog.New(warnings{log.Handler()})
}

// warnings passes on warnings and errors only.
type warnings struct{ slog.Handler }

// Enabled reports whether a line of this level is passed on.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}
