package subscribers

import (
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/ratelimit"
)

// signupCookie holds the token by which the signup just made can be completed.
const signupCookie = "signup"

// HTTP is what the public may call.
type HTTP struct {
	Store    *Store
	Limiter  *ratelimit.Limiter
	Location *time.Location // whose calendar day today is
	Secure   bool           // the site is served by https
}

// received is the answer to everything that was written down.
type received struct {
	Status  string `json:"status"`
	Confirm bool   `json:"confirm,omitempty"`
}

// Limits, for one visitor or one mail domain.
func signupsOfVisitor() ratelimit.Rule {
	return ratelimit.Rule{Name: "signups of a visitor", Most: 20, Per: 10 * time.Minute}
}

func signupsOfDomain() ratelimit.Rule {
	return ratelimit.Rule{Name: "signups of a mail domain", Most: 100, Per: time.Hour}
}

func requestsOfVisitor() ratelimit.Rule {
	return ratelimit.Rule{Name: "link requests of a visitor", Most: 20, Per: 10 * time.Minute}
}

// sharedDomain reports whether so many people have their mail there that its
// signups say nothing.
func sharedDomain(domain string) bool {
	switch domain {
	case "gmail.com", "yahoo.com", "outlook.com", "hotmail.com", "live.com", "msn.com", "icloud.com", "me.com",
		"aol.com", "comcast.net", "verizon.net", "att.net", "sbcglobal.net", "proton.me", "protonmail.com":
		return true
	}
	return false
}

// Wordings answers GET /api/consents.
func (h HTTP) Wordings(c *gin.Context) error {
	httpx.Tag(c, "consents")
	c.JSON(http.StatusOK, gin.H{"email": wordingOf("", channelEmail), "sms": wordingOf("", channelSMS)})
	return nil
}

// SignUp answers POST /api/subscribers. Nothing of the answer depends on
// whether the address is known.
func (h HTTP) SignUp(c *gin.Context) error {
	var s Signup
	if err := httpx.ReadJSON(c, &s); err != nil {
		return err
	}
	p, err := s.check(h.today())
	if err != nil {
		return err
	}
	if err := s.Robot.Check(); err != nil {
		return err
	}
	if err := h.limitSignups(c, p.Email); err != nil {
		return err
	}
	id := newID()
	hash := h.Store.Secret.AddressHash(p.Email)
	if !s.Robot.Caught() {
		if id, err = h.keep(c, s, p, hash); err != nil {
			return err
		}
	}
	http.SetCookie(c.Writer, &http.Cookie{
		Name: signupCookie, Value: h.signer().sign(id, forSignup, signupLifetime, hash), Path: "/api/subscribers",
		MaxAge: int(signupLifetime.Seconds()), HttpOnly: true, Secure: h.Secure, SameSite: http.SameSiteStrictMode,
	})
	c.JSON(http.StatusCreated, received{"received", h.Store.DoubleOptIn})
	return nil
}

// keep completes the signup that the cookie stands for, or makes a new one.
func (h HTTP) keep(c *gin.Context, s Signup, p profile, hash []byte) (id [16]byte, err error) {
	ctx, v := c.Request.Context(), visitOf(c, s.Page, "/subscribe", s.Source)
	entries := []entry{{channelEmail, given, wordingOf(s.EmailWording, channelEmail)}}
	texts := entry{channelSMS, given, wordingOf(s.SMSWording, channelSMS)}
	cookie, _ := c.Cookie(signupCookie)
	if t, err := h.signer().read(cookie, hash, forSignup); err == nil {
		first, err := h.Store.addPhone(ctx, t, hash, errand{Phone: p.Phone, Texts: s.TCPAConsent, Wording: texts.wording.Version, Visit: v})
		if first || err != nil {
			return newID(), err
		}
	}
	if s.TCPAConsent {
		entries = append(entries, texts)
	}
	return h.Store.signUp(ctx, p, entries, v)
}

func (h HTTP) limitSignups(c *gin.Context, email string) error {
	uses := []ratelimit.Use{{Rule: signupsOfVisitor(), By: ratelimit.Network(c.ClientIP())}}
	if domain := email[strings.LastIndexByte(email, '@')+1:]; !sharedDomain(domain) {
		uses = append(uses, ratelimit.Use{Rule: signupsOfDomain(), By: domain})
	}
	return h.Limiter.Take(c.Request.Context(), uses...)
}

