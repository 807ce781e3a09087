package app

import (
	"context"
	"errors"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/features/analytics"
	"thriftwell/server/features/audit"
	"thriftwell/server/features/auth"
	"thriftwell/server/features/content"
	"thriftwell/server/features/dailyoffers"
	"thriftwell/server/features/offers"
	"thriftwell/server/features/questionnaire"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
)

// sweepEvery is how often sign-ins and sessions that are over are deleted.
const sweepEvery = 10 * time.Minute

// emptyEvery is how often the bins are looked through.
const emptyEvery = time.Hour

// maxImportBody is the largest body of a bulk import, in bytes: 1,000
// addresses of 2,048 bytes, and what JSON adds.
const maxImportBody = 4 << 20

// staff is everything behind sign-in.
type staff struct {
	app     *App
	cookies session.Cookies
	auth    *auth.Service
}

func (a *App) newStaff() staff {
	return staff{app: a, cookies: session.NewCookies(a.config.BaseURL), auth: a.auth}
}

// guard lets a request through to whom access names.
func (s staff) guard() gin.HandlerFunc { return guard(s.auth.Sessions, s.cookies) }

// routes is what sign-in and staff add to the site map; access says who may
// enter.
func (s staff) routes(r *gin.Engine, api *gin.RouterGroup, sameOrigin gin.HandlerFunc) {
	people := auth.HTTP{
		Service: s.auth, Cookies: s.cookies, Limiter: s.app.people.limiter, Style: s.app.dist.manifest.Style,
		NewsletterState: s.app.people.subscribers.StateOf,
	}
	api.GET("/auth/user", httpx.Handle(people.User))
	api.GET("/auth/newsletter", httpx.Handle(people.Newsletter))
	api.GET("/auth/avatar", httpx.Handle(people.Avatar))
	api.GET("/auth/providers", httpx.Handle(people.Providers))
	api.GET("/auth/login", httpx.Handle(people.Login))
	api.POST("/auth/logout", httpx.Handle(people.Logout))
	api.GET("/auth/:provider", httpx.Handle(people.Begin))
	api.GET("/auth/:provider/callback", httpx.Handle(people.Callback))
	if *s.app.config.DevSignIn {
		r.GET(auth.DevelopmentPage, noStore, httpx.Handle(people.Accounts))
	}

	accounts := auth.Admin{Service: s.auth}
	api.GET("/admin/users", httpx.Handle(accounts.Users))
	api.POST("/admin/users", httpx.Handle(accounts.Grant))
	api.PUT("/admin/users/:id", httpx.Handle(accounts.Edit))
	api.GET("/admin/tokens", httpx.Handle(accounts.Tokens))
	api.POST("/admin/tokens", httpx.Handle(accounts.CreateToken))
	api.DELETE("/admin/tokens/:id", httpx.Handle(accounts.RevokeToken))
	api.GET("/admin/audit", httpx.Handle(audit.Admin{Store: audit.NewStore(s.app.db.Gorm)}.List))

	s.contentRoutes(r, api, sameOrigin)
}

// contentRoutes is how staff edit pages, offers and questions, and read what
// was counted.
func (s staff) contentRoutes(r *gin.Engine, api *gin.RouterGroup, sameOrigin gin.HandlerFunc) {
	orm, site := s.app.db.Gorm, s.app.editable()
	edit := content.NewAdmin(content.NewStore(orm), site)
	api.GET("/content/pages", httpx.Handle(edit.Pages.List))
	api.POST("/content/pages", httpx.Handle(edit.Pages.Create))
	api.PUT("/content/pages/:slug", httpx.Handle(edit.UpdatePage))
	records(api, "/content/offers", edit.Offers)
	// A thousand addresses do not fit into the body of other calls.
	r.POST("/api/content/bulk-import", noStore, sameOrigin, httpx.LimitBody(maxImportBody), httpx.Handle(edit.BulkImport))

	records(api, "/admin/offers", offers.NewAdmin(offers.NewStore(orm), site))
	records(api, "/admin/daily-offers", dailyoffers.NewAdmin(dailyoffers.NewStore(orm), site))
	records(api, "/admin/questions", questionnaire.NewAdmin(questionnaire.NewStore(orm), site))

	report := analytics.Admin{Store: analytics.NewStore(orm), Location: s.app.config.Location}
	api.GET("/content/:slug/analytics", httpx.Handle(report.Daily))
	api.GET("/content/:slug/analytics/summary", httpx.Handle(report.Summary))
	api.GET("/content/:slug/analytics/offers", httpx.Handle(report.Offers))
}

// records registers the calls of one kind of record.
func records[T, In, View any](api *gin.RouterGroup, path string, h httpx.Records[T, In, View]) {
	api.GET(path, httpx.Handle(h.List))
	api.POST(path, httpx.Handle(h.Create))
	api.POST(path+"/batch", httpx.Handle(h.Batch))
	api.PUT(path+"/:id", httpx.Handle(h.Update))
	api.DELETE(path+"/:id", httpx.Handle(h.Delete))
	api.POST(path+"/:id/restore", httpx.Handle(h.Restore))
}

// shown is where the public sees what staff edit: the page cache, and the
// offers that tracking and click-outs keep in memory.
type shown struct{ *App }

// Invalidate implements editable.Pages.
func (s shown) Invalidate(tags ...string) {
	if err := s.counting.refresh(context.Background()); err != nil {
		s.log.Warn("the offers in memory are old for now", "error", err)
	}
	s.cache.Invalidate(tags...)
}

func (a *App) editable() editable.Site { return editable.Site{DB: a.db.Gorm, Pages: shown{a}} }

// emptyBins deletes for good what was deleted long ago.
func (a *App) emptyBins(ctx context.Context) error {
	var failed []error
	for _, table := range []string{"offers", "content_offers", "daily_offers", "questions"} {
		failed = append(failed, editable.EmptyBin(ctx, a.db.Gorm, table))
	}
	return errors.Join(failed...)
}

// openSignIn makes the sign-in service and ends the sessions of providers that
// are not set up any more.
func (a *App) openSignIn(ctx context.Context) error {
	providers := signInProviders(a.config)
	a.auth = newAuth(a.config, a.db, providers)
	names := []string{}
	for _, p := range providers {
		names = append(names, p.Name())
	}
	if *a.config.DevSignIn {
		if err := (auth.Development{}).Invite(ctx, a.auth.Store); err != nil {
			return err
		}
	}
	return a.auth.Sessions.EndOthers(ctx, names)
}

// signInProviders is every provider that the settings name.
func signInProviders(c config.Config) []auth.Provider {
	callback := func(name string) string { return c.BaseURL + "/api/auth/" + name + "/callback" }
	var out []auth.Provider
	if c.GoogleClientID != "" {
		out = append(out, &auth.OpenID{ID: "google", Title: "Google", Issuer: auth.GoogleIssuer,
			Client: c.GoogleClientID, Secret: c.GoogleClientSecret, Callback: callback("google")})
	}
	if c.OIDCIssuer != "" {
		out = append(out, &auth.OpenID{ID: "oidc", Title: c.OIDCLabel, Issuer: c.OIDCIssuer,
			Client: c.OIDCClientID, Secret: c.OIDCClientSecret, Callback: callback("oidc")})
	}
	if *c.DevSignIn {
		out = append(out, auth.Development{})
	}
	return out
}
