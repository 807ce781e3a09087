package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

// leave unsubscribes an address by form and waits for the job.
func leave(s *sitetest.Site, email string) {
	s.T.Helper()
	s.Send("/api/unsubscribe", fmt.Sprintf(`{"email":%q}`, email))
	s.Quiet()
}

// later moves the times of emails to people who unsubscribed into the past.
func later(s *sitetest.Site, interval string) {
	s.T.Helper()
	s.Exec(`UPDATE subscribers SET rejoin_mails = (SELECT jsonb_agg(m || jsonb_build_object('at', (m->>'at')::timestamptz - $1::interval))
		FROM jsonb_array_elements(rejoin_mails) m) WHERE rejoin_mails <> '[]'`, interval)
}

func confirm(s *sitetest.Site, token string) sitetest.Answer {
	s.T.Helper()
	return s.Call("POST", "/api/subscribers/confirm", fmt.Sprintf(`{"eid":%q,"emailWording":"email-2026-11"}`, token))
}

func TestRejoining(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"signingUpAgainAfterUnsubscribingRequiresConfirmation": signingUpAgainAfterUnsubscribingRequiresConfirmation,
		"signingUpAgainInTheSameBrowserSendsTheEmail":          signingUpAgainInTheSameBrowserSendsTheEmail,
		"rejoinEmailsAreLimited":                               rejoinEmailsAreLimited,
		"linksFromBeforeUnsubscribingDoNotResubscribe":         linksFromBeforeUnsubscribingDoNotResubscribe,
		"resubscribingRequiresTheEmailedLink":                  resubscribingRequiresTheEmailedLink,
		"eachReasonForALinkHasItsOwnLimit":                     eachReasonForALinkHasItsOwnLimit,
	})
}

