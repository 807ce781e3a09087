package app

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"thriftwell/db"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/features/webhooks"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/queue"
	"thriftwell/server/platform/weburl"
)

// mailWorkers is how many emails are sent in each FetchCooldown of River, at
// most 100 a second. That spares the mail server and leaves the machine to
// visitors.
const mailWorkers = 10

// consentWorkers record consents and withdrawals, which takes milliseconds and
// uses only the database. Their pause is short: with the email queue's
// cooldown, unsubscribes after a large campaign would be limited to 20 a
// second.
const (
	consentWorkers = 2
	consentPause   = 5 * time.Millisecond
)

// queued registers the worker of one kind of job.
type queued func(*river.Workers)

func work[T river.JobArgs](do func(context.Context, *river.Job[T]) error) queued {
	return func(workers *river.Workers) { river.AddWorker(workers, river.WorkFunc(do)) }
}

// workQueue runs queued jobs until ctx ends, then finishes the running ones.
func (s *services) workQueue(ctx context.Context) error {
	workers := river.NewWorkers()
	for _, add := range queuedJobs(s) {
		add(workers)
	}
	claims := queue.NewClaims(s.connect)
	client, err := river.NewClient(riverpgxv5.New(s.db.Pool), queue.Config(workers, map[string]river.QueueConfig{
		river.QueueDefault: {MaxWorkers: mailWorkers},
		subscribers.Queue:  {MaxWorkers: consentWorkers, FetchCooldown: consentPause},
		campaigns.OldQueue: {MaxWorkers: 1},
	}, claims, s.log))
	if err != nil {
		return err
	}
	for client.Start(context.WithoutCancel(ctx)) != nil { // Postgres may be down
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
	}
	<-ctx.Done()
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	defer claims.Close(stop)
	if err := client.Stop(stop); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// connect opens a separate connection to the database.
func (s *services) connect(ctx context.Context) (*pgx.Conn, error) { return db.Connect(ctx, s.url) }

// webhookTimeout is the timeout for fetching a certificate.
const webhookTimeout = 5 * time.Second

// mailEvents returns the handlers of delivery reports from email services.
func mailEvents(s *services) webhooks.HTTP {
	return webhooks.HTTP{
		Topic: s.config.SESTopic, Postmark: s.config.PostmarkAuth, SNS: &webhooks.SNS{Client: weburl.NewClient(webhookTimeout), Now: time.Now},
		Record: func(ctx context.Context, email, id string, e mail.Event) error {
			return s.people.MailTold(ctx, s.people.Secret.AddressHash(email), id, e)
		},
	}
}

// webhookRoutes returns the addresses where email and text services report
// deliveries, and where replies to texts arrive.
func webhookRoutes(s *services) []route {
	h := mailEvents(s)
	t := webhooks.Texts{Token: s.config.Twilio.Token, Address: s.config.BaseURL + webhooks.TwilioPath, Answer: s.replies.Take,
		Stop: s.people.Subscribers.StopTexts, Undelivered: s.people.Campaigns.Undelivered}
	return []route{
		{"POST", "/webhooks/ses", networks(), noStore(), limits{callDeadline, maxWebhook}, h.SES},
		{"POST", "/webhooks/postmark", networks(), noStore(), limits{callDeadline, maxWebhook}, h.PostmarkEvent},
		{"POST", webhooks.TwilioPath, networks(), noStore(), apiLimits(), t.Twilio},
	}
}
