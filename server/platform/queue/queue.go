// Package queue configures River, the job queue: how long a job may take, and
// what happens if its process is killed.
//
// River retries such a job once it has run longer than any job may. A process
// that only stalls must not have its job run twice: see Claims.
package queue

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
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

// maxRescues bounds the retries of a job whose process is killed each time,
// because the job may be the cause.
const maxRescues = 100

// Config returns the configuration of a client that works on queues.
func Config(workers *river.Workers, queues map[string]river.QueueConfig, claims *Claims, log *slog.Logger) *river.Config {
	return &river.Config{
		Workers: workers, Queues: queues, Middleware: []rivertype.Middleware{claims},
		JobTimeout: jobTimeout, RescueStuckJobsAfter: rescueAfter, RetryPolicy: &retries{}, SoftStopTimeout: softStop,
		Logger: slog.New(warnings{log.Handler()}), ErrorHandler: failures{log},
	}
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
