package app

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestEveryChangeIsInTheAuditLog(t *testing.T) {
	s, doc := openSite(t), contract(t)
	ed, admin := s.as("editor"), s.as("admin")
	offer := must[record](ed, "POST", "/api/content/offers", m{"title": "Logged", "url": "https://x.example.com", "pageId": ed.page("hot-offers").ID})
	path := "/api/content/offers/" + itoa(offer.ID)
	must[record](ed, "PUT", path, m{"title": "Changed"})
	must[record](ed, "DELETE", path, nil)
	must[record](admin, "POST", path+"/restore", nil)
	ed.do("PUT", path, m{"title": ""})
	log := admin.do("GET", "/api/admin/audit?kind=content+offer&id="+itoa(offer.ID), nil)
	agrees(t, doc, "GET", "/", "/api/admin/audit", log)
	type entry struct {
		ID                 int64
		Actor, Via, Action string
		Before, After      *record
	}
	entries := decode[[]entry](t, log.Body)
	var said []string
	for _, e := range entries {
		said = append(said, strings.TrimSuffix(e.Actor, "@thriftwell.example")+" "+e.Action+" by "+e.Via)
	}
	if got := strings.Join(said, ", "); got != "admin restore by session, editor delete by session, editor update by session, editor create by session" {
		t.Errorf("the log says %s", got)
	}
	if u := entries[2]; u.Before.Title != "Logged" || u.After.Title != "Changed" {
		t.Errorf("before %+v after %+v", u.Before, u.After)
	}
	if older := must[[]entry](admin, "GET", fmt.Sprintf("/api/admin/audit?limit=1&before=%d", entries[0].ID), nil); len(older) != 1 || older[0].ID >= entries[0].ID {
		t.Errorf("older: %+v", older)
	}
}

func TestAFailedChangeLeavesNoTrace(t *testing.T) {
	s := openSite(t)
	admin := s.as("admin")
	s.exec("ALTER TABLE audit_log ADD CHECK (kind <> 'page')")
	if a := admin.do("POST", "/api/content/pages", m{"title": "x", "slug": "traceless"}); a.Status != 500 {
		t.Fatalf("%d", a.Status)
	}
	for _, p := range must[[]record](admin, "GET", "/api/content/pages", nil) {
		if p.Slug == "traceless" {
			t.Error("a page without its audit row")
		}
	}
}

type day struct {
	Date                          string
	Views, Clicks, UniqueVisitors int64
	CTR                           float64
}

