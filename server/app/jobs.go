package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"thriftwell/db"
	"thriftwell/db/backup"
	"thriftwell/server/features/discovery"
	"thriftwell/server/features/health"
	"thriftwell/server/features/legal"
	"thriftwell/server/features/search"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/cdn"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/linkcheck"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/revisions"
	"thriftwell/server/platform/tracking"
	"thriftwell/server/platform/weburl"
	"thriftwell/server/transfer/imports"
)

// job is background work.
type job struct {
	name  string
	every time.Duration // or continuous
	run   func(context.Context) error
}

// continuous marks a job that runs until the program ends.
const continuous time.Duration = 0

// jobs returns every periodic and continuous job. See workers for those of the
// queue.
func jobs(s *services) []job {
	all := []job{
		{"listen for writes of other instances", continuous, s.listen},
		{"replay the spool, create partitions, delete old salts", continuous, func(ctx context.Context) error { s.tracking.Run(ctx); return nil }},
		{"work the queue", continuous, func(ctx context.Context) error { return workQueue(ctx, s) }},
		{"reload catalogs after missed notifications", 15 * time.Second, refreshWritten(s.db, s.catalogs)},
		{"log rejected requests", time.Minute, logRejections(s.App)},
		{"free memory after an overload", 5 * time.Second, afterOverload(func() uint64 { return s.pages.Searches.Rejected() + s.pages.First.Rejected() }, debug.FreeOSMemory)},
		{"delete expired sessions", 10 * time.Minute, s.auth.Sweep},
		{"delete old rate limits", 10 * time.Minute, s.people.Limiter.Sweep},
		{"delete used tokens", 10 * time.Minute, s.people.Subscribers.SweepTokens},
		{"erase expired personal data", time.Hour, func(ctx context.Context) error { return s.people.Sweep(ctx, s.config) }},
		{"publish scheduled articles and guides", 2 * time.Second, func(ctx context.Context) error { return publishDue(ctx, s.pieces, s.log) }},
		{"update the search index", 2 * time.Second, func(ctx context.Context) error { return index(ctx, s.db, time.Hour) }},
		{"delete old empty searches", time.Hour, func(ctx context.Context) error { return s.search.Store.Sweep(ctx, time.Now().Add(-search.Keep)) }},
		{"hold and release offers", offer.WatchEvery, func(ctx context.Context) error { return watchOffers(ctx, s.places, s.config.Location, s.log) }},
		{"refresh pages that depend on the date", 2 * time.Second, newDays(s.db, s.bus, s.config.Location, time.Now)},
		{"update the order of offers", time.Minute, s.optimiser.Run},
		{"empty the trash", time.Hour, func(ctx context.Context) error { return emptyTrash(ctx, s.kinds) }},
		{"update report totals", 2 * time.Second, s.adder.Run},
		{"delete old raw events", time.Hour, func(ctx context.Context) error { return s.tracking.DropEvents(ctx, s.config.OldestEvents()) }},
		{"queue weekly report emails", time.Minute, func(ctx context.Context) error { return s.weekly.Queue(ctx, time.Now()) }},
		{"send campaign emails", time.Second, s.sender.Start},
		{"queue the welcome series", time.Minute, s.series.Run},
		{"send texts", 2 * time.Second, s.texter.Start},
		{"draft the weekly newsletter", 10 * time.Minute, func(ctx context.Context) error { return s.emails.DraftWeekly(ctx, time.Now()) }},
		{"delete old share images", time.Hour, s.shareImages.Sweep},
		{"delete old rejected postbacks", time.Hour, s.conversions.SweepRefused},
		{"match conversions with later clicks", time.Hour, s.conversions.Match},
		{"import articles and guides", 2 * time.Second, imports.Job{What: imports.Magazine, Store: s.importing, Import: s.importMagazine, Connect: s.connect}.Run},
		{"import subscribers", 2 * time.Second, imports.Job{What: imports.Subscribers, Store: s.importing, Import: s.importSubscribers, Connect: s.connect}.Run},
		{"import offers", 2 * time.Second, imports.Job{What: imports.Offers, Store: s.importing, Import: s.importOffers, Connect: s.connect}.Run},
		{"delete old imports", time.Hour, s.importing.Sweep},
		{"delete expired previews", 10 * time.Minute, func(ctx context.Context) error { return pieces.SweepPreviews(ctx, s.db.Gorm) }},
		{"delete old revisions", time.Hour, func(ctx context.Context) error { return revisions.Thin(ctx, s.db.Gorm) }},
	}
	all = append(all, job{"alert admins to problems", 5 * time.Minute, notices(s.App, s.people.Mailer, s.auth.Admins).Run})
	if s.config.Production() { // outside production, partners may be fictional; don't contact their sites
		all = append(all, job{"check offer links", time.Minute, offer.Links{DB: s.db.Gorm, Checker: linkChecker(s.config), Pause: time.Second, Log: s.log}.Run})
	}
	if key := s.config.IndexNowKey; key != "" && s.config.Production() {
		all = append(all, job{"notify search engines of changes", time.Minute, indexNow(s.db, s.config.BaseURL, key)})
	}
	if networks := cdn.Of(s.config); len(networks) > 0 {
		all = append(all, job{"purge CDNs", 2 * time.Second, purge(s.db, networks)})
	}
	if s.backups != nil {
		all = append(all, job{health.BackupJob, time.Minute, s.backups.Run})
		if s.backups.WAL != nil {
			all = append(all, job{health.WALJob, shipEvery, s.backups.WAL.Run})
		}
		if s.config.RestoreTest {
			all = append(all, job{health.RestoreTestJob, 10 * time.Minute, s.testRestores()})
		}
	}
	return all
}

