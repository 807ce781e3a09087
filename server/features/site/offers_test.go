package site_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func offerEndpointsMatchTheContract(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	for _, c := range []struct {
		path, pattern string
		status, least int // the minimum number of items
		item          string
	}{
		{"/api/offers?active=true", "/api/offers", 200, 6, `"targetUrl"`},
		{"/api/offers?active=maybe", "/api/offers", 400, 0, ""},
		{"/api/hot-offers", "/api/hot-offers", 200, 5, `"link"`},
		{"/api/offer-pages", "/api/offer-pages", 200, 4, `"slug"`},
		{"/api/content/pages/hot-offers", "/api/content/pages/{slug}", 200, 1, `"slug"`},
		{"/api/content/pages/no-such-page", "/api/content/pages/{slug}", 404, 0, ""},
		{"/api/content/hot-offers/offers", "/api/content/{slug}/offers", 200, 5, `"pageId"`},
		{"/api/content/settlements/offers", "/api/content/{slug}/offers", 200, 9, `"pageId"`},
		{"/api/content/insuranceprotection/offers", "/api/content/{slug}/offers", 200, 6, `"pageId"`},
		{"/api/content/no-such-page/offers", "/api/content/{slug}/offers", 404, 0, ""},
		{"/api/content/a%00b/offers", "/api/content/{slug}/offers", 404, 0, ""},
		{"/api/coreg/settlements2/questions", "/api/coreg/{slug}/questions", 200, 6, `"targetFigure":"`},
		{"/api/coreg/a%00b/questions", "/api/coreg/{slug}/questions", 404, 0, ""},
		{"/api/daily-offers?page=1&limit=6", "/api/daily-offers", 200, 6, `"ctaText"`},
		{"/api/daily-offers?page=3&limit=6", "/api/daily-offers", 200, 2, `"ctaText"`},
		{"/api/daily-offers?page=99&limit=6", "/api/daily-offers", 200, 0, ""},
		{"/api/daily-offers?page=0", "/api/daily-offers", 400, 0, ""},
		{"/api/daily-offers?page=-1", "/api/daily-offers", 400, 0, ""},
		{"/api/daily-offers?page=x", "/api/daily-offers", 400, 0, ""},
		{"/api/daily-offers?page=1.5", "/api/daily-offers", 400, 0, ""},
		{"/api/daily-offers?page=99999999999999999999", "/api/daily-offers", 400, 0, ""},
		{"/api/daily-offers?limit=0", "/api/daily-offers", 400, 0, ""},
	} {
		a := s.Get(c.path)
		if a.Status != c.status || (c.item != "" && strings.Count(a.Body, c.item) < c.least) {
			t.Errorf("%s: got %d, want %d and %d × %s: %.300s", c.path, a.Status, c.status, c.least, c.item, a.Body)
		}
		sitetest.Agrees(t, doc, "GET", c.pattern, a)
	}
}

func TestOffers(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"clickoutRedirectsToTheStoredTargetWithItsClickID": clickoutRedirectsToTheStoredTargetWithItsClickID,
		"embeddedClickoutRedirectsWithoutCounting":         embeddedClickoutRedirectsWithoutCounting,
		"emailedLinkRedirectsToTheCurrentTarget":           emailedLinkRedirectsToTheCurrentTarget,
		"endedOfferRedirectsToTheOffersPage":               endedOfferRedirectsToTheOffersPage,
		"staffSeeTheOffersForAYes":                         staffSeeTheOffersForAYes,
		"yesCountsForTheOfferThePageShowed":                yesCountsForTheOfferThePageShowed,
	})
}

const stored = "https://tidewick.example.com/starter?zip={zip}&sub={subid}&click={clickid}"

// starterPlan creates an offer that leads to the stored target.
func starterPlan(s *sitetest.Site) int64 {
	s.T.Helper()
	return s.As("editor").Edit("POST", "/api/admin/offers", sitetest.M{"title": "Starter plan", "targetUrl": stored, "type": "linkout"}).ID
}

