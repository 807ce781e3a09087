package app

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"thriftwell/server/features/advertisers"
	"thriftwell/server/features/articles"
	"thriftwell/server/features/authors"
	"thriftwell/server/features/claims"
	"thriftwell/server/features/content"
	"thriftwell/server/features/cspreport"
	"thriftwell/server/features/dailyoffers"
	"thriftwell/server/features/discovery"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/legal"
	"thriftwell/server/features/letters"
	"thriftwell/server/features/links"
	"thriftwell/server/features/offers"
	"thriftwell/server/features/optimiser"
	"thriftwell/server/features/pictures"
	"thriftwell/server/features/previews"
	"thriftwell/server/features/questionnaire"
	"thriftwell/server/features/reports"
	"thriftwell/server/features/search"
	"thriftwell/server/features/settings"
	"thriftwell/server/features/texts"
	"thriftwell/server/features/topics"
	"thriftwell/server/features/webhooks"
	"thriftwell/server/personal"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/pages"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/sms"
)

// route is one address of the site.
type route struct {
	methods string // separated by blanks
	path    string
	who     audience
	life    life
	limits  limits
	handle  func(*gin.Context) error // of a page: what comes before it, or nil
}

// writes reports whether a request may change something.
func (t route) writes() bool { return t.methods != "GET" && t.methods != "GET HEAD" }

// life says how long an answer lives, and where.
type life struct {
	header   string       // its Cache-Control; "" if handler or cache set it
	policy   pages.Policy // of what is kept in memory
	isRead   bool         // a call of the API, kept in memory
	unlisted bool         // a page that is not in the sitemap
}

// asIs leaves it to the handler.
func asIs() life { return life{} }

// noStore keeps an answer out of every cache.
func noStore() life { return life{header: "no-store"} }

// file lets clients keep an answer.
func file(cacheControl string) life { return life{header: cacheControl} }

// read keeps what a call answers in memory.
func read(params ...string) life {
	return life{header: "no-store", isRead: true, policy: pages.Reads(params...)}
}

// listing is a read for crawlers, who ask whether theirs is still the newest.
func listing() life { return life{header: "no-cache", isRead: true, policy: pages.Reads()} }

func contentPage(params ...string) life { return life{policy: pages.Content(params...)} }
func offersPage(params ...string) life  { return life{policy: pages.Offers(params...)} }
func freshPage() life                   { return life{policy: pages.Uncached()} }

// isPage reports whether the renderer makes the answer.
func (l life) isPage() bool { return l.policy.Name != "" && !l.isRead }

func (l life) notListed() life {
	l.unlisted = true
	return l
}

// limits are what a request may cost; 0 for no limit.
type limits struct {
	deadline time.Duration // for what waits for the database
	body     int64         // bytes
}

// engine answers the routes of a table, and nothing else.
func (a *App) engine(table []route) (*gin.Engine, error) {
	r := gin.New()
	r.RedirectTrailingSlash = false
	r.HandleMethodNotAllowed = true
	r.ContextWithFallback = true
	r.RemoteIPHeaders = []string{"X-Forwarded-For"} // a proxy may pass on a visitor's own X-Real-IP
	if err := r.SetTrustedProxies(a.config.TrustedProxies); err != nil {
		return nil, err
	}
	sameOrigin, err := httpx.SameOrigin(a.config.BaseURL)
	if err != nil {
		return nil, err
	}
	if a.tracing != nil {
		r.Use(a.tracing.requests)
	}
	r.Use(httpx.Log(a.log, a.network), a.metrics.count, httpx.Distrusted(a.config.Proxies, a.tellOfProxy), httpx.Recover(),
		httpx.SecureHeaders(httpx.Policy(cspreport.Path, []byte(a.dist.Manifest.Style)), cspreport.Path, strings.HasPrefix(a.config.BaseURL, "https:")))
	canonical := a.canonical(table)
	for _, t := range table {
		chain := []gin.HandlerFunc{}
		if t.limits.deadline > 0 {
			chain = append(chain, httpx.Deadline(t.limits.deadline))
		}
		if !t.who.isEverybody() {
			chain = append(chain, a.guard(t.who))
		}
		if t.life.header != "" {
			chain = append(chain, func(c *gin.Context) { c.Header("Cache-Control", t.life.header) })
		}
		if t.writes() && !t.who.foreign {
			chain = append(chain, sameOrigin)
		}
		if t.limits.body > 0 {
			chain = append(chain, httpx.LimitBody(t.limits.body))
		}
		if t.life.isPage() {
			chain = append(chain, canonical)
		}
		chain = append(chain, a.answer(t)...)
		for _, method := range strings.Fields(t.methods) {
			r.Handle(method, t.path, chain...)
		}
	}
	r.NoRoute(canonical, a.unknown)
	r.NoMethod(httpx.Handle(wrongMethod))
	return r, nil
}