// listen applies the writes of other instances since the start.
func (s *services) listen(ctx context.Context) error {
	first := s.listening
	s.listening = nil // Close leaves it to Listen
	s.bus.Listen(ctx, first, s.connect)
	return nil
}

// indexNow notifies search engines of changed pages, one instance at a time.
func indexNow(d *db.DB, baseURL, key string) func(context.Context) error {
	n := discovery.IndexNow{
		Store: discovery.NewStore(d.Gorm), Client: weburl.NewClient(linkcheck.Timeout), Endpoint: discovery.IndexNowEndpoint, BaseURL: baseURL, Key: key,
	}
	return func(ctx context.Context) error {
		return d.Alone(ctx, "indexnow", func() error { return n.Run(ctx) })
	}
}

// purge removes outdated pages from CDNs, one instance at a time.
func purge(d *db.DB, networks cdn.Networks) func(context.Context) error {
	p := cdn.Purger{Networks: networks, Client: &http.Client{Timeout: cdn.Timeout}, Store: cdn.Store{DB: d.Gorm}}
	return func(ctx context.Context) error {
		return d.Alone(ctx, "cdn", func() error { return p.Run(ctx) })
	}
}

// refreshWritten returns a job that reloads the catalogs if their tables were
// written since its last run.
func refreshWritten(d *db.DB, all catalogs) func(context.Context) error {
	seen := int64(-1)
	return func(ctx context.Context) error {
		n, err := d.Writes(ctx, "advertisers", "article_addresses", "articles", "author_addresses", "authors", "content_pages",
			"guide_addresses", "guides", "letters", "links", "offers", "paths", "placements", "postback_keys", "questions", "site_settings")
		if err != nil || n == seen {
			return err
		}
		if err = all.refresh(ctx); err == nil {
			seen = n
		}
		return err
	}
}

// jobsTimeout is how long jobs may continue once the program ends. The queue ends its
// own before. A mail server may take minutes to accept an email.
const jobsTimeout = shutdownTimeout + 5*time.Second

// runJobs runs every job until ctx ends, and then cuts off what doesn't end in time.
func (a *App) runJobs(ctx context.Context) {
	var running sync.WaitGroup
	for i, j := range a.jobs {
		running.Go(func() {
			if j.every != continuous {
				repeat(ctx, j, time.Duration(i)*jobOffset, a.health.Ran, a.log)
			} else if err := j.run(ctx); err != nil {
				a.log.Error("background job ended", "job", j.name, "error", err)
			}
		})
	}
	ended := make(chan struct{})
	go func() {
		running.Wait()
		close(ended)
	}()
	<-ctx.Done()
	select {
	case <-ended:
	case <-time.After(jobsTimeout):
		a.log.Warn("background jobs were cut off")
	}
}

// firstRunDelay is the longest time from start to a job's first run, so that a
// rare job runs even if the site restarts often.
const firstRunDelay = time.Minute

// jobOffset is the time between the runs of jobs with the same interval. If they
// ran at once, each would need a database connection of its own.
const jobOffset = 25 * time.Millisecond

// repeat runs a job at its interval until ctx ends, the first time after the
// interval and an offset. It tells ran how each run ended, and logs failures.
func repeat(ctx context.Context, j job, offset time.Duration, ran func(job string, err error), log *slog.Logger) {
	next := time.NewTimer(min(j.every, firstRunDelay) + offset)
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-next.C:
			next.Reset(j.every)
			err := attempt(ctx, j)
			if ctx.Err() != nil {
				continue
			}
			ran(j.name, err)
			if err != nil {
				log.Error("job failed", "job", j.name, "error", err)
			}
		}
	}
}

// attempt runs a job once. It returns a panic as an error, so that bad input to
// one job ends neither the others nor the site.
func attempt(ctx context.Context, j job) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return j.run(ctx)
}

