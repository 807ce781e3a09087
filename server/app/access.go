package app

import (
	"context"
	"crypto/subtle"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/db"
	"thriftwell/server/features/auth"
	"thriftwell/server/personal"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/vault"
	"thriftwell/server/platform/weburl"
)

// audience is who may enter a route. The zero audience is nobody.
type audience struct {
	all       bool           // credentials are not even looked at
	local     bool           // of all, those on this machine
	foreign   bool           // of all, also a browser that another site sends
	operators bool           // who knows METRICS_TOKEN
	roles     []session.Role // who is signed in with one of these roles
}

func everybody() audience { return audience{all: true} }
func signedIn() audience  { return audience{roles: session.Roles()} }
func readers() audience   { return audience{roles: session.Readers()} }
func editors() audience   { return audience{roles: session.Editors()} }
func admins() audience    { return audience{roles: []session.Role{session.Admin}} }

// developers sit at the machine itself.
func developers() audience { return audience{all: true, local: true} }

// mailPrograms post from anywhere; what they send says that they may.
func mailPrograms() audience { return audience{all: true, foreign: true} }

// networks report from anywhere, by GET too; the key in the path says that they
// may. No rate limit counts them, so that none loses a report.
func networks() audience { return audience{all: true, foreign: true} }

// browsers report from wherever they show our pages, unasked.
func browsers() audience { return audience{all: true, foreign: true} }

func operators() audience { return audience{operators: true} }

func (a audience) isEverybody() bool { return a.all && !a.local }

// gate knows who may enter.
type gate struct {
	config  config.Config
	log     *slog.Logger
	db      *db.DB
	people  personal.Data
	auth    *auth.Service
	unknown func(*gin.Context) // answers as if there were no such address
}

// guard lets an audience in. Of staff it refuses an address that the database can't hold.
func (g gate) guard(who audience) gin.HandlerFunc {
	cookies := session.NewCookies(g.config.BaseURL)
	return func(c *gin.Context) {
		switch {
		case who.local && !weburl.IsLocal(c.Request):
			g.unknown(c) // as if there were nothing
			c.Abort()
			return
		case who.operators && !g.isOperator(c):
			httpx.Fail(c, fault.New(fault.NotFound, "Page not found."))
			return
		case who.all, who.operators:
			return
		}
		c.Header("Cache-Control", "no-store")
		actor, err := g.auth.Sessions.Who(c.Request, cookies)
		if err != nil {
			if fault.Is(err, fault.Unauthorized) && cookies.Session(c.Request) != "" && c.GetHeader("Authorization") == "" {
				cookies.ClearSession(c.Writer)
			}
			httpx.Fail(c, err)
			return
		}
		actor.Network = network(g.people.Secret, c.ClientIP())
		httpx.SignedInAs(c, actor.UserID, actor.TokenID)
		if !slices.Contains(who.roles, actor.Role) {
			g.noteRefusal(c, actor)
			httpx.Fail(c, fault.New(fault.Forbidden, "You’re signed in, but your role doesn’t allow this."))
			return
		}
		if err := httpx.Readable(c); err != nil {
			httpx.Fail(c, err)
			return
		}
		c.Request = c.Request.WithContext(session.With(c.Request.Context(), actor))
	}
}

// network returns a keyed hash of the network of an address, by which lines of
// the logs are told apart without telling the address.
func network(secret vault.Secret, address string) string {
	return fmt.Sprintf("%x", secret.MAC("network", []byte(ratelimit.Network(address)))[:6])
}

// refusalsOfAccount is how many refused calls of one account the audit log takes.
func refusalsOfAccount() ratelimit.Rule {
	return ratelimit.Rule{Name: "denied calls per account", Most: 20, Per: time.Hour}
}

// callKind is what the audit log calls a call that was refused.
const callKind = "call"

// noteRefusal writes a line of a call that an account's role does not permit.
func (g gate) noteRefusal(c *gin.Context, by session.Actor) {
	ctx := c.Request.Context()
	err := g.people.Limiter.Take(ctx, ratelimit.Use{Rule: refusalsOfAccount(), By: by.Email})
	if err == nil {
		err = audit.Write(g.db.Gorm.WithContext(ctx), by, audit.Entry{Action: audit.Refuse, Kind: callKind, ID: c.Request.Method + " " + c.FullPath()})
	}
	if err != nil && !fault.Is(err, fault.TooMany) {
		g.log.WarnContext(ctx, "couldn't add a denied call to the audit log", "error", err)
	}
}

// isOperator reports whether a request shows METRICS_TOKEN. In development on
// this machine everybody is one.
func (g gate) isOperator(c *gin.Context) bool {
	token := strings.TrimPrefix(c.GetHeader("Authorization"), "Bearer ")
	t := g.config.MetricsToken
	return g.config.Developing() && weburl.IsLocal(c.Request) || t != "" && subtle.ConstantTimeCompare([]byte(token), []byte(t)) == 1
}

// openSignIn makes the sign-in service and ends the sessions of providers that
// are not set up any more.
func openSignIn(ctx context.Context, s *services) (service *auth.Service, byMail *auth.ByMail, err error) {
	providers := signInProviders(s.config)
	service = NewAuth(s.config, s.db, providers)
	names := []string{}
	for _, p := range providers {
		names = append(names, p.Name())
	}
	if s.config.MailSignIn {
		names = append(names, auth.MailName)
		byMail = &auth.ByMail{
			Service: service, Secret: s.people.Secret, Mailer: s.people.Mailer, SiteName: s.config.SiteName, BaseURL: s.config.BaseURL,
		}
	}
	if *s.config.DevSignIn {
		if err := (auth.Development{}).Invite(ctx, service.Store); err != nil {
			return nil, nil, err
		}
	}
	if err := tellOfFirstAdmin(ctx, s, service, len(names)); err != nil {
		return nil, nil, err
	}
	return service, byMail, service.Sessions.EndOthers(ctx, names)
}

// tellOfFirstAdmin says how the first admin gets in, where none can by any of
// the ways to sign in.
func tellOfFirstAdmin(ctx context.Context, s *services, service *auth.Service, ways int) error {
	if ways == 0 {
		s.log.Warn("sign-in is not set up, so nobody can sign in; the first admin can use a token from bin/server token create --email E --role admin (with --settings FILE in production)")
		return nil
	}
	if *s.config.DevSignIn || len(s.config.AdminEmails) > 0 {
		return nil
	}
	there, err := service.Store.HasAdmin(ctx)
	if err == nil && !there {
		s.log.Warn("no admin yet; set ADMIN_EMAILS or run bin/server role --email E --role admin (with --settings FILE in production)")
	}
	return err
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

// NewAuth returns the sign-in service.
func NewAuth(c config.Config, d *db.DB, providers []auth.Provider) *auth.Service {
	return auth.NewService(auth.NewStore(d), &session.Store{DB: d.Gorm}, providers, c.AdminEmails, auth.Avatars{AllowPrivate: c.Developing()})
}

// preview keeps the page of a preview out of search engines, and lets the admin
// show it in a frame.
func preview(c *gin.Context) error {
	h := c.Writer.Header()
	h.Set("X-Robots-Tag", "noindex")
	h.Set(httpx.PolicyHeader, strings.Replace(h.Get(httpx.PolicyHeader), "frame-ancestors 'none'", "frame-ancestors 'self'", 1))
	return nil
}
