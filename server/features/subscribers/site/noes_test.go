package site_test

import (
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func TestANoInAnyRowOverridesAYes(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	admin := s.As("admin")
	const file = "email,emailConsent,consentAt,phone,smsConsent,smsConsentAt\n" +
		"ann@example.com,yes,2025-03-01,,,\n" +
		"bob@example.com,no,2025-03-01,,,\n" +
		"Ann@Example.com,no,2025-03-01,,,\n" +
		"bob@example.com,yes,2025-03-01,,,\n" +
		"cid@example.com,yes,2025-03-01,(201) 555-0123,yes,2025-04-02T12:00:00Z\n" +
		"dan@example.com,yes,2025-03-01,(201) 555-0124,yes,\n" +
		"dan@example.com,yes,2025-03-01,,no,\n" +
		"eva@example.com,yes,2025-03-01,(201) 555-0125,yes,2999-01-01\n"
	for _, dryRun := range []string{"true", ""} {
		done := imported(admin, file, dryRun)
		var refused []string
		for _, r := range done.Refused {
			refused = append(refused, r.Reason)
		}
		if done.Added != 2 || done.RefusedCount != 6 || strings.Count(strings.Join(refused, "\n"), "Another line says") != 2 || !strings.Contains(refused[5], "future") {
			t.Fatalf("dry %q: %+v", dryRun, done)
		}
	}
	for _, gone := range []string{"ann@example.com", "bob@example.com", "eva@example.com"} {
		if p, found := find(admin, gone); found {
			t.Errorf("%s is subscribed: %+v", gone, p)
		}
	}
	if dan, _ := find(admin, "dan@example.com"); dan.SMSAllowed {
		t.Errorf("dan gets texts: %+v", dan)
	}
	if all := s.Exported("cid@example.com"); !strings.Contains(all, "2025-04-02T12:00:00Z") {
		t.Errorf("cid's consent to texts has another time: %s", all)
	}
	out := admin.Do("GET", desk+"/export", nil).Body
	head, rows, _ := strings.Cut(out, "\n")
	if !strings.Contains(head, "smsConsent,smsConsentAt,topics") || !strings.Contains(rows, "true,2025-04-02T12:00:00Z,") {
		t.Errorf("the export: %s", out)
	}
	if again := imported(admin, out, ""); again.Added != 0 || again.Accepted != 2 {
		t.Errorf("the export was imported as %+v", again)
	}
}

func oneDateTellsTheOrderOfTheOthers(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	const file = "email,emailConsent,consentAt\nann@dates.example,yes,03/04/2024\nbob@dates.example,yes,13/04/2024\n"
	if done := imported(admin, file, ""); done.Added != 2 {
		t.Fatalf("%+v", done)
	}
	ann, _ := find(admin, "ann@dates.example")
	if at := ann.Consents[0].CreatedAt.UTC().Format("2006-01-02"); at != "2024-04-03" {
		t.Errorf("ann agreed on %s", at)
	}
}
