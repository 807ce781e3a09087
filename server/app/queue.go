package app

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"thriftwell/server/features/auth"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/features/contact"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/settings"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/queue"
)

// emailWorkers is how many emails are sent in each FetchCooldown of River, at
// most 100 a second. That spares the mail server and leaves the machine to
// visitors.
const emailWorkers = 10

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

// workQueue runs queued jobs until ctx ends.
func (s *services) workQueue(ctx context.Context) error {
	workers := river.NewWorkers()
	for _, add := range queuedJobs(s) {
		add(workers)
	}
	return queue.Run(ctx, s.db.Pool, s.connect, workers, map[string]river.QueueConfig{
		river.QueueDefault: {MaxWorkers: emailWorkers},
		subscribers.Queue:  {MaxWorkers: consentWorkers, FetchCooldown: consentPause},
	}, s.log)
}

// queuedJobs returns the jobs that writes add to the queue. Each runs after its
// write is committed and is retried until it succeeds.
func queuedJobs(s *services) []queued {
	c, p := s.config, s.people
	reader := &subscribers.Postman{
		Store: p.Subscribers, Mailer: p.Mailer, Tips: func(ctx context.Context) ([]mail.Item, error) { return tips(ctx, s) }, Offers: campaigns.WelcomeLink(c.BaseURL, "/offers"), Welcomed: p.Campaigns.Welcome, SiteName: c.SiteName, BaseURL: c.BaseURL,
		SupportEmail: func() string { return s.counting.settings.Get()[settings.Support] },
	}
	writer := &contact.Postman{
		Store: p.Contact, Mailer: p.Mailer, SiteName: c.SiteName, BaseURL: c.BaseURL,
		Inbox: func(inquiry string) string {
			name := map[string]string{"affiliate": settings.Affiliate, "advertiser": settings.Advertising}[inquiry]
			return s.counting.settings.Get()[cmp.Or(name, settings.Support)]
		},
	}
	inviter := &auth.Postman{Store: s.auth.Store, Mailer: p.Mailer, SiteName: c.SiteName, BaseURL: c.BaseURL}
	all := []queued{
		work(reader.SignupEmail),
		work(reader.LinkEmail),
		work(reader.ReceiptEmail),
		work(p.Subscribers.FinishPhone),
		work(p.Subscribers.FinishLeaving),
		work(writer.ForwardEmail),
		work(writer.ReceiptEmail),
		work(inviter.InvitationEmail),
		work(s.weekly.Send),
		work(s.series.Send),
	}
	if s.byEmail != nil {
		all = append(all, work(s.byEmail.SignInEmail))
	}
	return all
}

// firstTips is the number of guides in the welcome email.
const firstTips = 3

// tips returns the newest guides, for the welcome email.
func tips(ctx context.Context, s *services) ([]mail.Item, error) {
	list, _, err := s.guides.List(ctx, guides.Filter{Limit: firstTips})
	if err != nil {
		return nil, fmt.Errorf("list guides: %w", err)
	}
	items := make([]mail.Item, len(list))
	for i, g := range list {
		items[i] = mail.Item{Link: mail.Link{Text: g.Title, URL: campaigns.WelcomeLink(s.config.BaseURL, "/guides/"+g.Slug)}, About: strings.TrimSpace(g.Subtitle)}
	}
	return items, nil
}
