package personal_test

import (
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

// leave makes a person sign up and unsubscribe a while ago.
func leave(s *sitetest.Site, email, phone, ago string) {
	s.T.Helper()
	s.Send("/api/subscribers", sitetest.Jane("email", email, "phone", phone, "tcpaConsent", true))
	s.Send("/api/unsubscribe", `{"email":"`+email+`"}`)
	s.Quiet()
	left(s, email, ago)
}

// left moves an unsubscribe into the past.
func left(s *sitetest.Site, email, ago string) {
	s.T.Helper()
	s.Exec("UPDATE subscribers SET left_at = now() - $1::interval WHERE address_hash = $2", ago, s.People.Secret.AddressHash(email))
}

func sweep(s *sitetest.Site) {
	s.T.Helper()
	if err := s.People.Sweep(s.T.Context(), s.Config); err != nil {
		s.T.Fatal(err)
	}
}

func TestRetention(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"profilesAreErasedThirtyDaysAfterUnsubscribing": profilesAreErasedThirtyDaysAfterUnsubscribing,
		"theThirtyDaysStartWhenTheLastChannelEnds":      theThirtyDaysStartWhenTheLastChannelEnds,
		"textRecipientsAreErasedWithTheProof":           textRecipientsAreErasedWithTheProof,
		"anUnreadableProfileDoesNotPreventErasures":     anUnreadableProfileDoesNotPreventErasures,
		"consentProofIsDestroyedAfterRetention":         consentProofIsDestroyedAfterRetention,
	})
}

func profilesAreErasedThirtyDaysAfterUnsubscribing(t *testing.T, s *sitetest.Site) {
	leave(s, "jane@profiles.example", "202-555-0123", "30 days 1 minute")
	leave(s, "joe@profiles.example", "202-555-0123", "29 days 23 hours")
	s.Send("/api/subscribers", sitetest.Jane("email", "ann@profiles.example"))
	sweep(s)
	all := s.Exported("jane@profiles.example")
	for _, word := range []string{"Main St", "Doe", "1990-04-23", "female"} {
		if strings.Contains(all, word) {
			t.Errorf("%q is still stored: %s", word, all)
		}
	}
	if strings.Count(all, `"action": "withdrawn"`) != 2 || !strings.Contains(all, `"email": "jane@profiles.example"`) {
		t.Errorf("the proof of consents is missing: %s", all)
	}
	for _, email := range []string{"joe@profiles.example", "ann@profiles.example"} {
		if all := s.Exported(email); !strings.Contains(all, "Main St") {
			t.Errorf("%s: %s", email, all)
		}
	}
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@profiles.example"))
	s.Email("jane@profiles.example", "Confirm your signup") // known, so the signup has to be confirmed
}

func theThirtyDaysStartWhenTheLastChannelEnds(t *testing.T, s *sitetest.Site) {
	leave(s, "jane@channel.example", "203-555-0123", "1 minute")
	s.Exec("UPDATE subscribers SET sms_allowed = true WHERE address_hash = $1", s.People.Secret.AddressHash("jane@channel.example")) // as for a person who only ended emails
	left(s, "jane@channel.example", "6 years")
	sweep(s)
	s.As("admin").Do("POST", "/api/admin/revocations", sitetest.M{"phone": "203-555-0123", "means": "phone"})
	sweep(s)
	if all := s.Exported("jane@channel.example"); !strings.Contains(all, "Main St") {
		t.Error(all)
	}
}

func textRecipientsAreErasedWithTheProof(t *testing.T, s *sitetest.Site) {
	leave(s, "jane@texts.example", "205-555-0123", "1 minute")
	s.Send("/api/subscribers", sitetest.Jane("email", "ann@texts.example", "phone", "205-555-0199", "tcpaConsent", true))
	s.Exec(`INSERT INTO text_sends (phone_hash, subscriber_id, state, due_at, at) SELECT phone_hash, id, 'sent', now(), now() FROM subscribers
		WHERE address_hash IN ($1, $2) ON CONFLICT DO NOTHING`, s.People.Secret.AddressHash("jane@texts.example"), s.People.Secret.AddressHash("ann@texts.example"))
	kept := func(number string) int {
		return s.Count("SELECT count(*) FROM text_sends WHERE phone_hash = $1", s.People.Subscribers.Stops.Hash(number))
	}
	ofNobody := func() int {
		return s.Count("SELECT count(*) FROM text_sends m WHERE NOT EXISTS (SELECT FROM subscribers s WHERE s.id = m.subscriber_id)")
	}
	before := ofNobody()
	left(s, "jane@texts.example", "6 years")
	sweep(s)
	if n := kept("+12055550123"); n != 0 {
		t.Errorf("%d texts have a deleted number", n)
	}
	nobody := ofNobody() - before
	if n := kept("+12055550199"); n != 1 || nobody != 1 {
		t.Errorf("%d texts of a subscriber and %d of nobody are stored, want 1 and 1", n, nobody)
	}
}

