package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/platform/session"
)

// withTexts signs someone up for email and texts.
func withTexts(s *sitetest.Site, email, phone string) {
	s.T.Helper()
	s.Send("/api/subscribers", sitetest.Jane("email", email, "phone", phone, "tcpaConsent", true, "smsWording", "sms-2026-12"))
	s.Email(email, "Welcome")
}

func TestRevocationByPhoneNumberStopsTexts(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	admin := s.As("admin")
	withTexts(s, "jane@example.com", "(201) 555-0123")
	withTexts(s, "joe@example.com", "201-555-0123") // same household
	withTexts(s, "other@example.com", "201-555-0199")
	done := sitetest.Must[subscribers.Revoked](admin, "POST", "/api/admin/revocations", sitetest.M{"phone": "+1 201 555 0123", "means": "phone"})
	if done.People != 2 || fmt.Sprint(done.Ended) != "[sms]" {
		t.Errorf("%+v", done)
	}
	for _, email := range []string{"jane@example.com", "joe@example.com"} {
		receipt := s.Email(email, "No more calls and texts")
		for _, want := range []string{"we’ve stopped calls and texts to your phone.", "You’ll still get our newsletter", "If you still get a call or text from us", "because you stopped texts"} {
			if !strings.Contains(receipt.Text, want) || !strings.Contains(receipt.HTML, want) {
				t.Errorf("the receipt to %s lacks %q: %s", email, want, receipt.Text)
			}
		}
		e, ledger := state(s, email)
		if e.SMSAllowed || e.State != "active" || lines(ledger, "sms") != "given withdrawn" || lines(ledger, "email") != "given" {
			t.Errorf("%s: %+v, %+v", email, e, ledger)
		}
		if last := ledger[len(ledger)-1]; last.Page != "recorded by staff" || last.Evidence.Means != "phone" || last.Evidence.Destination != "+12015550123" {
			t.Errorf("%s: the ledger says %+v", email, last)
		}
	}
	if e, _ := state(s, "other@example.com"); !e.SMSAllowed {
		t.Error("texts to another number have ended")
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE kind = 'revocation' AND actor = 'admin@thriftwell.example' AND after->>'means' = 'phone'"); n != 2 {
		t.Errorf("%d audit log entries, want 2", n)
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE strpos(audit_log::text, '5550123') > 0"); n != 0 {
		t.Error("the audit log shows the number")
	}
}

// If staff record a revocation after a STOP, START must not undo it.
func TestStartDoesNotUndoARevocation(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	admin, store := s.As("admin"), s.People.Subscribers
	for email, revocation := range map[string]sitetest.M{
		"jane@example.com": {"phone": "+12015550123", "means": "phone"},
		"joe@example.com":  {"email": "joe@example.com", "means": "message"},
		"ann@example.com":  nil,
	} {
		number := map[string]string{"jane@example.com": "+12015550123", "joe@example.com": "+12015550145", "ann@example.com": "+12015550167"}[email]
		withTexts(s, email, number)
		if err := store.StopTexts(t.Context(), number, "stop"); err != nil {
			t.Fatal(err)
		}
		if revocation != nil {
			sitetest.Must[subscribers.Revoked](admin, "POST", "/api/admin/revocations", revocation)
		}
		people, err := store.StartTexts(t.Context(), number, "start")
		e, _ := state(s, email)
		if want := revocation == nil; err != nil || e.SMSAllowed != want || (people == 1) != want {
			t.Errorf("%s: texts to %d people, allowed %v: %v", email, people, e.SMSAllowed, err)
		}
	}
}

func TestUnsubscribingStopsTextsToASharedNumber(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	withTexts(s, "jane@example.com", "(201) 555-0123")
	withTexts(s, "joe@example.com", "(201) 555-0123")
	withTexts(s, "ann@example.com", "(201) 555-0145")
	for _, email := range []string{"jane@example.com", "ann@example.com"} {
		s.Send("/api/unsubscribe", fmt.Sprintf(`{"email":%q}`, email))
		s.Email(email, "unsubscribed")
	}
	for number, want := range map[string]bool{"+12015550123": true, "+12015550145": false} {
		if stopped, err := s.People.Subscribers.TextsStopped(t.Context(), number); err != nil || stopped != want {
			t.Errorf("%s: stopped %v, %v", number, stopped, err)
		}
	}
}

