package site_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/form"
)

func TestSignups(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "TRUSTED_PROXIES=127.0.0.1", "POSTAL_ADDRESS=5 Post Road, Springfield").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"signupsAreStoredWithConsentAndWelcomed": signupsAreStoredWithConsentAndWelcomed,
		"responsesHideWhetherAnAddressIsKnown":   responsesHideWhetherAnAddressIsKnown,
		"signupCookieAddsThePhoneOnce":           signupCookieAddsThePhoneOnce,
		"errorsNameTheirField":                   errorsNameTheirField,
		"signingUpIsAllowedOnThe18thBirthday":    signingUpIsAllowedOnThe18thBirthday,
		"robotsTriggerNoEmails":                  robotsTriggerNoEmails,
		"ledgerIsAppendOnly":                     ledgerIsAppendOnly,
		"signupsByRobotsAreSetAside":             signupsByRobotsAreSetAside,
		"messagesByRobotsAreStoredWithANote":     messagesByRobotsAreStoredWithANote,
		"subscriberCallsFollowTheContract":       subscriberCallsFollowTheContract,
	})
}

func signupsAreStoredWithConsentAndWelcomed(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@stored.example", "phone", "(202) 555-0123", "tcpaConsent", true, "page", "/guides/x?zip=90210",
		"source", map[string]string{"utm_source": "autumn", "zip": "90210"}), "User-Agent", "Browser/1")

	welcome := s.Email("jane@stored.example", "Welcome")
	for _, want := range []string{"5 Post Road, Springfield", "https://localhost/unsubscribe?eid=", "https://localhost/preferences?eid="} {
		if !strings.Contains(welcome.Text, want) || !strings.Contains(welcome.HTML, want) {
			t.Errorf("the welcome email lacks %q", want)
		}
	}
	if n := len(regexp.MustCompile(`https://localhost/guides/[a-z-]+`).FindAllString(welcome.Text, -1)); n != 3 {
		t.Errorf("the welcome email has %d tips", n)
	}
	if got := sitetest.EmailHeader(welcome, "List-Unsubscribe"); got != "<https://localhost/unsubscribe?eid="+sitetest.EID(t, welcome, "/unsubscribe")+">" {
		t.Errorf("List-Unsubscribe: %s", got)
	}
	if got := sitetest.EmailHeader(welcome, "List-Unsubscribe-Post"); got != "List-Unsubscribe=One-Click" {
		t.Errorf("List-Unsubscribe-Post: %s", got)
	}
	exported := s.Exported("jane@stored.example")
	for _, want := range []string{`"phone": "+12025550123"`, `"smsAllowed": true`, `"channel": "sms"`, `"page": "/guides/x"`, `"userAgent": "Browser/1"`, `"address": "127.0.0.1"`, `"utm_source": "autumn"`, "automated technology"} {
		if !strings.Contains(exported, want) {
			t.Errorf("the export lacks %s", want)
		}
	}
	if strings.Contains(exported, "90210") {
		t.Error("a parameter unrelated to the source was stored")
	}
}

func responsesHideWhetherAnAddressIsKnown(t *testing.T, s *sitetest.Site) {
	first := s.Send("/api/subscribers", sitetest.Jane("email", "jane@hidden.example"))
	s.Email("jane@hidden.example", "Welcome")
	second := s.Send("/api/subscribers", sitetest.Jane("email", "jane@hidden.example", "firstName", "Mallory", "address", "2 Elm St"))

	same := func(a sitetest.Answer) string {
		h := a.Header.Clone()
		h.Del("Date")
		h.Set("Set-Cookie", regexp.MustCompile(`=[\w-]+;`).ReplaceAllStringFunc(h.Get("Set-Cookie"), func(v string) string { return fmt.Sprint(len(v)) }))
		return fmt.Sprint(a.Status, h, a.Body)
	}
	if same(first) != same(second) {
		t.Errorf("the responses differ:\n%s\n%s", same(first), same(second))
	}
	s.Email("jane@hidden.example", "Your link to change")
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@hidden.example", "phone", "203-555-0123", "tcpaConsent", true), "Cookie", signupCookie(second))
	s.Quiet()
	e, ledger, err := s.People.Subscribers.Export(t.Context(), "jane@hidden.example")
	if err != nil {
		t.Fatal(err)
	}
	if len(ledger) != 1 || e.FirstName != "Jane" || e.Phone != "" || e.SMSAllowed {
		t.Errorf("a repeated signup changed something: %+v, %d consents", e, len(ledger))
	}
	if n := len(s.Emails("jane@hidden.example")); n != 2 {
		t.Errorf("%d emails; the link must be sent only once", n)
	}
}

