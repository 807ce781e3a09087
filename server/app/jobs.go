package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/features/articles"
	"thriftwell/server/features/auth"
	"thriftwell/server/features/contact"
	"thriftwell/server/features/content"
	"thriftwell/server/features/dailyoffers"
	"thriftwell/server/features/discovery"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/letters"
	"thriftwell/server/features/offers"
	"thriftwell/server/features/search"
	"thriftwell/server/features/settings"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/features/texts"
	"thriftwell/server/platform/cdn"
	"thriftwell/server/platform/linkcheck"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/revisions"
	"thriftwell/server/platform/tracking"
	"thriftwell/server/platform/weburl"
	"thriftwell/server/transfer"
	"thriftwell/server/transfer/imports"
)

// job is something that the program does beside answering requests.
type job struct {
	name  string
	every time.Duration // or continuous
	run   func(context.Context) error
}

// continuous is for a job that runs until the program ends.
const continuous time.Duration = 0

// jobs is every job but those that a write puts into the queue.
func (a *App) jobs() []job {
	all := []job{
		{"apply the writes of other instances", continuous, a.listen},
		{"bring in the spool, make partitions, throw salts away", continuous, a.track},
		{"work off the queue", continuous, a.workQueue},
		{"refresh the catalogs, for writes that nobody told of", 15 * time.Second, a.refreshWritten()},
		{"tell of what was refused", time.Minute, a.refusals()},
		{"give memory back after an overload", 5 * time.Second, afterRefusals(func() uint64 { return a.pages.Searches.Rejected() + a.pages.First.Rejected() }, debug.FreeOSMemory)},
		{"sweep sessions", 10 * time.Minute, a.auth.Sweep},
		{"sweep rate limits", 10 * time.Minute, a.people.Limiter.Sweep},
		{"sweep spent tokens", 10 * time.Minute, a.people.Subscribers.SweepTokens},
		{"hash the phone numbers that were kept without", time.Hour, a.people.Subscribers.HashPhones},
		{"erase what is kept of people no longer", time.Hour, func(ctx context.Context) error { return a.people.Sweep(ctx, a.config) }},
		{"publish what is due", 2 * time.Second, a.publishDue},
		{"have searches find what changed", 2 * time.Second, func(ctx context.Context) error { return index(ctx, a.db, time.Hour) }},
		{"forget old searches in vain", time.Hour, func(ctx context.Context) error { return a.search().Store.Sweep(ctx, time.Now().Add(-search.Keep)) }},
		{"put offers on hold, and take them off", offer.WatchEvery, a.watchOffers},
		{"draw the orders of offers that are due", time.Minute, a.optimiser().Run},
		{"empty the bins", time.Hour, a.emptyBins},
		{"add up what reports read", 2 * time.Second, a.adder.Run},
		{"drop the raw events that are old", time.Hour, a.dropEvents},
		{"queue the weekly mails", time.Minute, func(ctx context.Context) error { return a.weekly().Queue(ctx, time.Now()) }},
		{"begin with the letters that are due, and go on with those on their way", time.Second, a.sender().Start},
		{"queue the welcome series", time.Minute, a.series().Run},
		{"ask who agreed to texts, and send those that are due", 2 * time.Second, a.texter().Run},
		{"draft the letter of the week", 10 * time.Minute, func(ctx context.Context) error { return a.letters().DraftWeekly(ctx, time.Now()) }},
		{"drop share images that were made long ago", time.Hour, a.shareImages(a.discovery(nil)).Sweep},
		{"sweep refused postbacks", time.Hour, a.conversions().SweepRefused},
		{"find the clicks that came after their conversions", time.Hour, a.conversions().Match},
		{"try imports, and let them come in", 2 * time.Second, a.imports(imports.Magazine, a.importMagazine).Run},
		{"try imports of subscribers, and let them come in", 2 * time.Second, a.imports(imports.Subscribers, a.importSubscribers).Run},
		{"sweep imports", time.Hour, a.importing().Sweep},
		{"sweep previews", 10 * time.Minute, func(ctx context.Context) error { return pieces.SweepPreviews(ctx, a.db.Gorm) }},
		{"thin out revisions", time.Hour, func(ctx context.Context) error { return revisions.Thin(ctx, a.db.Gorm) }},
	}
	all = append(all, job{"tell admins of trouble", 5 * time.Minute, a.notices().Run})
	if a.config.Production() { // elsewhere partners may be invented, and are not to be bothered
		all = append(all, job{"check where the links of offers lead", time.Minute, a.links().Run})
	}
	if key := a.config.IndexNowKey; key != "" && a.config.Production() {
		all = append(all, job{"tell search engines what has changed", time.Minute, a.indexNow(key)})
	}
	if networks := cdn.Of(a.config); len(networks) > 0 {
		all = append(all, job{"have CDNs purge what writes made old", 2 * time.Second, a.purge(networks)})
	}
	if a.backups != nil {
		all = append(all, job{"back up, when it is time", time.Minute, a.backups.Run})
	}
	return all
}