func clickoutRedirectsToTheStoredTargetWithItsClickID(t *testing.T, s *sitetest.Site) {
	id := starterPlan(s)
	link := func(target, more string) string {
		return fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s%s", id, url.QueryEscape(target), more)
	}
	clicks := []string{}
	for given, want := range map[string]string{
		link(stored, ""):           "https://tidewick.example.com/starter?zip=&sub=%d&click=%s",
		link(stored, "&zip=02139"): "https://tidewick.example.com/starter?zip=02139&sub=%d&click=%s",
		link(strings.Replace(stored, "{zip}", "0%202%26x=y", 1), ""): "https://tidewick.example.com/starter?zip=0+2%%26x%%3Dy&sub=%d&click=%s",
		link(stored+"&first=Ann&utm_source=x", ""):                   "https://tidewick.example.com/starter?zip=&sub=%d&click=%s&first=Ann&utm_source=x",
	} {
		a := s.ClickOut(given, sitetest.Person(1)...)
		var click string
		if err := s.DB.Pool.QueryRow(context.Background(), "SELECT id FROM events WHERE action = 'clickout' AND subject_id = $1 AND id::text <> ALL($2)", id, clicks).Scan(&click); err != nil {
			t.Fatal(err)
		}
		clicks = append(clicks, click)
		if want = fmt.Sprintf(want, id, click); a.Status != 302 || a.Header.Get("Location") != want {
			t.Errorf("%s: %d to %s, want %s", given, a.Status, a.Header.Get("Location"), want)
		}
		if a.Header.Get("Cache-Control") != "no-store" || !strings.Contains(a.Header.Get("X-Robots-Tag"), "noindex") {
			t.Errorf("headers: %v", a.Header)
		}
	}
	for _, says := range [][2]string{{"Sec-GPC", "1"}, {"Cookie", "a=b; privacy=opt-out"}} {
		private := s.ClickOut(link(stored+"&first=Ann&utm_source=x", "&zip=02139&sourceid=s"), append(sitetest.Person(2), says[:]...)...)
		if to := private.Header.Get("Location"); strings.Contains(to, "Ann") || strings.Contains(to, "02139") || !strings.Contains(to, "utm_source=x") || strings.HasSuffix(to, "click=") {
			t.Errorf("with %v it redirects to %s", says, to)
		}
	}
	if head := s.Call("HEAD", link(stored, ""), "", sitetest.Person(3)...); head.Status != 302 {
		t.Errorf("HEAD: %d", head.Status)
	}
	sitetest.Eventually(t, "a robot's is recorded", func() bool { return s.Counted("offer", id, "clickout", "robot") == 1 })
	if n := s.Counted("offer", id, "clickout"); n != 2 { // the first person's other clicks were duplicates
		t.Errorf("%d people clicked", n)
	}
	if s.Counted("offer", id, "click") != 0 {
		t.Error("a redirect was counted as an intent")
	}
}

func embeddedClickoutRedirectsWithoutCounting(t *testing.T, s *sitetest.Site) {
	id := starterPlan(s)
	link := fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s", id, url.QueryEscape(stored))
	for n, dest := range []string{"image", "iframe", "script", "empty", "document", ""} {
		headers := sitetest.Person(n)
		if dest != "" {
			headers = append(headers, "Sec-Fetch-Dest", dest)
		}
		if a := s.ClickOut(link, headers...); a.Status != 302 || !strings.HasPrefix(a.Header.Get("Location"), "https://tidewick.example.com/") {
			t.Errorf("%s: %d to %s", dest, a.Status, a.Header.Get("Location"))
		}
	}
	for reason, want := range map[string]int64{"embedded": 4, "human": 2} {
		if got := s.Counted("offer", id, "clickout", reason); got != want {
			t.Errorf("%s: %d, want %d", reason, got, want)
		}
	}
}

// Links in emails must keep working after an edit.
func emailedLinkRedirectsToTheCurrentTarget(t *testing.T, s *sitetest.Site) {
	id := starterPlan(s)
	mailed := fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s", id, url.QueryEscape(stored))
	sitetest.Must[sitetest.Record](s.As("editor"), "PUT", fmt.Sprint("/api/admin/offers/", id), sitetest.M{"targetUrl": "https://new.example.com/plan?c={clickid}"})
	for n, link := range []string{mailed, mailed + "&url=https://evil.example", fmt.Sprintf("/links/?aid=offer&subid=%d&url=https://evil.example", id)} {
		a := s.ClickOut(link, sitetest.Person(n)...)
		if to := a.Header.Get("Location"); a.Status != 302 || !strings.HasPrefix(to, "https://new.example.com/plan?c=") {
			t.Errorf("%s: %d to %q", link, a.Status, to)
		}
	}
	if n := s.Counted("offer", id, "clickout"); n != 3 {
		t.Errorf("%d were counted", n)
	}
}

func navigationNeverReturnsJSON(t *testing.T, s *sitetest.Site) {
	for _, c := range [][2]string{
		{"GET", "/links/"}, {"GET", "/links/?aid=offer&subid=999999&url=https://gone.example.com/"}, {"GET", "/links/?aid=offer&subid=x"}, {"HEAD", "/links/"},
		{"POST", "/links/"}, {"POST", "/guides"}, {"POST", "/no-such-page"}, {"DELETE", "/"}, {"GET", "/g/nothing"},
		{"GET", "/api/auth/nobody"}, {"GET", "/api/auth/mail/link?token=x"},
	} {
		a := s.Call(c[0], c[1], "", "Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
		if kind := a.Header.Get("Content-Type"); a.Status < 400 || !strings.HasPrefix(kind, "text/html") {
			t.Errorf("%s %s: %d %s", c[0], c[1], a.Status, kind)
		}
	}
	if a := s.Call("POST", "/links/", "", "Accept", "*/*"); a.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("another client gets %q", a.Header.Get("Content-Type"))
	}
}

// A tab may have been open since before the offer ended.
func endedOfferRedirectsToTheOffersPage(t *testing.T, s *sitetest.Site) {
	id := starterPlan(s)
	sitetest.Must[sitetest.Record](s.As("editor"), "PUT", fmt.Sprint("/api/admin/offers/", id), sitetest.M{"isActive": false})
	link := fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s", id, url.QueryEscape("https://tidewick.example.com/starter"))
	if a := s.Get(link, "Accept", "text/html,*/*"); a.Status != 302 || a.Header.Get("Location") != "/offers?ended=1" {
		t.Errorf("%d to %q", a.Status, a.Header.Get("Location"))
	}
}
