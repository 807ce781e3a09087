package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"thriftwell/db"
	"thriftwell/server/features/letters"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/features/webhooks"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/rescue"
	"thriftwell/server/platform/weburl"
)

// Mail goes out at mailWorkers per fetchPause at most: 100 a second, which
// spares the mail server and leaves the machine to the visitors.
const (
	mailWorkers = 10
	fetchPause  = 100 * time.Millisecond
)

// consentWorkers write down consents and withdrawals, which takes milliseconds.
// They spare nobody but the database, so they hardly pause: at fetchPause, who
// left after a large letter would wait for their turn at 20 a second.
const (
	consentWorkers = 2
	consentPause   = 5 * time.Millisecond
)

// A job that takes longer than jobTimeout is broken off and tried again; one
// that goes on all the same is given to another after rescueAfter. Those of a
// server that was killed need not wait so long: see rescue.
const (
	jobTimeout  = 2 * time.Minute
	rescueAfter = 5 * time.Minute
)

// queued adds what does one kind of job.
type queued func(*river.Workers)

func work[T river.JobArgs](do func(context.Context, *river.Job[T]) error) queued {
	return func(workers *river.Workers) { river.AddWorker(workers, river.WorkFunc(do)) }
}

// workQueue does the queued jobs until ctx ends, and finishes those under way.
func (s *services) workQueue(ctx context.Context) error {
	told := false
	for ctx.Err() == nil {
		process, err := rescue.Begin(ctx, s.connect)
		if err != nil { // Postgres may be away, or take no more connections
			if !told && ctx.Err() == nil {
				s.log.WarnContext(ctx, "no queued job is done for now, as that takes a connection of its own", "error", err)
			}
			told = true
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
			continue
		}
		told = false
		err = s.workAs(ctx, process)
		process.End()
		if err != nil {
			return err
		}
	}
	return nil
}

// workAs does the queued jobs until ctx ends, or the process has lost its lock.
func (s *services) workAs(ctx context.Context, process *rescue.Process) error {
	workers := river.NewWorkers()
	for _, add := range queuedJobs(s) {
		add(workers)
	}
	client, err := river.NewClient(riverpgxv5.New(s.db.Pool), process.Works(&river.Config{
		Workers: workers, Queues: map[string]river.QueueConfig{
			river.QueueDefault: {MaxWorkers: mailWorkers}, subscribers.Queue: {MaxWorkers: consentWorkers, FetchCooldown: consentPause},
			letters.Queue: {MaxWorkers: 1},
		},
		FetchCooldown: fetchPause, JobTimeout: jobTimeout, RescueStuckJobsAfter: rescueAfter,
		Logger: quieter(s.log), ErrorHandler: failures{s.log},
	}))
	if err != nil {
		return err
	}
	for client.Start(context.WithoutCancel(ctx)) != nil { // Postgres may be away
		select {
		case <-ctx.Done():
			return nil
		case <-process.Lost():
			return nil
		case <-time.After(time.Second):
		}
	}
	end := client.Stop
	select {
	case <-ctx.Done():
	case <-process.Lost():
		s.log.Warn("the database can't be reached, so the jobs under way are broken off")
		end = client.StopAndCancel
		go func() {
			<-client.Stopped() // nobody does a job of it, and none is about to be written down
			process.GiveBack(ctx)
		}()
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := end(stop); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// connect makes a connection of its own to the database.
func (s *services) connect(ctx context.Context) (*pgx.Conn, error) { return db.Connect(ctx, s.url) }

// failures logs each attempt at a job that failed.
type failures struct{ log *slog.Logger }

// HandleError logs why an attempt failed. The queue tries again by itself.
func (f failures) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	f.log.WarnContext(ctx, "an attempt at a job failed", "job", job.Kind, "id", job.ID, "attempt", job.Attempt, "of", job.MaxAttempts, "error", err)
	return nil
}

// HandlePanic does nothing: the queue logs panics as errors.
func (failures) HandlePanic(context.Context, *rivertype.JobRow, any, string) *river.ErrorHandlerResult {
	return nil
}

// quieter leaves out what the queue has to say about its normal life.
func quieter(log *slog.Logger) *slog.Logger {
	return slog.New(warnings{log.Handler()})
}

// warnings passes on warnings and errors only.
type warnings struct{ slog.Handler }

// Enabled reports whether records of this level are logged.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}

// webhookTimeout is how long the fetch of a certificate may take.
const webhookTimeout = 5 * time.Second

// mailEvents takes what those who send our mail tell of it.
func mailEvents(s *services) webhooks.HTTP {
	return webhooks.HTTP{
		Topic: s.config.SESTopic, Postmark: s.config.PostmarkAuth, SNS: &webhooks.SNS{Client: weburl.NewClient(webhookTimeout), Now: time.Now},
		Record: func(ctx context.Context, email, id string, e mail.Event) error {
			return s.people.MailTold(ctx, s.people.Secret.AddressHash(email), id, e)
		},
	}
}

// webhookRoutes is how those who send our mail and texts tell what became of them, and
// what was texted back.
func webhookRoutes(s *services) []route {
	h := mailEvents(s)
	t := webhooks.Texts{Token: s.config.Twilio.Token, Address: s.config.BaseURL + webhooks.TwilioPath, Answer: s.replies.Take,
		Stop: s.people.Subscribers.StopTexts, Undelivered: s.people.Texts.Undelivered}
	return []route{
		{"POST", "/webhooks/ses", networks(), noStore(), limits{callDeadline, maxWebhook}, h.SES},
		{"POST", "/webhooks/postmark", networks(), noStore(), limits{callDeadline, maxWebhook}, h.PostmarkEvent},
		{"POST", webhooks.TwilioPath, networks(), noStore(), ofCall(), t.Twilio},
	}
}
