package subscribers

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/tracking"
	"thriftwell/server/platform/vault"
)

// signupCookie holds the token by which the signup just made can be completed.
const signupCookie = "signup"

// HTTP handles the public calls.
type HTTP struct {
	Store    *Store
	Limiter  *ratelimit.Limiter
	Location *time.Location // whose calendar day today is
	Secure   bool           // the site is served by https
	Counter  *tracking.Counter
	// Erase forgets all that is kept of an address, across the site.
	Erase func(ctx context.Context, email string) error
}

// received is the answer to everything that was written down.
type received struct {
	Status    string `json:"status"`
	Confirm   bool   `json:"confirm,omitempty"`
	Frequency string `json:"frequency,omitempty"`
}

// Wordings handles GET /api/consents.
func (h HTTP) Wordings(c *gin.Context) error {
	httpx.Tag(c, "consents")
	c.JSON(http.StatusOK, gin.H{"email": h.Store.Seller.current(channelEmail), "sms": h.Store.Seller.current(channelSMS)})
	return nil
}

// SignUp handles POST /api/subscribers. The answer does not depend on whether
// the address is known.
func (h HTTP) SignUp(c *gin.Context) error {
	if err := h.limitSignups(c); err != nil {
		return err
	}
	var s Signup
	if err := httpx.ReadJSON(c, &s); err != nil {
		return err
	}
	if s.Robot.Untimed() { // counts double
		if err := h.limitSignups(c); err != nil {
			return err
		}
	}
	p, err := s.check(calendar.Today(h.Location))
	if err != nil {
		return err
	}
	if err := s.Robot.Check(); err != nil {
		return err
	}
	id := newID()
	hash := h.Store.Secret.AddressHash(p.Email)
	if s.Robot.Caught() { // or a browser filled in what people do not see
		err = h.Store.setAside(c.Request.Context(), p, s.EmailWording, visitOf(c, s.Page, "/subscribe", s.Source))
	} else if err = h.limitAddress(c, p.Email); err == nil {
		id, err = h.keep(c, s, p, hash)
	}
	if err != nil {
		return err
	}
	http.SetCookie(c.Writer, &http.Cookie{
		Name: signupCookie, Value: h.signer().sign(id, forSignup, signupLifetime, hash), Path: "/api/subscribers",
		MaxAge: int(signupLifetime.Seconds()), HttpOnly: true, Secure: h.Secure, SameSite: http.SameSiteStrictMode,
	})
	c.JSON(http.StatusCreated, received{Status: "received", Confirm: h.Store.DoubleOptIn})
	return nil
}

// keep completes the signup that the cookie stands for, or makes a new one.
func (h HTTP) keep(c *gin.Context, s Signup, p profile, hash []byte) (id [16]byte, err error) {
	ctx, v := c.Request.Context(), visitOf(c, s.Page, "/subscribe", s.Source)
	entries := []entry{{channelEmail, given, h.Store.Seller.agreed(s.EmailWording, channelEmail)}}
	texts := entry{channelSMS, given, h.Store.Seller.agreed(s.SMSWording, channelSMS)}
	cookie, _ := c.Cookie(signupCookie)
	if t, err := h.signer().read(cookie, hash, forSignup); err == nil {
		first, err := h.Store.addPhone(ctx, t, hash, errand{Phone: p.Phone, Texts: s.TCPAConsent, Wording: s.SMSWording, Visit: v})
		if first || err != nil {
			return newID(), err
		}
	}
	if s.TCPAConsent {
		entries = append(entries, texts)
	}
	id, isNew, err := h.Store.signUp(ctx, p, entries, v)
	if err == nil && isNew {
		h.Counter.CountForm(tracking.Call{Request: c.Request, Address: c.ClientIP(), Sent: s.Sent}, tracking.Signup)
	}
	return id, err
}

// limitSignups goes by the visitor, before anything else, so that nobody's
// requests can use up what others may do.
func (h HTTP) limitSignups(c *gin.Context) error {
	return h.Limiter.Take(c.Request.Context(), ratelimit.Use{Rule: signupsOfVisitor(), By: ratelimit.Network(c.ClientIP())})
}