func signupCookieAddsThePhoneOnce(t *testing.T, s *sitetest.Site) {
	first := s.Send("/api/subscribers", sitetest.Jane("email", "jane@cookie.example"))
	s.Send("/api/subscribers", sitetest.Jane("email", "other@cookie.example", "phone", "205-555-0123", "tcpaConsent", true), "Cookie", signupCookie(first))
	s.Quiet()
	if e, _, _ := s.People.Subscribers.Export(t.Context(), "jane@cookie.example"); e.Phone != "" {
		t.Error("the cookie works for another address")
	}
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@cookie.example", "phone", "205-555-0123"), "Cookie", signupCookie(first))
	s.Quiet()
	e, ledger, _ := s.People.Subscribers.Export(t.Context(), "jane@cookie.example")
	if e.Phone != "+12055550123" || e.SMSAllowed || len(ledger) != 1 {
		t.Errorf("a phone without consent: %+v, %d consents", e, len(ledger))
	}
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@cookie.example", "phone", "212-555-0100", "tcpaConsent", true), "Cookie", signupCookie(first))
	s.Quiet()
	if e, _, _ := s.People.Subscribers.Export(t.Context(), "jane@cookie.example"); e.Phone != "+12055550123" {
		t.Error("the cookie works twice")
	}

	third := s.Send("/api/subscribers", sitetest.Jane("email", "kim@cookie.example"))
	s.Send("/api/subscribers", sitetest.Jane("email", "kim@cookie.example", "phone", "205-555-0123", "tcpaConsent", true), "Cookie", signupCookie(third))
	s.Quiet()
	e, ledger, _ = s.People.Subscribers.Export(t.Context(), "kim@cookie.example")
	if !e.SMSAllowed || len(ledger) != 2 || ledger[1].Evidence.Destination != "+12055550123" {
		t.Errorf("texts: %+v, %+v", e, ledger)
	}
}

