package app

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// browser is the user agent of a person.
const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

// person is a visitor of their own, known by the user agent.
func person(n int) []string { return []string{"User-Agent", fmt.Sprintf("%s %d", browser, n)} }

// counted gives a figure of the roll-ups, of people unless another reason is given.
func (s *testSite) counted(subject string, id int64, action string, reason ...string) (n int64) {
	s.t.Helper()
	err := s.db.Pool.QueryRow(context.Background(), `SELECT coalesce(sum(count), 0) FROM daily_counts
		WHERE subject = $1::text::event_subject AND subject_id = $2 AND action = $3::text::event_action AND reason = $4::text::event_reason`,
		subject, id, action, append(reason, "human")[0]).Scan(&n)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// idOf gives the id of a row of the starting content.
func (s *testSite) idOf(table, slug string) (id int64) {
	s.t.Helper()
	if err := s.db.Pool.QueryRow(context.Background(), "SELECT id FROM "+table+" WHERE slug = $1", slug).Scan(&id); err != nil {
		s.t.Fatal(err)
	}
	return id
}

func (s *testSite) post(path, body string, headers ...string) answer {
	s.t.Helper()
	return s.call("POST", path, body, append(person(1), headers...)...)
}

func (s *testSite) events() (n int64) {
	s.t.Helper()
	if err := s.db.Pool.QueryRow(context.Background(), "SELECT count(*) FROM events").Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

func TestEveryTrackingCallCountsWhatItNames(t *testing.T) {
	s, doc := openSite(t), contract(t)
	carousel, daily, static := s.idOf("offers", "tidewick-starter-plan"), s.idOf("daily_offers", "sunmarl-led-bundle"), s.idOf("static_offers", "everquill-term-life")
	hot, deal := s.idOf("content_pages", "hot-offers"), s.idOf("content_offers", "tidewick-two-lines")
	coreg, question := s.idOf("content_pages", "settlements2"), s.idOf("questions", "ticket-fees")
	target := s.idOf("content_offers", "minnowbay-ticket-fees")
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
		{"/api/daily-offers/click", "/api/daily-offers/click", fmt.Sprintf(`{"offerId":%d,"page":2}`, daily), []figure{{"daily_offer", daily, "click"}}},
		{"/api/hot-offers/track-view", "/api/hot-offers/track-view", "", []figure{{"static_offer", static, "view"}}},
		{"/api/hot-offers/track-click", "/api/hot-offers/track-click", fmt.Sprintf(`{"offerId":%d}`, static), []figure{{"static_offer", static, "click"}}},
	} {
		before := make([]int64, len(c.want))
		for i, f := range c.want {
			before[i] = s.counted(f.subject, f.id, f.action)
		}
		a := s.post(c.path, c.body)
		if a.Status != 200 {
			t.Errorf("%s %s: %d %s", c.path, c.body, a.Status, a.Body)
		}
		agrees(t, doc, "POST", "/", c.pattern, a)
		for i, f := range c.want {
			if got := s.counted(f.subject, f.id, f.action) - before[i]; got != 1 {
				t.Errorf("%s %s counted %v %d times", c.path, c.body, f, got)
			}
		}
	}
}

func TestBadTrackingCallsAreRefusedAndCountNothing(t *testing.T) {
	s := openSite(t)
	deal, other := s.idOf("content_offers", "tidewick-two-lines"), s.idOf("content_offers", "norvexa-data-breach")
	carousel, question := s.idOf("offers", "tidewick-starter-plan"), s.idOf("questions", "ticket-fees")
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
		{"/api/content/hot-offers/track-view", `{"offerIds":[` + strings.Repeat(itoa(deal)+",", 300) + itoa(deal) + `]}`, 400},
		{"/api/coreg/no-such-page/track-view", "", 404},
		{"/api/coreg/settlements2/track-click", fmt.Sprintf(`{"questionId":%d,"clickType":"maybe"}`, question), 400},
		{"/api/coreg/settlements2/track-click", `{"questionId":999999,"clickType":"yes"}`, 400},
		{"/api/coreg/settlements2/track-click", `{"clickType":"yes"}`, 400},
		{"/api/coreg/settlements/track-click", fmt.Sprintf(`{"questionId":%d,"clickType":"yes"}`, question), 400},
		{"/api/daily-offers/click", "", 400},
		{"/api/daily-offers/click", `{"offerId":999999,"page":1}`, 400},
		{"/api/daily-offers/click", fmt.Sprintf(`{"offerId":%d,"page":-1}`, s.idOf("daily_offers", "sunmarl-led-bundle")), 400},
		{"/api/daily-offers/click", fmt.Sprintf(`{"offerId":%d,"page":"x"}`, s.idOf("daily_offers", "sunmarl-led-bundle")), 400},
		{"/api/hot-offers/track-click", `{"offerId":999999}`, 400},
	} {
		a := s.post(c.path, c.body)
		if a.Status != c.status || a.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %.80s: got %d, want %d: %.200s", c.path, c.body, a.Status, c.status, a.Body)
		}
	}
	if a := s.post("/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"view"}`, carousel), "Content-Type", "text/plain"); a.Status != 415 {
		t.Errorf("text/plain: %d", a.Status)
	}
	if n := s.events(); n != 0 {
		t.Errorf("%d events are kept", n)
	}
}

