// Package queue sets up River, the job queue: how long a job may take, and what
// becomes of one whose process was killed.
//
// River retries such a job once it has run for longer than any may. A process that
// only stalls must not have its job run twice: see Claims.
package queue

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// A job that takes longer than jobTimeout is canceled and retried. One that still
// counts as running after rescueAfter belonged to a process that was killed: River
// looks for those twice a minute, and they wait no longer than rescuePause. So a
// job is under way again within 3 minutes.
const (
	jobTimeout  = time.Minute
	rescueAfter = 90 * time.Second
	rescuePause = 20 * time.Second
)

// softStop is how long jobs may go on once the program ends. Then they are
// canceled, and the next process retries them at once.
const softStop = 8 * time.Second

// maxRescues bounds how often a job is retried whose process is killed each time,
// as the job itself may be the cause.
const maxRescues = 100

// Config returns the settings of a client that works on queues.
func Config(workers *river.Workers, queues map[string]river.QueueConfig, claims *Claims, log *slog.Logger) *river.Config {
	return &river.Config{
		Workers: workers, Queues: queues, Middleware: []rivertype.Middleware{claims},
		JobTimeout: jobTimeout, RescueStuckJobsAfter: rescueAfter, RetryPolicy: &retries{}, SoftStopTimeout: softStop,
		Logger: slog.New(warnings{log.Handler()}), ErrorHandler: failures{log},
	}
}

// retries is River's policy, but that a job need not wait for long because its
// process was killed.
type retries struct{ river.DefaultClientRetryPolicy }

// NextRetry returns when a job is retried.
func (r *retries) NextRetry(job *rivertype.JobRow) time.Time {
	next := r.DefaultClientRetryPolicy.NextRetry(job)
	if soon := time.Now().Add(rescuePause); time.Since(*job.AttemptedAt) >= rescueAfter && next.After(soon) {
		return soon
	}
	return next
}

// failures logs each attempt at a job that failed.
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

// warnings passes on warnings and errors only, and drops River's routine messages.
type warnings struct{ slog.Handler }

// Enabled reports whether records of this level are logged.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}
