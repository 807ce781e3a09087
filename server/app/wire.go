package app

import (
	"context"
	"io"
	"net/http"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/checks"
	"thriftwell/server/features/advertisers"
	"thriftwell/server/features/articles"
	"thriftwell/server/features/auth"
	"thriftwell/server/features/authors"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/features/claims"
	"thriftwell/server/features/content"
	"thriftwell/server/features/dailyoffers"
	"thriftwell/server/features/discovery"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/legal"
	"thriftwell/server/features/links"
	"thriftwell/server/features/offerdesk"
	"thriftwell/server/features/offers"
	"thriftwell/server/features/optimiser"
	"thriftwell/server/features/pictures"
	"thriftwell/server/features/questionnaire"
	"thriftwell/server/features/reports"
	"thriftwell/server/features/search"
	"thriftwell/server/features/settings"
	"thriftwell/server/features/topics"
	"thriftwell/server/features/webhooks"
	"thriftwell/server/personal"
	"thriftwell/server/platform/cdn"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/pages"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/port"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/sms"
	"thriftwell/server/static"
	"thriftwell/server/transfer"
	"thriftwell/server/transfer/imports"
)

// services is what routes and jobs work with. This file builds each once. The
// tables of routes and jobs and the engine get all of it: each line of theirs
// picks the few that its handler declares, and no feature sees the rest.
type services struct {
	*App
	dist static.Build
	stores
	catalogs catalogs
	bus      *notify.Bus
	metrics  metrics

	people  personal.Data
	auth    *auth.Service
	byEmail *auth.ByEmail // sign-in by email; nil without MAIL_SIGN_IN
	cookies session.Cookies
	editing editable.Site
	kinds   []editable.Records // every kind of record that staff edit
	pieces  pieceKinds
	places  placementKinds

	desk        guides.Desk // for guides; its Site also serves articles
	pictures    pictures.Service
	legal       legal.Store
	search      search.HTTP
	discovery   discovery.HTTP
	shareImages *discovery.ShareImages
	magazine    transfer.Magazine
	importing   imports.Store

	offerDesk offerdesk.Importer
	optimiser *optimiser.Store
	reporting reports.Admin
	adder     *reports.Adder
	weekly    *reports.Weekly

	composer campaigns.Composer
	emails   *campaigns.EmailDesk
	sender   *campaigns.EmailSender
	series   *campaigns.Series
	texts    *campaigns.TextDesk
	replies  campaigns.Replies
	texter   *campaigns.TextSender
}

// pieceKinds are the kinds of pieces; jobs publish them when they are due.
type pieceKinds struct {
	articles editable.Kind[articles.StaffArticle, articles.StaffArticle]
	guides   editable.Kind[guides.StaffGuide, guides.StaffGuide]
}

// placementKinds are the kinds of placements of offers.
type placementKinds struct {
	carousel editable.Kind[offers.StaffOffer, offers.CountedOffer]
	hot      editable.Kind[offers.StaffStaticOffer, offers.CountedStaticOffer]
	daily    editable.Kind[dailyoffers.StaffOffer, dailyoffers.CountedOffer]
	content  editable.Kind[content.StaffOffer, content.CountedOffer]
}

// openServices starts Postgres and the renderer, brings schema and content up
// to date, and builds all services. It changes nothing until the checks have
// passed.
func openServices(ctx context.Context, o Options, a *App) (s *services, err error) {
	s = &services{App: a}
	s.step("checks")
	var found checks.Machine
	if err := s.preflight(ctx, found.Checks(o.Config, o.Root)); err != nil {
		return nil, err
	}
	s.dist = found.Dist
	if s.tracing, err = openTracing(ctx, o); err != nil {
		return nil, err
	}
	if err := s.openDatabase(ctx, o); err != nil {
		return nil, err
	}
	if s.people, err = personal.Open(ctx, s.config, s.db); err != nil {
		return nil, err
	}
	if s.auth, s.byEmail, err = openSignIn(ctx, s.config, s.log, s.db, s.people); err != nil {
		return nil, err
	}
	s.stores, s.cookies = newStores(s.db, s.config), session.NewCookies(s.config.BaseURL)
	isStaff := func(r *http.Request) bool { return s.auth.Sessions.IsStaff(r, s.cookies) }
	if s.tracking, s.catalogs, err = openCounting(ctx, s.db, o, s.stores, fixedPaths(pageRoutes(pageHandlers{})), isStaff); err != nil {
		return nil, err
	}
	if s.backups, err = newSchedule(o, s.url); err != nil {
		return nil, err
	}
	// Without Node the site serves, but accepts no uploads.
	if s.pictures, err = pictures.Open(o.Config, found.Node, filepath.Join(s.dist.Dir, "ssr", "pictures.js")); err != nil {
		return nil, err
	}
	zones, err := campaigns.ReadZones()
	if err != nil {
		return nil, err
	}
	if s.runDir, err = port.SocketFolder(); err != nil {
		return nil, err
	}
	if err := s.openRenderer(found.Node); err != nil {
		return nil, err
	}
	s.wireCache()
	s.wireContent()
	s.wireOffers()
	s.wireEmails()
	s.wireTexts(zones)
	s.wireKinds()
	s.watchHealth(o)
	s.ready = &readiness{db: s.db, renderer: s.renderer, tracking: s.tracking, health: s.health, log: s.log}
	s.metrics, err = newMetrics(s.App)
	return s, err
}

