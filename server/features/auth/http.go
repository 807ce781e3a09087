package auth

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/weburl"
)

// HTTP handles visitors' requests. Sheet is the URL of the site's stylesheet,
// used by the sign-in pages. ByEmail is nil if sign-in by email is off.
// NewsletterState returns the state of an address: active, pending,
// unsubscribed or unknown.
type HTTP struct {
	Service         *Service
	ByEmail         *ByEmail
	Cookies         session.Cookies
	Limiter         *ratelimit.Limiter
	Network         func(address string) string // returns its keyed hash
	Sheet           string
	Site, Tagline   string // for the head of the sign-in pages
	NewsletterState func(ctx context.Context, email string) (string, error)
	EmailFails      func(ctx context.Context) bool // the mail server takes no email
}

// signInLimit limits the sign-ins started by one network.
func signInLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "sign-in", Most: 60, Per: 10 * time.Minute}
}

// signInCookie ties a sign-in to the browser that started it.
const signInCookie = "sign_in"

// Providers handles GET /api/auth/providers.
func (h HTTP) Providers(c *gin.Context) error {
	type provider struct {
		Name  string `json:"name"`
		Label string `json:"label"`
		URL   string `json:"url"`
	}
	out := []provider{}
	for _, p := range h.available(c) {
		out = append(out, provider{p.Name(), p.Label(), "/api/auth/" + p.Name()})
	}
	if h.ByEmail != nil {
		out = append(out, provider{EmailProvider, "an email link", emailPath})
	}
	c.JSON(http.StatusOK, out)
	return nil
}

// available returns the providers that may be used for a request. The built-in
// provider is available only to requests from this machine.
func (h HTTP) available(c *gin.Context) []Provider {
	return slices.DeleteFunc(slices.Clone(h.Service.Providers), func(p Provider) bool {
		return p.Name() == DevelopmentName && !weburl.IsLocal(c.Request)
	})
}

// providerName returns the provider's name in the path, or "" if it isn't
// available.
func (h HTTP) providerName(c *gin.Context) string {
	for _, p := range h.available(c) {
		if p.Name() == c.Param("provider") {
			return p.Name()
		}
	}
	return ""
}

// Login handles GET /api/auth/login. It starts signing in if there is only one
// provider, and shows a choice otherwise.
func (h HTTP) Login(c *gin.Context) error {
	providers, returnTo := h.available(c), safeReturn(c.Query("returnTo"))
	onlyDevelopment := len(providers) == 1 && providers[0].Name() == DevelopmentName
	if h.ByEmail != nil && (!onlyDevelopment || c.Query("by") == "mail") {
		return h.showForm(c, http.StatusOK, choosePage(providers, returnTo), emailForm{ReturnTo: returnTo})
	}
	switch len(providers) {
	case 0:
		return h.show(c, http.StatusNotFound, page{Title: "Sign in", Text: "Sign-in isn’t set up on this site.", Links: []link{{"/", "Back to the site"}}})
	case 1:
		c.Redirect(http.StatusFound, beginPath(providers[0].Name(), returnTo))
		return nil
	}
	return h.show(c, http.StatusOK, choosePage(providers, returnTo))
}

// Begin handles GET /api/auth/:provider.
func (h HTTP) Begin(c *gin.Context) error {
	err := h.Limiter.Take(c.Request.Context(), ratelimit.Use{Rule: signInLimit(), By: ratelimit.Network(c.ClientIP())})
	if err != nil {
		return h.showFailure(c, err)
	}
	address, browser, err := h.Service.Begin(c.Request.Context(), h.providerName(c), c.Query("returnTo"))
	if err != nil {
		return h.showFailure(c, err)
	}
	h.Cookies.Set(c.Writer, signInCookie, browser, signInLifetime)
	c.Redirect(http.StatusFound, address)
	return nil
}

// Callback handles GET /api/auth/:provider/callback.
func (h HTTP) Callback(c *gin.Context) error {
	browser := h.Cookies.Read(c.Request, signInCookie)
	h.Cookies.Clear(c.Writer, signInCookie)
	in, err := h.Service.Finish(h.visitorContext(c), h.providerName(c), c.Query("state"), browser, c.Query("code"))
	if err != nil {
		return h.showFailure(c, err)
	}
	return h.startSession(c, http.StatusFound, in)
}