func errorsNameTheirField(t *testing.T, s *sitetest.Site) {
	stored := func() (rows string) {
		s.Quiet()
		for _, table := range []string{"subscribers", "consents", "river_job", "suppressions"} {
			rows += fmt.Sprint(s.Count("SELECT count(*) FROM "+table), " in ", table, " ")
		}
		return rows
	}
	before, visitors := stored(), 0
	post := func(body string, headers ...string) sitetest.Answer {
		visitors++ // a single visitor would be rate-limited
		return s.Call("POST", "/api/subscribers", body, append(headers, "X-Forwarded-For", fmt.Sprint("10.0.0.", visitors))...)
	}
	site := s.Config.Location
	today := time.Now().In(site) // may be over before the calls are made
	long := strings.Repeat("x", 30_000)
	for _, c := range []struct {
		field, sentence string
		body            string
	}{
		{"email", form.EmailMissing, sitetest.Jane("email", nil)},
		{"email", form.EmailMissing, sitetest.Jane("email", "  ")},
		{"email", form.EmailWrong, sitetest.Jane("email", "jane@example")},
		{"email", form.EmailWrong, sitetest.Jane("email", "jane@example.com\r\nBcc: x@example.com")},
		{"email", "This has the wrong type: array.", sitetest.Jane("email", []string{"a"})},
		{"emailConsent", form.EmailConsentMissing, sitetest.Jane("emailConsent", nil)},
		{"emailConsent", form.EmailConsentMissing, sitetest.Jane("emailConsent", false)},
		{"emailConsent", "This has the wrong type: string.", sitetest.Jane("emailConsent", "yes")},
		{"emailConsent", form.WordingUnknown, sitetest.Jane("emailWording", "email-1999")},
		{"firstName", form.FirstNameMissing, sitetest.Jane("firstName", "")},
		{"firstName", "Please use at most 100 characters.", sitetest.Jane("firstName", long)},
		{"firstName", "This has the wrong type: number.", sitetest.Jane("firstName", 7)},
		{"lastName", form.LastNameMissing, sitetest.Jane("lastName", nil)},
		{"address", form.AddressMissing, sitetest.Jane("address", " ")},
		{"address", form.OneLine, sitetest.Jane("address", "1 Main St\nSpringfield")},
		{"address", "Please use at most 200 characters.", sitetest.Jane("address", long)},
		{"dateOfBirth", form.DateOfBirthMissing, sitetest.Jane("dateOfBirth", nil)},
		{"dateOfBirth", form.DateOfBirthWrong, sitetest.Jane("dateOfBirth", "1990-02-30")},
		{"dateOfBirth", form.DateOfBirthWrong, sitetest.Jane("dateOfBirth", "04/23/1990")},
		{"dateOfBirth", form.DateOfBirthFuture, sitetest.Jane("dateOfBirth", today.AddDate(0, 0, 2).Format(time.DateOnly))},
		{"dateOfBirth", form.DateOfBirthTooOld, sitetest.Jane("dateOfBirth", "1890-01-01")},
		{"dateOfBirth", form.TooYoung, sitetest.Jane("dateOfBirth", today.AddDate(-18, 0, 2).Format(time.DateOnly))},
		{"gender", form.GenderMissing, sitetest.Jane("gender", nil)},
		{"gender", form.GenderMissing, sitetest.Jane("gender", "Female")},
		{"phone", form.PhoneWrong, sitetest.Jane("phone", "12345")},
		{"phone", form.PhoneWrong, sitetest.Jane("phone", "+44 20 7946 0958")},
		{"phone", form.PhoneMissing, sitetest.Jane("tcpaConsent", true)},
		{"tcpaConsent", form.WordingUnknown, sitetest.Jane("smsWording", "sms-1999")},
	} {
		a := post(c.body)
		want := fmt.Sprintf(`{"field":%q,"message":%q}`, c.field, c.sentence)
		if a.Status != 400 || !strings.Contains(a.Body, want) || a.Header.Get("Content-Type") != "application/problem+json" || signupCookie(a) != "" {
			t.Errorf("%.80s: %d %s, want %s", c.body, a.Status, a.Body, want)
		}
	}
	for body, want := range map[string]int{
		"[]": 400, `"x"`: 400, "null": 400, "{": 400, "": 400, `{"email":"a\u0000"}`: 400, sitetest.Jane("firstName", strings.Repeat("x", 100_000)): 413,
	} {
		if a := post(body); a.Status != want {
			t.Errorf("%.40q: %d, want %d: %s", body, a.Status, want, a.Body)
		}
	}
	if a := post(sitetest.Jane(), "Content-Type", "text/plain"); a.Status != 415 {
		t.Errorf("text/plain: %d", a.Status)
	}
	if a := post(sitetest.Jane(), "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"); a.Status != 403 {
		t.Errorf("from another site: %d", a.Status)
	}
	if after := stored(); after != before {
		t.Errorf("rows were stored: %s, then %s", before, after)
	}
}

func signingUpIsAllowedOnThe18thBirthday(t *testing.T, s *sitetest.Site) {
	today := time.Now().In(s.Config.Location)
	birthday := today.AddDate(-18, 0, 0)
	if birthday.Day() != today.Day() { // on February 29
		birthday = birthday.AddDate(0, 0, -1)
	}
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@birthday.example", "dateOfBirth", birthday.Format(time.DateOnly)))
}