// Confirm answers POST /api/subscribers/confirm.
func (h HTTP) Confirm(c *gin.Context) error {
	var body struct {
		EID string `json:"eid"`
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	t, err := h.signer().read(body.EID, nil, forConfirm)
	if err != nil {
		return err
	}
	if err := h.Store.confirm(c.Request.Context(), t.subscriber, visitOf(c, "", "/confirm", nil)); err != nil {
		return err
	}
	c.JSON(http.StatusOK, received{Status: "received"})
	return nil
}

// Unsubscribe answers POST /api/unsubscribe with eid or email.
func (h HTTP) Unsubscribe(c *gin.Context) error {
	var body struct {
		EID   string `json:"eid"`
		Email string `json:"email"`
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	if err := h.unsubscribe(c, body.EID, body.Email); err != nil {
		return err
	}
	c.JSON(http.StatusOK, received{Status: "received"})
	return nil
}

// OneClick answers POST /unsubscribe?eid=…, the request of a mail program (RFC
// 8058) or, without JavaScript, the page's own form.
func (h HTTP) OneClick(c *gin.Context) error {
	eid, email := c.Query("eid"), c.PostForm("email")
	if c.PostForm("List-Unsubscribe") == "One-Click" {
		email = ""
	}
	if err := h.unsubscribe(c, eid, email); err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	c.String(http.StatusOK, "You've been unsubscribed.\n")
	return nil
}

func (h HTTP) unsubscribe(c *gin.Context, eid, email string) error {
	ctx, v := c.Request.Context(), visitOf(c, "", "/unsubscribe", nil)
	if eid != "" {
		t, err := h.signer().read(eid, nil, forMail, forManage)
		if err != nil {
			return err
		}
		return h.Store.unsubscribeByID(ctx, t.subscriber, v)
	}
	var check form.Checker
	email = check.Email("email", email)
	if err := check.Err(); err != nil {
		return err
	}
	if err := h.limitRequests(c); err != nil {
		return err
	}
	return h.Store.unsubscribe(ctx, h.Store.Secret.AddressHash(email), v)
}

func (h HTTP) limitRequests(c *gin.Context) error {
	return h.Limiter.Take(c.Request.Context(), ratelimit.Use{Rule: requestsOfVisitor(), By: ratelimit.Network(c.ClientIP())})
}

// Preferences answers GET /api/preferences?eid=….
func (h HTTP) Preferences(c *gin.Context) error {
	t, err := h.signer().read(c.Query("eid"), nil, forMail, forManage)
	if err != nil {
		return err
	}
	p, err := h.Store.preferences(c.Request.Context(), t.subscriber)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, p)
	return nil
}

// SetPreferences answers PUT /api/preferences.
func (h HTTP) SetPreferences(c *gin.Context) error {
	var ch Change
	if err := httpx.ReadJSON(c, &ch); err != nil {
		return err
	}
	t, err := h.signer().read(ch.EID, nil, forMail, forManage)
	if err != nil {
		return err
	}
	if err := ch.check(); err != nil {
		return err
	}
	p, err := h.Store.change(c.Request.Context(), t, ch, visitOf(c, "", "/preferences", nil))
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, p)
	return nil
}

// MailLink answers POST /api/preferences/link.
func (h HTTP) MailLink(c *gin.Context) error {
	var body struct {
		Email string `json:"email"`
		form.Robot
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	var check form.Checker
	email := check.Email("email", body.Email)
	if err := check.Err(); err != nil {
		return err
	}
	if err := h.limitRequests(c); err != nil {
		return err
	}
	if !body.Caught() {
		if err := h.Store.askForLink(c.Request.Context(), h.Store.Secret.AddressHash(email)); err != nil {
			return err
		}
	}
	c.JSON(http.StatusOK, received{Status: "received"})
	return nil
}

func (h HTTP) signer() signer { return signer{h.Store.Secret} }

// today is midnight, in UTC, of the site's calendar day.
func (h HTTP) today() time.Time {
	y, m, d := time.Now().In(h.Location).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// Bounds of what a ledger entry keeps of a visit, in bytes and in parameters.
const (
	maxVisitText = 300
	maxSource    = 20
)

// visitOf is how the visitor of c came. Of what the page sends along, only
// what has the right form is kept.
func visitOf(c *gin.Context, page, otherwise string, source map[string]string) Visit {
	if path, _, _ := strings.Cut(page, "?"); strings.HasPrefix(path, "/") && len(path) <= maxVisitText {
		page = path
	} else {
		page = otherwise
	}
	v := Visit{At: time.Now(), Page: page, Address: c.ClientIP(), UserAgent: short(c.Request.UserAgent()), Source: map[string]string{}}
	for name, value := range source {
		if isSource(name) && len(v.Source) < maxSource {
			v.Source[name] = short(value)
		}
	}
	return v
}

func isSource(name string) bool {
	switch name {
	case "sourceid", "gclid", "fbclid", "msclkid", "ttclid", "clickid":
		return true
	}
	return strings.HasPrefix(name, "utm_") && len(name) <= 30
}

func short(s string) string {
	return strings.ToValidUTF8(s[:min(len(s), maxVisitText)], "")
}