// visitorContext returns the context of a visitor who is about to sign in. Only
// the network is known.
func (h HTTP) visitorContext(c *gin.Context) context.Context {
	return session.With(c.Request.Context(), session.Actor{Network: h.Network(c.ClientIP())})
}

// startSession ends the browser's previous session and sets the cookie of the
// new one.
func (h HTTP) startSession(c *gin.Context, status int, in Welcome) error {
	if old := h.Cookies.Session(c.Request); old != "" {
		if err := h.Service.Sessions.End(c.Request.Context(), old); err != nil {
			return err
		}
	}
	h.Cookies.SetSession(c.Writer, in.SessionID, in.Life)
	if h.ByEmail != nil && in.Email != "" {
		h.Cookies.Set(c.Writer, deviceCookie, h.ByEmail.Device(in.Email), deviceLife)
	}
	c.Redirect(status, in.ReturnTo)
	return nil
}

// linkCookie ties an emailed link to the browser that asked for it.
const linkCookie = "sign_in_mail"

// deviceCookie holds the value returned by ByEmail.Device, for deviceLife after
// a sign-in.
const (
	deviceCookie = "sign_in_device"
	deviceLife   = 180 * 24 * time.Hour
)

// deviceLinkLimit limits the links that a browser may request for an address it
// has signed in with before. Other browsers don't count toward it.
func deviceLinkLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "sign-in links per device", Most: 5, Per: linkLifetime}
}

// networkLinkLimit limits the links requested by one network.
func networkLinkLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "sign-in links per client", Most: 20, Per: 10 * time.Minute}
}

// addressLinkLimit limits the links that one network and its neighbors may
// request for one address.
func addressLinkLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "sign-in links per network and address", Most: 5, Per: linkLifetime}
}

// addressNetworkLimit limits the networks that may request links for one
// address. It counts networks, not requests, so a single network can't lock the
// owner out.
func addressNetworkLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "networks requesting sign-in links to an address", Most: 6, Per: linkLifetime}
}

// AskForLink handles POST /api/auth/mail, the form on the sign-in page.
func (h HTTP) AskForLink(c *gin.Context) error {
	ctx, asked := c.Request.Context(), emailForm{Email: c.PostForm("email"), ReturnTo: safeReturn(c.PostForm("returnTo"))}
	var check form.Checker
	email := check.Email("email", asked.Email)
	if err := check.Err(); err != nil {
		asked.Wrong = err.Error()
		return h.showForm(c, http.StatusBadRequest, choosePage(h.available(c), asked.ReturnTo), asked)
	}
	mailed, err := h.mayAsk(c, email)
	if err != nil {
		return h.showFailure(c, err)
	}
	browser := h.Cookies.Read(c.Request, linkCookie) // so that earlier links keep working
	if browser == "" {
		browser = session.NewSecret()
	}
	if mailed {
		if err := h.ByEmail.Ask(ctx, email, browser, asked.ReturnTo); err != nil {
			return err
		}
	}
	h.Cookies.Set(c.Writer, linkCookie, browser, linkLifetime)
	sent := sentPage()
	if h.EmailFails(ctx) {
		sent.Note = emailFails
	}
	return h.show(c, http.StatusOK, sent)
}

// mayAsk counts a request for a link and reports whether to send it. A stranger
// over the address's limit gets the usual response, with no error.
func (h HTTP) mayAsk(c *gin.Context, email string) (bool, error) {
	ctx := c.Request.Context()
	if device := h.Cookies.Read(c.Request, deviceCookie); h.ByEmail.Knows(device, email) {
		err := h.Limiter.Take(ctx, ratelimit.Use{Rule: deviceLinkLimit(), By: device})
		return err == nil, err
	}
	if err := h.Limiter.Take(ctx, ratelimit.Use{Rule: networkLinkLimit(), By: ratelimit.Network(c.ClientIP())}); err != nil {
		return false, err
	}
	err := h.Limiter.TakeOnce(ctx, ratelimit.Use{Rule: addressNetworkLimit(), By: email},
		ratelimit.Use{Rule: addressLinkLimit(), By: email + " " + ratelimit.Neighbourhood(c.ClientIP())})
	if fault.Is(err, fault.TooMany) {
		return false, nil
	}
	return err == nil, err
}

