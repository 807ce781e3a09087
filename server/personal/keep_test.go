package personal_test

import (
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

// leave makes a person sign up and unsubscribe a while ago.
func leave(s *sitetest.Site, email, ago string) {
	s.T.Helper()
	s.Send("/api/subscribers", sitetest.Jane("email", email, "phone", "201-555-0123", "tcpaConsent", true))
	s.Send("/api/unsubscribe", `{"email":"`+email+`"}`)
	s.Quiet()
	s.Exec("UPDATE subscribers SET left_at = now() - $1::interval WHERE address_hash = $2", ago, s.People.Secret.AddressHash(email))
}

func sweep(s *sitetest.Site) {
	s.T.Helper()
	if err := s.People.Sweep(s.T.Context(), s.Config); err != nil {
		s.T.Fatal(err)
	}
}

func TestProfilesAreErasedThirtyDaysAfterUnsubscribing(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	leave(s, "jane@example.com", "30 days 1 minute")
	leave(s, "joe@example.com", "29 days 23 hours")
	s.Send("/api/subscribers", sitetest.Jane("email", "ann@example.com"))
	sweep(s)
	all := s.Exported("jane@example.com")
	for _, word := range []string{"Main St", "Doe", "1990-04-23", "female"} {
		if strings.Contains(all, word) {
			t.Errorf("%q is still stored: %s", word, all)
		}
	}
	if strings.Count(all, `"action": "withdrawn"`) != 2 || !strings.Contains(all, `"email": "jane@example.com"`) {
		t.Errorf("the proof of consents is missing: %s", all)
	}
	for _, email := range []string{"joe@example.com", "ann@example.com"} {
		if all := s.Exported(email); !strings.Contains(all, "Main St") {
			t.Errorf("%s: %s", email, all)
		}
	}
	s.Send("/api/subscribers", sitetest.Jane())
	s.Email("jane@example.com", "Confirm your signup") // known, so the signup has to be confirmed
}

func TestTheThirtyDaysStartWhenTheLastChannelEnds(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	leave(s, "jane@example.com", "6 years")
	s.Exec("UPDATE subscribers SET sms_allowed = true") // as for a person who only ended emails
	sweep(s)
	s.As("admin").Do("POST", "/api/admin/revocations", sitetest.M{"phone": "201-555-0123", "means": "phone"})
	sweep(s)
	if all := s.Exported("jane@example.com"); !strings.Contains(all, "Main St") {
		t.Error(all)
	}
}

func TestTextRecipientsAreErasedWithTheProof(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	leave(s, "jane@example.com", "6 years")
	s.Send("/api/subscribers", sitetest.Jane("email", "ann@example.com", "phone", "201-555-0199", "tcpaConsent", true))
	s.Exec(`INSERT INTO text_sends (phone_hash, subscriber_id, state, due_at, at) SELECT phone_hash, id, 'sent', now(), now() FROM subscribers
		ON CONFLICT DO NOTHING`)
	kept := func(number string) int {
		return s.Count("SELECT count(*) FROM text_sends WHERE phone_hash = $1", s.People.Subscribers.Stops.Hash(number))
	}
	sweep(s)
	if n := kept("+12015550123"); n != 0 {
		t.Errorf("%d texts have a deleted number", n)
	}
	nobody := s.Count("SELECT count(*) FROM text_sends m WHERE NOT EXISTS (SELECT FROM subscribers s WHERE s.id = m.subscriber_id)")
	if n := kept("+12015550199"); n != 1 || nobody != 1 {
		t.Errorf("%d texts of a subscriber and %d of nobody are stored, want 1 and 1", n, nobody)
	}
}

func TestAnUnreadableProfileDoesNotPreventErasures(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	leave(s, "lost@example.com", "31 days") // has the first id
	leave(s, "jane@example.com", "31 days")
	s.Exec("UPDATE subscribers SET profile = 'damaged' WHERE address_hash = $1", s.People.Secret.AddressHash("lost@example.com"))
	sweep(s)
	if all := s.Exported("jane@example.com"); strings.Contains(all, "Main St") {
		t.Error(all)
	}
}

func TestProfilesAreKeptAsLongAsConfigured(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "PROFILES_KEEP=7")
	leave(s, "jane@example.com", "8 days")
	sweep(s)
	if all := s.Exported("jane@example.com"); strings.Contains(all, "Main St") {
		t.Error(all)
	}
}