// wireCache builds the page cache, and the bus that notifies it and the
// catalogs of writes.
func (s *services) wireCache() {
	render := s.renderer.Render
	if s.tracing != nil {
		render = s.tracing.rendering(render)
	}
	s.pages = pages.New(pages.Options{
		MaxBytes: int64(*s.config.PageCacheMB) << 20, Render: render, Shell: s.renderer.Shell, Workers: max(s.config.RenderWorkers, len(s.config.RendererURLs)), Wait: s.config.RenderDeadline,
		TagHeaders: cdn.Of(s.config).TagHeaders(map[string]string{}), Log: s.log,
	})
	var inMemory []notify.Subscriber
	for _, k := range s.catalogs.all() {
		inMemory = append(inMemory, k)
	}
	s.bus = cdn.Of(s.config).Watch(notify.New(s.log, append(inMemory, s.pages)...))
}

// wireContent builds the services of articles, guides and search.
func (s *services) wireContent() {
	c, orm := s.config, s.db.Gorm
	s.editing = editable.Site{DB: orm, Bus: s.bus, IsPicture: s.isPicture}
	site := pieces.Site{Site: s.editing, Secret: s.people.Secret, BaseURL: c.BaseURL, Offers: s.offerTexts}
	if c.IndexNowKey != "" {
		site.Announce = discovery.Announce
	}
	s.desk = guides.Desk{Site: site, Articles: s.articles.BySlug}
	s.pieces = pieceKinds{articles.Articles(site), guides.Guides(s.desk)}
	s.legal = legal.Store{DB: orm, Bus: s.bus, Location: c.Location}
	s.search = search.HTTP{
		Store: search.NewStore(orm), Limiter: s.people.Limiter, Location: c.Location,
		Visitor: func(r *http.Request, address string) (uuid.UUID, bool) {
			return s.tracking.Counter.Visitor(r, address)
		},
	}
	s.discovery = discovery.HTTP{Store: discovery.NewStore(orm), Site: discovery.Site{
		Name: c.SiteName, Tagline: Tagline, BaseURL: c.BaseURL, Pages: fixedPaths(pageRoutes(pageHandlers{})), Support: s.setting(settings.Support),
	}}
	// Backups leave these images out, as they can be made again.
	s.shareImages = discovery.NewShareImages(discovery.ShareImages{
		Store: s.discovery.Store, Site: s.discovery.Site, Dir: filepath.Join(s.config.DataDir, "share"),
		Node: s.pictures.Encoder.Node, Script: filepath.Join(s.dist.Dir, "ssr", "share.js"),
		Picture: func(ctx context.Context, path string) (io.ReadCloser, error) {
			file, ok := picture.Parse(path)
			if !ok {
				return s.dist.OpenPicture(path)
			}
			found, _, err := s.pictures.Files.Open(ctx, file.Name())
			return found, err
		},
	})
	// An import is one transaction that may be rolled back, so even this
	// instance hears of its changes only when it is committed.
	importing := s.editing
	importing.Bus = cdn.Of(c).Watch(notify.New(s.log))
	s.magazine = transfer.Magazine{Site: importing, Files: s.pictures.Files, Zone: c.Location, HasPicture: s.dist.HasPicture}
	s.importing = imports.Store{DB: orm, Files: s.people.Subscribers.Keys, Sessions: s.auth.Sessions}
}

// wireOffers builds the services of offers, clicks and reports.
func (s *services) wireOffers() {
	c, orm := s.config, s.db.Gorm
	partners := offer.Site{Site: s.editing, Currency: c.SiteCurrency, Location: c.Location}
	s.places = placementKinds{offers.Carousel(partners), offers.Hot(partners), dailyoffers.Offers(partners), content.Offers(partners)}
	s.optimiser = &optimiser.Store{DB: orm, Bus: s.bus, Currency: c.SiteCurrency, Location: c.Location}
	s.reporting = reports.Admin{Store: s.stores.reports, Location: c.Location, Currency: c.SiteCurrency, Within: 10 * time.Second}
	s.offerDesk = offerdesk.Importer{Currency: s.config.SiteCurrency, Admin: offerdesk.Admin{
		Store: offerdesk.Store{DB: s.db.Gorm, Bus: s.bus, Location: s.config.Location, Figures: offerdesk.NewFigures(s.db.Gorm, s.reporting.OfferFigures)},
		Kinds: []offerdesk.Kind{
			offerdesk.Of("carousel", s.places.carousel, "targetUrl"),
			offerdesk.Of("static", s.places.hot, "link"),
			offerdesk.Of("daily", s.places.daily, "link"),
			offerdesk.Of("content", s.places.content, "url"),
		},
	}}
	s.adder = &reports.Adder{Store: s.stores.reports}
	s.weekly = &reports.Weekly{
		Reports: s.reporting, Store: reports.WeeklyStore{DB: s.db}, Standing: s.auth.Sessions.Standing,
		Secret: s.people.Secret, Mailer: s.people.Mailer, SiteName: c.SiteName, BaseURL: c.BaseURL,
	}
}

