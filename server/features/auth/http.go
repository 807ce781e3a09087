package auth

import (
	"bytes"
	"context"
	"errors"
	"html/template"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/session"
)

// HTTP is what a visitor may call. Style is the site's stylesheet, for the
// pages that sign-in shows by itself. NewsletterState tells of an address:
// active, pending, unsubscribed or unknown.
type HTTP struct {
	Service         *Service
	Cookies         session.Cookies
	Limiter         *ratelimit.Limiter
	Style           string
	NewsletterState func(ctx context.Context, email string) (string, error)
}

// beginsOfVisitor is how many sign-ins one network may begin.
func beginsOfVisitor() ratelimit.Rule {
	return ratelimit.Rule{Name: "sign-in", Most: 60, Per: 10 * time.Minute}
}

// signInCookie ties a sign-in to the browser that began it.
const signInCookie = "sign_in"

// Providers answers GET /api/auth/providers.
func (h HTTP) Providers(c *gin.Context) error {
	type provider struct {
		Name  string `json:"name"`
		Label string `json:"label"`
		URL   string `json:"url"`
	}
	out := []provider{}
	for _, p := range h.Service.Providers {
		out = append(out, provider{p.Name(), p.Label(), "/api/auth/" + p.Name()})
	}
	c.JSON(http.StatusOK, out)
	return nil
}

// Login answers GET /api/auth/login: the only provider at once, or a choice.
func (h HTTP) Login(c *gin.Context) error {
	providers, returnTo := h.Service.Providers, safeReturn(c.Query("returnTo"))
	switch len(providers) {
	case 0:
		return h.show(c, http.StatusNotFound, page{Title: "Sign in", Text: "Sign-in is not set up on this site.", Links: []link{{"/", "Back to the site"}}})
	case 1:
		c.Redirect(http.StatusFound, beginPath(providers[0].Name(), returnTo))
		return nil
	}
	return h.show(c, http.StatusOK, choosePage(providers, returnTo))
}

// Begin answers GET /api/auth/:provider.
func (h HTTP) Begin(c *gin.Context) error {
	err := h.Limiter.Take(c.Request.Context(), ratelimit.Use{Rule: beginsOfVisitor(), By: ratelimit.Network(c.ClientIP())})
	if err != nil {
		return h.failed(c, err)
	}
	address, browser, err := h.Service.Begin(c.Request.Context(), c.Param("provider"), c.Query("returnTo"))
	if err != nil {
		return h.failed(c, err)
	}
	h.Cookies.Set(c.Writer, signInCookie, browser, signInTime)
	c.Redirect(http.StatusFound, address)
	return nil
}

// Callback answers GET /api/auth/:provider/callback.
func (h HTTP) Callback(c *gin.Context) error {
	browser := h.Cookies.Read(c.Request, signInCookie)
	h.Cookies.Clear(c.Writer, signInCookie)
	in, err := h.Service.Finish(c.Request.Context(), c.Param("provider"), c.Query("state"), browser, c.Query("code"))
	if err != nil {
		return h.failed(c, err)
	}
	if old := h.Cookies.Session(c.Request); old != "" {
		if err := h.Service.Sessions.End(c.Request.Context(), old); err != nil {
			return err
		}
	}
	h.Cookies.SetSession(c.Writer, in.SessionID, in.Life)
	c.Redirect(http.StatusFound, in.ReturnTo)
	return nil
}

// Accounts answers GET /dev/sign-in, the built-in provider's choice.
func (h HTTP) Accounts(c *gin.Context) error {
	return h.show(c, http.StatusOK, developmentPage(c.Query("state")))
}

// User answers GET /api/auth/user.
func (h HTTP) User(c *gin.Context) error {
	u, err := h.Service.User(c.Request.Context(), session.ActorOf(c.Request.Context()))
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, u)
	return nil
}

// Avatar answers GET /api/auth/avatar: the caller's own picture.
func (h HTTP) Avatar(c *gin.Context) error {
	a, err := h.Service.Store.avatar(c.Request.Context(), session.ActorOf(c.Request.Context()).UserID)
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "private, max-age=86400")
	c.Data(http.StatusOK, a.ContentType, a.Image)
	return nil
}

// Logout answers POST /api/auth/logout: it ends the session of the cookie.
// Whoever is signed out already stays so.
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

// failed shows a person why nobody is signed in.
func (h HTTP) failed(c *gin.Context, err error) error {
	var f *fault.Error
	if !errors.As(err, &f) {
		return err
	}
	httpx.SayWhen(c, f)
	_ = c.Error(err)
	return h.show(c, httpx.Status(f.Code), failedPage(f.Detail))
}

func (h HTTP) show(c *gin.Context, status int, p page) error {
	p.Style = template.CSS(h.Style)
	var body bytes.Buffer
	if err := p.write(&body); err != nil {
		return err
	}
	c.Header("X-Robots-Tag", "noindex")
	c.Data(status, "text/html; charset=utf-8", body.Bytes())
	return nil
}

// Newsletter answers GET /api/auth/newsletter: whether the caller's address
// gets the letter. An address that the provider has not verified may be
// somebody else's, so nothing is told of it.
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