func TestRevocationByAddressStopsEverything(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	withTexts(s, "jane@example.com", "201-555-0123")
	revoke := func(r subscribers.Revocation) subscribers.Revoked {
		t.Helper()
		done, err := s.People.Subscribers.Revoke(t.Context(), session.CommandLine(), r)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	if done := revoke(subscribers.Revocation{Email: "JANE@example.com", Means: subscribers.ByMessage}); done.People != 1 || fmt.Sprint(done.Ended) != "[email sms]" {
		t.Errorf("%+v", done)
	}
	if receipt := s.Email("jane@example.com", "You’ve been unsubscribed"); !strings.Contains(receipt.Text, "newsletter to this address and stopped calls and texts to your phone") {
		t.Errorf("the receipt: %s", receipt.Text)
	}
	if e, ledger := state(s, "jane@example.com"); e.State != "unsubscribed" || e.SMSAllowed || ledger[len(ledger)-1].Evidence.Means != "message" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	if done := revoke(subscribers.Revocation{Email: "jane@example.com", Means: subscribers.ByPhone}); done.People != 1 || len(done.Ended) != 0 {
		t.Errorf("a second time: %+v", done)
	}
	s.Quiet()
	if n := len(s.Emails("jane@example.com")); n != 2 {
		t.Errorf("%d mails, want the welcome and one receipt", n)
	}
	if done := revoke(subscribers.Revocation{Email: "stranger@example.com", Means: subscribers.ByMessage}); done.People != 0 {
		t.Errorf("a stranger: %+v", done)
	}
	s.Send("/api/subscribers", sitetest.Jane("email", "stranger@example.com"))
	s.Email("stranger@example.com", "Confirm your signup") // not the welcome email
}

func TestRevocationsAreValidatedAndForAdmins(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	if a := s.As("editor").Do("POST", "/api/admin/revocations", sitetest.M{"email": "jane@example.com", "means": "phone"}); a.Status != 403 {
		t.Errorf("an editor: %d", a.Status)
	}
	admin := s.As("admin")
	for field, body := range map[string]sitetest.M{
		"email": {"means": "phone"}, "means": {"email": "jane@example.com"},
		"phone": {"phone": "123", "means": "phone"},
	} {
		if a := admin.Do("POST", "/api/admin/revocations", body); a.Status != 400 || !strings.Contains(a.Body, fmt.Sprintf(`"field":%q`, field)) {
			t.Errorf("%v: %d %s", body, a.Status, a.Body)
		}
	}
	if a := admin.Do("POST", "/api/admin/revocations", sitetest.M{"email": "jane@example.com", "phone": "201-555-0123", "means": "phone"}); a.Status != 400 {
		t.Errorf("both: %d", a.Status)
	}
}

// An undecryptable record hides no others.
func TestRevocationsFindNumbersByTheirHash(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	admin := s.As("admin")
	revoke := func(number string) subscribers.Revoked {
		t.Helper()
		return sitetest.Must[subscribers.Revoked](admin, "POST", "/api/admin/revocations", sitetest.M{"phone": number, "means": "phone"})
	}
	hashed := func() int { return s.Count("SELECT count(phone_hash) FROM subscribers") }
	withTexts(s, "jane@example.com", "201-555-0123")
	withTexts(s, "joe@example.com", "201-555-0199")
	withTexts(s, "lost@example.com", "201-555-0123")
	if n := hashed(); n != 3 {
		t.Fatalf("%d hashes", n)
	}
	s.Exec("UPDATE subscribers SET profile = 'damaged' WHERE address_hash = $1", s.People.Secret.AddressHash("lost@example.com"))
	if done := revoke("201-555-0123"); done.People != 1 {
		t.Errorf("%+v", done)
	}
	if done := revoke("201-555-0199"); done.People != 1 {
		t.Errorf("another number: %+v", done)
	}
	manage := manageLink(s, "joe@example.com")
	put(s, manage, `"phone":"201-555-0188","smsOn":true,"smsWording":"sms-2026-12"`)
	if revoke("201-555-0199").People != 0 || revoke("201-555-0188").People != 1 {
		t.Error("the hash isn't of the new number")
	}
	put(s, manage, `"phone":""`)
	if n := hashed(); n != 2 {
		t.Errorf("%d hashes remain, want those of Jane and of the damaged record", n)
	}
}