func TestAnalyticsAreTheRollUps(t *testing.T) {
	s, doc := openSite(t), contract(t)
	p := s.as("marketer")
	page := p.page("settlements")
	today := time.Now().In(s.config.Location)
	s.exec(`INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors)
		SELECT 'page', $1, $2::date - n, a, r, 100 * n + 7, CASE WHEN r = 'human' THEN n ELSE 0 END
		FROM generate_series(0, 40) n, unnest('{view,click}'::event_action[]) a, unnest('{human,robot}'::event_reason[]) r`, page.ID, today.Format(time.DateOnly))
	const path = "/api/content/settlements/analytics"
	days := func(query string) []day { return must[[]day](p, "GET", path+query, nil) }
	ago := func(n int) string { return today.AddDate(0, 0, -n).Format(time.DateOnly) }
	for query, want := range map[string]struct {
		rows        int
		first, last string
	}{
		"":                               {7, ago(6), ago(0)},
		"?days=7":                        {7, ago(6), ago(0)},
		"?days=30":                       {30, ago(29), ago(0)},
		"?range=today":                   {1, ago(0), ago(0)},
		"?range=yesterday":               {1, ago(1), ago(1)},
		"?range=week_to_date":            {int(today.Weekday()) + 1, ago(int(today.Weekday())), ago(0)},
		"?range=month_to_date":           {today.Day(), ago(today.Day() - 1), ago(0)},
		"?range=custom":                  {1, ago(0), ago(0)},
		"?range=custom&start=2026-01-01": {1, ago(0), ago(0)},
		"?range=custom&start=2024-02-28&end=2024-03-01": {3, "2024-02-28", "2024-03-01"},
	} {
		got := days(query)
		if len(got) != want.rows || got[0].Date != want.first || got[len(got)-1].Date != want.last {
			t.Errorf("%q: %d rows from %s to %s", query, len(got), got[0].Date, got[len(got)-1].Date)
		}
	}
	if got := days("?range=yesterday")[0]; got.Views != 107 || got.Clicks != 107 || got.UniqueVisitors != 1 || got.CTR != 100 {
		t.Errorf("yesterday: %+v", got)
	}
	if got := days("?range=yesterday&count=all")[0]; got.Views != 214 || got.UniqueVisitors != 1 {
		t.Errorf("yesterday with robots: %+v", got)
	}
	agrees(t, doc, "GET", "/", "/api/content/{slug}/analytics", p.do("GET", path, nil))
	sum := p.do("GET", path+"/summary?days=2", nil)
	agrees(t, doc, "GET", "/", "/api/content/{slug}/analytics/summary", sum)
	got := decode[struct {
		Totals, Previous struct {
			From, To string
			Views    int64
		}
		Reasons []struct {
			Reason string
			Views  int64
		}
	}](t, sum.Body)
	if got.Totals.Views != 7+107 || got.Previous.Views != 207+307 || got.Previous.To != ago(2) || len(got.Reasons) != 4 || got.Reasons[1].Views != 114 || got.Reasons[1].Reason != "robot" {
		t.Errorf("summary: %s", sum.Body)
	}
	for query, want := range map[string]int{
		"?range=ever": 400, "?days=0": 400, "?days=x": 400, "?days=99999": 400, "?count=x": 400, "?format=pdf": 400,
		"?range=custom&start=2026-02-30&end=2026-03-01": 400, "?range=custom&start=2026-03-02&end=2026-03-01": 400, "?range=custom&start=0001-01-01&end=2026-03-01": 400,
	} {
		if a := p.do("GET", path+query, nil); a.Status != want {
			t.Errorf("%s: %d", query, a.Status)
		}
	}
	if a := p.do("GET", "/api/content/no-such-page/analytics", nil); a.Status != 404 {
		t.Errorf("unknown page: %d", a.Status)
	}
}

func TestFiguresByOfferAreSafeInSpreadsheets(t *testing.T) {
	s := openSite(t)
	ed := s.as("editor")
	page := ed.page("hot-offers")
	offer := must[record](ed, "POST", "/api/content/offers", m{"title": `=HYPERLINK("https://evil.example")`, "url": "https://x.example.com", "pageId": page.ID})
	s.exec(`INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors) VALUES
		('content_offer', $1, $2, 'view', 'human', 8, 8), ('content_offer', $1, $2, 'click', 'human', 3, 3), ('content_offer', $1, $2, 'click', 'robot', 5, 0)`,
		offer.ID, time.Now().In(s.config.Location).Format(time.DateOnly))
	a := ed.do("GET", "/api/content/hot-offers/analytics/offers?range=today&format=csv", nil)
	want := "offerId,title,views,clicks,ctr\r\n" + itoa(offer.ID) + `,"'=HYPERLINK(""https://evil.example"")",8,3,37.5` + "\r\n"
	if a.Body != want || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/csv") || !strings.HasPrefix(a.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("%s\n%q", a.Header, a.Body)
	}
	if got := ed.offers(page, "&q=HYPERLINK")[0]; got.Views != 8 {
		t.Errorf("the list says %d views", got.Views)
	}
	if a := ed.do("GET", "/api/content/hot-offers/analytics?days=30&format=csv", nil); strings.Count(a.Body, "\r\n") != 31 {
		t.Errorf("%q", a.Body)
	}
}
