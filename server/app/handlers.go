package app

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/features/content"
	"thriftwell/server/features/dailyoffers"
	"thriftwell/server/features/discovery"
	"thriftwell/server/features/offerdesk"
	"thriftwell/server/features/offers"
	"thriftwell/server/features/previews"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/features/webhooks"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/weburl"
	"thriftwell/server/transfer"
	"thriftwell/server/transfer/imports"
)

// newPreviews returns the previews of content that isn't live yet, by kind as
// used in addresses.
func newPreviews(links previews.Links, page *content.Store, lists offer.Store, daily dailyoffers.Store) previews.HTTP {
	return previews.HTTP{Links: links, Kinds: map[string]previews.Kind{
		"page": {
			Page:   func(ctx context.Context, id int64) (any, error) { return page.PreviewPage(ctx, id) },
			Offers: func(ctx context.Context, id int64) (any, error) { return page.PreviewOf(ctx, id, 0) },
		},
		"content-offer": {
			Page: func(ctx context.Context, id int64) (any, error) {
				of, err := page.PageOf(ctx, id)
				if err != nil {
					return nil, err
				}
				return page.PreviewPage(ctx, of)
			},
			Offers: func(ctx context.Context, id int64) (any, error) {
				of, err := page.PageOf(ctx, id)
				if err != nil {
					return nil, err
				}
				return page.PreviewOf(ctx, of, id)
			},
		},
		"offer": {Offers: func(ctx context.Context, id int64) (any, error) {
			return offer.Preview[offers.Offer](ctx, lists, offer.Carousel(), 0, id)
		}},
		"static-offer": {Offers: func(ctx context.Context, id int64) (any, error) {
			return offer.Preview[offers.StaticOffer](ctx, lists, offer.Static(), 0, id)
		}},
		"daily-offer": {Offers: func(ctx context.Context, id int64) (any, error) { return daily.Preview(ctx, id) }},
	}}
}

// asMarkdown returns a handler that serves an article or guide as Markdown at
// its address plus ".md". Other addresses pass through to the page.
func asMarkdown(h discovery.HTTP, section string) func(*gin.Context) error {
	return func(c *gin.Context) error {
		slug, ok := strings.CutSuffix(c.Param("slug")+c.Param("id"), ".md")
		if !ok {
			return nil
		}
		c.Abort()
		ctx, cancel := context.WithTimeout(c.Request.Context(), callDeadline)
		defer cancel()
		c.Request = c.Request.WithContext(ctx)
		return h.Markdown(c, section, slug)
	}
}

// importRoutes returns the calls that import articles, guides and subscribers, and
// export the former.
func importRoutes(s *services) []route {
	archive := &imports.Admin{Store: s.importing, Magazine: s.magazine, Lists: map[string]imports.List{imports.Subscribers: s.people.Subscribers, imports.Offers: s.offerDesk}, SiteName: s.config.SiteName}
	return []route{
		{"GET", "/api/admin/imports", editors(), noStore(), apiLimits(), archive.List},
		{"POST", "/api/admin/imports", editors(), noStore(), limits{imports.Deadline, imports.MaxFile}, archive.Upload},
		{"GET", "/api/admin/imports/:id", editors(), noStore(), apiLimits(), archive.Show},
		{"DELETE", "/api/admin/imports/:id", editors(), noStore(), apiLimits(), archive.Discard},
		{"GET", "/api/admin/imports/:id/lines", editors(), noStore(), apiLimits(), archive.Lines},
		{"GET", "/api/admin/imports/:id/reasons", editors(), noStore(), apiLimits(), archive.Reasons},
		{"GET", "/api/admin/imports/:id/columns", editors(), noStore(), apiLimits(), archive.Columns},
		{"PUT", "/api/admin/imports/:id/mapping", editors(), noStore(), apiLimits(), archive.Map},
		{"GET", "/api/admin/imports/:id/refused", editors(), noStore(), limits{deadline: imports.Deadline}, archive.Refused},
		{"POST", "/api/admin/imports/:id/start", editors(), noStore(), apiLimits(), archive.Start},
		{"GET", "/api/admin/exports", admins(), noStore(), apiLimits(), archive.Exports},
		{"POST", "/api/admin/export", admins(), noStore(), limits{imports.Deadline, maxBody}, archive.Export},
	}
}

// importMagazine imports articles and guides. It implements imports.Job.Import.
func (s *services) importMagazine(ctx context.Context, _ imports.Import, file *os.File, how transfer.Import) (transfer.Counts, bool, error) {
	return s.magazine.Import(ctx, file.Name(), how)
}

