package site_test

import (
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/subscribers"
)

func TestSignupsByRobotsAreSetAside(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane("website", "http://spam.example", "tcpaConsent", true, "phone", "(212) 555-0123"))
	person, ledger, err := s.People.Subscribers.Export(t.Context(), "jane@example.com")
	if err != nil || person == nil || person.State != "pending" || person.SMSAllowed || len(ledger) != 1 {
		t.Fatalf("stored %+v with %d consents, %v", person, len(ledger), err)
	}
	if how := ledger[0].Evidence.Source["form"]; how == "" {
		t.Error("the reason isn't recorded")
	}
	if n := s.Count("SELECT count(*) FROM river_job"); n != 0 {
		t.Errorf("%d email jobs", n)
	}
	s.Send("/api/subscribers", sitetest.Jane())
	if n := s.Count("SELECT count(*) FROM river_job"); n != 1 {
		t.Errorf("%d jobs after the person signed up again", n)
	}
}

func TestMessagesByRobotsAreStoredWithANote(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/contact", sitetest.Note("website", "x"))
	messages, err := s.People.Contact.Of(t.Context(), "joe@example.com")
	if err != nil || len(messages) != 1 || messages[0].Note == "" || messages[0].AnsweredAt != nil {
		t.Errorf("stored %+v, %v", messages, err)
	}
	if n := s.Count("SELECT count(*) FROM river_job"); n != 0 {
		t.Errorf("%d email jobs", n)
	}
}

func TestSignupsReplaceThoseSetAside(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "DOUBLE_OPT_IN=true")
	read := func(email string) (*subscribers.Export, []subscribers.Consent) {
		t.Helper()
		person, ledger, err := s.People.Subscribers.Export(t.Context(), email)
		if err != nil {
			t.Fatal(err)
		}
		return person, ledger
	}
	s.Send("/api/subscribers", sitetest.Jane("website", "http://spam.example", "firstName", "Mallory", "phone", "(212) 555-0123"))
	first := s.Send("/api/subscribers", sitetest.Jane())
	ask := s.Email("jane@example.com", "Confirm your signup")
	person, ledger := read("jane@example.com")
	if person.FirstName != "Jane" || person.Phone != "" || person.State != "pending" || len(ledger) != 1 || ledger[0].Evidence.Source["form"] != "" {
		t.Errorf("after a signup: %+v, %+v", person, ledger)
	}
	s.Send("/api/subscribers", sitetest.Jane("phone", "201-555-0123"), "Cookie", signupCookie(first)) // the form's second step
	s.Quiet()
	if person, _ = read("jane@example.com"); person.Phone != "+12015550123" {
		t.Errorf("the phone is %q", person.Phone)
	}

	// A regular signup isn't replaced.
	s.Send("/api/subscribers", sitetest.Jane("firstName", "Mallory"))
	s.Send("/api/subscribers", sitetest.Jane("website", "http://spam.example", "firstName", "Mallory"))
	s.Send("/api/subscribers/confirm", `{"eid":"`+sitetest.EID(t, ask, "/confirm")+`"}`)
	if person, _ = read("jane@example.com"); person.FirstName != "Jane" || person.State != "active" {
		t.Errorf("once confirmed: %+v", person)
	}

	// Nor is a signup whose link staff sent.
	s.Send("/api/subscribers", sitetest.Jane("email", "kim@example.com", "website", "x", "firstName", "Kim"))
	s.Exec("UPDATE subscribers SET signup_mailed_at = now() WHERE state = 'pending'")
	s.Send("/api/subscribers", sitetest.Jane("email", "kim@example.com"))
	s.Quiet()
	if person, _ = read("kim@example.com"); person.FirstName != "Kim" {
		t.Errorf("once its link was sent: %+v", person)
	}
}
