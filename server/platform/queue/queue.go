// Package queue runs River, the job queue: how long a job may take, and
// what happens if its process is killed.
//
// River retries such a job once it has run longer than any job may. A process
// that only stalls must not have its job run twice: see Claims.
package queue

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
)

// A job that takes longer than jobTimeout is canceled and retried. One still
// marked as running after rescueAfter belonged to a killed process: River looks
// for those twice a minute, and retries them after at most rescuePause. So a
// job runs again within 3 minutes.
const (
	jobTimeout  = time.Minute
	rescueAfter = 90 * time.Second
	rescuePause = 20 * time.Second
)

// softStop is how long jobs may continue when the program ends. Then they are
// canceled, and the next process retries them at once.
const softStop = 8 * time.Second

// stopTimeout is how long Run waits for canceled jobs, too.
const stopTimeout = softStop + 2*time.Second

// maxRescues bounds the retries of a job whose process is killed each time,
// because the job may be the cause.
const maxRescues = 100

// config returns the configuration of a client that works on queues.
func config(workers *river.Workers, queues map[string]river.QueueConfig, claims *Claims, log *slog.Logger) *river.Config {
	return &river.Config{
		Workers: workers, Queues: queues, Middleware: []rivertype.Middleware{claims},
		JobTimeout: jobTimeout, RescueStuckJobsAfter: rescueAfter, RetryPolicy: &retries{}, SoftStopTimeout: softStop,
		Logger: slog.New(warnings{log.Handler()}), ErrorHandler: failures{log},
	}
}

// start deletes jobs of a kind that no worker runs anymore, and starts a client.
// Release 149971c sent newsletters with them. If it still runs while another
// instance starts, it adds jobs that would wait forever.
func start(ctx context.Context, pool *pgxpool.Pool, client *river.Client[pgx.Tx]) error {
	if _, err := pool.Exec(ctx, "DELETE FROM river_job WHERE kind = 'letters.batch'"); err != nil {
		return err
	}
	return client.Start(ctx)
}

// Run works on queues until ctx ends, then finishes the running jobs. Connect
// opens a connection for Claims.
func Run(ctx context.Context, pool *pgxpool.Pool, connect func(context.Context) (*pgx.Conn, error), workers *river.Workers, queues map[string]river.QueueConfig, log *slog.Logger) error {
	claims := newClaims(connect)
	client, err := river.NewClient(riverpgxv5.New(pool), config(workers, queues, claims, log))
	if err != nil {
		return err
	}
	for start(context.WithoutCancel(ctx), pool, client) != nil { // Postgres may be down
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
	}
	<-ctx.Done()
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	defer claims.Close(stop)
	if err := client.Stop(stop); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// retries is River's policy with a short wait for jobs whose process was
// killed.
type retries struct{ river.DefaultClientRetryPolicy }

// NextRetry returns when a job is retried.
func (r *retries) NextRetry(job *rivertype.JobRow) time.Time {
	next := r.DefaultClientRetryPolicy.NextRetry(job)
	if soon := time.Now().Add(rescuePause); time.Since(*job.AttemptedAt) >= rescueAfter && next.After(soon) {
		return soon
	}
	return next
}

// failures logs each failed attempt.
type failures struct{ log *slog.Logger }

// HandleError logs why an attempt failed. River retries by itself.
func (f failures) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	f.log.WarnContext(ctx, "job attempt failed", "job", job.Kind, "id", job.ID, "attempt", job.Attempt, "of", job.MaxAttempts, "error", err)
	return nil
}

// HandlePanic does nothing: River logs panics as errors.
func (failures) HandlePanic(context.Context, *rivertype.JobRow, any, string) *river.ErrorHandlerResult {
	return nil
}

// warnings passes on only warnings and errors, without River's routine
// messages.
type warnings struct{ slog.Handler }

// Enabled reports whether records of a level are logged.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}