// importSubscribers imports subscribers. It implements imports.Job.Import.
func (s *services) importSubscribers(ctx context.Context, i imports.Import, file *os.File, how transfer.Import) (transfer.Counts, bool, error) {
	erased, err := s.people.Erased()
	if err != nil {
		return nil, false, err
	}
	refused := func(r subscribers.Refusal) {
		what := transfer.Refused
		if r.Skipped {
			what = transfer.LeftOut
		}
		how.Tell(transfer.Outcome{What: what, Line: r.Line, Reason: r.Reason})
	}
	var mapping *subscribers.Mapping
	if i.Mapping != nil {
		if err := json.Unmarshal(i.Mapping, &mapping); err != nil {
			return nil, false, err
		}
	}
	done, err := s.people.Subscribers.Import(ctx, how.By, file, subscribers.Options{
		DryRun: how.DryRun, Mapping: mapping, Erased: erased, Watch: subscribers.Watch{Refused: refused, Progress: how.Progress},
	})
	return transfer.Counts{
		transfer.New: done.Added, transfer.Same: done.Accepted - done.Added, transfer.Refused: done.RefusedCount, transfer.LeftOut: done.Skipped,
	}, true, err
}

// importOffers imports offers. It implements imports.Job.Import.
func (s *services) importOffers(ctx context.Context, i imports.Import, file *os.File, how transfer.Import) (transfer.Counts, bool, error) {
	run := offerdesk.Run{DryRun: how.DryRun, Partial: how.Partial, Progress: how.Progress}
	if err := json.Unmarshal(i.Mapping, &run.Mapping); err != nil {
		return nil, false, err
	}
	run.Outcome = func(o offerdesk.Outcome) {
		what := transfer.Changed
		switch {
		case o.IsRefused:
			what = transfer.Refused
		case o.IsSkipped:
			what = transfer.LeftOut
		}
		how.Tell(transfer.Outcome{What: what, Name: o.Title, Line: o.Line, Reason: o.Reason})
	}
	done, err := s.offerDesk.Import(session.With(ctx, how.By), file, run)
	return transfer.Counts{
		transfer.New: done.New, transfer.Changed: done.Changed, transfer.Same: done.Same, transfer.Refused: done.Refused, transfer.LeftOut: done.Skipped,
	}, done.Stayed, err
}

// bulkDeadline is how long a change to many offers may take.
const bulkDeadline = time.Minute

// offerDeskRoutes is how staff find, place, copy and change offers.
func offerDeskRoutes(s *services) []route {
	desk := s.offerDesk
	return []route{
		{"GET", "/api/admin/all-offers", readers(), noStore(), apiLimits(), desk.List},
		{"GET", "/api/admin/all-offers/summary", readers(), noStore(), apiLimits(), desk.Summary},
		{"POST", "/api/admin/all-offers/batch", editors(), noStore(), limits{bulkDeadline, maxBody}, desk.Bulk},
		{"GET", "/api/admin/all-offers/:id", readers(), noStore(), apiLimits(), desk.Show},
		{"POST", "/api/admin/all-offers/:id/copies", editors(), noStore(), apiLimits(), desk.Copy},
		{"POST", "/api/admin/all-offers/:id/placements", editors(), noStore(), apiLimits(), desk.Place},
	}
}

// webhookTimeout is the timeout for fetching a certificate.
const webhookTimeout = 5 * time.Second

// webhookRoutes returns the addresses where email and text services report
// deliveries, and where replies to texts arrive.
func webhookRoutes(s *services) []route {
	h := webhooks.HTTP{
		Topic: s.config.SESTopic, Postmark: s.config.PostmarkAuth, SNS: &webhooks.SNS{Client: weburl.NewClient(webhookTimeout), Now: time.Now},
		Record: func(ctx context.Context, email, id string, e mail.Event) error {
			return s.people.RecordEmailEvent(ctx, s.people.Secret.AddressHash(email), id, e)
		},
	}
	t := webhooks.Texts{Token: s.config.Twilio.Token, Address: s.config.BaseURL + webhooks.TwilioPath, Answer: s.replies.Take,
		Stop: s.people.Subscribers.StopTexts, Undelivered: s.people.Campaigns.Undelivered}
	return []route{
		{"POST", "/webhooks/ses", networks(), noStore(), limits{callDeadline, maxWebhook}, h.SES},
		{"POST", "/webhooks/postmark", networks(), noStore(), limits{callDeadline, maxWebhook}, h.PostmarkEvent},
		{"POST", webhooks.TwilioPath, networks(), noStore(), apiLimits(), t.Twilio},
	}
}
