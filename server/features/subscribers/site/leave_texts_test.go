package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

// waysToLeave returns all ways to unsubscribe, for an email's token and
// address.
func waysToLeave(s *sitetest.Site) map[string]func(eid, email string) sitetest.Answer {
	const form = "application/x-www-form-urlencoded"
	return map[string]func(eid, email string) sitetest.Answer{
		"form": func(_, email string) sitetest.Answer {
			return s.Call("POST", "/api/unsubscribe", fmt.Sprintf(`{"email":%q}`, email))
		},
		"link": func(eid, _ string) sitetest.Answer {
			return s.Call("POST", "/api/unsubscribe", fmt.Sprintf(`{"eid":%q}`, eid))
		},
		"one-click": func(eid, _ string) sitetest.Answer {
			return s.Call("POST", "/unsubscribe?eid="+eid, "List-Unsubscribe=One-Click", "Content-Type", form)
		},
		"plain-form": func(_, email string) sitetest.Answer {
			return s.Call("POST", "/unsubscribe", "email="+email, "Content-Type", form)
		},
		"preferences": func(eid, _ string) sitetest.Answer {
			return s.Call("PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,"emailOn":false}`, eid))
		},
	}
}

func TestUnsubscribingFromTexts(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"everyWayToUnsubscribeStopsTexts":           everyWayToUnsubscribeStopsTexts,
		"unsubscribingStopsTextsWhenEmailIsOff":     unsubscribingStopsTextsWhenEmailIsOff,
		"phoneNumbersAreNotAddedAfterUnsubscribing": phoneNumbersAreNotAddedAfterUnsubscribing,
		"bouncesAndComplaintsKeepConsents":          bouncesAndComplaintsKeepConsents,
	})
}

func everyWayToUnsubscribeStopsTexts(t *testing.T, s *sitetest.Site) {
	for way, leave := range waysToLeave(s) {
		email := way + "@every.example"
		s.Send("/api/subscribers", sitetest.Jane("email", email, "phone", "229-555-0123", "tcpaConsent", true))
		token := sitetest.EID(t, s.Email(email, "Welcome"), "/unsubscribe")
		for range 2 {
			if a := leave(token, email); a.Status != 200 {
				t.Fatalf("%s: %d %s", way, a.Status, a.Body)
			}
		}
		receipt := s.Email(email, "You’ve been unsubscribed")
		s.Quiet()
		e, ledger := state(s, email)
		if e.State != "unsubscribed" || e.SMSAllowed || lines(ledger, "email") != "given withdrawn" || lines(ledger, "sms") != "given withdrawn" {
			t.Errorf("%s: %+v, %+v", way, e, ledger)
		}
		if last := ledger[len(ledger)-1]; last.Evidence.Destination != "+12295550123" || last.WordingVersion != "sms-withdrawn-2026-11" {
			t.Errorf("%s: the ledger says %+v", way, last)
		}
		if want := "We’ve stopped sending our newsletter to this address and stopped calls and texts to your phone."; !strings.Contains(receipt.Text, want) || !strings.Contains(receipt.HTML, want) {
			t.Errorf("%s: the receipt does not name what ended: %s", way, receipt.Text)
		}
		if n := len(s.Emails(email)); n != 2 {
			t.Errorf("%s: %d mails, want the welcome and one receipt", way, n)
		}
	}
}

func unsubscribingStopsTextsWhenEmailIsOff(t *testing.T, s *sitetest.Site) {
	for way, leave := range waysToLeave(s) {
		if way == "preferences" {
			continue // it turned email off before
		}
		email := way + "@off.example"
		s.Send("/api/subscribers", sitetest.Jane("email", email, "phone", "231-555-0123", "tcpaConsent", true))
		token := sitetest.EID(t, s.Email(email, "Welcome"), "/unsubscribe")
		if a := s.Call("PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,"emailOn":false,"smsOn":true}`, token)); !strings.Contains(a.Body, `"emailOn":false,"smsOn":false,"smsAsked":true`) {
			t.Fatalf("turning only emails off: %d %s", a.Status, a.Body)
		}
		if receipt := s.Email(email, "You’ve been unsubscribed"); !strings.Contains(receipt.Text, "We’ve stopped sending our newsletter to this address.") || !strings.Contains(receipt.Text, "You’ll still get deal alerts by text") {
			t.Errorf("%s: the receipt for emails alone: %s", way, receipt.Text)
		}
		leave(token, email)
		s.Quiet()
		e, ledger := state(s, email)
		if e.SMSAllowed || lines(ledger, "email") != "given withdrawn" || lines(ledger, "sms") != "given withdrawn" {
			t.Errorf("%s: %+v, %+v", way, e, ledger)
		}
		if all := s.Emails(email); len(all) != 3 || !strings.Contains(all[0].Text, "e’ve stopped calls and texts to your phone.") {
			t.Errorf("%s: %d mails, the last: %s", way, len(all), all[0].Text)
		}
	}
}

func unsubscribingBeforeConfirmationStopsTexts(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@before.example", "phone", "207-555-0123", "tcpaConsent", true))
	s.Send("/api/unsubscribe", fmt.Sprintf(`{"eid":%q}`, sitetest.EID(t, s.Email("jane@before.example", "Confirm your signup"), "/unsubscribe")))
	if e, ledger := state(s, "jane@before.example"); e.State != "unsubscribed" || e.SMSAllowed || lines(ledger, "sms") != "given withdrawn" {
		t.Errorf("%+v, %+v", e, ledger)
	}
}

func phoneNumbersAreNotAddedAfterUnsubscribing(t *testing.T, s *sitetest.Site) {
	first := s.Send("/api/subscribers", sitetest.Jane("email", "jane@added.example"))
	s.Send("/api/unsubscribe", `{"email":"jane@added.example"}`)
	s.Email("jane@added.example", "You’ve been unsubscribed")
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@added.example", "phone", "234-555-0123", "tcpaConsent", true), "Cookie", signupCookie(first))
	s.Quiet()
	if e, ledger := state(s, "jane@added.example"); e.SMSAllowed || e.Phone != "" || lines(ledger, "sms") != "" {
		t.Errorf("%+v, %+v", e, ledger)
	}
}

func bouncesAndComplaintsKeepConsents(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@bounces.example", "phone", "239-555-0123", "tcpaConsent", true))
	s.Email("jane@bounces.example", "Welcome")
	for _, reason := range []string{"bounce", "complaint"} {
		if err := s.People.Suppress(t.Context(), "jane@bounces.example", reason); err != nil {
			t.Fatal(err)
		}
		if e, ledger := state(s, "jane@bounces.example"); !e.SMSAllowed || len(ledger) != 2 {
			t.Errorf("%s: %+v, %+v", reason, e, ledger)
		}
	}
}