func anUnreadableProfileDoesNotPreventErasures(t *testing.T, s *sitetest.Site) {
	leave(s, "lost@unreadable.example", "206-555-0123", "31 days") // has the first id
	leave(s, "jane@unreadable.example", "206-555-0123", "31 days")
	s.Exec("UPDATE subscribers SET profile = 'damaged' WHERE address_hash = $1", s.People.Secret.AddressHash("lost@unreadable.example"))
	sweep(s)
	if all := s.Exported("jane@unreadable.example"); strings.Contains(all, "Main St") {
		t.Error(all)
	}
}

func TestConfiguredRetention(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "PROFILES_KEEP=7", "MESSAGES_KEEP=3", "CONSENTS_KEEP=48").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"profilesAreKeptAsLongAsConfigured": profilesAreKeptAsLongAsConfigured,
		"messagesAreDeletedAfterRetention":  messagesAreDeletedAfterRetention,
		"consentProofSurvivesAnErasure":     consentProofSurvivesAnErasure,
	})
}

func profilesAreKeptAsLongAsConfigured(t *testing.T, s *sitetest.Site) {
	leave(s, "jane@profiles.example", "202-555-0123", "8 days")
	sweep(s)
	if all := s.Exported("jane@profiles.example"); strings.Contains(all, "Main St") {
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

func messagesAreDeletedAfterRetention(t *testing.T, s *sitetest.Site) {
	s.Send("/api/contact", sitetest.Note("email", "joe@messages.example", "message", "an old one"))
	s.Quiet()
	s.Exec("UPDATE contact_messages SET created_at = now() - interval '3 months 1 day'")
	s.Send("/api/contact", sitetest.Note("email", "joe@messages.example", "message", "a new one"))
	sweep(s)
	if all := s.Exported("joe@messages.example"); strings.Contains(all, "an old one") || !strings.Contains(all, "a new one") {
		t.Error(all)
	}
}

func consentProofSurvivesAnErasure(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@erasure.example"))
	s.Quiet()
	if err := s.People.Erase(t.Context(), "jane@erasure.example"); err != nil {
		t.Fatal(err)
	}
	proven := func() bool {
		t.Helper()
		all := s.Exported("jane@erasure.example")
		if !strings.Contains(all, `"subscriber": null`) || strings.Contains(all, "Main St") {
			t.Errorf("not erased: %s", all)
		}
		return strings.Contains(all, `"destination": "jane@erasure.example"`)
	}
	sweep(s)
	if !proven() {
		t.Error("the proof is missing")
	}
	if n := s.Count("SELECT count(*) FROM proof_keys WHERE until > now() + interval '47 months' AND until < now() + interval '49 months' AND address_hash = $1", s.People.Secret.AddressHash("jane@erasure.example")); n != 1 {
		t.Error("it is kept for a different time")
	}
	s.Exec("UPDATE proof_keys SET until = now() - interval '1 second'")
	sweep(s)
	if proven() {
		t.Error("the proof is kept for too long")
	}
}

func consentProofIsDestroyedAfterRetention(t *testing.T, s *sitetest.Site) {
	facts := func() int { return s.Count("SELECT count(*) FROM consents") }
	suppressions := func() int { return s.Count("SELECT count(*) FROM suppressions") }
	factsBefore, suppressionsBefore := facts(), suppressions()
	leave(s, "jane@proof.example", "207-555-0123", "60 months 1 day")
	leave(s, "joe@proof.example", "207-555-0123", "59 months")
	sweep(s)
	if all := s.Exported("jane@proof.example"); !strings.Contains(all, `"consents": []`) {
		t.Error(all)
	}
	if all := s.Exported("joe@proof.example"); !strings.Contains(all, `"destination": "joe@proof.example"`) {
		t.Error(all)
	}
	if n := facts() - factsBefore; n != 8 {
		t.Errorf("%d of 8 anonymous facts remain", n)
	}
	if n := suppressions() - suppressionsBefore; n != 2 {
		t.Error("a suppression is missing")
	}
}
