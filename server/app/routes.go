package app

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/features/articles"
	"thriftwell/server/features/content"
	"thriftwell/server/features/dailyoffers"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/offers"
	"thriftwell/server/features/questionnaire"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/pagecache"
)

// maxBody is the largest body that a call may carry, in bytes.
const maxBody = 64 << 10

// apiDeadline is how long a call may wait for the database.
const apiDeadline = 10 * time.Second

// routes is the site map: every URL, and who may enter.
func (a *App) routes() (*gin.Engine, error) {
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.RedirectTrailingSlash = false
	r.HandleMethodNotAllowed = true
	r.ContextWithFallback = true
	if err := r.SetTrustedProxies(a.config.TrustedProxies); err != nil {
		return nil, err
	}
	sameOrigin, err := httpx.SameOrigin(a.config.BaseURL)
	if err != nil {
		return nil, err
	}
	metrics, err := a.newMetrics()
	if err != nil {
		return nil, err
	}
	staff := a.newStaff()
	r.Use(httpx.Log(a.log), metrics.count, httpx.Recover(),
		httpx.SecureHeaders(a.dist.manifest.StyleHash, strings.HasPrefix(a.config.BaseURL, "https:")), staff.guard())

	// For operators.
	r.GET("/healthz", func(c *gin.Context) { c.JSON(http.StatusOK, gin.H{"status": "ok"}) })
	r.GET("/readyz", httpx.Handle(a.readyz))
	r.GET("/metrics", httpx.Handle(a.mayReadMetrics), metrics.serve)

	// For everybody.
	api := r.Group("/api", noStore, sameOrigin, httpx.LimitBody(maxBody), httpx.Deadline(apiDeadline))
	articleStore, guideStore := articles.NewStore(a.db.Gorm), guides.NewStore(a.db.Gorm)
	article := articles.HTTP{Store: articleStore}
	guide := guides.HTTP{Store: guideStore, Articles: func(ctx context.Context, slugs []string) (any, error) {
		return articleStore.BySlug(ctx, slugs)
	}}
	a.reads = a.newReads()
	a.reads.get(api, "/articles", article.List, "featured", "category", "limit", "offset")
	a.reads.get(api, "/articles/:slug", article.Get)
	a.reads.get(api, "/listicles", guide.List, "category", "limit", "offset")
	a.reads.get(api, "/listicles/featured", guide.Featured, "category", "limit", "offset")
	a.reads.get(api, "/listicles/:id", guide.Get)

	n := a.counting
	contentStore := content.NewStore(a.db.Gorm)
	offer := offers.HTTP{Store: offers.NewStore(a.db.Gorm), Catalog: n.offers, Counter: n.tracking.Counter}
	page := content.HTTP{Store: contentStore, Catalog: n.content, Counter: n.tracking.Counter}
	coreg := questionnaire.HTTP{Store: questionnaire.NewStore(a.db.Gorm), Catalog: n.questionnaire, Counter: n.tracking.Counter}
	daily := dailyoffers.HTTP{Store: dailyoffers.NewStore(a.db.Gorm), Catalog: n.dailyOffers, Counter: n.tracking.Counter}
	api.GET("/offers", httpx.Handle(offer.List))
	api.POST("/offer-interactions", httpx.Handle(offer.Interact))
	api.GET("/hot-offers", httpx.Handle(offer.Static))
	api.POST("/hot-offers/track-view", httpx.Handle(offer.StaticView))
	api.POST("/hot-offers/track-click", httpx.Handle(offer.StaticClick))
	api.GET("/content/pages/:slug", httpx.Handle(page.Page))
	api.GET("/content/:slug/offers", httpx.Handle(page.Offers))
	api.POST("/content/:slug/track-view", httpx.Handle(page.TrackView))
	api.POST("/content/:slug/track-click", httpx.Handle(page.TrackClick))
	api.GET("/coreg/:slug/questions", httpx.Handle(coreg.Questions))
	api.POST("/coreg/:slug/track-view", httpx.Handle(coreg.TrackView))
	api.POST("/coreg/:slug/track-click", httpx.Handle(coreg.TrackClick))
	api.GET("/daily-offers", httpx.Handle(daily.List))
	api.POST("/daily-offers/click", httpx.Handle(daily.Click))

	staff.routes(r, api, sameOrigin)
	a.peopleRoutes(r, api)

	// For browsers and crawlers.
	for _, p := range pages() {
		if p.path == "/guides/:id" {
			both(r, p.path, httpx.Handle(guideByNumber(guideStore)), a.page(p))
			continue
		}
		both(r, p.path, a.page(p))
	}
	both(r, "/listicles", moved("/guides"))
	both(r, "/listicles/:id", moved("/guides/:id"))
	both(r, "/links/", httpx.Handle(offers.ClickOut{Catalog: n.offers, Counter: n.tracking.Counter}.Open))
	both(r, "/robots.txt", a.robots)
	both(r, "/sitemap.xml", httpx.Handle(a.sitemap(map[string]addresses{
		"/articles/": articleStore.Addresses, "/guides/": guideStore.Addresses, "/content/": contentStore.Addresses,
	})))
	a.develop(r)
	if err := a.dist.static(r); err != nil {
		return nil, err
	}
	r.NoRoute(a.unknown)
	r.NoMethod(httpx.Handle(wrongMethod))
	return r, nil
}

// page is one kind of page: its path, the query parameters that may reach the
// renderer, how long a rendered one lives, and whether it is kept out of the
// sitemap.
type page struct {
	path    string
	params  []string
	life    pagecache.Lifetime
	private bool
}

// contentPage is how long a page of content lives. It changes by an
// invalidation, so its time only bounds what a lost one could cost.
func contentPage() pagecache.Lifetime {
	return pagecache.Lifetime{Name: "content", Fresh: 5 * time.Minute, Stale: 24 * time.Hour, Error: 7 * 24 * time.Hour}
}

// offersPage is how long a page of offers lives: its figures and orders change
// with every click, which invalidates nothing.
func offersPage() pagecache.Lifetime {
	return pagecache.Lifetime{Name: "offers", Fresh: 30 * time.Second, Stale: time.Hour, Error: 7 * 24 * time.Hour}
}

// pages is every page of the site.
func pages() []page {
	content, offers := contentPage(), offersPage()
	return []page{
		{path: "/", life: content},
		{path: "/articles", params: []string{"category", "page", "q"}, life: content},
		{path: "/articles/:slug", life: content},
		{path: "/guides", params: []string{"category", "q"}, life: content},
		{path: "/guides/:id", life: content},
		{path: "/offers", life: offers},
		{path: "/dailyoffers", params: []string{"page"}, life: offers},
		{path: "/hot-offers", life: offers},
		{path: "/content/:slug", life: offers},
		{path: "/subscribe", life: content},
		{path: "/contact", params: []string{"type"}, life: content},
		{path: "/unsubscribe", life: content, private: true},
		{path: "/preferences", life: content, private: true},
		{path: "/confirm", life: content, private: true},
		{path: "/privacy", life: content},
		{path: "/terms", life: content},
		{path: "/admin/content", life: content, private: true},
	}
}

// both registers a handler for GET and HEAD.
func both(r gin.IRoutes, path string, h ...gin.HandlerFunc) {
	r.GET(path, h...)
	r.HEAD(path, h...)
}
