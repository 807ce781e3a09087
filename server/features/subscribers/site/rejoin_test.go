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
		FROM jsonb_array_elements(rejoin_mails) m)`, interval)
}

func confirm(s *sitetest.Site, token string) sitetest.Answer {
	s.T.Helper()
	return s.Call("POST", "/api/subscribers/confirm", fmt.Sprintf(`{"eid":%q,"emailWording":"email-2026-11"}`, token))
}

func TestSigningUpAgainAfterUnsubscribingRequiresConfirmation(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	stranger := s.Send("/api/subscribers", sitetest.Jane("phone", "201-555-0123", "tcpaConsent", true))
	s.Email("jane@example.com", "Welcome")
	leave(s, "jane@example.com")
	s.Send("/api/preferences/link", `{"email":"jane@example.com"}`) // has its own limit
	s.Email("jane@example.com", "Your link to change")

	again := s.Send("/api/subscribers", sitetest.Jane("phone", "201-555-0123", "tcpaConsent", true))
	if again.Status != stranger.Status || again.Body != stranger.Body {
		t.Errorf("unsubscribed: %d %s, unknown: %d %s", again.Status, again.Body, stranger.Status, stranger.Body)
	}
	ask := s.Email("jane@example.com", "Confirm your signup")
	for _, want := range []string{"You unsubscribed before", "You’ll stay unsubscribed"} {
		if !strings.Contains(ask.Text, want) || !strings.Contains(ask.HTML, want) {
			t.Errorf("the email lacks %q: %s", want, ask.Text)
		}
	}
	token := sitetest.EID(t, ask, "/confirm")
	s.Get("/confirm?eid=" + token)
	if e, _ := state(s, "jane@example.com"); e.State != "unsubscribed" {
		t.Fatal("resubscribed without confirmation")
	}
	for range 2 {
		if a := confirm(s, token); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	s.Quiet()
	e, ledger := state(s, "jane@example.com")
	if e.State != "active" || e.SMSAllowed || lines(ledger, "email") != "given withdrawn given" || lines(ledger, "sms") != "given withdrawn" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	if last := ledger[len(ledger)-1]; last.Page != "/confirm" || last.WordingVersion != "email-2026-11" {
		t.Errorf("the ledger says %+v", last)
	}
	if n := s.Count("SELECT count(*) FROM suppressions"); n != 0 {
		t.Error("the address is still suppressed")
	}
	if last := s.Emails("jane@example.com")[0]; !strings.Contains(last.Subject, "Welcome") {
		t.Errorf("the last email is %q", last.Subject)
	}
}

func TestSigningUpAgainInTheSameBrowserSendsTheEmail(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	first := s.Send("/api/subscribers", sitetest.Jane())
	s.Email("jane@example.com", "Welcome")
	leave(s, "jane@example.com")
	s.Send("/api/subscribers", sitetest.Jane(), "Cookie", signupCookie(first)) // would add a phone number to the first signup
	s.Email("jane@example.com", "Confirm your signup")
}

func TestRejoinEmailsAreLimited(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	s.Email("jane@example.com", "Welcome")
	leave(s, "jane@example.com")
	asked := func(want int, when string) {
		t.Helper()
		s.Exec("DELETE FROM rate_counts") // of the previous hour
		for range 3 {                     // concurrently, by several workers
			s.Send("/api/subscribers", sitetest.Jane())
		}
		s.Quiet()
		n := 0
		for _, k := range s.Emails("jane@example.com") {
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

func TestPreferencesLinksAreLimited(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	s.Email("jane@example.com", "Welcome")
	links := func() int {
		for range 3 {
			s.Send("/api/preferences/link", `{"email":"jane@example.com"}`)
		}
		s.Quiet()
		return len(s.Emails("jane@example.com")) - 1
	}
	if n := links(); n != 1 {
		t.Errorf("immediately: %d", n)
	}
	s.Exec("UPDATE subscribers SET link_mailed_at = link_mailed_at - interval '14 minutes'")
	if n := links(); n != 1 {
		t.Errorf("14 minutes later: %d", n)
	}
	s.Exec("UPDATE subscribers SET link_mailed_at = link_mailed_at - interval '2 minutes'")
	if n := links(); n != 2 {
		t.Errorf("16 minutes later: %d", n)
	}
}

func TestLinksFromBeforeUnsubscribingDoNotResubscribe(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	s.Email("jane@example.com", "Welcome")
	leave(s, "jane@example.com")
	s.Send("/api/subscribers", sitetest.Jane())
	old := sitetest.EID(t, s.Email("jane@example.com", "Confirm your signup"), "/confirm")
	confirm(s, old)
	leave(s, "jane@example.com")
	if a := confirm(s, old); a.Status != 400 || !strings.Contains(a.Body, "This link no longer works.") {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if e, ledger := state(s, "jane@example.com"); e.State != "unsubscribed" || lines(ledger, "email") != "given withdrawn given withdrawn" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	later(s, "1 day")
	s.Send("/api/subscribers", sitetest.Jane())
	s.Quiet()
	if a := confirm(s, sitetest.EID(t, s.Email("jane@example.com", "Confirm your signup"), "/confirm")); a.Status != 200 {
		t.Errorf("a new link: %d %s", a.Status, a.Body)
	}
}

func TestUnsubscribingRevokesTheConfirmationLink(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "DOUBLE_OPT_IN=true")
	s.Send("/api/subscribers", sitetest.Jane())
	link := sitetest.EID(t, s.Email("jane@example.com", "Confirm your signup"), "/confirm")
	leave(s, "jane@example.com")
	if a := confirm(s, link); a.Status != 400 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

func TestConfirmationAfterAComplaintIsRefused(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "DOUBLE_OPT_IN=true")
	s.Send("/api/subscribers", sitetest.Jane())
	link := sitetest.EID(t, s.Email("jane@example.com", "Confirm your signup"), "/confirm")
	if err := s.People.Suppress(t.Context(), "jane@example.com", "complaint"); err != nil {
		t.Fatal(err)
	}
	if a := confirm(s, link); a.Status != 400 || !strings.Contains(a.Body, "we can’t send any more") {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if e, _ := state(s, "jane@example.com"); e.State != "pending" {
		t.Errorf("state %s", e.State)
	}
}

func TestUnconfirmedSubscribersCanSeeAndDeleteTheirData(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "DOUBLE_OPT_IN=true")
	s.Send("/api/subscribers", sitetest.Jane())
	s.Email("jane@example.com", "Confirm your signup")
	s.Send("/api/preferences/link", `{"email":"jane@example.com"}`)
	mailed := s.Email("jane@example.com", "Your link to change")
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
	if e, _ := state(s, "jane@example.com"); e != nil {
		t.Errorf("after deleting: %+v", e)
	}
}

// Emails for one reason must not use up the limit of another.
func TestEachReasonForALinkHasItsOwnLimit(t *testing.T) {
	t.Parallel()
	for _, optIn := range []string{"true", "false"} {
		s := apptest.Open(t, "DOUBLE_OPT_IN="+optIn)
		s.Send("/api/subscribers", sitetest.Jane())
		s.Quiet()
		for range 2 {
			s.Send("/api/subscribers", sitetest.Jane())
			s.Quiet()
			s.Send("/api/preferences/link", `{"email":"jane@example.com"}`)
			s.Quiet()
			s.Send("/api/preferences/link", `{"email":"jane@example.com","frequency":"monthly"}`)
			s.Quiet()
		}
		if n := len(s.Emails("jane@example.com")); n != 4 {
			t.Errorf("DOUBLE_OPT_IN=%s: %d emails, want the first and one of each kind", optIn, n)
		}
		s.Email("jane@example.com", "Your link to change")
		s.Email("jane@example.com", "One email a month")
	}
}

func TestEmailsStateTheFrequency(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "DOUBLE_OPT_IN=true")
	s.Send("/api/subscribers", sitetest.Jane())
	if ask := s.Email("jane@example.com", "Confirm your signup"); !strings.Contains(ask.Text, "our weekly money-saving tips") || strings.Contains(ask.Text, "frequency=") {
		t.Errorf("the email: %s", ask.Text)
	}
	s.Send("/api/preferences/link", `{"email":"jane@example.com","frequency":"monthly"}`)
	ask := s.Email("jane@example.com", "One email a month")
	if !strings.Contains(ask.Text, "&frequency=monthly") || strings.Contains(ask.Text, "week") && !strings.Contains(ask.Text, "four weeks") {
		t.Errorf("the email: %s", ask.Text)
	}
	if a := confirm(s, sitetest.EID(t, ask, "/confirm")); a.Status != 200 || !strings.Contains(a.Body, `"frequency":"monthly"`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	welcome := s.Email("jane@example.com", "Welcome")
	if !strings.Contains(welcome.Text, "Once a month, we’ll send") || !strings.Contains(welcome.HTML, "Once a month, we’ll send") || strings.Contains(welcome.Text, "Once a week") {
		t.Errorf("the welcome: %s", welcome.Text)
	}
	leave(s, "jane@example.com")
	s.Send("/api/subscribers", sitetest.Jane())
	s.Quiet()
	if again := s.Emails("jane@example.com")[0]; !strings.Contains(again.Text, "our monthly money-saving tips") || !strings.Contains(again.Text, "&frequency=monthly") {
		t.Errorf("the email to rejoin: %s", again.Text)
	}
}
