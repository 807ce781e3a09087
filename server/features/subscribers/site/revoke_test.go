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

func TestRevocations(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"revocationByPhoneNumberStopsTexts":      revocationByPhoneNumberStopsTexts,
		"startDoesNotUndoARevocation":            startDoesNotUndoARevocation,
		"unsubscribingStopsTextsToASharedNumber": unsubscribingStopsTextsToASharedNumber,
		"revocationByAddressStopsEverything":     revocationByAddressStopsEverything,
		"revocationsAreValidatedAndForAdmins":    revocationsAreValidatedAndForAdmins,
		"revocationsFindNumbersByTheirHash":      revocationsFindNumbersByTheirHash,
	})
}

func revocationByPhoneNumberStopsTexts(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	withTexts(s, "jane@phone.example", "(209) 555-0123")
	withTexts(s, "joe@phone.example", "209-555-0123") // same household
	withTexts(s, "other@phone.example", "209-555-0199")
	logged := func() int {
		return s.Count("SELECT count(*) FROM audit_log WHERE kind = 'revocation' AND actor = 'admin@thriftwell.example' AND after->>'means' = 'phone'")
	}
	before := logged()
	done := sitetest.Must[subscribers.Revoked](admin, "POST", "/api/admin/revocations", sitetest.M{"phone": "+1 209 555 0123", "means": "phone"})
	if done.People != 2 || fmt.Sprint(done.Ended) != "[sms]" {
		t.Errorf("%+v", done)
	}
	for _, email := range []string{"jane@phone.example", "joe@phone.example"} {
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
		if last := ledger[len(ledger)-1]; last.Page != "recorded by staff" || last.Evidence.Means != "phone" || last.Evidence.Destination != "+12095550123" {
			t.Errorf("%s: the ledger says %+v", email, last)
		}
	}
	if e, _ := state(s, "other@phone.example"); !e.SMSAllowed {
		t.Error("texts to another number have ended")
	}
	if n := logged() - before; n != 2 {
		t.Errorf("%d audit log entries, want 2", n)
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE strpos(audit_log::text, '5550123') > 0"); n != 0 {
		t.Error("the audit log shows the number")
	}
}

// If staff record a revocation after a STOP, START must not undo it.
func startDoesNotUndoARevocation(t *testing.T, s *sitetest.Site) {
	admin, store := s.As("admin"), s.People.Subscribers
	for email, revocation := range map[string]sitetest.M{
		"jane@start.example": {"phone": "+12105550123", "means": "phone"},
		"joe@start.example":  {"email": "joe@start.example", "means": "message"},
		"ann@start.example":  nil,
	} {
		number := map[string]string{"jane@start.example": "+12105550123", "joe@start.example": "+12105550145", "ann@start.example": "+12105550167"}[email]
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

func unsubscribingStopsTextsToASharedNumber(t *testing.T, s *sitetest.Site) {
	withTexts(s, "jane@shared.example", "(213) 555-0123")
	withTexts(s, "joe@shared.example", "(213) 555-0123")
	withTexts(s, "ann@shared.example", "(213) 555-0145")
	for _, email := range []string{"jane@shared.example", "ann@shared.example"} {
		s.Send("/api/unsubscribe", fmt.Sprintf(`{"email":%q}`, email))
		s.Email(email, "unsubscribed")
	}
	for number, want := range map[string]bool{"+12135550123": true, "+12135550145": false} {
		if stopped, err := s.People.Subscribers.TextsStopped(t.Context(), number); err != nil || stopped != want {
			t.Errorf("%s: stopped %v, %v", number, stopped, err)
		}
	}
}

func revocationByAddressStopsEverything(t *testing.T, s *sitetest.Site) {
	withTexts(s, "jane@address.example", "214-555-0123")
	revoke := func(r subscribers.Revocation) subscribers.Revoked {
		t.Helper()
		done, err := s.People.Subscribers.Revoke(t.Context(), session.CommandLine(), r)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	if done := revoke(subscribers.Revocation{Email: "JANE@address.example", Means: subscribers.ByMessage}); done.People != 1 || fmt.Sprint(done.Ended) != "[email sms]" {
		t.Errorf("%+v", done)
	}
	if receipt := s.Email("jane@address.example", "You’ve been unsubscribed"); !strings.Contains(receipt.Text, "newsletter to this address and stopped calls and texts to your phone") {
		t.Errorf("the receipt: %s", receipt.Text)
	}
	if e, ledger := state(s, "jane@address.example"); e.State != "unsubscribed" || e.SMSAllowed || ledger[len(ledger)-1].Evidence.Means != "message" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	if done := revoke(subscribers.Revocation{Email: "jane@address.example", Means: subscribers.ByPhone}); done.People != 1 || len(done.Ended) != 0 {
		t.Errorf("a second time: %+v", done)
	}
	s.Quiet()
	if n := len(s.Emails("jane@address.example")); n != 2 {
		t.Errorf("%d mails, want the welcome and one receipt", n)
	}
	if done := revoke(subscribers.Revocation{Email: "stranger@address.example", Means: subscribers.ByMessage}); done.People != 0 {
		t.Errorf("a stranger: %+v", done)
	}
	s.Send("/api/subscribers", sitetest.Jane("email", "stranger@address.example"))
	s.Email("stranger@address.example", "Confirm your signup") // not the welcome email
}

func revocationsAreValidatedAndForAdmins(t *testing.T, s *sitetest.Site) {
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
	if a := admin.Do("POST", "/api/admin/revocations", sitetest.M{"email": "jane@example.com", "phone": "215-555-0123", "means": "phone"}); a.Status != 400 {
		t.Errorf("both: %d", a.Status)
	}
}

// An undecryptable record hides no others.
func revocationsFindNumbersByTheirHash(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	revoke := func(number string) subscribers.Revoked {
		t.Helper()
		return sitetest.Must[subscribers.Revoked](admin, "POST", "/api/admin/revocations", sitetest.M{"phone": number, "means": "phone"})
	}
	hashed := func() int { return s.Count("SELECT count(phone_hash) FROM subscribers") }
	before := hashed()
	withTexts(s, "jane@hash.example", "216-555-0123")
	withTexts(s, "joe@hash.example", "216-555-0199")
	withTexts(s, "lost@hash.example", "216-555-0123")
	if n := hashed() - before; n != 3 {
		t.Fatalf("%d hashes", n)
	}
	s.Exec("UPDATE subscribers SET profile = 'damaged' WHERE address_hash = $1", s.People.Secret.AddressHash("lost@hash.example"))
	if done := revoke("216-555-0123"); done.People != 1 {
		t.Errorf("%+v", done)
	}
	if done := revoke("216-555-0199"); done.People != 1 {
		t.Errorf("another number: %+v", done)
	}
	manage := manageLink(s, "joe@hash.example")
	put(s, manage, `"phone":"216-555-0188","smsOn":true,"smsWording":"sms-2026-12"`)
	if revoke("216-555-0199").People != 0 || revoke("216-555-0188").People != 1 {
		t.Error("the hash isn't of the new number")
	}
	put(s, manage, `"phone":""`)
	if n := hashed() - before; n != 2 {
		t.Errorf("%d hashes remain, want those of Jane and of the damaged record", n)
	}
}
