package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func TestUnsubscribing(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"oneClickUnsubscribes":                            oneClickUnsubscribes,
		"largeUnsubscribeFormsAreRefused":                 largeUnsubscribeFormsAreRefused,
		"tamperedLinksAreRefused":                         tamperedLinksAreRefused,
		"unsubscribingByFormHidesWhetherAnAddressIsKnown": unsubscribingByFormHidesWhetherAnAddressIsKnown,
		"complaintsStaySuppressed":                        complaintsStaySuppressed,
		"formsWithoutScriptEndOnAPage":                    formsWithoutScriptEndOnAPage,
		"resultPagesRequireAProof":                        resultPagesRequireAProof,
		"unconfiguredWebhooksAreNotFound":                 unconfiguredWebhooksAreNotFound,
	})
}

func oneClickUnsubscribes(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@one-click.example"))
	link := "/unsubscribe?eid=" + sitetest.EID(t, s.Email("jane@one-click.example", "Welcome"), "/unsubscribe")
	for _, method := range []string{"GET", "HEAD"} {
		s.Call(method, link, "")
	}
	if e, _ := state(s, "jane@one-click.example"); e.State != "active" {
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
	e, ledger := state(s, "jane@one-click.example")
	if e.State != "unsubscribed" || len(ledger) != 2 || ledger[1].Action != "withdrawn" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	receipt := s.Email("jane@one-click.example", "You’ve been unsubscribed")
	if sitetest.EmailHeader(receipt, "List-Unsubscribe") != "" || !strings.Contains(receipt.Text, "support@thriftwell.example") {
		t.Errorf("the receipt: %+v", receipt.Headers)
	}
	s.Quiet()
	if n := len(s.Emails("jane@one-click.example")); n != 2 {
		t.Errorf("%d mails, want the welcome and one receipt", n)
	}
}

func largeUnsubscribeFormsAreRefused(t *testing.T, s *sitetest.Site) {
	form := func(padding int) sitetest.Answer {
		return s.Call("POST", "/unsubscribe", "x="+strings.Repeat("x", padding)+"&email=jane@large.example", "Content-Type", "application/x-www-form-urlencoded")
	}
	if a := form(70_000); a.Status != 413 {
		t.Errorf("70 kB: %d %s", a.Status, a.Body)
	}
	if a := form(10); a.Status != 200 {
		t.Errorf("a small one: %d %s", a.Status, a.Body)
	}
}

func tamperedLinksAreRefused(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@tampered.example"))
	good := sitetest.EID(t, s.Email("jane@tampered.example", "Welcome"), "/unsubscribe")
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
	if e, _ := state(s, "jane@tampered.example"); e.State != "active" {
		t.Error("a tampered link had an effect")
	}
}

func unsubscribingByFormHidesWhetherAnAddressIsKnown(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@form.example"))
	s.Email("jane@form.example", "Welcome")
	known := s.Send("/api/unsubscribe", `{"email":"JANE@form.example"}`)
	unknown := s.Send("/api/unsubscribe", `{"email":"stranger@form.example"}`)
	if known.Body != unknown.Body || known.Status != unknown.Status {
		t.Errorf("%d %s, %d %s", known.Status, known.Body, unknown.Status, unknown.Body)
	}
	s.Email("jane@form.example", "You’ve been unsubscribed")
	s.Quiet()
	if e, ledger := state(s, "jane@form.example"); e.State != "unsubscribed" || len(ledger) != 2 || ledger[1].Evidence.Address != "127.0.0.1" || ledger[1].Page != "/unsubscribe" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	if len(s.Emails("stranger@form.example")) != 0 {
		t.Error("an unknown address got email")
	}

	// The unknown address signs up later. Only an emailed link turns email on.
	s.Send("/api/subscribers", sitetest.Jane("email", "stranger@form.example"))
	ask := s.Email("stranger@form.example", "Confirm your signup")
	if len(s.Emails("stranger@form.example")) != 1 {
		t.Error("a suppressed address got the welcome email")
	}
	s.Send("/api/subscribers/confirm", fmt.Sprintf(`{"eid":%q}`, sitetest.EID(t, ask, "/confirm")))
	s.Email("stranger@form.example", "Welcome")
	if jane, stranger := suppressed(s, "jane@form.example"), suppressed(s, "stranger@form.example"); jane != "unsubscribed" || stranger != "" {
		t.Errorf("Jane is suppressed as %q, the stranger as %q", jane, stranger)
	}
}

func resubscribingRequiresTheEmailedLink(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@emailed.example"))
	old := sitetest.EID(t, s.Email("jane@emailed.example", "Welcome"), "/unsubscribe")
	s.Send("/api/unsubscribe", fmt.Sprintf(`{"eid":%q}`, old))
	s.Email("jane@emailed.example", "You’ve been unsubscribed")
	s.Send("/api/preferences/link", `{"email":"jane@emailed.example"}`)
	back := s.Email("jane@emailed.example", "Your link to change")
	weak := s.Call("PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,"emailOn":true}`, old))
	if e, _ := state(s, "jane@emailed.example"); e.State != "unsubscribed" || !strings.Contains(weak.Body, `"linkSent":true`) {
		t.Errorf("the link of an old email turned email on: %s", weak.Body)
	}
	s.Call("PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,"emailOn":true}`, sitetest.EID(t, back, "/preferences")))
	e, ledger := state(s, "jane@emailed.example")
	if e.State != "active" || len(ledger) != 3 || ledger[2].Action != "given" || ledger[2].Page != "/preferences" {
		t.Errorf("%+v, %+v", e, ledger)
	}
}

func complaintsStaySuppressed(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@complaint.example"))
	welcome := s.Email("jane@complaint.example", "Welcome")
	if err := s.People.Suppress(t.Context(), "jane@complaint.example", "complaint"); err != nil {
		t.Fatal(err)
	}
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@complaint.example"))
	s.Send("/api/preferences/link", `{"email":"jane@complaint.example"}`)
	s.Send("/api/unsubscribe", fmt.Sprintf(`{"eid":%q}`, sitetest.EID(t, welcome, "/unsubscribe")))
	s.Quiet()
	if n := len(s.Emails("jane@complaint.example")); n != 1 {
		t.Errorf("%d mails to somebody who complained", n)
	}
	if reason := suppressed(s, "jane@complaint.example"); reason != "complaint" {
		t.Errorf("the complaint was deleted; now %q", reason)
	}
}

func preferencesAreChangedByLink(t *testing.T, s *sitetest.Site) {
	first := s.Send("/api/subscribers", sitetest.Jane("email", "jane@changed.example"))
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@changed.example", "phone", "228-555-0123", "tcpaConsent", true), "Cookie", signupCookie(first))
	token := sitetest.EID(t, s.Email("jane@changed.example", "Welcome"), "/preferences")
	s.Quiet()
	a := s.Get("/api/preferences?eid=" + token)
	if want := `{"email":"j***@changed.example","emailOn":true,"smsOn":false,"smsAsked":true,"hasPhone":true,"frequency":"weekly","topics":[],"linkSent":false,"textsStopped":false}`; a.Body != want {
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
	_, ledger := state(s, "jane@changed.example")
	if last := ledger[len(ledger)-1]; last.Channel != "sms" || last.Action != "withdrawn" || len(ledger) != 3 {
		t.Errorf("%+v", ledger)
	}
	if a := put(`"emailOn":false`); !strings.Contains(a.Body, `"emailOn":false`) {
		t.Errorf("%s", a.Body)
	}
	s.Email("jane@changed.example", "You’ve been unsubscribed")
}

// Without JavaScript, every form must end on a page of the site, even on
// errors.
func formsWithoutScriptEndOnAPage(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@script.example"))
	eid := sitetest.EID(t, s.Email("jane@script.example", "Welcome"), "/unsubscribe")
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
	if e, _ := state(s, "jane@script.example"); e.State != "unsubscribed" {
		t.Errorf("Jane is %s", e.State)
	}
	receipt := s.Email("jane@script.example", "You’ve been unsubscribed")
	if to := sitetest.EmailHeader(receipt, "Reply-To"); to != "<support@thriftwell.example>" {
		t.Errorf("replies to the receipt go to %q", to)
	}
}

// The result page requires the proof that the form's redirect has.
func resultPagesRequireAProof(t *testing.T, s *sitetest.Site) {
	done := s.Call("POST", "/unsubscribe", "email=jane@proof.example", "Content-Type", "application/x-www-form-urlencoded",
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