// indexNow tells search engines of the pages that changed, one instance at a time.
func (a *App) indexNow(key string) func(context.Context) error {
	n := discovery.IndexNow{
		Store: discovery.NewStore(a.db.Gorm), Client: weburl.NewClient(linkcheck.Timeout), Endpoint: discovery.IndexNowEndpoint, BaseURL: a.config.BaseURL, Key: key,
	}
	return func(ctx context.Context) error {
		return a.db.Alone(ctx, "indexnow", func() error { return n.Run(ctx) })
	}
}

// purge has CDNs remove what writes have made old, one instance at a time.
func (a *App) purge(networks cdn.Networks) func(context.Context) error {
	p := cdn.Purger{Networks: networks, Client: &http.Client{Timeout: cdn.Timeout}, Store: cdn.Store{DB: a.db.Gorm}}
	return func(ctx context.Context) error {
		return a.db.Alone(ctx, "cdn", func() error { return p.Run(ctx) })
	}
}

// refreshWritten loads the catalogs anew if anything was written to their tables
// since it last did so.
func (a *App) refreshWritten() func(context.Context) error {
	seen := int64(-1)
	return func(ctx context.Context) error {
		n, err := a.db.Writes(ctx, "advertisers", "article_addresses", "articles", "author_addresses", "authors", "content_offers", "content_pages", "daily_offers",
			"guide_addresses", "guides", "letters", "links", "offers", "paths", "postback_keys", "questions", "site_settings", "static_offers")
		if err != nil || n == seen {
			return err
		}
		if err = a.counting.refresh(ctx); err == nil {
			seen = n
		}
		return err
	}
}

// dropEvents drops the raw events of the days before those that are kept.
func (a *App) dropEvents(ctx context.Context) error {
	return a.counting.tracking.DropEvents(ctx, a.config.OldestEvents())
}

// queuedJobs is every job that a write puts into the queue. Each is done once
// the write is committed, and tried again until it succeeds.
func (a *App) queuedJobs() []queued {
	c, p := a.config, a.people
	reader := &subscribers.Postman{
		Store: p.Subscribers, Mailer: p.Mailer, Tips: a.tips, Offers: letters.WelcomeLink(c.BaseURL, "/offers"), Welcomed: p.Letters.Welcome, SiteName: c.SiteName, BaseURL: c.BaseURL,
		SupportEmail: func() string { return a.counting.settings.Get()[settings.Support] },
	}
	writer := &contact.Postman{
		Store: p.Contact, Mailer: p.Mailer, SiteName: c.SiteName, BaseURL: c.BaseURL,
		Inbox: func(inquiry string) string {
			name := map[string]string{"affiliate": settings.Affiliate, "advertiser": settings.Advertising}[inquiry]
			return a.counting.settings.Get()[cmp.Or(name, settings.Support)]
		},
	}
	inviter := &auth.Postman{Store: a.auth.Store, Mailer: p.Mailer, SiteName: c.SiteName, BaseURL: c.BaseURL}
	all := []queued{
		work(reader.SignupMail),
		work(reader.LinkMail),
		work(reader.ReceiptMail),
		work(reader.PhoneGiven),
		work(reader.Leaving),
		work(writer.ForwardMail),
		work(writer.ReceiptMail),
		work(inviter.InvitationMail),
		work(a.weekly().Mail),
		work(a.sender().Batch),
		work(a.series().Mail),
	}
	if a.byMail != nil {
		all = append(all, work(a.byMail.SignInMail))
	}
	return all
}