func signingUpAgainAfterUnsubscribingRequiresConfirmation(t *testing.T, s *sitetest.Site) {
	stranger := s.Send("/api/subscribers", sitetest.Jane("email", "jane@again.example", "phone", "240-555-0123", "tcpaConsent", true))
	s.Email("jane@again.example", "Welcome")
	leave(s, "jane@again.example")
	s.Send("/api/preferences/link", `{"email":"jane@again.example"}`) // has its own limit
	s.Email("jane@again.example", "Your link to change")

	again := s.Send("/api/subscribers", sitetest.Jane("email", "jane@again.example", "phone", "240-555-0123", "tcpaConsent", true))
	if again.Status != stranger.Status || again.Body != stranger.Body {
		t.Errorf("unsubscribed: %d %s, unknown: %d %s", again.Status, again.Body, stranger.Status, stranger.Body)
	}
	ask := s.Email("jane@again.example", "Confirm your signup")
	for _, want := range []string{"You unsubscribed before", "You’ll stay unsubscribed"} {
		if !strings.Contains(ask.Text, want) || !strings.Contains(ask.HTML, want) {
			t.Errorf("the email lacks %q: %s", want, ask.Text)
		}
	}
	token := sitetest.EID(t, ask, "/confirm")
	s.Get("/confirm?eid=" + token)
	if e, _ := state(s, "jane@again.example"); e.State != "unsubscribed" {
		t.Fatal("resubscribed without confirmation")
	}
	for range 2 {
		if a := confirm(s, token); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	s.Quiet()
	e, ledger := state(s, "jane@again.example")
	if e.State != "active" || e.SMSAllowed || lines(ledger, "email") != "given withdrawn given" || lines(ledger, "sms") != "given withdrawn" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	if last := ledger[len(ledger)-1]; last.Page != "/confirm" || last.WordingVersion != "email-2026-11" {
		t.Errorf("the ledger says %+v", last)
	}
	if suppressed(s, "jane@again.example") != "" {
		t.Error("the address is still suppressed")
	}
	if last := s.Emails("jane@again.example")[0]; !strings.Contains(last.Subject, "Welcome") {
		t.Errorf("the last email is %q", last.Subject)
	}
}

func signingUpAgainInTheSameBrowserSendsTheEmail(t *testing.T, s *sitetest.Site) {
	first := s.Send("/api/subscribers", sitetest.Jane("email", "jane@browser.example"))
	s.Email("jane@browser.example", "Welcome")
	leave(s, "jane@browser.example")
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@browser.example"), "Cookie", signupCookie(first)) // would add a phone number to the first signup
	s.Email("jane@browser.example", "Confirm your signup")
}

func rejoinEmailsAreLimited(t *testing.T, s *sitetest.Site) {
	if testing.Short() {
		t.Skip("takes long")
	}
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@limited.example"))
	s.Email("jane@limited.example", "Welcome")
	leave(s, "jane@limited.example")
	asked := func(want int, when string) {
		t.Helper()
		s.Exec("DELETE FROM rate_counts") // of the previous hour
		for range 3 {                     // concurrently, by several workers
			s.Send("/api/subscribers", sitetest.Jane("email", "jane@limited.example"))
		}
		s.Quiet()
		n := 0
		for _, k := range s.Emails("jane@limited.example") {
			if strings.Contains(k.Subject, "Confirm your signup") {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %d mails, want %d", when, n, want)
		}
	}
	asked(1, "the first day")
	later(s, "23 hours 59 minutes")
	asked(1, "before a day is over")
	later(s, "1 minute")
	asked(2, "the second day")
	later(s, "1 day")
	asked(3, "the third day")
	later(s, "27 days 23 hours")
	asked(3, "before thirty days are over")
	later(s, "1 hour")
	asked(4, "after thirty days")
}

func preferencesLinksAreLimited(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@limited.example"))
	s.Email("jane@limited.example", "Welcome")
	links := func() int {
		for range 3 {
			s.Send("/api/preferences/link", `{"email":"jane@limited.example"}`)
		}
		s.Quiet()
		return len(s.Emails("jane@limited.example")) - 1
	}
	if n := links(); n != 1 {
		t.Errorf("immediately: %d", n)
	}
	s.Exec("UPDATE subscribers SET link_mailed_at = link_mailed_at - interval '14 minutes' WHERE address_hash = $1", s.People.Secret.AddressHash("jane@limited.example"))
	if n := links(); n != 1 {
		t.Errorf("14 minutes later: %d", n)
	}
	s.Exec("UPDATE subscribers SET link_mailed_at = link_mailed_at - interval '2 minutes' WHERE address_hash = $1", s.People.Secret.AddressHash("jane@limited.example"))
	if n := links(); n != 2 {
		t.Errorf("16 minutes later: %d", n)
	}
}

func linksFromBeforeUnsubscribingDoNotResubscribe(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@before.example"))
	s.Email("jane@before.example", "Welcome")
	leave(s, "jane@before.example")
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@before.example"))
	old := sitetest.EID(t, s.Email("jane@before.example", "Confirm your signup"), "/confirm")
	confirm(s, old)
	leave(s, "jane@before.example")
	if a := confirm(s, old); a.Status != 400 || !strings.Contains(a.Body, "This link no longer works.") {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if e, ledger := state(s, "jane@before.example"); e.State != "unsubscribed" || lines(ledger, "email") != "given withdrawn given withdrawn" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	later(s, "1 day")
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@before.example"))
	s.Quiet()
	if a := confirm(s, sitetest.EID(t, s.Email("jane@before.example", "Confirm your signup"), "/confirm")); a.Status != 200 {
		t.Errorf("a new link: %d %s", a.Status, a.Body)
	}
}

func unsubscribingRevokesTheConfirmationLink(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@revoked.example"))
	link := sitetest.EID(t, s.Email("jane@revoked.example", "Confirm your signup"), "/confirm")
	leave(s, "jane@revoked.example")
	if a := confirm(s, link); a.Status != 400 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

func confirmationAfterAComplaintIsRefused(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@complaint.example"))
	link := sitetest.EID(t, s.Email("jane@complaint.example", "Confirm your signup"), "/confirm")
	if err := s.People.Suppress(t.Context(), "jane@complaint.example", "complaint"); err != nil {
		t.Fatal(err)
	}
	if a := confirm(s, link); a.Status != 400 || !strings.Contains(a.Body, "we can’t send any more") {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if e, _ := state(s, "jane@complaint.example"); e.State != "pending" {
		t.Errorf("state %s", e.State)
	}
}

func unconfirmedSubscribersCanSeeAndDeleteTheirData(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@unconfirmed.example"))
	s.Email("jane@unconfirmed.example", "Confirm your signup")
	s.Send("/api/preferences/link", `{"email":"jane@unconfirmed.example"}`)
	mailed := s.Email("jane@unconfirmed.example", "Your link to change")
	for _, want := range []string{"confirmed yet", "correct or delete"} {
		if !strings.Contains(mailed.Text, want) || !strings.Contains(mailed.HTML, want) {
			t.Errorf("the email lacks %q: %s", want, mailed.Text)
		}
	}
	token := sitetest.EID(t, mailed, "/preferences")
	if a := s.Get("/api/preferences?eid=" + token); !strings.Contains(a.Body, `"emailOn":false`) || !strings.Contains(a.Body, "1 Main St") {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if a := put(s, token, `"emailOn":true`); !strings.Contains(a.Body, `"emailOn":true`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if a := s.Call("POST", "/api/preferences/deletion", fmt.Sprintf(`{"eid":%q,"confirmed":true}`, token)); a.Status != 200 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if e, _ := state(s, "jane@unconfirmed.example"); e != nil {
		t.Errorf("after deleting: %+v", e)
	}
}

// Emails for one reason must not use up the limit of another.
func eachReasonForALinkHasItsOwnLimit(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@reasons.example"))
	s.Quiet()
	for range 2 {
		s.Send("/api/subscribers", sitetest.Jane("email", "jane@reasons.example"))
		s.Quiet()
		s.Send("/api/preferences/link", `{"email":"jane@reasons.example"}`)
		s.Quiet()
		s.Send("/api/preferences/link", `{"email":"jane@reasons.example","frequency":"monthly"}`)
		s.Quiet()
	}
	if n := len(s.Emails("jane@reasons.example")); n != 4 {
		t.Errorf("%d emails, want the first and one of each kind", n)
	}
	s.Email("jane@reasons.example", "Your link to change")
	s.Email("jane@reasons.example", "One email a month")
}

func emailsStateTheFrequency(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@frequency.example"))
	if ask := s.Email("jane@frequency.example", "Confirm your signup"); !strings.Contains(ask.Text, "our weekly money-saving tips") || strings.Contains(ask.Text, "frequency=") {
		t.Errorf("the email: %s", ask.Text)
	}
	s.Send("/api/preferences/link", `{"email":"jane@frequency.example","frequency":"monthly"}`)
	ask := s.Email("jane@frequency.example", "One email a month")
	if !strings.Contains(ask.Text, "&frequency=monthly") || strings.Contains(ask.Text, "week") && !strings.Contains(ask.Text, "four weeks") {
		t.Errorf("the email: %s", ask.Text)
	}
	if a := confirm(s, sitetest.EID(t, ask, "/confirm")); a.Status != 200 || !strings.Contains(a.Body, `"frequency":"monthly"`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	welcome := s.Email("jane@frequency.example", "Welcome")
	if !strings.Contains(welcome.Text, "Once a month, we’ll send") || !strings.Contains(welcome.HTML, "Once a month, we’ll send") || strings.Contains(welcome.Text, "Once a week") {
		t.Errorf("the welcome: %s", welcome.Text)
	}
	leave(s, "jane@frequency.example")
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@frequency.example"))
	s.Quiet()
	if again := s.Emails("jane@frequency.example")[0]; !strings.Contains(again.Text, "our monthly money-saving tips") || !strings.Contains(again.Text, "&frequency=monthly") {
		t.Errorf("the email to rejoin: %s", again.Text)
	}
}
