package site_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

type day struct {
	Date                          string
	Views, Clicks, UniqueVisitors int64
	CTR                           float64
}

func TestAnalytics(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"analyticsMatchRollUps":               analyticsMatchRollUps,
		"offerCSVEscapesFormulas":             offerCSVEscapesFormulas,
		"clicksCountOnThePageTheyWereMadeOn":  clicksCountOnThePageTheyWereMadeOn,
		"reportsNameAllWrongParameters":       reportsNameAllWrongParameters,
		"viewsAndReadsOfEveryPageAreCounted":  viewsAndReadsOfEveryPageAreCounted,
		"clickRecordsVisitSourceAndLastPiece": clickRecordsVisitSourceAndLastPiece,
	})
}

func analyticsMatchRollUps(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	p := s.As("marketer")
	page := p.Page("insuranceprotection")
	today := time.Now().In(s.Config.Location)
	s.Exec(`INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors)
		SELECT 'page', $1, $2::date - n, a, r, 100 * n + 7, CASE WHEN r = 'human' THEN n ELSE 0 END
		FROM generate_series(0, 40) n, unnest('{view,click}'::event_action[]) a, unnest('{human,robot}'::event_reason[]) r`, page.ID, today.Format(time.DateOnly))
	const path = "/api/content/insuranceprotection/analytics"
	days := func(query string) []day { return sitetest.Must[[]day](p, "GET", path+query, nil) }
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
	sitetest.Agrees(t, doc, "GET", "/api/content/{slug}/analytics", p.Do("GET", path, nil))
	sum := p.Do("GET", path+"/summary?days=2", nil)
	sitetest.Agrees(t, doc, "GET", "/api/content/{slug}/analytics/summary", sum)
	got := sitetest.Decode[struct {
		Totals, Previous struct {
			From, To string
			Views    int64
		}
		Reasons []struct {
			Reason string
			Views  int64
		}
	}](t, sum.Body)
	if got.Totals.Views != 7+107 || got.Previous.Views != 207+307 || got.Previous.To != ago(2) || len(got.Reasons) != 7 || got.Reasons[1].Views != 114 || got.Reasons[1].Reason != "robot" {
		t.Errorf("summary: %s", sum.Body)
	}
	for query, want := range map[string]int{
		"?range=ever": 400, "?days=0": 400, "?days=x": 400, "?days=99999": 400, "?count=x": 400, "?format=pdf": 400,
		"?range=custom&start=2026-02-30&end=2026-03-01": 400, "?range=custom&start=2026-03-02&end=2026-03-01": 400, "?range=custom&start=0001-01-01&end=2026-03-01": 400,
	} {
		if a := p.Do("GET", path+query, nil); a.Status != want {
			t.Errorf("%s: %d", query, a.Status)
		}
	}
	if a := p.Do("GET", "/api/content/no-such-page/analytics", nil); a.Status != 404 {
		t.Errorf("unknown page: %d", a.Status)
	}
}

func offerCSVEscapesFormulas(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	page := ed.Page("hot-offers")
	offer := ed.Edit("POST", "/api/content/offers", sitetest.M{"title": `=HYPERLINK("https://evil.example")`, "url": "https://x.example.com", "pageId": page.ID})
	for n := range 8 {
		s.Send("/api/content/hot-offers/track-view", fmt.Sprintf(`{"offerIds":[%d]}`, offer.ID), sitetest.Person(n)...)
	}
	for n := range 3 {
		s.Send("/api/content/hot-offers/track-click", fmt.Sprintf(`{"offerId":%d}`, offer.ID), sitetest.Person(n)...)
	}
	s.Send("/api/content/hot-offers/track-click", fmt.Sprintf(`{"offerId":%d}`, offer.ID), "User-Agent", "Googlebot/2.1 (+http://www.google.com/bot.html)")
	a := ed.Do("GET", "/api/content/hot-offers/analytics/offers?range=today&format=csv", nil)
	want := "offerId,title,views,clicks,ctr\r\n" + fmt.Sprint(offer.ID) + `,"'=HYPERLINK(""https://evil.example"")",8,3,37.5` + "\r\n"
	if a.Body != want || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/csv") || !strings.HasPrefix(a.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("%s\n%q", a.Header, a.Body)
	}
	if got := ed.Offers(page, "&q=HYPERLINK")[0]; got.Views != 8 {
		t.Errorf("the list shows %d views", got.Views)
	}
	if a := ed.Do("GET", "/api/content/hot-offers/analytics?days=30&format=csv", nil); strings.Count(a.Body, "\r\n") != 31 {
		t.Errorf("%q", a.Body)
	}
}

// Clicks in the questionnaire once counted on the offer's own page, which had
// fewer views, so that page showed a click-through rate of 250%.
func clicksCountOnThePageTheyWereMadeOn(t *testing.T, s *sitetest.Site) {
	p := s.As("marketer")
	var question, offer int64
	if err := s.DB.Pool.QueryRow(t.Context(), `SELECT q.id, o.id FROM questions q JOIN content_pages p ON p.id = q.page_id JOIN content_offers o ON o.id = q.target_offer_id
		JOIN content_pages of ON of.id = o.page_id WHERE p.slug = 'settlements2' AND of.slug = 'settlements' AND q.is_active LIMIT 1`).Scan(&question, &offer); err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		s.Send("/api/content/settlements/track-view", fmt.Sprintf(`{"offerIds":[%d]}`, offer), sitetest.Person(n)...)
	}
	s.Send("/api/content/settlements/track-click", fmt.Sprintf(`{"offerId":%d}`, offer), sitetest.Person(0)...)
	for n := range 5 {
		s.Send("/api/coreg/settlements2/track-click", fmt.Sprintf(`{"questionId":%d,"clickType":"yes"}`, question), sitetest.Person(10+n)...)
	}
	type figures struct {
		Views, Clicks int64
		CTR           float64
	}
	for slug, want := range map[string]figures{"settlements": {2, 1, 50}, "settlements2": {0, 5, 0}} {
		rows := sitetest.Must[[]struct {
			OfferID int64
			figures
		}](p, "GET", "/api/content/"+slug+"/analytics/offers?range=today", nil)
		if len(rows) != 1 || rows[0].OfferID != offer || rows[0].figures != want {
			t.Errorf("%s: %+v", slug, rows)
		}
		days := sitetest.Must[[]figures](p, "GET", "/api/content/"+slug+"/analytics?range=today", nil)
		if days[0].Clicks != want.Clicks {
			t.Errorf("%s: daily totals %+v", slug, days)
		}
		report := sitetest.Must[struct{ Rows []figures }](p, "GET", "/api/admin/reports?by=offer&page=/content/"+slug+"&from="+time.Now().In(s.Config.Location).Format(time.DateOnly), nil)
		if len(report.Rows) != 1 || report.Rows[0] != want {
			t.Errorf("%s: report rows %+v", slug, report.Rows)
		}
	}
}

func reportsNameAllWrongParameters(t *testing.T, s *sitetest.Site) {
	p := s.As("marketer")
	for path, want := range map[string][]string{
		"/api/content/settlements/analytics?format=x&count=y":                 {"count", "format"},
		"/api/admin/reports?on=w&compare=x&format=y&count=z":                  {"count", "format", "compare", "on"},
		"/api/admin/conversions?to=w&from=x&status=y&after=z&advertiser=none": {"advertiser", "after", "from", "to", "status"},
	} {
		var got []string
		for _, f := range sitetest.Decode[struct{ Errors []struct{ Field string } }](t, p.Do("GET", path, nil).Body).Errors {
			got = append(got, f.Field)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}