func robotsTriggerNoEmails(t *testing.T, s *sitetest.Site) {
	before := jobs(s)
	trapped := s.Send("/api/subscribers", sitetest.Jane("website", "http://spam.example", "email", "trap@robots.example"))
	s.Send("/api/contact", sitetest.Note("email", "joe@robots.example", "website", "x"))
	if signupCookie(trapped) == "" {
		t.Error("the response reveals that the robot was detected")
	}
	if a := s.Call("POST", "/api/subscribers", sitetest.Jane("email", "jane@robots.example", "fillMs", 20)); a.Status != 429 || a.Header.Get("Retry-After") != "2" {
		t.Errorf("too fast: %d, Retry-After %q", a.Status, a.Header.Get("Retry-After"))
	}
	if n := jobs(s) - before; n != 0 {
		t.Errorf("%d email jobs", n)
	}
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@robots.example", "fillMs", 2000))
}

func TestDoubleOptIn(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "DOUBLE_OPT_IN=true").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"doubleOptInRequiresConfirmation":                doubleOptInRequiresConfirmation,
		"signupsReplaceThoseSetAside":                    signupsReplaceThoseSetAside,
		"confirmationLinksAreResentWithALimit":           confirmationLinksAreResentWithALimit,
		"importsResubscribeNobody":                       importsResubscribeNobody,
		"unsubscribingBeforeConfirmationStopsTexts":      unsubscribingBeforeConfirmationStopsTexts,
		"unsubscribingRevokesTheConfirmationLink":        unsubscribingRevokesTheConfirmationLink,
		"confirmationAfterAComplaintIsRefused":           confirmationAfterAComplaintIsRefused,
		"unconfirmedSubscribersCanSeeAndDeleteTheirData": unconfirmedSubscribersCanSeeAndDeleteTheirData,
		"emailsStateTheFrequency":                        emailsStateTheFrequency,
		"eachReasonForALinkHasItsOwnLimit":               eachReasonForALinkHasItsOwnLimit,
	})
}

func doubleOptInRequiresConfirmation(t *testing.T, s *sitetest.Site) {
	a := s.Send("/api/subscribers", sitetest.Jane("email", "jane@optin.example"))
	if !strings.Contains(a.Body, `"confirm":true`) {
		t.Errorf("the response doesn't say so: %s", a.Body)
	}
	ask := s.Email("jane@optin.example", "Confirm your signup")
	if sitetest.EmailHeader(ask, "List-Unsubscribe") == "" {
		t.Error("the email has no unsubscribe link")
	}
	if e, _, _ := s.People.Subscribers.Export(t.Context(), "jane@optin.example"); e.State != "pending" {
		t.Errorf("state %s", e.State)
	}
	token := sitetest.EID(t, ask, "/confirm")
	if a := s.Get("/api/preferences?eid=" + token); a.Status != 400 {
		t.Errorf("a confirmation link opens the preferences: %d", a.Status)
	}
	for range 2 { // a link may be followed twice
		s.Send("/api/subscribers/confirm", `{"eid":"`+token+`"}`)
	}
	s.Email("jane@optin.example", "Welcome")
	e, ledger, _ := s.People.Subscribers.Export(t.Context(), "jane@optin.example")
	if e.State != "active" || len(ledger) != 2 || ledger[1].Page != "/confirm" {
		t.Errorf("%+v, %+v", e, ledger)
	}
}

func ledgerIsAppendOnly(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@ledger.example"))
	for _, attempt := range []string{"UPDATE consents SET page = '/x'", "DELETE FROM consents", "TRUNCATE consents", "DELETE FROM consents WHERE id < 0"} {
		if _, err := s.DB.Pool.Exec(t.Context(), attempt); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", attempt, err)
		}
	}
}

// signupCookie returns the cookie set by the answer to a signup, as a request
// sends it.
func signupCookie(a sitetest.Answer) string {
	set, _, _ := strings.Cut(a.Header.Get("Set-Cookie"), ";")
	return set
}