// ShowLink handles GET /api/auth/mail/link, the address in the email. It shows
// the button that signs in.
func (h HTTP) ShowLink(c *gin.Context) error {
	token := c.Query("token")
	if err := h.ByEmail.Check(c.Request.Context(), token, h.Cookies.Read(c.Request, linkCookie)); err != nil {
		return h.askAgain(c, err)
	}
	return h.show(c, http.StatusOK, linkPage(h.ByEmail.SiteName, token))
}

// FollowLink handles POST /api/auth/mail/link.
func (h HTTP) FollowLink(c *gin.Context) error {
	in, err := h.ByEmail.Finish(h.visitorContext(c), c.PostForm("token"), h.Cookies.Read(c.Request, linkCookie))
	if err != nil {
		return h.askAgain(c, err)
	}
	h.Cookies.Clear(c.Writer, linkCookie)
	return h.startSession(c, http.StatusSeeOther, in)
}

// askAgain shows why a link doesn't work, with a form to request another.
func (h HTTP) askAgain(c *gin.Context, err error) error {
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Invalid {
		return h.showFailure(c, err)
	}
	_ = c.Error(err)
	return h.showForm(c, int(f.Code), page{Title: "You’re not signed in", Text: f.Detail}, emailForm{ReturnTo: "/"})
}

// showForm shows a page with the form to request a link.
func (h HTTP) showForm(c *gin.Context, status int, p page, f emailForm) error {
	p.Mail = &f
	if h.EmailFails(c.Request.Context()) {
		p.Note = emailFails
	}
	return h.show(c, status, p)
}

// Accounts handles GET /dev/sign-in, the built-in provider's list of accounts. A
// sign-in that starts here leads to the admin area.
func (h HTTP) Accounts(c *gin.Context) error {
	if c.Query("state") == "" {
		c.Redirect(http.StatusFound, "/api/auth/dev?returnTo=/admin")
		return nil
	}
	return h.show(c, http.StatusOK, developmentPage(c.Query("state"), h.ByEmail != nil))
}

// User handles GET /api/auth/user.
func (h HTTP) User(c *gin.Context) error {
	u, err := h.Service.User(c.Request.Context(), session.ActorOf(c.Request.Context()))
	return httpx.JSON(c, u, err)
}

// Avatar handles GET /api/auth/avatar. It serves the caller's own picture.
func (h HTTP) Avatar(c *gin.Context) error {
	a, err := h.Service.Store.avatar(c.Request.Context(), session.ActorOf(c.Request.Context()).UserID)
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "private, max-age=86400")
	c.Data(http.StatusOK, a.ContentType, a.Image)
	return nil
}

// Logout handles POST /api/auth/logout. It ends the cookie's session, if any.
func (h HTTP) Logout(c *gin.Context) error {
	ctx := c.Request.Context()
	if id := h.Cookies.Session(c.Request); id != "" {
		if err := h.Service.Sessions.End(ctx, id); err != nil {
			return err
		}
	}
	h.Cookies.ClearSession(c.Writer)
	c.JSON(http.StatusOK, gin.H{"status": "signed out"})
	return nil
}

// showFailure shows why signing in failed.
func (h HTTP) showFailure(c *gin.Context, err error) error {
	var f *fault.Error
	if !errors.As(err, &f) {
		return err
	}
	httpx.SayWhen(c, f)
	_ = c.Error(err)
	return h.show(c, int(f.Code), failedPage(f.Detail))
}

func (h HTTP) show(c *gin.Context, status int, p page) error {
	p.Sheet, p.Site, p.Tagline = h.Sheet, h.Site, h.Tagline
	var body bytes.Buffer
	if err := p.write(&body); err != nil {
		return err
	}
	c.Header("X-Robots-Tag", "noindex")
	c.Data(status, "text/html; charset=utf-8", body.Bytes())
	return nil
}

// Newsletter handles GET /api/auth/newsletter. It reports whether the caller's
// address is subscribed. It reveals nothing about an address that the provider
// has not verified, since it may belong to someone else.
func (h HTTP) Newsletter(c *gin.Context) error {
	ctx := c.Request.Context()
	state, actor := "unknown", session.ActorOf(ctx)
	if actor.UserID != 0 {
		u, err := h.Service.Store.account(ctx, actor.UserID)
		if err != nil {
			return err
		}
		if u.EmailVerified {
			if state, err = h.NewsletterState(ctx, u.Email); err != nil {
				return err
			}
		}
	}
	c.JSON(http.StatusOK, gin.H{"state": state})
	return nil
}
