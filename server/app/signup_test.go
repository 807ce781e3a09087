package app

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"thriftwell/server/platform/form"
)

func TestASignupIsKeptWithItsConsentAndWelcomed(t *testing.T) {
	s := openSite(t, "POSTAL_ADDRESS=5 Post Road, Springfield")
	s.send("/api/subscribers", jane("phone", "(201) 555-0123", "tcpaConsent", true, "page", "/guides/x?zip=90210",
		"source", map[string]string{"utm_source": "autumn", "zip": "90210"}), "User-Agent", "Browser/1")

	welcome := s.mail("jane@example.com", "Welcome")
	for _, want := range []string{"5 Post Road, Springfield", "http://site.example/unsubscribe?eid=", "http://site.example/preferences?eid="} {
		if !strings.Contains(welcome.Text, want) || !strings.Contains(welcome.HTML, want) {
			t.Errorf("the welcome mail lacks %q", want)
		}
	}
	if n := len(regexp.MustCompile(`http://site\.example/guides/[a-z-]+`).FindAllString(welcome.Text, -1)); n != 3 {
		t.Errorf("the welcome mail has %d tips", n)
	}
	if got := header(welcome, "List-Unsubscribe"); got != "<http://site.example/unsubscribe?eid="+eid(t, welcome, "/unsubscribe")+">" {
		t.Errorf("List-Unsubscribe: %s", got)
	}
	if got := header(welcome, "List-Unsubscribe-Post"); got != "List-Unsubscribe=One-Click" {
		t.Errorf("List-Unsubscribe-Post: %s", got)
	}
	var out strings.Builder
	if err := s.people.export(t.Context(), "jane@example.com", &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"phone": "+12015550123"`, `"smsAllowed": true`, `"channel": "sms"`, `"page": "/guides/x"`, `"userAgent": "Browser/1"`, `"address": "127.0.0.1"`, `"utm_source": "autumn"`, "automated technology"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the export lacks %s", want)
		}
	}
	if strings.Contains(out.String(), "90210") {
		t.Error("a parameter that says nothing of the source is kept")
	}
}

func TestNothingPersonalIsReadableInTheDatabase(t *testing.T) {
	s := openSite(t)
	s.send("/api/subscribers", jane("phone", "201-555-0123", "tcpaConsent", true))
	s.send("/api/contact", note())
	s.quiet()
	for _, table := range []string{"subscribers", "consents", "contact_messages", "river_job", "suppressions", "rate_counts", "spent_tokens"} {
		for _, word := range []string{"example.com", "Main St", "1990-04-23", "5550123", "127.0.0.1", "may I join", "Roe"} {
			if n := s.count(fmt.Sprintf("SELECT count(*) FROM %s t WHERE strpos(t::text, $1) > 0 OR strpos(t::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0", table), word); n > 0 {
				t.Errorf("%s shows %q", table, word)
			}
		}
	}
}

func TestAKnownAddressIsAnsweredAlike(t *testing.T) {
	s := openSite(t)
	first := s.send("/api/subscribers", jane())
	s.mail("jane@example.com", "Welcome")
	second := s.send("/api/subscribers", jane("firstName", "Mallory", "address", "2 Elm St"))

	same := func(a answer) string {
		h := a.Header.Clone()
		h.Del("Date")
		h.Set("Set-Cookie", regexp.MustCompile(`=[\w-]+;`).ReplaceAllStringFunc(h.Get("Set-Cookie"), func(v string) string { return fmt.Sprint(len(v)) }))
		return fmt.Sprint(a.Status, h, a.Body)
	}
	if same(first) != same(second) {
		t.Errorf("the answers differ:\n%s\n%s", same(first), same(second))
	}
	s.mail("jane@example.com", "Your link to choose")
	s.send("/api/subscribers", jane("phone", "201-555-0123", "tcpaConsent", true), "Cookie", cookie(second))
	s.quiet()
	e, ledger, err := s.people.subscribers.Export(t.Context(), "jane@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if len(ledger) != 1 || e.FirstName != "Jane" || e.Phone != "" || e.SMSAllowed {
		t.Errorf("a repeated signup changed something: %+v, %d consents", e, len(ledger))
	}
	if n := len(s.mails("jane@example.com")); n != 2 {
		t.Errorf("%d mails; the link must not be mailed again and again", n)
	}
}

func TestTheCookieOfASignupAddsThePhoneOnce(t *testing.T) {
	s := openSite(t)
	first := s.send("/api/subscribers", jane())
	s.send("/api/subscribers", jane("email", "other@example.com", "phone", "201-555-0123", "tcpaConsent", true), "Cookie", cookie(first))
	s.quiet()
	if e, _, _ := s.people.subscribers.Export(t.Context(), "jane@example.com"); e.Phone != "" {
		t.Error("the cookie works for another address")
	}
	s.send("/api/subscribers", jane("phone", "201-555-0123"), "Cookie", cookie(first))
	s.quiet()
	e, ledger, _ := s.people.subscribers.Export(t.Context(), "jane@example.com")
	if e.Phone != "+12015550123" || e.SMSAllowed || len(ledger) != 1 {
		t.Errorf("a phone without consent: %+v, %d consents", e, len(ledger))
	}
	s.send("/api/subscribers", jane("phone", "212-555-0100", "tcpaConsent", true), "Cookie", cookie(first))
	s.quiet()
	if e, _, _ := s.people.subscribers.Export(t.Context(), "jane@example.com"); e.Phone != "+12015550123" {
		t.Error("the cookie works twice")
	}

	third := s.send("/api/subscribers", jane("email", "kim@example.com"))
	s.send("/api/subscribers", jane("email", "kim@example.com", "phone", "201-555-0123", "tcpaConsent", true), "Cookie", cookie(third))
	s.quiet()
	e, ledger, _ = s.people.subscribers.Export(t.Context(), "kim@example.com")
	if !e.SMSAllowed || len(ledger) != 2 || ledger[1].Evidence.Destination != "+12015550123" {
		t.Errorf("texts: %+v, %+v", e, ledger)
	}
}

func TestEachRuleNamesItsField(t *testing.T) {
	s := openSite(t)
	site := s.config.Location
	today := time.Now().In(site)
	long := strings.Repeat("x", 30_000)
	for _, c := range []struct {
		field, sentence string
		body            string
	}{
		{"email", form.EmailMissing, jane("email", nil)},
		{"email", form.EmailMissing, jane("email", "  ")},
		{"email", form.EmailWrong, jane("email", "jane@example")},
		{"email", form.EmailWrong, jane("email", "jane@example.com\r\nBcc: x@example.com")},
		{"email", "This has the wrong type: array.", jane("email", []string{"a"})},
		{"emailConsent", form.EmailConsentMissing, jane("emailConsent", nil)},
		{"emailConsent", form.EmailConsentMissing, jane("emailConsent", false)},
		{"emailConsent", "This has the wrong type: string.", jane("emailConsent", "yes")},
		{"emailConsent", form.WordingUnknown, jane("emailWording", "email-1999")},
		{"firstName", form.FirstNameMissing, jane("firstName", "")},
		{"firstName", "Please use at most 100 characters.", jane("firstName", long)},
		{"firstName", "This has the wrong type: number.", jane("firstName", 7)},
		{"lastName", form.LastNameMissing, jane("lastName", nil)},
		{"address", form.AddressMissing, jane("address", " ")},
		{"address", form.OneLine, jane("address", "1 Main St\nSpringfield")},
		{"address", "Please use at most 200 characters.", jane("address", long)},
		{"dateOfBirth", form.DateOfBirthMissing, jane("dateOfBirth", nil)},
		{"dateOfBirth", form.DateOfBirthWrong, jane("dateOfBirth", "1990-02-30")},
		{"dateOfBirth", form.DateOfBirthWrong, jane("dateOfBirth", "04/23/1990")},
		{"dateOfBirth", form.DateOfBirthFuture, jane("dateOfBirth", today.AddDate(0, 0, 1).Format(time.DateOnly))},
		{"dateOfBirth", form.DateOfBirthTooOld, jane("dateOfBirth", "1890-01-01")},
		{"dateOfBirth", form.TooYoung, jane("dateOfBirth", today.AddDate(-13, 0, 1).Format(time.DateOnly))},
		{"gender", form.GenderMissing, jane("gender", nil)},
		{"gender", form.GenderMissing, jane("gender", "Female")},
		{"phone", form.PhoneWrong, jane("phone", "12345")},
		{"phone", form.PhoneWrong, jane("phone", "+44 20 7946 0958")},
		{"phone", form.PhoneMissing, jane("tcpaConsent", true)},
		{"tcpaConsent", form.WordingUnknown, jane("smsWording", "sms-1999")},
	} {
		a := s.call("POST", "/api/subscribers", c.body)
		want := fmt.Sprintf(`{"field":%q,"message":%q}`, c.field, c.sentence)
		if a.Status != 400 || !strings.Contains(a.Body, want) || a.Header.Get("Content-Type") != "application/problem+json" || cookie(a) != "" {
			t.Errorf("%.80s: %d %s, want %s", c.body, a.Status, a.Body, want)
		}
	}
	for body, want := range map[string]int{
		"[]": 400, `"x"`: 400, "null": 400, "{": 400, "": 400, `{"email":"a\u0000"}`: 400, jane("firstName", strings.Repeat("x", 100_000)): 413,
	} {
		if a := s.call("POST", "/api/subscribers", body); a.Status != want {
			t.Errorf("%.40q: %d, want %d: %s", body, a.Status, want, a.Body)
		}
	}
	if a := s.call("POST", "/api/subscribers", jane(), "Content-Type", "text/plain"); a.Status != 415 {
		t.Errorf("text/plain: %d", a.Status)
	}
	if a := s.call("POST", "/api/subscribers", jane(), "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"); a.Status != 403 {
		t.Errorf("from another site: %d", a.Status)
	}
	for _, table := range []string{"subscribers", "consents", "river_job", "rate_counts", "suppressions"} {
		if n := s.count("SELECT count(*) FROM " + table); n != 0 {
			t.Errorf("%d rows are left in %s", n, table)
		}
	}
}

func TestSomebodyWhoTurnsThirteenTodayMaySignUp(t *testing.T) {
	s := openSite(t)
	birthday := time.Now().In(s.config.Location).AddDate(-13, 0, 0).Format(time.DateOnly)
	s.send("/api/subscribers", jane("dateOfBirth", birthday))
}

func TestRobotsLeaveNothingBehind(t *testing.T) {
	s := openSite(t)
	trapped := s.send("/api/subscribers", jane("website", "http://spam.example"))
	s.send("/api/contact", note("website", "x"))
	if cookie(trapped) == "" {
		t.Error("a robot can tell that it was caught")
	}
	if a := s.call("POST", "/api/subscribers", jane("fillMs", 20)); a.Status != 429 || a.Header.Get("Retry-After") != "2" {
		t.Errorf("too fast: %d, Retry-After %q", a.Status, a.Header.Get("Retry-After"))
	}
	for _, table := range []string{"subscribers", "contact_messages", "river_job"} {
		if n := s.count("SELECT count(*) FROM " + table); n != 0 {
			t.Errorf("%d rows in %s", n, table)
		}
	}
	s.send("/api/subscribers", jane("fillMs", 2000))
}

func TestTooManySignupsAreAskedToWait(t *testing.T) {
	s := openSite(t, "TRUSTED_PROXIES=127.0.0.1")
	from := func(address, email string) answer {
		return s.call("POST", "/api/subscribers", jane("email", email), "X-Forwarded-For", address)
	}
	for i := range 20 {
		if a := from(fmt.Sprintf("2001:db8::%x", i+1), fmt.Sprintf("a%d@gmail.com", i)); a.Status != 201 {
			t.Fatalf("signup %d: %d %s", i, a.Status, a.Body)
		}
	}
	a := from("2001:db8::ffff", "last@gmail.com")
	if a.Status != 429 || a.Header.Get("Retry-After") == "" || !strings.Contains(a.Body, "Please wait") {
		t.Errorf("the 21st of a /64: %d %s", a.Status, a.Body)
	}
	for i := range 100 {
		if a := from(fmt.Sprintf("198.51.100.%d", i), fmt.Sprintf("b%d@catchall.example", i)); a.Status != 201 {
			t.Fatalf("signup %d: %d %s", i, a.Status, a.Body)
		}
	}
	if a := from("198.51.100.200", "b@catchall.example"); a.Status != 429 {
		t.Errorf("the 101st of a mail domain: %d", a.Status)
	}
}

func TestWithDoubleOptInASignupCountsOnceItsLinkIsFollowed(t *testing.T) {
	s := openSite(t, "DOUBLE_OPT_IN=true")
	a := s.send("/api/subscribers", jane())
	if !strings.Contains(a.Body, `"confirm":true`) {
		t.Errorf("the answer does not say so: %s", a.Body)
	}
	ask := s.mail("jane@example.com", "Please confirm")
	if header(ask, "List-Unsubscribe") == "" {
		t.Error("no way out")
	}
	if e, _, _ := s.people.subscribers.Export(t.Context(), "jane@example.com"); e.State != "pending" {
		t.Errorf("state %s", e.State)
	}
	token := eid(t, ask, "/confirm")
	if a := s.get("/api/preferences?eid=" + token); a.Status != 400 {
		t.Errorf("a confirmation opens the preferences: %d", a.Status)
	}
	for range 2 { // a link may be followed twice
		s.send("/api/subscribers/confirm", `{"eid":"`+token+`"}`)
	}
	s.mail("jane@example.com", "Welcome")
	e, ledger, _ := s.people.subscribers.Export(t.Context(), "jane@example.com")
	if e.State != "active" || len(ledger) != 2 || ledger[1].Page != "/confirm" {
		t.Errorf("%+v, %+v", e, ledger)
	}
}

func TestTheLedgerOnlyGrows(t *testing.T) {
	s := openSite(t)
	s.send("/api/subscribers", jane())
	for _, attempt := range []string{"UPDATE consents SET page = '/x'", "DELETE FROM consents", "TRUNCATE consents", "DELETE FROM consents WHERE id < 0"} {
		if _, err := s.db.Pool.Exec(t.Context(), attempt); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", attempt, err)
		}
	}
}
