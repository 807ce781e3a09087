package site_test

import (
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func TestASignupThatLooksLikeARobotsIsSetAside(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane("website", "http://spam.example", "tcpaConsent", true, "phone", "(212) 555-0123"))
	person, ledger, err := s.People.Subscribers.Export(t.Context(), "jane@example.com")
	if err != nil || person == nil || person.State != "pending" || person.SMSAllowed || len(ledger) != 1 {
		t.Fatalf("set aside as %+v with %d consents, %v", person, len(ledger), err)
	}
	if how := ledger[0].Evidence.Source["form"]; how == "" {
		t.Error("staff can't tell why")
	}
	if n := s.Count("SELECT count(*) FROM river_job"); n != 0 {
		t.Errorf("%d jobs of emails", n)
	}
	s.Send("/api/subscribers", sitetest.Jane())
	if n := s.Count("SELECT count(*) FROM river_job"); n != 1 {
		t.Errorf("%d jobs after the person signed up again", n)
	}
}
