package app

import (
	"context"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/features/auth"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
)

// sweepEvery is how often sign-ins and sessions that are over are deleted.
const sweepEvery = 10 * time.Minute

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
func (s staff) routes(r *gin.Engine, api *gin.RouterGroup) {
	people := auth.HTTP{Service: s.auth, Cookies: s.cookies, Style: s.app.dist.manifest.Style}
	api.GET("/auth/user", httpx.Handle(people.User))
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
}

// openSignIn makes the sign-in service and ends the sessions of providers that
// are not set up any more.
func (a *App) openSignIn(ctx context.Context) error {
	providers := signInProviders(a.config)
	a.auth = newAuth(a.config, a.db.Gorm, providers)
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