// background runs every job until ctx ends.
func (a *App) background(ctx context.Context) {
	var running sync.WaitGroup
	for _, j := range a.jobs() {
		running.Go(func() {
			if j.every != continuous {
				repeat(ctx, j, a.log)
			} else if err := j.run(ctx); err != nil {
				a.log.Error("a background job ended", "job", j.name, "error", err)
			}
		})
	}
	running.Wait()
}

// soon is how long after the start a job runs first that runs more rarely: a site
// may be restarted before its time has come.
const soon = time.Minute

// repeat runs a job again and again until ctx ends; a failure is logged.
func repeat(ctx context.Context, j job, log *slog.Logger) {
	next := time.NewTimer(min(j.every, soon))
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-next.C:
			next.Reset(j.every)
			if err := attempt(ctx, j); err != nil && ctx.Err() == nil {
				log.Error("job failed", "job", j.name, "error", err)
			}
		}
	}
}

// attempt runs a job once. A panic is an error: what one job trips over, such as
// a file that somebody sent, ends no other, and not the site.
func attempt(ctx context.Context, j job) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return j.run(ctx)
}

func (a *App) listen(ctx context.Context) error {
	a.bus.Listen(ctx, a.connect)
	return nil
}

func (a *App) track(ctx context.Context) error {
	a.counting.tracking.Run(ctx)
	return nil
}

// publishDue publishes the articles and guides whose time has come.
func (a *App) publishDue(ctx context.Context) error {
	desk := a.guideDesk()
	return errors.Join(pieces.PublishDue(ctx, articles.Articles(desk.Site), a.log), pieces.PublishDue(ctx, guides.Guides(desk), a.log))
}

// watchOffers puts offers on hold whose time has not come or is over, or whose
// cap is reached, and takes them off when that has changed.
func (a *App) watchOffers(ctx context.Context) error {
	site := a.offerSite()
	return errors.Join(
		offer.Watch(ctx, offers.Carousel(site), tracking.Offer, site.Location, a.log),
		offer.Watch(ctx, offers.Hot(site), tracking.StaticOffer, site.Location, a.log),
		offer.Watch(ctx, content.Offers(site), tracking.ContentOffer, site.Location, a.log),
		offer.Watch(ctx, dailyoffers.Offers(site), tracking.DailyOffer, site.Location, a.log))
}

// links checks where the links of offers lead, a second apart.
func (a *App) links() offer.Links {
	return offer.Links{DB: a.db.Gorm, Checker: a.linkChecker(), Pause: time.Second, Log: a.log}
}

func (a *App) linkChecker() linkcheck.Checker {
	return linkcheck.Checker{Client: weburl.NewClient(linkcheck.Timeout), About: a.config.BaseURL}
}

// checkLink says what is wrong with where an address leads, "" if nothing is, or
// nobody can tell.
func (a *App) checkLink(ctx context.Context, address string) string {
	if found := a.linkChecker().Check(ctx, address); found.State == linkcheck.Broken {
		return found.Problem
	}
	return ""
}

// magazine is what is brought out and in.
func (a *App) magazine() transfer.Magazine {
	site := a.editing()
	// An import is one transaction, or is taken back: what it changes is heard of,
	// here too, once it is committed.
	site.Bus = cdn.Of(a.config).Watch(notify.New(a.log))
	return transfer.Magazine{Site: site, Files: a.pictures.Files, HasPicture: a.dist.HasPicture}
}

// importing keeps what admins bring in.
func (a *App) importing() imports.Store {
	return imports.Store{DB: a.db.Gorm, Files: a.people.Subscribers.Keys, Sessions: a.auth.Sessions}
}