func TestWhoIsNoPersonIsKeptButNotCounted(t *testing.T) {
	s := openSite(t)
	id := s.idOf("offers", "tidewick-starter-plan")
	body := fmt.Sprintf(`{"offerId":%d,"action":"view"}`, id)
	s.call("POST", "/api/offer-interactions", body, "User-Agent", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)")
	s.call("POST", "/api/offer-interactions", body, "User-Agent", "")
	s.post("/api/offer-interactions", body, "Sec-Purpose", "prefetch;prerender")
	s.post("/api/offer-interactions", body)
	s.post("/api/offer-interactions", body) // within 10 s
	s.call("POST", "/api/offer-interactions", body, person(2)...)
	for reason, want := range map[string]int64{"robot": 2, "prefetch": 1, "duplicate": 1, "human": 2} {
		if got := s.counted("offer", id, "view", reason); got != want {
			t.Errorf("%s: %d, want %d", reason, got, want)
		}
	}
}

func TestTheSameEventSentAgainCountsOnce(t *testing.T) {
	s := openSite(t)
	id := s.idOf("offers", "tidewick-starter-plan")
	first := decode[struct{ EventID string }](t, s.post("/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"view"}`, id)).Body)
	for range 3 {
		a := s.post("/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"view","eventId":"%s"}`, id, first.EventID))
		if a.Status != 200 {
			t.Fatal(a.Status, a.Body)
		}
	}
	if n := s.events(); n != 1 || s.counted("offer", id, "view") != 1 {
		t.Errorf("%d events, %d counted", n, s.counted("offer", id, "view"))
	}
}

func TestAClickOutLeadsToTheStoredTargetAndCarriesItsClickID(t *testing.T) {
	s := openSite(t)
	id := s.idOf("offers", "tidewick-starter-plan")
	stored := "https://tidewick.example.com/starter?zip={zip}&sub={subid}&click={clickid}"
	link := func(target, more string) string {
		return fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s%s", id, url.QueryEscape(target), more)
	}
	for given, want := range map[string]string{
		link(stored, ""):           "https://tidewick.example.com/starter?zip=&sub=%d&click=%s",
		link(stored, "&zip=02139"): "https://tidewick.example.com/starter?zip=02139&sub=%d&click=%s",
		link(strings.Replace(stored, "{zip}", "0%202%26x=y", 1), ""): "https://tidewick.example.com/starter?zip=0+2%%26x%%3Dy&sub=%d&click=%s",
		link(stored+"&first=Ann&utm_source=x", ""):                   "https://tidewick.example.com/starter?zip=&sub=%d&click=%s&first=Ann&utm_source=x",
	} {
		a := s.get(given, person(1)...)
		var click string
		if err := s.db.Pool.QueryRow(context.Background(), "SELECT id FROM events WHERE action = 'clickout' ORDER BY id DESC LIMIT 1").Scan(&click); err != nil {
			t.Fatal(err)
		}
		if want = fmt.Sprintf(want, id, click); a.Status != 302 || a.Header.Get("Location") != want {
			t.Errorf("%s: %d to %s, want %s", given, a.Status, a.Header.Get("Location"), want)
		}
		if a.Header.Get("Cache-Control") != "no-store" || !strings.Contains(a.Header.Get("X-Robots-Tag"), "noindex") {
			t.Errorf("headers: %v", a.Header)
		}
	}
	private := s.get(link(stored+"&first=Ann&utm_source=x", "&zip=02139&sourceid=s"), append(person(2), "Sec-GPC", "1")...)
	if to := private.Header.Get("Location"); strings.Contains(to, "Ann") || strings.Contains(to, "02139") || !strings.Contains(to, "utm_source=x") || strings.HasSuffix(to, "click=") {
		t.Errorf("under Sec-GPC it leads to %s", to)
	}
	if head := s.call("HEAD", link(stored, ""), "", person(3)...); head.Status != 302 || s.counted("offer", id, "clickout", "robot") != 1 {
		t.Errorf("HEAD: %d", head.Status)
	}
	if n := s.counted("offer", id, "clickout"); n != 2 { // the first person's others were duplicates
		t.Errorf("%d people clicked", n)
	}
	if s.counted("offer", id, "click") != 0 {
		t.Error("a redirect was counted as an intent")
	}
}

func TestAClickOutWithAnotherTargetIsRefused(t *testing.T) {
	s := openSite(t)
	id := itoa(s.idOf("offers", "tidewick-starter-plan"))
	stored := url.QueryEscape("https://tidewick.example.com/starter?zip={zip}&sub={subid}&click={clickid}")
	for _, query := range []string{
		"", "?", "?aid=offer", "?aid=offer&subid=" + id, "?aid=offer&subid=999999&url=" + stored, "?aid=page&subid=" + id + "&url=" + stored,
		"?subid=" + id + "&url=" + stored, "?aid=offer&subid=x&url=" + stored, "?aid=offer&subid=" + id + "&url=" + stored + "&url=https://evil.example",
		"?aid=offer&subid=" + id + "&url=https%3A%2F%2Fevil.example%2F",
	} {
		a := s.get("/links/"+query, person(1)...)
		if a.Status != 400 || !strings.Contains(a.Body, "Unknown offer link.") || a.Header.Get("Location") != "" {
			t.Errorf("%s: %d %s", query, a.Status, a.Body)
		}
	}
	if n := s.events(); n != 0 {
		t.Errorf("%d events are kept", n)
	}
}

func TestAnInvalidationReachesTheTargetsInMemory(t *testing.T) {
	s := openSite(t)
	id := s.idOf("offers", "tidewick-starter-plan")
	if _, err := s.db.Pool.Exec(t.Context(), "UPDATE offers SET target_url = 'https://new.example.com/' WHERE id = $1", id); err != nil {
		t.Fatal(err)
	}
	s.cache.Invalidate("offers")
	a := s.get(fmt.Sprintf("/links/?aid=offer&subid=%d&url=https://new.example.com/", id), person(1)...)
	if a.Status != 302 || a.Header.Get("Location") != "https://new.example.com/" {
		t.Errorf("%d to %s", a.Status, a.Header.Get("Location"))
	}
}

func TestAnAddressThatSendsTooMuchIsAskedToWait(t *testing.T) {
	s := openSite(t, "TRACKING_LIMIT=3")
	id := s.idOf("offers", "tidewick-starter-plan")
	var last answer
	for range 4 {
		last = s.post("/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"view"}`, id))
	}
	if last.Status != 429 || last.Header.Get("Retry-After") == "" {
		t.Errorf("%d, Retry-After %q", last.Status, last.Header.Get("Retry-After"))
	}
	if n := s.events(); n != 3 {
		t.Errorf("%d events are kept, want 3", n)
	}
}