// limitAddress counts only signups that are about to be kept.
func (h HTTP) limitAddress(c *gin.Context, email string) error {
	ctx := c.Request.Context()
	if err := h.Limiter.Take(ctx, ratelimit.Use{Rule: signupsOfMailbox(), By: ratelimit.Mailbox(email)}); err != nil {
		return err
	}
	domain := email[strings.LastIndexByte(email, '@')+1:]
	if sharedDomain(domain) {
		return nil
	}
	return h.Limiter.TakeOnce(ctx, ratelimit.Use{Rule: networksOfDomain(), By: domain},
		ratelimit.Use{Rule: signupsOfNetworkAtDomain(), By: domain + " " + ratelimit.Neighbourhood(c.ClientIP())})
}

// Confirm handles POST /api/subscribers/confirm.
func (h HTTP) Confirm(c *gin.Context) error {
	var body struct {
		EID          string `json:"eid"`
		EmailWording string `json:"emailWording"`
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	if !knownWording(body.EmailWording, channelEmail) {
		return fault.Form([]fault.Field{{Field: "emailWording", Message: form.WordingUnknown}})
	}
	frequency, err := h.Store.confirm(c.Request.Context(), body.EID, body.EmailWording, visitOf(c, "", "/confirm", nil))
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, received{Status: "received", Frequency: frequency})
	return nil
}

// Unsubscribe handles POST /api/unsubscribe with eid or email.
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

// OneClick handles POST /unsubscribe?eid=…, the request of a mail program (RFC
// 8058) or, without JavaScript, the page's own form.
func (h HTTP) OneClick(c *gin.Context) error {
	eid, email := c.Query("eid"), c.PostForm("email")
	if c.PostForm("List-Unsubscribe") == "One-Click" {
		email = ""
	}
	isForm := c.PostForm("List-Unsubscribe") == "" && httpx.WantsPage(c)
	if isForm && strings.TrimSpace(email) != "" {
		eid = "" // of a mail that may have been forwarded to whoever typed another address
	}
	err := h.unsubscribe(c, eid, email)
	c.Header("Cache-Control", "no-store")
	switch {
	case isForm:
		return h.endForm(c, "/unsubscribe", endDone, err)
	case err != nil:
		return err
	}
	c.String(http.StatusOK, "You've been unsubscribed.\n")
	return nil
}

// ConfirmByForm handles POST /confirm?eid=…, the page's own form without
// JavaScript.
func (h HTTP) ConfirmByForm(c *gin.Context) error {
	wording := c.PostForm("emailWording")
	c.Header("Cache-Control", "no-store")
	if !knownWording(wording, channelEmail) {
		return h.endForm(c, "/confirm", "", fault.New(fault.Invalid, form.WordingUnknown))
	}
	end := endDone
	frequency, err := h.Store.confirm(c.Request.Context(), c.Query("eid"), wording, visitOf(c, "", "/confirm", nil))
	if frequency == monthly {
		end = endMonthly
	}
	return h.endForm(c, "/confirm", end, err)
}

// How a form ended that was sent without JavaScript. Pages say what is
// asserted here, so the first two come with a proof.
const (
	endDone    = "done"
	endMonthly = "monthly" // done, and now one mail a month comes
)

// proofLifetime is how long a page says that a form is done.
const proofLifetime = 10 * time.Minute

// endForm leads a form that was sent without JavaScript to the page that says
// how it ended: as end says, unless there was an error.
func (h HTTP) endForm(c *gin.Context, page, end string, err error) error {
	to := url.Values{}
	switch {
	case err == nil:
		to.Set("end", end)
		to.Set("proof", h.signer().proof(page, end, time.Now().Add(proofLifetime)))
	case fault.Is(err, fault.Invalid) && c.Query("eid") != "":
		to.Set("end", "link")
	case fault.Is(err, fault.Invalid):
		to.Set("end", "email")
	default:
		_ = c.Error(err) // for the log
		to.Set("end", "later")
	}
	c.Redirect(http.StatusSeeOther, page+"?"+to.Encode())
	return nil
}