// publishDue publishes articles and guides whose scheduled time has come.
func publishDue(ctx context.Context, kinds pieceKinds, log *slog.Logger) error {
	return errors.Join(pieces.PublishDue(ctx, kinds.articles, log), pieces.PublishDue(ctx, kinds.guides, log))
}

// watchOffers puts offers on hold that haven't started, have ended or have
// reached a cap, and releases them when that changes.
func watchOffers(ctx context.Context, places placementKinds, at *time.Location, log *slog.Logger) error {
	return errors.Join(
		offer.Watch(ctx, places.carousel, tracking.Offer, at, log),
		offer.Watch(ctx, places.hot, tracking.StaticOffer, at, log),
		offer.Watch(ctx, places.content, tracking.ContentOffer, at, log),
		offer.Watch(ctx, places.daily, tracking.DailyOffer, at, log))
}

// dayMargin is how long after midnight pages are refreshed, as Postgres, whose
// clock decides what they show, may be a little late.
const dayMargin = 2 * time.Second

// newDays returns a job that invalidates what depends on the date when a new day
// begins at the site: offers end after their last day to claim, and versions of
// legal pages take effect. Other instances and CDNs follow as for a write.
func newDays(d *db.DB, bus *notify.Bus, at *time.Location, now func() time.Time) func(context.Context) error {
	today := func() calendar.Day { return calendar.DayOf(now().Add(-dayMargin), at) }
	last := today()
	return func(ctx context.Context) error {
		day := today()
		if day == last {
			return nil
		}
		err := bus.InvalidateEverywhere(ctx, d.Gorm, "content", "dailyoffers", "offers", legal.Tag)
		if err == nil {
			last = day
		}
		return err
	}
}

// linkChecker returns the checker of links in offers and campaigns.
func linkChecker(c config.Config) linkcheck.Checker {
	return linkcheck.Checker{Client: weburl.NewClient(linkcheck.Timeout), About: c.BaseURL}
}

// checkLink returns what is wrong with the target of a link, "" if nothing is
// or it can't be determined.
func (s *services) checkLink(ctx context.Context, address string) string {
	if found := linkChecker(s.config).Check(ctx, address); found.State == linkcheck.Broken {
		return found.Problem
	}
	return ""
}

// emptyTrash deletes records permanently that have been in the trash long
// enough.
func emptyTrash(ctx context.Context, kinds []editable.Records) error {
	var failed []error
	for _, kind := range kinds {
		failed = append(failed, kind.EmptyBin(ctx))
	}
	return errors.Join(failed...)
}

// shipEvery is how often the write-ahead log is stored.
const shipEvery = 20 * time.Second

// A backup is tested every testEvery, and again after testRetry if that failed or
// was skipped.
const (
	testEvery = 7 * 24 * time.Hour
	testRetry = 24 * time.Hour
)

// testRestores returns the job that tests whether the newest backup can be
// restored. The first run after a start removes what a killed test left.
func (a *App) testRestores() func(context.Context) error {
	swept, skipped := false, time.Time{}
	return func(ctx context.Context) error {
		if time.Since(skipped) < testRetry { // to find that out, the whole backup may be read
			return nil
		}
		test, err := a.newRehearsal()
		if err != nil {
			a.health.Record(health.RestoreTest, "", err)
			return err
		}
		if !swept {
			if err := test.Sweep(ctx); err != nil {
				return err
			}
			swept = true
		}
		known, err := a.health.Store.Outcomes(ctx)
		if err != nil || !testIsDue(known[health.RestoreTest]) {
			return err
		}
		start := time.Now()
		m, ran, err := test.Run(ctx)
		why := backup.Skip("")
		switch {
		case !ran || ctx.Err() != nil:
			return nil
		case errors.As(err, &why):
			skipped = time.Now()
			a.health.RecordSkipped(health.RestoreTest, string(why))
			a.log.Warn("the restore test didn't run", "reason", string(why))
			return nil
		}
		const when = "January 2, 3:04 PM"
		detail := fmt.Sprintf("backup of %s: %d rows of %d tables", m.Made.In(a.config.Location).Format(when), m.Rows(), len(m.Tables))
		if !m.UpTo.IsZero() {
			detail += "; restore --at: all changes up to " + m.UpTo.In(a.config.Location).Format(when)
		}
		a.health.Record(health.RestoreTest, detail, err)
		if err != nil {
			return fmt.Errorf("the newest backup can't be restored: %w", err)
		}
		a.log.Info("restore test succeeded", "backup", m.Made, "rows", m.Rows(), "took", time.Since(start))
		return nil
	}
}

// testIsDue reports whether a backup is to be tested after the last test.
func testIsDue(last health.Outcome) bool {
	within := func(t *time.Time, d time.Duration) bool { return t != nil && time.Since(*t) < d }
	if last.State == health.Good {
		return !within(last.SucceededAt, testEvery)
	}
	return !within(last.FailedAt, testRetry)
}