// wireEmails builds the services of campaigns by email.
func (s *services) wireEmails() {
	c := s.config
	s.composer = campaigns.Composer{
		SiteName: c.SiteName, BaseURL: c.BaseURL, Store: s.people.Campaigns,
		IsPage: s.isPage, IsPicture: s.isPicture, Offers: s.offerTexts, Links: &campaigns.Links{Check: s.checkLink},
	}
	s.emails = campaigns.Emails(s.editing, s.composer, s.people.Mailer, func(ctx context.Context, source, campaign string, since time.Time) (campaigns.Results, error) {
		f, err := s.reporting.Campaign(ctx, source, campaign, since)
		return campaigns.Results{Visitors: f.Uniques, Views: f.Views, Clickouts: f.Clickouts, Signups: f.Signups, Conversions: f.Conversions, Revenue: f.Revenue}, err
	})
	recipients := s.people.Subscribers.Recipients
	s.sender = &campaigns.EmailSender{
		Sender: campaigns.Sender{Now: time.Now, Log: s.log}, Desk: s.emails, Recipients: recipients,
		Rate: c.CampaignRate, DomainRate: c.CampaignDomainRate,
	}
	welcomes := s.setting(settings.WelcomeSeries)
	s.series = &campaigns.Series{Desk: s.emails, Recipients: recipients, On: func() bool { return welcomes() == settings.On }}
}

// carrierTimeout is the timeout of calls to the text message service.
const carrierTimeout = 20 * time.Second

// wireTexts builds the services of campaigns by text, and of the replies to them.
func (s *services) wireTexts(zones *campaigns.Zones) {
	c, people := s.config, s.people.Subscribers
	s.replies = campaigns.Replies{
		Wording: campaigns.Wording{SiteName: c.SiteName, BaseURL: c.BaseURL, Support: s.setting(settings.Support)},
		Limiter: s.people.Limiter, Stop: people.StopTexts, Start: people.StartTexts, Stopped: people.TextsStopped,
	}
	var line sms.Line // nil if none is set up
	missing := c.Twilio.Missing()
	switch {
	case c.Twilio.IsSet():
		line = sms.Twilio{Account: c.Twilio.Account, Token: c.Twilio.Token, From: c.Twilio.From, API: sms.TwilioAPI, Callback: c.BaseURL + webhooks.TwilioPath, Client: &http.Client{Timeout: carrierTimeout}}
	case c.Developing():
		line = sms.Folder{Dir: personal.TextFolder(c)}
	}
	if line != nil {
		missing = nil
	}
	if !c.Twilio.IsSet() {
		zones = nil // stored texts disturb no one, so they can go out at any hour
	}
	s.texts = campaigns.Texts(s.editing, s.people.Campaigns, s.replies, line, people.Stops, missing)
	s.texter = &campaigns.TextSender{
		Sender: campaigns.Sender{Now: time.Now, Log: s.log}, Desk: s.texts, Line: line, Zones: zones,
		Recipient: people.Texted,
	}
}

func (s *services) wireKinds() {
	site, desk := s.editing, s.desk
	s.kinds = []editable.Records{
		s.pieces.articles,
		s.pieces.guides,
		authors.Authors(site),
		topics.Topics(site),
		content.Pages(site),
		s.places.content,
		s.places.carousel,
		s.places.hot,
		s.places.daily,
		questionnaire.Questions(site, s.questionnaire),
		pictures.Pictures(site, s.pictures),
		advertisers.Advertisers(site, s.conversions, s.config.BaseURL, s.reporting.Months),
		s.emails,
		s.texts,
		claims.Claims(claims.Desk{Site: site, Rewrite: map[string]claims.Rewrite{"article": articles.Rewrite(desk.Site), "guide": guides.Rewrite(desk)}}),
		links.Links(site, links.Pages{BaseURL: s.config.BaseURL, Has: s.isPage}),
	}
}

// setting returns a function that reads a setting of staff.
func (s *services) setting(name string) func() string {
	return func() string { return s.catalogs.settings.Get()[name] }
}

// isPicture reports whether a picture exists at path, built in or uploaded. If
// the database is down it reports true, and the write will fail instead.
func (s *services) isPicture(path string) bool {
	exists, err := picture.Exists(s.db.Gorm, path)
	return exists || err != nil || s.dist.HasPicture(path)
}

// isPage reports whether path is that of a published page.
func (s *services) isPage(path string) bool {
	_, known := s.catalogs.site.Get().Place(path)
	return known
}