// answer is what answers a route once it is entered.
func (a *App) answer(t route) []gin.HandlerFunc {
	switch {
	case t.life.isRead:
		return []gin.HandlerFunc{a.read(t.life.policy, t.handle)}
	case t.life.isPage():
		chain := []gin.HandlerFunc{a.page(t.life.policy)}
		if !t.life.unlisted {
			chain = append([]gin.HandlerFunc{discovery.Speculate()}, chain...)
		}
		if t.handle != nil {
			chain = append([]gin.HandlerFunc{httpx.Handle(t.handle)}, chain...)
		}
		return chain
	}
	return []gin.HandlerFunc{httpx.Handle(t.handle)}
}

// reports is the one report.
func (a *App) reports() reports.Admin {
	return reports.Admin{Store: reports.NewStore(a.db.Gorm), Location: a.config.Location, Currency: a.config.SiteCurrency, Within: 10 * time.Second}
}

// weekly mails its main figures.
func (a *App) weekly() *reports.Weekly {
	return &reports.Weekly{
		Reports: a.reports(), Store: reports.WeeklyStore{DB: a.db}, Standing: a.auth.Sessions.Standing,
		Secret: a.people.Secret, Mailer: a.people.Mailer, SiteName: a.config.SiteName, BaseURL: a.config.BaseURL,
	}
}

// previews is what can be looked at before it is live, by its name in addresses.
func (a *App) previews() previews.HTTP {
	page, carousel, daily := content.NewStore(a.db.Gorm, a.config.Location), offers.NewStore(a.db.Gorm), dailyoffers.NewStore(a.db.Gorm)
	return previews.HTTP{Links: previews.Links{Secret: a.people.Secret, BaseURL: a.config.BaseURL}, Kinds: map[string]previews.Kind{
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
		"offer":        {Offers: func(ctx context.Context, id int64) (any, error) { return carousel.Preview(ctx, id) }},
		"static-offer": {Offers: func(ctx context.Context, id int64) (any, error) { return carousel.PreviewStatic(ctx, id) }},
		"daily-offer":  {Offers: func(ctx context.Context, id int64) (any, error) { return daily.Preview(ctx, id) }},
	}}
}

// legal is the privacy policy and the terms.
func (a *App) legal() legal.Store {
	return legal.Store{DB: a.db.Gorm, Bus: a.bus, Location: a.config.Location}
}

// editing is what the kinds of records work on.
func (a *App) editing() editable.Site {
	return editable.Site{DB: a.db.Gorm, Bus: a.bus, IsPicture: a.isPicture}
}

// isPicture reports whether there is a picture at a path: one that came with
// the site, or one of staff. Where the database is away, the write will tell.
func (a *App) isPicture(path string) bool {
	exists, err := picture.Exists(a.db.Gorm, path)
	return exists || err != nil || a.dist.HasPicture(path)
}

// isPage reports whether a path is that of a page which is there to be read.
func (a *App) isPage(path string) bool {
	_, known := a.counting.site.Get().Place(path)
	return known
}

// networkOf tells the networks of peers, and "" of proxies.
func networkOf(proxies []netip.Prefix) func(net.Addr) string {
	return func(peer net.Addr) string {
		address, err := netip.ParseAddrPort(peer.String())
		if err == nil && slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(address.Addr().Unmap()) }) {
			return ""
		}
		return ratelimit.Neighbourhood(address.Addr().String())
	}
}

// guideDesk is what guides are written with; its Site, what articles are.
func (a *App) guideDesk() guides.Desk {
	store := articles.NewStore(a.db.Gorm)
	site := pieces.Site{Site: a.editing(), Secret: a.people.Secret, BaseURL: a.config.BaseURL}
	if a.config.IndexNowKey != "" {
		site.Announce = discovery.Announce
	}
	return guides.Desk{
		Site:     site,
		Articles: func(ctx context.Context, slugs []string) (any, error) { return store.BySlug(ctx, slugs) },
	}
}

// composer makes mails and pages of letters.
func (a *App) composer() letters.Composer {
	store := &letters.Store{DB: a.db, Location: a.config.Location, Engagement: a.config.LetterEngagement}
	return letters.Composer{SiteName: a.config.SiteName, BaseURL: a.config.BaseURL, Store: store, IsPage: a.isPage, IsPicture: a.isPicture, Links: a.outward}
}