func TestUnconfirmedSignupsAreDeleted(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "DOUBLE_OPT_IN=true")
	for _, email := range []string{"old@example.com", "new@example.com", "asked@example.com"} {
		s.Send("/api/subscribers", sitetest.Jane("email", email))
	}
	s.Send("/api/subscribers", sitetest.Jane("email", "texts@example.com", "phone", "201-555-0123", "tcpaConsent", true))
	s.Quiet()
	s.Exec("UPDATE subscribers SET created_at = now() - interval '31 days'")
	s.Exec("UPDATE subscribers SET created_at = now() - interval '29 days' WHERE address_hash = $1", s.People.Secret.AddressHash("new@example.com"))
	s.Exec("UPDATE subscribers SET link_mailed_at = now() - interval '1 day' WHERE address_hash = $1", s.People.Secret.AddressHash("asked@example.com"))
	sweep(s)
	for email, kept := range map[string]bool{"old@example.com": false, "texts@example.com": false, "new@example.com": true, "asked@example.com": true} {
		if is := strings.Contains(s.Exported(email), "Main St"); is != kept {
			t.Errorf("%s is kept: %t", email, is)
		}
	}
	if all := s.Exported("texts@example.com"); !strings.Contains(all, `"destination": "+12015550123"`) {
		t.Errorf("the proof of consent to texts is missing: %s", all)
	}
}

func TestMessagesAreDeletedAfterRetention(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "MESSAGES_KEEP=3")
	s.Send("/api/contact", sitetest.Note("message", "an old one"))
	s.Quiet()
	s.Exec("UPDATE contact_messages SET created_at = now() - interval '3 months 1 day'")
	s.Send("/api/contact", sitetest.Note("message", "a new one"))
	sweep(s)
	if all := s.Exported("joe@example.com"); strings.Contains(all, "an old one") || !strings.Contains(all, "a new one") {
		t.Error(all)
	}
}

func TestConsentProofSurvivesAnErasure(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "CONSENTS_KEEP=48")
	s.Send("/api/subscribers", sitetest.Jane())
	s.Quiet()
	if err := s.People.Erase(t.Context(), "jane@example.com"); err != nil {
		t.Fatal(err)
	}
	proven := func() bool {
		t.Helper()
		all := s.Exported("jane@example.com")
		if !strings.Contains(all, `"subscriber": null`) || strings.Contains(all, "Main St") {
			t.Errorf("not erased: %s", all)
		}
		return strings.Contains(all, `"destination": "jane@example.com"`)
	}
	sweep(s)
	if !proven() {
		t.Error("the proof is missing")
	}
	if n := s.Count("SELECT count(*) FROM proof_keys WHERE until > now() + interval '47 months' AND until < now() + interval '49 months'"); n != 1 {
		t.Error("it is kept for a different time")
	}
	s.Exec("UPDATE proof_keys SET until = now() - interval '1 second'")
	sweep(s)
	if proven() {
		t.Error("the proof is kept for too long")
	}
}

func TestConsentProofIsDestroyedAfterRetention(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	leave(s, "jane@example.com", "60 months 1 day")
	leave(s, "joe@example.com", "59 months")
	sweep(s)
	if all := s.Exported("jane@example.com"); !strings.Contains(all, `"consents": []`) {
		t.Error(all)
	}
	if all := s.Exported("joe@example.com"); !strings.Contains(all, `"destination": "joe@example.com"`) {
		t.Error(all)
	}
	if n := s.Count("SELECT count(*) FROM consents"); n != 8 {
		t.Errorf("%d of 8 anonymous facts remain", n)
	}
	if n := s.Count("SELECT count(*) FROM suppressions"); n != 2 {
		t.Error("a suppression is missing")
	}
}
