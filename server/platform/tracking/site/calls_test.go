package site_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

// Each counts on an offer of its own, because a repeated action of a visitor is a
// duplicate for some seconds.
func TestTrackingCalls(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"everyTrackingCallCountsWhatItNames":        everyTrackingCallCountsWhatItNames,
		"badTrackingCallsAreRefusedAndCountNothing": badTrackingCallsAreRefusedAndCountNothing,
		"whoIsNoPersonIsKeptButNotCounted":          whoIsNoPersonIsKeptButNotCounted,
		"whatStaffDoWhileSignedInIsKeptApart":       whatStaffDoWhileSignedInIsKeptApart,
		"theSameEventSentAgainCountsOnce":           theSameEventSentAgainCountsOnce,
		"aPaidLinkIsAClickOutOfItsArticle":          aPaidLinkIsAClickOutOfItsArticle,
	})
}

func everyTrackingCallCountsWhatItNames(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	carousel, daily, static := s.IDOf("carousel_offers", "pennyroot-savings-account"), s.IDOf("daily_offers", "sunmarl-led-bundle"), s.IDOf("static_offers", "everquill-term-life")
	nextDaily := s.IDOf("daily_offers", "basketlark-first-order")
	hot, deal := s.IDOf("content_pages", "hot-offers"), s.IDOf("content_offers", "tidewick-two-lines")
	coreg, question := s.IDOf("content_pages", "settlements2"), s.IDOf("questions", "ticket-fees")
	target := s.IDOf("content_offers", "minnowbay-ticket-fees")
	type figure struct {
		subject string
		id      int64
		action  string
	}
	for _, c := range []struct {
		path, pattern, body string
		want                []figure
	}{
		{"/api/offer-interactions", "/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"view"}`, carousel), []figure{{"offer", carousel, "view"}}},
		{"/api/offer-interactions", "/api/offer-interactions", fmt.Sprintf(`{"offerId":"%d","action":"click"}`, carousel), []figure{{"offer", carousel, "click"}}},
		{"/api/offer-interactions", "/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"skip"}`, carousel), []figure{{"offer", carousel, "skip"}}},
		{"/api/content/hot-offers/track-view", "/api/content/{slug}/track-view", "", []figure{{"page", hot, "view"}, {"content_offer", deal, "view"}}},
		{"/api/content/hot-offers/track-click", "/api/content/{slug}/track-click", fmt.Sprintf(`{"offerId":%d}`, deal), []figure{{"content_offer", deal, "click"}, {"page", hot, "click"}}},
		{"/api/coreg/settlements2/track-view", "/api/coreg/{slug}/track-view", "", []figure{{"page", coreg, "view"}}},
		{"/api/coreg/settlements2/track-click", "/api/coreg/{slug}/track-click", fmt.Sprintf(`{"questionId":%d,"clickType":"yes"}`, question), []figure{{"question", question, "yes"}, {"content_offer", target, "click"}, {"page", coreg, "click"}}},
		{"/api/coreg/settlements2/track-click", "/api/coreg/{slug}/track-click", fmt.Sprintf(`{"questionId":%d,"clickType":"no"}`, question), []figure{{"question", question, "no"}}},
		{"/api/coreg/settlements2/track-click", "/api/coreg/{slug}/track-click", `{"clickType":"continue"}`, []figure{{"page", coreg, "continue"}}},
		{"/api/coreg/settlements2/track-click", "/api/coreg/{slug}/track-click", "", []figure{{"page", coreg, "unknown"}}},
		{"/api/daily-offers/view", "/api/daily-offers/view", fmt.Sprintf(`{"offerIds":[%d,"%d",%d]}`, daily, daily, nextDaily), []figure{{"daily_offer", daily, "view"}, {"daily_offer", nextDaily, "view"}}},
		{"/api/daily-offers/click", "/api/daily-offers/click", fmt.Sprintf(`{"offerId":%d,"page":2}`, daily), []figure{{"daily_offer", daily, "click"}}},
		{"/api/hot-offers/track-view", "/api/hot-offers/track-view", "", []figure{{"static_offer", static, "view"}}},
		{"/api/hot-offers/track-click", "/api/hot-offers/track-click", fmt.Sprintf(`{"offerId":%d}`, static), []figure{{"static_offer", static, "click"}}},
	} {
		before := make([]int64, len(c.want))
		for i, f := range c.want {
			before[i] = s.Counted(f.subject, f.id, f.action)
		}
		a := s.Post(c.path, c.body)
		if a.Status != 200 {
			t.Errorf("%s %s: %d %s", c.path, c.body, a.Status, a.Body)
		}
		sitetest.Agrees(t, doc, "POST", c.pattern, a)
		for i, f := range c.want {
			if got := s.Counted(f.subject, f.id, f.action) - before[i]; got != 1 {
				t.Errorf("%s %s counted %v %d times", c.path, c.body, f, got)
			}
		}
	}
}

func badTrackingCallsAreRefusedAndCountNothing(t *testing.T, s *sitetest.Site) {
	events := s.Events()
	deal, other := s.IDOf("content_offers", "tidewick-two-lines"), s.IDOf("content_offers", "norvexa-data-breach")
	carousel, question := s.IDOf("carousel_offers", "tidewick-starter-plan"), s.IDOf("questions", "ticket-fees")
	offer := func(id int64) string { return fmt.Sprintf(`{"offerId":%d}`, id) }
	for _, c := range []struct {
		path, body string
		status     int
	}{
		{"/api/offer-interactions", `{"offerId":999999,"action":"view"}`, 400},
		{"/api/offer-interactions", `{"offerId":"'; DROP TABLE offers","action":"view"}`, 400},
		{"/api/offer-interactions", `{"offerId":{"$gt":0},"action":"view"}`, 400},
		{"/api/offer-interactions", `{"offerId":99999999999999999999,"action":"view"}`, 400},
		{"/api/offer-interactions", `{"offerId":-1,"action":"view"}`, 400},
		{"/api/offer-interactions", `{"action":"view"}`, 400},
		{"/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"buy"}`, carousel), 400},
		{"/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"clickout"}`, carousel), 400},
		{"/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":7}`, carousel), 400},
		{"/api/offer-interactions", offer(carousel), 400},
		{"/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"view","eventId":"x"}`, carousel), 400},
		{"/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"view","eventId":"6ba7b810-9dad-41d1-80b4-00c04fd430c8"}`, carousel), 400},
		{"/api/offer-interactions", "", 400},
		{"/api/offer-interactions", "{", 400},
		{"/api/offer-interactions", "[]", 400},
		{"/api/offer-interactions", strings.Repeat(" ", 20<<20), 413},
		{"/api/content/hot-offers/track-click", "", 400},
		{"/api/content/hot-offers/track-click", offer(other), 400},
		{"/api/content/hot-offers/track-click", offer(0), 400},
		{"/api/content/no-such-page/track-click", offer(deal), 404},
		{"/api/content/no-such-page/track-view", "", 404},
		{"/api/content/hot-offers/track-view", `{"offerIds":"all"}`, 400},
		{"/api/content/hot-offers/track-view", fmt.Sprintf(`{"offerIds":[%d,%d]}`, deal, other), 400},
		{"/api/content/hot-offers/track-view", `{"offerIds":[` + strings.Repeat(fmt.Sprint(deal)+",", 300) + fmt.Sprint(deal) + `]}`, 400},
		{"/api/coreg/no-such-page/track-view", "", 404},
		{"/api/coreg/settlements2/track-click", fmt.Sprintf(`{"questionId":%d,"clickType":"maybe"}`, question), 400},
		{"/api/coreg/settlements2/track-click", `{"questionId":999999,"clickType":"yes"}`, 400},
		{"/api/coreg/settlements2/track-click", `{"clickType":"yes"}`, 400},
		{"/api/coreg/settlements/track-click", fmt.Sprintf(`{"questionId":%d,"clickType":"yes"}`, question), 400},
		{"/api/daily-offers/view", "", 400},
		{"/api/daily-offers/view", "{}", 400},
		{"/api/daily-offers/view", `{"offerIds":[]}`, 400},
		{"/api/daily-offers/view", `{"offerIds":[999999]}`, 400},
		{"/api/daily-offers/view", fmt.Sprintf(`{"offerIds":[%d,999999]}`, s.IDOf("daily_offers", "sunmarl-led-bundle")), 400},
		{"/api/daily-offers/view", `{"offerIds":[` + strings.Repeat("1,", 50) + `1]}`, 400},
		{"/api/daily-offers/click", "", 400},
		{"/api/daily-offers/click", `{"offerId":999999,"page":1}`, 400},
		{"/api/daily-offers/click", fmt.Sprintf(`{"offerId":%d,"page":-1}`, s.IDOf("daily_offers", "sunmarl-led-bundle")), 400},
		{"/api/daily-offers/click", fmt.Sprintf(`{"offerId":%d,"page":"x"}`, s.IDOf("daily_offers", "sunmarl-led-bundle")), 400},
		{"/api/hot-offers/track-click", `{"offerId":999999}`, 400},
	} {
		a := s.Post(c.path, c.body)
		if a.Status != c.status || a.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %.80s: got %d, want %d: %.200s", c.path, c.body, a.Status, c.status, a.Body)
		}
	}
	if a := s.Post("/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"view"}`, carousel), "Content-Type", "text/plain"); a.Status != 415 {
		t.Errorf("text/plain: %d", a.Status)
	}
	if n := s.Events() - events; n != 0 {
		t.Errorf("%d events are kept", n)
	}
}

func whoIsNoPersonIsKeptButNotCounted(t *testing.T, s *sitetest.Site) {
	id := s.IDOf("carousel_offers", "larkmere-auto-quotes")
	body := fmt.Sprintf(`{"offerId":%d,"action":"view"}`, id)
	s.Call("POST", "/api/offer-interactions", body, "User-Agent", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)")
	s.Call("POST", "/api/offer-interactions", body, "User-Agent", "")
	s.Post("/api/offer-interactions", body, "Sec-Purpose", "prefetch;prerender")
	s.Post("/api/offer-interactions", body)
	s.Post("/api/offer-interactions", body) // within 10 s
	s.Call("POST", "/api/offer-interactions", body, sitetest.Person(2)...)
	for reason, want := range map[string]int64{"robot": 2, "prefetch": 1, "duplicate": 1, "human": 2} {
		if got := s.Counted("offer", id, "view", reason); got != want {
			t.Errorf("%s: %d, want %d", reason, got, want)
		}
	}
}

func whatStaffDoWhileSignedInIsKeptApart(t *testing.T, s *sitetest.Site) {
	offer := s.IDOf("carousel_offers", "tidewick-starter-plan")
	body := fmt.Sprintf(`{"offerId":%d,"action":"view"}`, offer)
	for i, account := range []string{"admin", "editor", "marketer", "visitor"} {
		signedIn := append(sitetest.Person(i), "Cookie", s.SignIn(account))
		if a := s.Call("POST", "/api/offer-interactions", body, signedIn...); a.Status != 200 {
			t.Errorf("%s: %d %s", account, a.Status, a.Body)
		}
	}
	s.Call("POST", "/api/offer-interactions", body, append(sitetest.Person(4), "Cookie", "session=unknown")...)
	if staff, people := s.Counted("offer", offer, "view", "staff"), s.Counted("offer", offer, "view"); staff != 3 || people != 2 {
		t.Errorf("%d views of staff and %d of people are counted, want 3 and 2", staff, people)
	}
	if a := s.ClickOut(fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s", offer, url.QueryEscape("https://tidewick.example.com/starter?zip={zip}&sub={subid}&click={clickid}")), "Cookie", s.SignIn("admin")); a.Status != 302 {
		t.Errorf("a click-out of staff: %d", a.Status)
	}
}

func theSameEventSentAgainCountsOnce(t *testing.T, s *sitetest.Site) {
	events, id := s.Events(), s.IDOf("carousel_offers", "pantrywise-weekly-list")
	first := sitetest.Decode[struct{ EventID string }](t, s.Post("/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"view"}`, id)).Body)
	for range 3 {
		a := s.Post("/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"view","eventId":"%s"}`, id, first.EventID))
		if a.Status != 200 {
			t.Fatal(a.Status, a.Body)
		}
	}
	if n := s.Events() - events; n != 1 || s.Counted("offer", id, "view") != 1 {
		t.Errorf("%d events, %d counted", n, s.Counted("offer", id, "view"))
	}
}

func TestAnAddressThatSendsTooMuchIsAskedToWait(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "TRACKING_LIMIT=3")
	id := s.IDOf("carousel_offers", "tidewick-starter-plan")
	var last sitetest.Answer
	for range 4 {
		last = s.Post("/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"view"}`, id))
	}
	if last.Status != 429 || last.Header.Get("Retry-After") == "" {
		t.Errorf("%d, Retry-After %q", last.Status, last.Header.Get("Retry-After"))
	}
	if n := s.Events(); n != 3 {
		t.Errorf("%d events are kept, want 3", n)
	}
}