// letterPages is what the public sees of letters.
func (a *App) letterPages() *letters.HTTP {
	return &letters.HTTP{
		Composer: a.composer(), Opens: a.config.LetterOpens,
		Engaged: func(ctx context.Context, code string) error {
			return a.people.Subscribers.Engaged(ctx, code, calendar.Today(a.config.Location))
		},
		IsPerson: func(r *http.Request, address string) bool {
			_, human := a.counting.tracking.Counter.Visitor(r, address)
			return human && !httpx.OptedOut(r)
		},
	}
}

// letters is where letters are written and sent.
func (a *App) letters() *letters.Desk {
	return letters.Letters(a.editing(), a.composer(), a.people.Mailer, func(ctx context.Context, source, campaign string, since time.Time) (letters.Brought, error) {
		f, err := a.reports().Campaign(ctx, source, campaign, since)
		return letters.Brought{Visitors: f.Uniques, Views: f.Views, Clickouts: f.Clickouts, Signups: f.Signups, Conversions: f.Conversions, Revenue: f.Revenue}, err
	})
}

// line is the way by which texts leave; nil where none is set.
func (a *App) line() sms.Line {
	t := a.config.Twilio
	switch {
	case t.IsSet():
		return sms.Twilio{Account: t.Account, Token: t.Token, From: t.From, API: sms.TwilioAPI, Callback: a.config.BaseURL + webhooks.TwilioPath, Client: &http.Client{Timeout: carrierTimeout}}
	case a.config.Developing():
		return a.keptTexts()
	}
	return nil
}

// carrierTimeout is how long the carrier of texts may take to answer.
const carrierTimeout = 20 * time.Second

// keptTexts are the texts that development keeps.
func (a *App) keptTexts() sms.Folder { return sms.Folder{Dir: personal.TextFolder(a.config)} }

// replies takes what people text back.
func (a *App) replies() texts.Replies {
	said := texts.Wording{SiteName: a.config.SiteName, BaseURL: a.config.BaseURL, Support: func() string { return a.counting.settings.Get()[settings.Support] }}
	people := a.people.Subscribers
	return texts.Replies{Wording: said, Limiter: a.people.Limiter, Stop: people.StopTexts, Start: people.StartTexts, Stopped: people.TextsStopped}
}

// texts is where texts are written and sent.
func (a *App) texts() *texts.Desk {
	missing := a.config.Twilio.Missing()
	if a.line() != nil {
		missing = nil
	}
	return texts.Texts(a.editing(), a.people.Texts, a.replies(), a.line(), a.people.Subscribers.Stops, missing)
}

// offerSite is what offers of every kind work on.
func (a *App) offerSite() offer.Site {
	return offer.Site{Site: a.editing(), Currency: a.config.SiteCurrency, Location: a.config.Location}
}

// search finds articles, guides and their steps.
func (a *App) search() search.HTTP {
	return search.HTTP{
		Store: search.NewStore(a.db.Gorm), Limiter: a.people.Limiter, Location: a.config.Location,
		Visitor: func(r *http.Request, address string) (uuid.UUID, bool) {
			return a.counting.tracking.Counter.Visitor(r, address)
		},
	}
}

// optimiser orders the offers of pages.
func (a *App) optimiser() *optimiser.Store {
	return &optimiser.Store{DB: a.db.Gorm, Bus: a.bus, Currency: a.config.SiteCurrency, Location: a.config.Location}
}

// kinds is every kind of record that staff edit.
func (a *App) kinds() []editable.Records {
	site, desk, partners := a.editing(), a.guideDesk(), a.offerSite()
	return []editable.Records{
		articles.Articles(desk.Site),
		guides.Guides(desk),
		authors.Authors(site),
		topics.Topics(site),
		content.Pages(site),
		content.Offers(partners),
		offers.Carousel(partners),
		offers.Hot(partners),
		dailyoffers.Offers(partners),
		questionnaire.Questions(site),
		pictures.Pictures(site, a.pictures),
		advertisers.Advertisers(site, a.conversions(), a.config.BaseURL),
		a.letters(),
		a.texts(),
		claims.Claims(claims.Desk{Site: site, Rewrite: map[string]claims.Rewrite{"article": articles.Rewrite(desk.Site), "guide": guides.Rewrite(desk)}}),
		links.Links(site, links.Pages{BaseURL: a.config.BaseURL, Has: a.isPage}),
	}
}