// exporting notes how far exports of something are.
func (a *App) exporting(what string) func(ctx context.Context, total int) (told func(done int), over func()) {
	return func(ctx context.Context, total int) (func(int), func()) { return a.importing().Begin(ctx, what, total) }
}

// imports works on what admins bring in.
func (a *App) imports(what string, bring func(context.Context, *os.File, transfer.Import) (transfer.Counts, bool, error)) imports.Job {
	return imports.Job{What: what, Store: a.importing(), Bring: bring, Connect: a.connect}
}

// importMagazine brings in what is written, as imports want it.
func (a *App) importMagazine(ctx context.Context, file *os.File, how transfer.Import) (transfer.Counts, bool, error) {
	return a.magazine().Import(ctx, file.Name(), how)
}

// importSubscribers brings in a list of subscribers, as imports want it.
func (a *App) importSubscribers(ctx context.Context, file *os.File, how transfer.Import) (transfer.Counts, bool, error) {
	erased, err := a.people.Erased()
	if err != nil {
		return nil, false, err
	}
	refused := func(r subscribers.Refusal) {
		how.Tell(transfer.Outcome{What: transfer.Refused, Line: r.Line, Reason: r.Reason})
	}
	done, err := a.people.Subscribers.Import(ctx, how.By, file, how.DryRun, erased, subscribers.Watch{Refused: refused, Progress: how.Progress})
	return transfer.Counts{transfer.New: done.Added, transfer.Same: done.Accepted - done.Added, transfer.Refused: done.RefusedCount}, true, err
}

// emptyBins deletes for good what was deleted long ago.
func (a *App) emptyBins(ctx context.Context) error {
	var failed []error
	for _, kind := range a.kinds() {
		failed = append(failed, kind.EmptyBin(ctx))
	}
	return errors.Join(failed...)
}

// firstTips is how many guides the welcome mail brings.
const firstTips = 3

// tips are the newest guides, for the welcome mail.
func (a *App) tips(ctx context.Context) ([]mail.Item, error) {
	list, _, err := guides.NewStore(a.db.Gorm).List(ctx, guides.Filter{Limit: firstTips})
	if err != nil {
		return nil, fmt.Errorf("list guides: %w", err)
	}
	items := make([]mail.Item, len(list))
	for i, g := range list {
		items[i] = mail.Item{Link: mail.Link{Text: g.Title, URL: letters.WelcomeLink(a.config.BaseURL, "/guides/"+g.Slug)}, About: strings.TrimSpace(g.Subtitle)}
	}
	return items, nil
}

// sender sends the letters.
func (a *App) sender() *letters.Sender {
	return &letters.Sender{
		Desk: a.letters(), Rate: a.config.LetterRate, DomainRate: a.config.LetterDomainRate, Stopping: a.stopping, Log: a.log,
		Recipients: a.recipients, Opens: a.config.LetterOpens,
	}
}

// series sends the welcome series.
func (a *App) series() *letters.Series {
	return &letters.Series{
		Desk: a.letters(), Recipients: a.recipients,
		On: func() bool { return a.counting.settings.Get()[settings.WelcomeSeries] == settings.On },
	}
}

// recipients are subscribers as letters need them.
func (a *App) recipients(ctx context.Context, ids []uuid.UUID) (out []letters.Recipient, err error) {
	found, err := a.people.Subscribers.Recipients(ctx, ids)
	for _, r := range found {
		out = append(out, letters.Recipient(r))
	}
	return out, err
}

// texter sends the texts. Those that are only kept disturb nobody, so they go
// out at any hour.
func (a *App) texter() *texts.Sender {
	zones := a.zones
	if !a.config.Twilio.IsSet() {
		zones = nil
	}
	return &texts.Sender{
		Desk: a.texts(), Line: a.line(), Zones: zones, Now: time.Now, Log: a.log,
		Recipient: func(ctx context.Context, id uuid.UUID) (texts.Recipient, bool, error) {
			to, known, err := a.people.Subscribers.Texted(ctx, id)
			return texts.Recipient(to), known, err
		},
	}
}
