package app

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"time"

	"thriftwell/db"
	"thriftwell/server/features/advertisers"
	"thriftwell/server/features/articles"
	"thriftwell/server/features/authors"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/features/content"
	"thriftwell/server/features/dailyoffers"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/links"
	"thriftwell/server/features/offers"
	"thriftwell/server/features/questionnaire"
	"thriftwell/server/features/reports"
	"thriftwell/server/features/settings"
	"thriftwell/server/features/views"
	"thriftwell/server/platform/catalog"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/tracking"
)

// stores read and write the database for several features and jobs.
type stores struct {
	articles      *articles.Store
	guides        *guides.Store
	authors       *authors.Store
	offers        offer.Store
	content       *content.Store
	dailyOffers   dailyoffers.Store
	questionnaire *questionnaire.Store
	settings      settings.Store
	reports       *reports.Store
	conversions   advertisers.Store
	offerTexts    offers.Texts // offers of every kind, as texts link to them
}

func newStores(d *db.DB, c config.Config) stores {
	live := offer.Store{DB: d.Gorm, Location: c.Location}
	s := stores{
		authors:       authors.NewStore(d.Gorm),
		offers:        live,
		content:       &content.Store{Store: live},
		dailyOffers:   dailyoffers.Store{Store: live},
		questionnaire: questionnaire.NewStore(d.Gorm, c.Location),
		settings:      settings.Store{DB: d.Gorm, Defaults: defaults(c)},
		reports:       reports.NewStore(d.Gorm),
		conversions:   advertisers.Store{DB: d, Location: c.Location, Currency: c.SiteCurrency},
	}
	s.offerTexts = offers.Texts{Offers: live.Catalogs()}
	s.articles, s.guides = &articles.Store{DB: d.Gorm, Offers: s.offerTexts}, &guides.Store{DB: d.Gorm, Offers: s.offerTexts}
	return s
}

// catalogs are the parts of the database that are kept in memory. They answer
// without a query, and so keep working while Postgres is down.
type catalogs struct {
	offers        offer.Catalogs
	questionnaire *catalog.Of[questionnaire.Index]
	guideSlugs    *catalog.Of[map[int64]string]
	articleMoves  *catalog.Of[map[string]string] // former slug to current slug
	guideMoves    *catalog.Of[map[string]string]
	authorMoves   *catalog.Of[map[string]string]
	site          *catalog.Of[*tracking.Site]
	postbackKeys  *catalog.Of[advertisers.Keys]
	links         *catalog.Of[links.Targets]
	settings      *catalog.Of[settings.Values]
}

// spoolFolder is the folder in the data folder that stores events while
// Postgres is down.
const spoolFolder = "spool"

// maxLoads is how many catalogs are loaded at once. A start and a lost
// connection reload all of them.
const maxLoads = 4

func openCounting(ctx context.Context, d *db.DB, o Options, s stores, paths []string, isStaff func(*http.Request) bool) (t *tracking.Tracking, c catalogs, err error) {
	pages := views.NewStore(d.Gorm)
	if err := pages.Register(ctx, paths); err != nil {
		return nil, c, err
	}
	c = catalogs{
		offers:        s.offerTexts.Offers,
		questionnaire: catalog.New(s.questionnaire.Index, "content", "questions"),
		guideSlugs:    catalog.New(s.guides.Slugs, "guides"),
		articleMoves:  catalog.New(s.articles.Moves, "articles"),
		guideMoves:    catalog.New(s.guides.Moves, "guides"),
		authorMoves:   catalog.New(s.authors.Moves, authors.Tag),
		site:          catalog.New(pages.Site, "articles", "guides", "content", authors.Tag, campaigns.Tag, links.Tag).Follow(pages.Update),
		postbackKeys:  catalog.New(s.conversions.Keys, advertisers.Tag),
		links:         catalog.New(links.NewStore(d.Gorm).Targets, links.Tag),
		settings:      catalog.New(s.settings.Load, settings.Tag),
	}
	slots := make(chan struct{}, maxLoads)
	for _, k := range c.all() {
		k.Queue(slots)
		if o.CatalogWait > 0 {
			k.Within(o.CatalogWait)
		}
	}
	t, err = tracking.Open(ctx, tracking.Options{
		Pool: d.Pool, SpoolDir: filepath.Join(o.Config.DataDir, spoolFolder), Archive: o.Config.EventsArchive, Location: o.Config.Location,
		CommitWait: o.CommitWait, PerMinute: o.Config.TrackingLimit, Site: c.site.Get, Log: o.Log,
		IsStaff: isStaff,
	})
	if err != nil {
		return nil, c, err
	}
	return t, c, c.refresh(ctx)
}

// reloadable is a catalog of any type.
type reloadable interface {
	notify.Subscriber
	Refresh(context.Context) error
	Within(time.Duration)
	Queue(slots chan struct{})
}

func (c catalogs) all() []reloadable {
	all := []reloadable{c.questionnaire, c.guideSlugs, c.articleMoves, c.guideMoves, c.authorMoves, c.site, c.postbackKeys, c.links, c.settings}
	for _, k := range c.offers {
		all = append(all, k)
	}
	return all
}

// refresh reloads every catalog.
func (c catalogs) refresh(ctx context.Context) (err error) {
	for _, k := range c.all() {
		err = errors.Join(err, k.Refresh(ctx))
	}
	return err
}
