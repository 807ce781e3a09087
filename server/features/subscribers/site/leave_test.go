package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func TestOneClickUnsubscribes(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	link := "/unsubscribe?eid=" + sitetest.EID(t, s.Email("jane@example.com", "Welcome"), "/unsubscribe")
	for _, method := range []string{"GET", "HEAD"} {
		s.Call(method, link, "")
	}
	if e, _ := state(s, "jane@example.com"); e.State != "active" {
		t.Fatal("a GET or HEAD changed something")
	}
	oneClick := func() sitetest.Answer {
		return s.Call("POST", link, "List-Unsubscribe=One-Click", "Content-Type", "application/x-www-form-urlencoded",
			"Origin", "https://mail.example", "Sec-Fetch-Site", "cross-site")
	}
	for range 2 { // email programs may retry
		if a := oneClick(); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	e, ledger := state(s, "jane@example.com")
	if e.State != "unsubscribed" || len(ledger) != 2 || ledger[1].Action != "withdrawn" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	receipt := s.Email("jane@example.com", "You’ve been unsubscribed")
	if sitetest.EmailHeader(receipt, "List-Unsubscribe") != "" || !strings.Contains(receipt.Text, "support@thriftwell.example") {
		t.Errorf("the receipt: %+v", receipt.Headers)
	}
	s.Quiet()
	if n := len(s.Emails("jane@example.com")); n != 2 {
		t.Errorf("%d mails, want the welcome and one receipt", n)
	}
}

func TestLargeUnsubscribeFormsAreRefused(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	form := func(padding int) sitetest.Answer {
		return s.Call("POST", "/unsubscribe", "x="+strings.Repeat("x", padding)+"&email=jane@example.com", "Content-Type", "application/x-www-form-urlencoded")
	}
	if a := form(70_000); a.Status != 413 {
		t.Errorf("70 kB: %d %s", a.Status, a.Body)
	}
	if a := form(10); a.Status != 200 {
		t.Errorf("a small one: %d %s", a.Status, a.Body)
	}
}

func TestTamperedLinksAreRefused(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	good := sitetest.EID(t, s.Email("jane@example.com", "Welcome"), "/unsubscribe")
	other := "A"
	if strings.HasSuffix(good, other) {
		other = "Q"
	}
	for _, bad := range []string{"", "x", good[:len(good)-1], good[:10] + other + good[11:], good + "A", strings.Repeat("x", 10_000)} {
		body := fmt.Sprintf(`{"eid":%q}`, bad)
		if a := s.Call("POST", "/api/unsubscribe", body); a.Status != 400 {
			t.Errorf("%.60q: %d", bad, a.Status)
		}
		if a := s.Call("POST", "/unsubscribe?eid="+bad, "List-Unsubscribe=One-Click", "Content-Type", "application/x-www-form-urlencoded"); a.Status != 400 {
			t.Errorf("one-click with %.60q: %d", bad, a.Status)
		}
		if a := s.Call("PUT", "/api/preferences", body); a.Status != 400 {
			t.Errorf("preferences with %.60q: %d", bad, a.Status)
		}
	}
	if e, _ := state(s, "jane@example.com"); e.State != "active" {
		t.Error("a tampered link had an effect")
	}
}

func TestUnsubscribingByFormHidesWhetherAnAddressIsKnown(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	s.Email("jane@example.com", "Welcome")
	known := s.Send("/api/unsubscribe", `{"email":"JANE@example.com"}`)
	unknown := s.Send("/api/unsubscribe", `{"email":"stranger@example.com"}`)
	if known.Body != unknown.Body || known.Status != unknown.Status {
		t.Errorf("%d %s, %d %s", known.Status, known.Body, unknown.Status, unknown.Body)
	}
	s.Email("jane@example.com", "You’ve been unsubscribed")
	s.Quiet()
	if e, ledger := state(s, "jane@example.com"); e.State != "unsubscribed" || len(ledger) != 2 || ledger[1].Evidence.Address != "127.0.0.1" || ledger[1].Page != "/unsubscribe" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	if len(s.Emails("stranger@example.com")) != 0 {
		t.Error("an unknown address got email")
	}

	// The unknown address signs up later. Only an emailed link turns email on.
	s.Send("/api/subscribers", sitetest.Jane("email", "stranger@example.com"))
	ask := s.Email("stranger@example.com", "Confirm your signup")
	if len(s.Emails("stranger@example.com")) != 1 {
		t.Error("a suppressed address got the welcome email")
	}
	s.Send("/api/subscribers/confirm", fmt.Sprintf(`{"eid":%q}`, sitetest.EID(t, ask, "/confirm")))
	s.Email("stranger@example.com", "Welcome")
	if n := s.Count("SELECT count(*) FROM suppressions"); n != 1 {
		t.Errorf("%d suppressions, want Jane's alone", n)
	}
}

func TestResubscribingRequiresTheEmailedLink(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	old := sitetest.EID(t, s.Email("jane@example.com", "Welcome"), "/unsubscribe")
	s.Send("/api/unsubscribe", fmt.Sprintf(`{"eid":%q}`, old))
	s.Email("jane@example.com", "You’ve been unsubscribed")
	s.Send("/api/preferences/link", `{"email":"jane@example.com"}`)
	back := s.Email("jane@example.com", "Your link to change")
	weak := s.Call("PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,"emailOn":true}`, old))
	if e, _ := state(s, "jane@example.com"); e.State != "unsubscribed" || !strings.Contains(weak.Body, `"linkSent":true`) {
		t.Errorf("the link of an old email turned email on: %s", weak.Body)
	}
	s.Call("PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,"emailOn":true}`, sitetest.EID(t, back, "/preferences")))
	e, ledger := state(s, "jane@example.com")
	if e.State != "active" || len(ledger) != 3 || ledger[2].Action != "given" || ledger[2].Page != "/preferences" {
		t.Errorf("%+v, %+v", e, ledger)
	}
}

func TestComplaintsStaySuppressed(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	welcome := s.Email("jane@example.com", "Welcome")
	if err := s.People.Suppress(t.Context(), "jane@example.com", "complaint"); err != nil {
		t.Fatal(err)
	}
	s.Send("/api/subscribers", sitetest.Jane())
	s.Send("/api/preferences/link", `{"email":"jane@example.com"}`)
	s.Send("/api/unsubscribe", fmt.Sprintf(`{"eid":%q}`, sitetest.EID(t, welcome, "/unsubscribe")))
	s.Quiet()
	if n := len(s.Emails("jane@example.com")); n != 1 {
		t.Errorf("%d mails to somebody who complained", n)
	}
	if n := s.Count("SELECT count(*) FROM suppressions WHERE reason = 'complaint'"); n != 1 {
		t.Error("the complaint was deleted")
	}
}

func TestPreferencesAreChangedByLink(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	first := s.Send("/api/subscribers", sitetest.Jane())
	s.Send("/api/subscribers", sitetest.Jane("phone", "201-555-0123", "tcpaConsent", true), "Cookie", signupCookie(first))
	token := sitetest.EID(t, s.Email("jane@example.com", "Welcome"), "/preferences")
	s.Quiet()
	a := s.Get("/api/preferences?eid=" + token)
	if want := `{"email":"j***@example.com","emailOn":true,"smsOn":false,"smsAsked":true,"hasPhone":true,"frequency":"weekly","topics":[],"linkSent":false,"textsStopped":false}`; a.Body != want {
		t.Errorf("got %s", a.Body)
	}
	put := func(change string) sitetest.Answer {
		return s.Call("PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,%s}`, token, change))
	}
	if a := put(`"frequency":"monthly","topics":["phone","banking","phone"],"smsOn":false`); !strings.Contains(a.Body, `"smsOn":false,"smsAsked":false,"hasPhone":true,"frequency":"monthly","topics":["banking","phone"]`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if a := put(`"emailOn":true`); strings.Contains(a.Body, `"linkSent":true`) {
		t.Errorf("a link was sent although everything was on: %s", a.Body)
	}
	for _, bad := range []string{`"topics":["travel"]`, `"frequency":""`, `"topics":"banking"`, `"emailOn":1`} {
		if a := put(bad); a.Status != 400 {
			t.Errorf("%s: %d", bad, a.Status)
		}
	}
	_, ledger := state(s, "jane@example.com")
	if last := ledger[len(ledger)-1]; last.Channel != "sms" || last.Action != "withdrawn" || len(ledger) != 3 {
		t.Errorf("%+v", ledger)
	}
	if a := put(`"emailOn":false`); !strings.Contains(a.Body, `"emailOn":false`) {
		t.Errorf("%s", a.Body)
	}
	s.Email("jane@example.com", "You’ve been unsubscribed")
}

// Without JavaScript, every form must end on a page of the site, even on
// errors.
func TestFormsWithoutScriptEndOnAPage(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	eid := sitetest.EID(t, s.Email("jane@example.com", "Welcome"), "/unsubscribe")
	for _, c := range []struct{ path, body, want string }{
		{"/unsubscribe", "email=nobody", "/unsubscribe?end=email"},
		{"/unsubscribe?eid=wrong", "email=", "/unsubscribe?end=link"},
		{"/confirm?eid=wrong", "emailWording=email-2026-11", "/confirm?end=link"},
		{"/confirm?eid=" + eid, "emailWording=unknown", "/confirm?end=link"},
		{"/unsubscribe?eid=" + eid, "email=", "/unsubscribe?end=done"},
	} {
		a := s.Call("POST", c.path, c.body, "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html,*/*", "Sec-Fetch-Site", "same-origin")
		to, _, _ := strings.Cut(a.Header.Get("Location"), "&proof=")
		if a.Status != 303 || to != c.want {
			t.Errorf("%.30s with %s: %d to %q", c.path, c.body, a.Status, to)
		}
	}
	if e, _ := state(s, "jane@example.com"); e.State != "unsubscribed" {
		t.Errorf("Jane is %s", e.State)
	}
	receipt := s.Email("jane@example.com", "You’ve been unsubscribed")
	if to := sitetest.EmailHeader(receipt, "Reply-To"); to != "<support@thriftwell.example>" {
		t.Errorf("replies to the receipt go to %q", to)
	}
}

// The result page requires the proof that the form's redirect has.
func TestResultPagesRequireAProof(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	done := s.Call("POST", "/unsubscribe", "email=jane@example.com", "Content-Type", "application/x-www-form-urlencoded",
		"Accept", "text/html,*/*", "Sec-Fetch-Site", "same-origin").Header.Get("Location")
	if a := s.Get(done); a.Header.Get("Location") != "" {
		t.Errorf("%s leads to %s", done, a.Header.Get("Location"))
	}
	_, proof, _ := strings.Cut(done, "&proof=")
	for address, to := range map[string]string{
		"/unsubscribe?end=done": "/unsubscribe", "/unsubscribe?end=done&proof=x": "/unsubscribe", "/unsubscribe?end=monthly&proof=" + proof: "/unsubscribe",
		"/confirm?end=done": "/confirm", "/confirm?end=done&proof=" + proof: "/confirm",
		"/unsubscribe?end=later": "", "/unsubscribe?eid=x": "",
	} {
		if a := s.Get(address); a.Header.Get("Location") != to {
			t.Errorf("%s leads to %q, not %q", address, a.Header.Get("Location"), to)
		}
	}
}
