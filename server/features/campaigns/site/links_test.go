package site_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/campaigns"
)

// The site's dialer avoids addresses of this machine, so nothing is sent.
func brokenLinkMustBeConfirmed(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "links@example.com"))
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

func checksFindBrokenPictures(t *testing.T, s *sitetest.Site) {
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

func draftIsSavedAutomatically(t *testing.T, s *sitetest.Site) {
	p := s.As("editor")
	l := write(p, sitetest.M{"subject": "Hello"})
	for _, text := range []string{"a", "ab", "abc"} {
		l = sitetest.Must[campaigns.Email](p, "PUT", at(emails, l.Campaign, ""), sitetest.M{"body": text, "autosave": true, "version": l.Version})
	}
	logged := func() int {
		t.Helper()
		return s.Count("SELECT count(*) FROM audit_log WHERE kind = 'letter' AND subject_id = $1", fmt.Sprint(l.ID))
	}
	if n := logged(); l.Body != "abc" || n != 2 {
		t.Errorf("%q after %d entries of the log", l.Body, n)
	}
	l = sitetest.Must[campaigns.Email](s.As("admin"), "PUT", at(emails, l.Campaign, ""), sitetest.M{"body": "of somebody else", "autosave": true, "version": l.Version})
	if n := logged(); n != 3 {
		t.Errorf("someone else has no entry: %d", n)
	}
	l = sitetest.Must[campaigns.Email](p, "PUT", at(emails, l.Campaign, ""), sitetest.M{"scheduledAt": time.Now().AddDate(1, 0, 0), "status": "scheduled", "version": l.Version})
	if a := p.Do("PUT", at(emails, l.Campaign, ""), sitetest.M{"body": "typing", "autosave": true}); a.Status != 400 || !strings.Contains(a.Body, "autosave") {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

func clickOnASponsoredOfferCountsForTheEmail(t *testing.T, s *sitetest.Site) {
	p := s.As("editor")
	offer := s.Count("SELECT min(id) FROM carousel_offers WHERE is_active AND deleted_at IS NULL AND hold IS NULL")
	l := write(p, sitetest.M{"subject": "Deals", "body": "x", "offers": []int{offer}})
	text := sitetest.Must[struct{ Text string }](p, "GET", at(emails, l.Campaign, "/preview"), nil).Text
	_, link, _ := strings.Cut(text, s.Config.BaseURL+"/links/")
	link, _, _ = strings.Cut(link, "\n")
	if a := s.ClickOut("/links/"+link, sitetest.Person(1)...); a.Status != 302 {
		t.Fatalf("%d %s: %s", a.Status, a.Body, link)
	}
	if n := s.Count("SELECT count(*) FROM events e JOIN contexts c ON c.id = e.context_id JOIN origins o ON o.id = c.last_id WHERE e.action = 'clickout' AND o.campaign = 'deals' AND o.source = 'newsletter'"); n != 1 {
		t.Errorf("%d click-outs of the email", n)
	}
}

// A click on a link or card in the body counts for the page of the newsletter and,
// in an email, also for its campaign.
func clickOnAnOfferInTheBodyCountsForTheEmail(t *testing.T, s *sitetest.Site) {
	p := s.As("editor")
	id := s.IDOf("daily_offers", "sunmarl-led-bundle")
	l := write(p, sitetest.M{"subject": "Lamps", "body": fmt.Sprintf("See [lamps](/go/daily/%d).\n\n[Buy](/go/daily/%d \"card\")", id, id), "audience": "everyone"})
	shown := sitetest.Must[struct{ Text, HTML string }](p, "GET", at(emails, l.Campaign, "/preview"), nil)
	links := regexp.MustCompile(`\(`+regexp.QuoteMeta(s.Config.BaseURL)+`(/go/daily/\S+)\)`).FindAllStringSubmatch(shown.Text, -1)
	if len(links) != 2 || !strings.Contains(shown.Text, "Sponsored · goes to ") {
		t.Fatalf("%v in %s", links, shown.Text)
	}
	if checks := p.Do("GET", at(emails, l.Campaign, "/checks"), nil).Body; !strings.Contains(checks, `{"name":"Links to our pages work","ok":true`) {
		t.Errorf("the checks: %s", checks)
	}
	s.Send("/api/subscribers", sitetest.Jane("email", "lamps@example.com"))
	s.Quiet()
	sitetest.Must[campaigns.Email](p, "POST", at(emails, l.Campaign, "/send"), sitetest.M{"confirmed": true})
	isSent(p, l)
	web := s.Get("/api/newsletters/" + l.Slug).Body
	if n := strings.Count(web, fmt.Sprintf("/go/daily/%d?in=%%2Fnewsletter%%2Flamps", id)); n != 2 || !strings.Contains(web, "offer-card") {
		t.Errorf("on the web: %s", web)
	}
	for n, link := range []string{links[0][1], links[1][1], fmt.Sprintf("/go/daily/%d?in=/newsletter/lamps", id)} {
		if a := s.ClickOut(link, sitetest.Person(n)...); a.Status != 302 {
			t.Errorf("%s: %d", link, a.Status)
		}
	}
	for query, want := range map[string]int64{"by=page&keys=/newsletter/lamps": 3, "by=campaign&campaign=lamps&source=newsletter": 2} {
		r := sitetest.Must[struct{ Rows []struct{ Clickouts int64 } }](p, "GET", "/api/admin/reports?"+query, nil)
		if len(r.Rows) != 1 || r.Rows[0].Clickouts != want {
			t.Errorf("%s: %+v, want %d", query, r.Rows, want)
		}
	}
	sitetest.Must[sitetest.M](p, "PUT", fmt.Sprint("/api/admin/daily-offers/", id), sitetest.M{"isActive": false})
	if web := s.Get("/api/newsletters/" + l.Slug).Body; strings.Contains(web, "/go/") || !strings.Contains(web, "See lamps.") {
		t.Errorf("the offer has ended: %s", web)
	}
	late := write(p, sitetest.M{"subject": "Late", "body": fmt.Sprintf("[lamps](/go/daily/%d)", id)})
	if checks := p.Do("GET", at(emails, late.Campaign, "/checks"), nil).Body; !strings.Contains(checks, "has ended, so its link is left out.") {
		t.Errorf("the checks: %s", checks)
	}
}
