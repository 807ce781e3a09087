package site_test

import (
	"testing"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/subscribers"
)

func signupsByRobotsAreSetAside(t *testing.T, s *sitetest.Site) {
	before := jobs(s)
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@aside.example", "website", "http://spam.example", "tcpaConsent", true, "phone", "(212) 555-0123"))
	person, ledger, err := s.People.Subscribers.Export(t.Context(), "jane@aside.example")
	if err != nil || person == nil || person.State != "pending" || person.SMSAllowed || len(ledger) != 1 {
		t.Fatalf("stored %+v with %d consents, %v", person, len(ledger), err)
	}
	if how := ledger[0].Evidence.Source["form"]; how == "" {
		t.Error("the reason isn't recorded")
	}
	if n := jobs(s) - before; n != 0 {
		t.Errorf("%d email jobs", n)
	}
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@aside.example"))
	if n := jobs(s) - before; n != 1 {
		t.Errorf("%d jobs after the person signed up again", n)
	}
}

func messagesByRobotsAreStoredWithANote(t *testing.T, s *sitetest.Site) {
	before := jobs(s)
	s.Send("/api/contact", sitetest.Note("email", "joe@note.example", "website", "x"))
	messages, err := s.People.Contact.Of(t.Context(), "joe@note.example")
	if err != nil || len(messages) != 1 || messages[0].Note == "" || messages[0].AnsweredAt != nil {
		t.Errorf("stored %+v, %v", messages, err)
	}
	if n := jobs(s) - before; n != 0 {
		t.Errorf("%d email jobs", n)
	}
}

func signupsReplaceThoseSetAside(t *testing.T, s *sitetest.Site) {
	read := func(email string) (*subscribers.Export, []subscribers.Consent) {
		t.Helper()
		person, ledger, err := s.People.Subscribers.Export(t.Context(), email)
		if err != nil {
			t.Fatal(err)
		}
		return person, ledger
	}
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@replaced.example", "website", "http://spam.example", "firstName", "Mallory", "phone", "(212) 555-0123"))
	first := s.Send("/api/subscribers", sitetest.Jane("email", "jane@replaced.example"))
	ask := s.Email("jane@replaced.example", "Confirm your signup")
	person, ledger := read("jane@replaced.example")
	if person.FirstName != "Jane" || person.Phone != "" || person.State != "pending" || len(ledger) != 1 || ledger[0].Evidence.Source["form"] != "" {
		t.Errorf("after a signup: %+v, %+v", person, ledger)
	}
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@replaced.example", "phone", "206-555-0123"), "Cookie", signupCookie(first)) // the form's second step
	s.Quiet()
	if person, _ = read("jane@replaced.example"); person.Phone != "+12065550123" {
		t.Errorf("the phone is %q", person.Phone)
	}

	// A regular signup isn't replaced.
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@replaced.example", "firstName", "Mallory"))
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@replaced.example", "website", "http://spam.example", "firstName", "Mallory"))
	s.Send("/api/subscribers/confirm", `{"eid":"`+sitetest.EID(t, ask, "/confirm")+`"}`)
	if person, _ = read("jane@replaced.example"); person.FirstName != "Jane" || person.State != "active" {
		t.Errorf("once confirmed: %+v", person)
	}

	// Nor is a signup whose link staff sent.
	s.Send("/api/subscribers", sitetest.Jane("email", "kim@replaced.example", "website", "x", "firstName", "Kim"))
	s.Exec("UPDATE subscribers SET signup_mailed_at = now() WHERE address_hash = $1", s.People.Secret.AddressHash("kim@replaced.example"))
	s.Send("/api/subscribers", sitetest.Jane("email", "kim@replaced.example"))
	s.Quiet()
	if person, _ = read("kim@replaced.example"); person.FirstName != "Kim" {
		t.Errorf("once its link was sent: %+v", person)
	}
}
