package site_test

import (
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/campaigns"
)

// The site's dialer avoids addresses of this machine, so nothing is sent.
func TestBrokenLinkMustBeConfirmed(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	s.Quiet()
	p := s.As("editor")
	l := write(p, sitetest.M{"subject": "Hello", "preheader": "Links", "body": "Look [here](/guides) and [there](http://127.0.0.1:1/gone)."})
	broken := 0
	for _, check := range sitetest.Must[[]campaigns.Check](p, "GET", at(emails, l.Campaign, "/checks"), nil) {
		if !check.OK {
			broken++
			if !check.Blocks || !strings.Contains(check.Detail, "http://127.0.0.1:1/gone") {
				t.Errorf("%+v", check)
			}
		}
	}
	if broken != 1 {
		t.Errorf("%d are wrong", broken)
	}
	if a := p.Do("POST", at(emails, l.Campaign, "/send"), nil); a.Status != 409 || !strings.Contains(a.Body, "127.0.0.1:1/gone") {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	sitetest.Must[campaigns.Email](p, "POST", at(emails, l.Campaign, "/send"), sitetest.M{"confirmed": true})
	isSent(p, l)
}

func TestChecksFindBrokenPictures(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	p := s.As("editor")
	for body, want := range map[string]string{
		"![Coins](https://elsewhere.example/coins.png)":                "Pictures exist",
		"![Coins](/images/offers/clipfern-sample-club.svg), a lot!":    "",
		"![](/images/offers/clipfern-sample-club.svg)":                 "Pictures have alt text",
		"![Coins](/images/offers/gone.svg)":                            "Pictures exist",
		"![Coins](/pictures/0123456789abcdef0123456789abcdef-480.jpg)": "Pictures exist",
	} {
		l, wrong := write(p, sitetest.M{"subject": "Hello", "preheader": "Pictures", "body": body}), ""
		for _, check := range sitetest.Must[[]campaigns.Check](p, "GET", at(emails, l.Campaign, "/checks"), nil) {
			if !check.OK {
				wrong += check.Name
			}
		}
		if wrong != want {
			t.Errorf("%s: %q is wrong, want %q", body, wrong, want)
		}
	}
}

func TestDraftIsSavedAutomatically(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	p := s.As("editor")
	l := write(p, sitetest.M{"subject": "Hello"})
	for _, text := range []string{"a", "ab", "abc"} {
		l = sitetest.Must[campaigns.Email](p, "PUT", at(emails, l.Campaign, ""), sitetest.M{"body": text, "autosave": true, "version": l.Version})
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE kind = 'letter'"); l.Body != "abc" || n != 2 {
		t.Errorf("%q after %d entries of the log", l.Body, n)
	}
	l = sitetest.Must[campaigns.Email](s.As("admin"), "PUT", at(emails, l.Campaign, ""), sitetest.M{"body": "of somebody else", "autosave": true, "version": l.Version})
	if n := s.Count("SELECT count(*) FROM audit_log WHERE kind = 'letter'"); n != 3 {
		t.Errorf("someone else has no entry: %d", n)
	}
	l = sitetest.Must[campaigns.Email](p, "PUT", at(emails, l.Campaign, ""), sitetest.M{"scheduledAt": time.Now().AddDate(1, 0, 0), "status": "scheduled", "version": l.Version})
	if a := p.Do("PUT", at(emails, l.Campaign, ""), sitetest.M{"body": "typing", "autosave": true}); a.Status != 400 || !strings.Contains(a.Body, "autosave") {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}
