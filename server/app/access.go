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

// audience is the set of clients that may use a route. The zero audience is
// empty.
type audience struct {
	all       bool           // any client; credentials are ignored
	local     bool           // with all: only clients on this machine
	foreign   bool           // with all: also requests sent by other sites' pages
	operators bool           // clients that send METRICS_TOKEN
	roles     []session.Role // users signed in with one of these roles
}

func everybody() audience { return audience{all: true} }
func signedIn() audience  { return audience{roles: session.Roles()} }
func readers() audience   { return audience{roles: session.Readers()} }
func editors() audience   { return audience{roles: session.Editors()} }
func admins() audience    { return audience{roles: []session.Role{session.Admin}} }

// developers returns the audience of requests from this machine.
func developers() audience { return audience{all: true, local: true} }

// mailPrograms returns the audience of one-click unsubscribes. They come from
// anywhere and are authorized by the signed token they send.
func mailPrograms() audience { return audience{all: true, foreign: true} }

// networks returns the audience of reports by partners and carriers. They come
// from anywhere, also by GET, and are authorized by the key in the path or by a
// signature. They aren't rate-limited, so that no report is lost.
func networks() audience { return audience{all: true, foreign: true} }

// browsers returns the audience of the reports that browsers send by
// themselves.
func browsers() audience { return audience{all: true, foreign: true} }

func operators() audience { return audience{operators: true} }

func (a audience) isEverybody() bool { return a.all && !a.local }

// gate checks who may use a route.
type gate struct {
	config  config.Config
	log     *slog.Logger
	db      *db.DB
	people  personal.Data
	auth    *auth.Service
	cookies session.Cookies
	unknown func(*gin.Context) // answers as for an address that doesn't exist
}

// guard returns a handler that lets only the audience through. Requests of
// staff whose address the database can't store are rejected.
func (g gate) guard(who audience) gin.HandlerFunc {
	return func(c *gin.Context) {
		switch {
		case who.local && !weburl.IsLocal(c.Request):
			g.unknown(c)
			c.Abort()
			return
		case who.operators && !g.isOperator(c):
			httpx.Fail(c, fault.New(fault.NotFound, "Page not found."))
			return
		case who.all, who.operators:
			return
		}
		c.Header("Cache-Control", "no-store")
		actor, err := g.auth.Sessions.Who(c.Request, g.cookies)
		if err != nil {
			if fault.Is(err, fault.Unauthorized) && g.cookies.Session(c.Request) != "" && c.GetHeader("Authorization") == "" {
				g.cookies.ClearSession(c.Writer)
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

// network returns a keyed hash of an address's network. Log lines can be
// grouped by it without revealing the address.
func network(secret vault.Secret, address string) string {
	return fmt.Sprintf("%x", secret.MAC("network", []byte(ratelimit.Network(address)))[:6])
}

// refusalsOfAccount limits how many denied calls of one account are added to
// the audit log.
func refusalsOfAccount() ratelimit.Rule {
	return ratelimit.Rule{Name: "denied calls per account", Most: 20, Per: time.Hour}
}

// callKind is the kind of a denied call in the audit log.
const callKind = "call"

// noteRefusal adds a call that the account's role doesn't allow to the audit
// log.
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

// isOperator reports whether a request has METRICS_TOKEN. In development, every
// request from this machine passes.
func (g gate) isOperator(c *gin.Context) bool {
	token := strings.TrimPrefix(c.GetHeader("Authorization"), "Bearer ")
	t := g.config.MetricsToken
	return g.config.Developing() && weburl.IsLocal(c.Request) || t != "" && subtle.ConstantTimeCompare([]byte(token), []byte(t)) == 1
}

// openSignIn creates the sign-in service and ends the sessions of providers
// that are no longer set up.
func openSignIn(ctx context.Context, c config.Config, log *slog.Logger, d *db.DB, people personal.Data) (service *auth.Service, byEmail *auth.ByEmail, err error) {
	providers := signInProviders(c)
	service = NewAuth(c, d, providers)
	names := []string{}
	for _, p := range providers {
		names = append(names, p.Name())
	}
	if c.EmailSignIn {
		names = append(names, auth.EmailProvider)
		byEmail = NewByEmail(c, service, people)
	}
	if *c.DevSignIn {
		if err := (auth.Development{}).Invite(ctx, service.Store); err != nil {
			return nil, nil, err
		}
	}
	if err := warnNoAdmin(ctx, c, log, service, len(names)); err != nil {
		return nil, nil, err
	}
	return service, byEmail, service.Sessions.EndOthers(ctx, names)
}

// warnNoAdmin logs how the first admin can sign in if nobody can sign in as one
// now.
func warnNoAdmin(ctx context.Context, c config.Config, log *slog.Logger, service *auth.Service, ways int) error {
	if ways == 0 {
		log.Warn("sign-in is not set up, so nobody can sign in; the first admin can use a token from bin/server token create --email E --role admin (with --settings FILE in production)")
		return nil
	}
	if *c.DevSignIn || len(c.AdminEmails) > 0 {
		return nil
	}
	there, err := service.Store.HasAdmin(ctx)
	if err == nil && !there {
		log.Warn("no admin yet; set ADMIN_EMAILS or run bin/server role --email E --role admin (with --settings FILE in production)")
	}
	return err
}

// signInProviders returns the providers that the settings name.
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
	return &auth.Service{
		Store: auth.NewStore(d), Sessions: &session.Store{DB: d.Gorm, AdminEmails: c.AdminEmails},
		Providers: providers, Avatars: auth.Avatars{AllowPrivate: c.Developing()},
	}
}

// NewByEmail returns the sign-in by email.
func NewByEmail(c config.Config, service *auth.Service, people personal.Data) *auth.ByEmail {
	return &auth.ByEmail{Service: service, Secret: people.Secret, Mailer: people.Mailer, SiteName: c.SiteName, BaseURL: c.BaseURL}
}

// preview keeps a preview out of search engines and lets the admin show it in a
// frame.
func preview(c *gin.Context) error {
	h := c.Writer.Header()
	h.Set("X-Robots-Tag", "noindex")
	h.Set(httpx.PolicyHeader, strings.Replace(h.Get(httpx.PolicyHeader), "frame-ancestors 'none'", "frame-ancestors 'self'", 1))
	return nil
}