// Ended comes before a page that says how its form ended. Whoever was not led
// there by the form is led to the form.
func Ended(secret vault.Secret) func(*gin.Context) error {
	return func(c *gin.Context) error {
		page, end := c.Request.URL.Path, c.Query("end")
		if end != endDone && end != endMonthly || (signer{secret}).proves(c.Query("proof"), page, end) {
			return nil
		}
		c.Header("Cache-Control", "no-store")
		c.Redirect(http.StatusSeeOther, page)
		c.Abort()
		return nil
	}
}

func (h HTTP) unsubscribe(c *gin.Context, eid, email string) error {
	ctx, v := c.Request.Context(), visitOf(c, "", "/unsubscribe", nil)
	if eid != "" {
		t, err := h.signer().read(eid, nil, forMail, forManage, forReturn)
		if err != nil {
			return err
		}
		return h.Store.unsubscribeByID(ctx, t.subscriber, v)
	}
	if err := h.limitRequests(c); err != nil {
		return err
	}
	var check form.Checker
	email = check.Email("email", email)
	if err := check.Err(); err != nil {
		return err
	}
	return h.Store.unsubscribe(ctx, h.Store.Secret.AddressHash(email), v)
}

func (h HTTP) limitRequests(c *gin.Context) error {
	return h.Limiter.Take(c.Request.Context(), ratelimit.Use{Rule: requestsOfVisitor(), By: ratelimit.Network(c.ClientIP())})
}

// Preferences handles GET /api/preferences?eid=….
func (h HTTP) Preferences(c *gin.Context) error {
	t, err := h.signer().read(c.Query("eid"), nil, forMail, forManage, forReturn)
	if err != nil {
		return err
	}
	p, err := h.Store.preferences(c.Request.Context(), t)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, p)
	return nil
}

// SetPreferences handles PUT /api/preferences.
func (h HTTP) SetPreferences(c *gin.Context) error {
	var ch Change
	if err := httpx.ReadJSON(c, &ch); err != nil {
		return err
	}
	t, err := h.signer().read(ch.EID, nil, forMail, forManage, forReturn)
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

// Delete handles POST /api/preferences/deletion: everything that is kept of the
// owner of a link that was mailed on request is forgotten.
func (h HTTP) Delete(c *gin.Context) error {
	var body struct {
		EID       string `json:"eid"`
		Confirmed bool   `json:"confirmed"`
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	t, err := h.signer().read(body.EID, nil, forManage)
	if err != nil {
		return err
	}
	if !body.Confirmed {
		return fault.Form([]fault.Field{{Field: "confirmed", Message: "Check this box to confirm that you want everything deleted."}})
	}
	ctx, cancel := whole(c)
	defer cancel()
	p, err := h.Store.look(ctx, "id = ?", t.subscriber)
	if err != nil {
		return err
	}
	if !p.known() {
		return errLink()
	}
	if err := h.Erase(ctx, p.Email); err != nil {
		return err
	}
	c.JSON(http.StatusOK, received{Status: "received"})
	return nil
}

// MailLink handles POST /api/preferences/link.
func (h HTTP) MailLink(c *gin.Context) error {
	if err := h.limitRequests(c); err != nil {
		return err
	}
	var body struct {
		Email     string `json:"email"`
		Frequency string `json:"frequency"`
		form.Robot
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	var check form.Checker
	email := check.Email("email", body.Email)
	if body.Frequency != "" && body.Frequency != monthly {
		check.Wrong("frequency", "Choose monthly.")
	}
	if err := check.Err(); err != nil {
		return err
	}
	if !body.Caught() {
		if err := h.Store.askForLink(c.Request.Context(), h.Store.Secret.AddressHash(email), body.Frequency == monthly); err != nil {
			return err
		}
	}
	c.JSON(http.StatusOK, received{Status: "received"})
	return nil
}

func (h HTTP) signer() signer { return signer{h.Store.Secret} }

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
