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

// workQueue runs queued jobs until ctx ends.
func workQueue(ctx context.Context, s *services) error {
	return queue.Run(ctx, s.db.Pool, s.connect, workers(s), map[string]river.QueueConfig{
		river.QueueDefault: {MaxWorkers: emailWorkers},
		subscribers.Queue:  {MaxWorkers: consentWorkers, FetchCooldown: consentPause},
	}, s.log)
}

// workers returns the workers of the jobs that writes add to the queue. Each job
// runs after its write is committed and is retried until it succeeds.
func workers(s *services) *river.Workers {
	c, p := s.config, s.people
	reader := &subscribers.Postman{
		Store: p.Subscribers, Mailer: p.Mailer, Tips: tips(s.guides, c.BaseURL), Offers: campaigns.WelcomeLink(c.BaseURL, "/offers"), Welcomed: p.Campaigns.Welcome, SiteName: c.SiteName, BaseURL: c.BaseURL,
		SupportEmail: func() string { return s.catalogs.settings.Get()[settings.Support] },
	}
	writer := &contact.Postman{
		Store: p.Contact, Mailer: p.Mailer, SiteName: c.SiteName, BaseURL: c.BaseURL,
		Inbox: func(inquiry string) string {
			name := map[string]string{"affiliate": settings.Affiliate, "advertiser": settings.Advertising}[inquiry]
			return s.catalogs.settings.Get()[cmp.Or(name, settings.Support)]
		},
	}
	inviter := &auth.Postman{Store: s.auth.Store, Mailer: p.Mailer, SiteName: c.SiteName, BaseURL: c.BaseURL}
	all := river.NewWorkers()
	work(all, reader.SignupEmail)
	work(all, reader.LinkEmail)
	work(all, reader.ReceiptEmail)
	work(all, p.Subscribers.FinishPhone)
	work(all, p.Subscribers.FinishLeaving)
	work(all, writer.ForwardEmail)
	work(all, writer.ReceiptEmail)
	work(all, inviter.InvitationEmail)
	work(all, s.weekly.Send)
	work(all, s.series.Send)
	if s.byEmail != nil {
		work(all, s.byEmail.SignInEmail)
	}
	return all
}

func work[T river.JobArgs](in *river.Workers, do func(context.Context, *river.Job[T]) error) {
	river.AddWorker(in, river.WorkFunc(do))
}

// firstTips is the number of guides in the welcome email.
const firstTips = 3

// tips returns a function that returns the newest guides, for the welcome email.
func tips(from *guides.Store, baseURL string) func(context.Context) ([]mail.Item, error) {
	return func(ctx context.Context) ([]mail.Item, error) {
		list, _, err := from.List(ctx, guides.Filter{Limit: firstTips})
		if err != nil {
			return nil, fmt.Errorf("list guides: %w", err)
		}
		items := make([]mail.Item, len(list))
		for i, g := range list {
			items[i] = mail.Item{Link: mail.Link{Text: g.Title, URL: campaigns.WelcomeLink(baseURL, "/guides/"+g.Slug)}, About: strings.TrimSpace(g.Subtitle)}
		}
		return items, nil
	}
}
