package site_test

import (
	"fmt"
	"slices"
	"testing"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/tracking"
)

func viewsAndReadsOfEveryPageAreCounted(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	guide, article := s.IDOf("guides", "start-an-emergency-fund"), s.IDOf("articles", "automatic-savings-that-stick")
	path := func(of string) int64 { return int64(s.Count("SELECT id FROM paths WHERE path = $1", of)) }
	for i, c := range []struct {
		path, subject string
		id            int64
	}{
		{"/", "path", path("/")},
		{"/guides", "path", path("/guides")},
		{"/offers", "path", path("/offers")},
		{"/dailyoffers", "path", path("/dailyoffers")},
		{"/guides/start-an-emergency-fund", "guide", guide},
		{"/articles/automatic-savings-that-stick", "article", article},
		{"/authors/tom-alder", "author", s.IDOf("authors", "tom-alder")},
	} {
		for _, action := range []string{"view", "read"} {
			a := s.Call("POST", "/api/views", fmt.Sprintf(`{"action":%q,"visit":{"page":%q}}`, action, c.path), sitetest.Person(i)...)
			sitetest.Agrees(t, doc, "POST", "/api/views", a)
			if n := s.Counted(c.subject, c.id, action); a.Status != 200 || n != 1 {
				t.Errorf("%s of %s: %d, counted %d times", action, c.path, a.Status, n)
			}
		}
	}
	for _, body := range []string{
		"", "{}", `{"action":"view"}`, `{"action":"view","visit":{"page":"/no-such-page"}}`, `{"action":"view","visit":{"page":"/guides/no-such-guide"}}`,
		`{"action":"view","visit":{"page":7}}`, `{"action":"buy","visit":{"page":"/"}}`, `{"visit":{"page":"/"}}`, `{"action":"view","visit":"/"}`,
		`{"action":"view","visit":{"page":"/content/settlements"}}`, // counted with its offers
	} {
		if a := s.Post("/api/views", body); a.Status != 400 {
			t.Errorf("%s: %d", body, a.Status)
		}
	}
	if a := s.Post("/api/views", `{"action":"read","visit":{"page":"/content/settlements"}}`); a.Status != 200 {
		t.Errorf("a read of a content page: %d %s", a.Status, a.Body)
	}
}

// traffic returns the traffic of an action on a kind of offer, sorted.
func traffic(s *sitetest.Site, subject, action, of string) (rows []string) {
	found, err := s.DB.Pool.Query(s.T.Context(), fmt.Sprintf(`
		SELECT concat_ws('|', t.subject, t.count, t.arrivals, c.place, c.piece, c.piece_id, o.source, o.medium, o.campaign, o.content, o.referrer, o.landing)
		FROM (SELECT context_id, subject, subject_id, action, reason, sum(count) AS count, sum(arrivals) AS arrivals FROM %s parts GROUP BY 1, 2, 3, 4, 5) t
		JOIN contexts c ON c.id = t.context_id JOIN origins o ON o.id = c.%s_id
		WHERE t.subject = '%s' AND t.action = '%s' AND t.reason = 'human' ORDER BY 1`, tracking.Traffic, of, subject, action))
	if err != nil {
		return []string{err.Error()}
	}
	defer found.Close()
	for found.Next() {
		var row string
		_ = found.Scan(&row)
		rows = append(rows, row)
	}
	return rows
}

func clickRecordsVisitSourceAndLastPiece(t *testing.T, s *sitetest.Site) {
	offer, guide := s.IDOf("daily_offers", "sunmarl-led-bundle"), s.IDOf("guides", "start-an-emergency-fund")
	const visit = `"visit":{"page":"/dailyoffers","piece":"/guides/start-an-emergency-fund",
		"first":{"source":"Letter","medium":"email","campaign":" Week  47 ","content":"jane@example.com","referrer":"www.Mail.example.COM","landing":"/guides/start-an-emergency-fund"},
		"last":{"referrer":"www.google.com","landing":"/"}}`
	if a := s.Post("/api/daily-offers/click", fmt.Sprintf(`{"offerId":%d,%s}`, offer, visit)); a.Status != 200 {
		t.Fatal(a.Status, a.Body)
	}
	piece := fmt.Sprintf("daily_offer|1|0|path|guide|%d|", guide)
	if got, want := traffic(s, "daily_offer", "click", "first"), []string{piece + "letter|email|week 47||mail.example.com|guide"}; !slices.Equal(got, want) {
		t.Errorf("first: %q", got)
	}
	if got, want := traffic(s, "daily_offer", "click", "last"), []string{piece + "google.com|organic|||google.com|path"}; !slices.Equal(got, want) {
		t.Errorf("last: %q", got)
	}
}
