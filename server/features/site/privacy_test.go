package site_test

import (
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
)

func privacyChoiceIsStoredOnlyInTheBrowser(t *testing.T, s *sitetest.Site) {
	choose := func(choice string) (status int, cookie, to string) {
		t.Helper()
		a := s.Call("POST", "/privacy-choices", "choice="+choice, "Content-Type", "application/x-www-form-urlencoded")
		return a.Status, a.Header.Get("Set-Cookie"), a.Header.Get("Location")
	}
	if status, cookie, to := choose("opt-out"); status != 303 || to != "/privacy-choices?saved=opt-out" ||
		!strings.HasPrefix(cookie, "privacy=opt-out; Path=/; Max-Age=34560000") || strings.Contains(cookie, "HttpOnly") {
		t.Errorf("opt out: %d %q %q", status, cookie, to)
	}
	if status, cookie, to := choose("opt-in"); status != 303 || to != "/privacy-choices?saved=opt-in" || !strings.Contains(cookie, "Max-Age=0") {
		t.Errorf("opt in: %d %q %q", status, cookie, to)
	}
	if status, cookie, _ := choose("maybe"); status != 400 || cookie != "" {
		t.Errorf("invalid choice: %d %q", status, cookie)
	}
	a := s.Call("POST", "/privacy-choices", "choice=opt-in", "Content-Type", "application/x-www-form-urlencoded", "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site")
	if a.Status != 403 {
		t.Errorf("cross-site: %d", a.Status)
	}
}
