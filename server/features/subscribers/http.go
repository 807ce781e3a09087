package subscribers

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"thriftwell/server/platform/address"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/tracking"
	"thriftwell/server/platform/vault"
)

// signupCookie holds the token to complete a signup.
const signupCookie = "signup"

// HTTP handles the public calls.
type HTTP struct {
	Store    *Store
	Limiter  *ratelimit.Limiter
	Location *time.Location // for birthdays
	Secure   bool           // whether the site uses HTTPS
	Counter  *tracking.Counter
	// Erase erases everything the site keeps about an address.
	Erase func(ctx context.Context, email string) error
}

// response is the body of a successful call.
type response struct {
	Status    string `json:"status"`
	Confirm   bool   `json:"confirm,omitempty"`
	Frequency string `json:"frequency,omitempty"`
}

// SignUp handles POST /api/subscribers. The response is the same for known and
// unknown addresses.
func (h HTTP) SignUp(c *gin.Context) error {
	if err := h.limitSignups(c); err != nil {
		return err
	}
	var s Signup
	if err := httpx.ReadJSON(c, &s); err != nil {
		return err
	}
	if s.Robot.Untimed() { // an untimed form counts twice
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
	if s.Robot.Caught() { // or a browser autofilled the hidden field
		err = h.Store.setAside(c.Request.Context(), p, s.EmailWording, visitOf(c, s.Page, "/subscribe", s.Source))
	} else if err = h.limitAddress(c, p.Email); err == nil {
		id, err = h.completeOrSignUp(c, s, p, hash)
	}
	if err != nil {
		return err
	}
	http.SetCookie(c.Writer, &http.Cookie{
		Name: signupCookie, Value: h.signer().sign(id, forSignup, signupLifetime, hash), Path: "/api/subscribers",
		MaxAge: int(signupLifetime.Seconds()), HttpOnly: true, Secure: h.Secure, SameSite: http.SameSiteStrictMode,
	})
	c.JSON(http.StatusCreated, response{Status: "received", Confirm: h.Store.DoubleOptIn})
	return nil
}

// limitSignups limits a visitor's signups. It runs before other checks, so that
// refused requests use up only the visitor's own limit.
func (h HTTP) limitSignups(c *gin.Context) error {
	return h.Limiter.Take(c.Request.Context(), ratelimit.Use{Rule: signupsOfVisitor(), By: ratelimit.Network(c.ClientIP())})
}

// limitAddress limits the signups of an email address, and counts only those
// about to be stored.
func (h HTTP) limitAddress(c *gin.Context, email string) error {
	ctx := c.Request.Context()
	if err := h.Limiter.Take(ctx, ratelimit.Use{Rule: signupsOfMailbox(), By: ratelimit.Mailbox(email)}); err != nil {
		return err
	}
	domain := address.Domain(email)
	if sharedDomain(domain) {
		return nil
	}
	return h.Limiter.TakeOnce(ctx, ratelimit.Use{Rule: networksOfDomain(), By: domain},
		ratelimit.Use{Rule: signupsOfNetworkAtDomain(), By: domain + " " + ratelimit.Neighbourhood(c.ClientIP())})
}

// completeOrSignUp completes the signup in the cookie, or makes a new one.
func (h HTTP) completeOrSignUp(c *gin.Context, s Signup, p profile, hash []byte) (id [16]byte, err error) {
	ctx, v := c.Request.Context(), visitOf(c, s.Page, "/subscribe", s.Source)
	cookie, _ := c.Cookie(signupCookie)
	if t, err := h.signer().read(cookie, hash, forSignup); err == nil {
		first, err := h.Store.addPhone(ctx, t, hash, request{Phone: p.Phone, Texts: s.TCPAConsent, Wording: s.SMSWording, Visit: v})
		if first || err != nil {
			return newID(), err
		}
	}
	entries := []entry{{channelEmail, granted, h.Store.Seller.agreed(s.EmailWording, channelEmail)}}
	if s.TCPAConsent {
		entries = append(entries, entry{channelSMS, granted, h.Store.Seller.agreed(s.SMSWording, channelSMS)})
	}
	id, isNew, err := h.Store.signUp(ctx, p, entries, v)
	if err == nil && isNew {
		h.Counter.CountForm(tracking.Call{Request: c.Request, Address: c.ClientIP(), Sent: s.Sent}, tracking.Signup)
	}
	return id, err
}

func (h HTTP) signer() signer { return signer{h.Store.Secret} }

// Limits of a visit in the ledger, in bytes and in parameters.
const (
	maxVisitText = 300
	maxSource    = 20
)

// visitOf returns the visit of c. It drops what the client sent in a wrong
// form; otherwise replaces a missing page.
func visitOf(c *gin.Context, page, otherwise string, source map[string]string) Visit {
	if path, _, _ := strings.Cut(page, "?"); strings.HasPrefix(path, "/") && len(path) <= maxVisitText {
		page = path
	} else {
		page = otherwise
	}
	v := Visit{At: time.Now(), Page: page, Address: c.ClientIP(), UserAgent: truncate(c.Request.UserAgent()), Source: map[string]string{}}
	for name, value := range source {
		if isSource(name) && len(v.Source) < maxSource {
			v.Source[name] = truncate(value)
		}
	}
	return v
}

// Wordings handles GET /api/consents.
func (h HTTP) Wordings(c *gin.Context) error {
	httpx.Tag(c, "consents")
	c.JSON(http.StatusOK, gin.H{"email": h.Store.Seller.current(channelEmail), "sms": h.Store.Seller.current(channelSMS)})
	return nil
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
	return httpx.JSON(c, response{Status: "received", Frequency: frequency}, err)
}

// ConfirmByForm handles POST /confirm?eid=… from the page's form without
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

// Unsubscribe handles POST /api/unsubscribe with an eid or an email.
func (h HTTP) Unsubscribe(c *gin.Context) error {
	var body struct {
		EID   string `json:"eid"`
		Email string `json:"email"`
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	return httpx.JSON(c, response{Status: "received"}, h.unsubscribe(c, body.EID, body.Email))
}

// OneClick handles POST /unsubscribe?eid=…, from an email program (RFC 8058)
// or, without JavaScript, from the page's form.
func (h HTTP) OneClick(c *gin.Context) error {
	eid, email := c.Query("eid"), c.PostForm("email")
	if c.PostForm("List-Unsubscribe") == "One-Click" {
		email = ""
	}
	isForm := c.PostForm("List-Unsubscribe") == "" && httpx.WantsPage(c)
	if isForm && strings.TrimSpace(email) != "" {
		eid = "" // the eid may be from a forwarded email
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

func (h HTTP) unsubscribe(c *gin.Context, eid, email string) error {
	ctx, v := c.Request.Context(), visitOf(c, "", "/unsubscribe", nil)
	if eid != "" {
		t, err := h.signer().read(eid, nil, forEmail, forManage, forReturn)
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

// Results of a form sent without JavaScript. The page requires a proof for
// them.
const (
	endDone    = "done"
	endMonthly = "monthly" // done, now with one email a month
)

// endForm redirects a form sent without JavaScript to its result page: end, or
// a page for the error.
func (h HTTP) endForm(c *gin.Context, page, end string, err error) error {
	to := url.Values{}
	switch {
	case err == nil:
		to.Set("end", end)
		to.Set("proof", h.signer().sign(uuid.Nil, forResult, resultLifetime, resultOf(page, end)))
	case fault.Is(err, fault.Invalid) && c.Query("eid") != "":
		to.Set("end", "link")
	case fault.Is(err, fault.Invalid):
		to.Set("end", "email")
	default:
		_ = c.Error(err) // log it
		to.Set("end", "later")
	}
	c.Redirect(http.StatusSeeOther, page+"?"+to.Encode())
	return nil
}

// resultOf is what the proof of a result is bound to.
func resultOf(page, end string) []byte { return []byte(page + "?" + end) }

// Ended returns middleware for a form's page that redirects to the form unless
// a result has a valid proof.
func Ended(secret vault.Secret) func(*gin.Context) error {
	return func(c *gin.Context) error {
		page, end := c.Request.URL.Path, c.Query("end")
		if end != endDone && end != endMonthly {
			return nil
		}
		if _, err := (signer{secret}).read(c.Query("proof"), resultOf(page, end), forResult); err == nil {
			return nil
		}
		c.Header("Cache-Control", "no-store")
		c.Redirect(http.StatusSeeOther, page)
		c.Abort()
		return nil
	}
}

// Preferences handles GET /api/preferences?eid=….
func (h HTTP) Preferences(c *gin.Context) error {
	t, err := h.signer().read(c.Query("eid"), nil, forEmail, forManage, forReturn)
	if err != nil {
		return err
	}
	p, err := h.Store.preferences(c.Request.Context(), t)
	return httpx.JSON(c, p, err)
}

// SetPreferences handles PUT /api/preferences.
func (h HTTP) SetPreferences(c *gin.Context) error {
	var ch Change
	if err := httpx.ReadJSON(c, &ch); err != nil {
		return err
	}
	t, err := h.signer().read(ch.EID, nil, forEmail, forManage, forReturn)
	if err != nil {
		return err
	}
	if err := ch.check(); err != nil {
		return err
	}
	p, err := h.Store.change(c.Request.Context(), t, ch, visitOf(c, "", "/preferences", nil))
	return httpx.JSON(c, p, err)
}

// EmailLink handles POST /api/preferences/link.
func (h HTTP) EmailLink(c *gin.Context) error {
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
	c.JSON(http.StatusOK, response{Status: "received"})
	return nil
}

// Delete handles POST /api/preferences/deletion: it erases everything kept
// about the owner of a link that was emailed on request.
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
	ctx, cancel := withoutClient(c)
	defer cancel()
	p, err := h.Store.look(ctx, "id = ?", t.subscriber)
	if err != nil {
		return err
	}
	if !p.known() {
		return errLink()
	}
	return httpx.JSON(c, response{Status: "received"}, h.Erase(ctx, p.Email))
}
