package reports_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/calendar"
)

// money holds a report's figures of conversions.
type money struct{ Conversions, Revenue, Pending, PendingRevenue int64 }

type earnings struct {
	Rows []struct {
		Key, Label string
		money
	}
	Total struct {
		money
		OtherRevenue []struct {
			Currency string
			Amount   int64
		}
	}
	Compare *struct {
		Total struct{ money }
	}
}

// byKey returns a report's conversions by key.
func (e earnings) byKey() map[string]money {
	out := map[string]money{"total": e.Total.money}
	for _, r := range e.Rows {
		if r.money != (money{}) {
			out[r.Key] = r.money
		}
	}
	return out
}

// convert sends postbacks for the clicks of visit from two advertisers. By
// letter: two approved in dollars, one in euros and one pending. By search: one
// approved, one reversed and one rejected. One more is for an unknown click.
func convert(s *sitetest.Site) (letters, searches int64) {
	ed := s.As("editor")
	type made struct {
		ID          int64
		PostbackKey string
	}
	a := sitetest.Must[made](ed, "POST", "/api/admin/advertisers", sitetest.M{"name": "Letters Inc"})
	b := sitetest.Must[made](ed, "POST", "/api/admin/advertisers", sitetest.M{"name": "Searches Inc"})
	var ids []string
	found, err := s.DB.Pool.Query(s.T.Context(), "SELECT id::text FROM events WHERE action = 'click' ORDER BY subject = 'daily_offer' DESC, at")
	if err != nil {
		s.T.Fatal(err)
	}
	for found.Next() {
		id := ""
		_ = found.Scan(&id)
		ids = append(ids, id)
	}
	for _, sent := range []string{
		a.PostbackKey + "?txid=1&payout=12.34&clickid=" + ids[0],
		a.PostbackKey + "?txid=2&payout=0.29&clickid=" + ids[0],
		a.PostbackKey + "?txid=3&payout=5&status=pending&clickid=" + ids[1],
		a.PostbackKey + "?txid=4&payout=8&currency=EUR&clickid=" + ids[1],
		b.PostbackKey + "?txid=5&payout=100.05&clickid=" + ids[2],
		b.PostbackKey + "?txid=5&status=reversed&clickid=" + ids[2],
		b.PostbackKey + "?txid=6&payout=7&status=rejected&clickid=" + ids[2],
		b.PostbackKey + "?txid=7&payout=1.15&clickid=" + ids[2],
		b.PostbackKey + "?txid=8&payout=999&clickid=unknown",
	} {
		if got := s.Get("/postback/" + sent); got.Status != 200 {
			s.T.Fatal(sent, got.Status, got.Body)
		}
	}
	return a.ID, b.ID
}

func TestReportsShowExactConversionRevenue(t *testing.T) {
	t.Parallel()
	s, doc := apptest.Open(t), sitetest.Contract(t)
	visit(s)
	letters, searches := convert(s)
	// The clicks now earn money, so their day is recomputed.
	addUp(s)
	s.Exec("UPDATE daily_traffic SET earned = 25 WHERE subject = 'daily_offer' AND action = 'click'")
	s.Exec("INSERT INTO open_days (day, changes) SELECT DISTINCT day, 1 FROM daily_traffic")
	p := s.As("marketer")
	ask := func(query string) earnings {
		t.Helper()
		a := p.Do("GET", "/api/admin/reports?"+query, nil)
		sitetest.Agrees(t, doc, "GET", "/api/admin/reports", a)
		return sitetest.Decode[earnings](t, a.Body)
	}
	today := calendar.Today(s.Config.Location)
	byLetter, bySearch := money{3, 1234 + 29 + 25, 1, 500}, money{1, 115, 0, 0}
	all := money{4, 1403, 1, 500}
	two := func(letter, search string) map[string]money {
		return map[string]money{letter: byLetter, search: bySearch, "total": all}
	}
	want := map[string]map[string]money{
		"by=day":                              {today.String(): all, "total": all},
		"by=page":                             two("/dailyoffers", "/content/settlements"),
		"by=piece":                            two(fund, fees),
		"by=offer":                            two(fmt.Sprint("daily:", s.IDOf("daily_offers", "sunmarl-led-bundle")), fmt.Sprint("content:", s.IDOf("content_offers", "norvexa-data-breach"))),
		"by=source":                           two("letter", "google.com"),
		"by=medium":                           two("email", "organic"),
		"by=campaign":                         {"week 47": byLetter, "total": all},
		"by=referrer":                         {"google.com": bySearch, "total": all},
		"by=advertiser":                       {fmt.Sprint(letters): {3, 1263, 1, 500}, fmt.Sprint(searches): bySearch, "total": all},
		"by=source&piece=" + fees:             {"google.com": bySearch, "total": bySearch},
		"by=page&source=letter":               {"/dailyoffers": byLetter, "total": byLetter},
		"by=advertiser&source=letter":         {fmt.Sprint(letters): {3, 1263, 1, 500}, "total": byLetter},
		"by=day&on=arrival":                   {today.String(): all, "total": all},
		"by=day&to=" + today.Add(-1).String(): {"total": {}},
		"by=day&count=all&medium=organic":     {today.String(): bySearch, "total": bySearch},
		"by=offer&on=arrival&campaign=no-such-one": {"total": {}},
	}
	check := func(when string) {
		t.Helper()
		for query, rows := range want {
			got := ask(query)
			if fmt.Sprint(got.byKey()) != fmt.Sprint(rows) {
				t.Errorf("%s, %s:\n got %v\nwant %v", when, query, got.byKey(), rows)
			}
			if listed := csvOf(t, p.Do("GET", "/api/admin/reports?format=csv&"+query, nil).Body); fmt.Sprint(listed) != fmt.Sprint(withoutTotal(rows)) {
				t.Errorf("%s, %s: CSV: %v", when, query, listed)
			}
		}
	}
	check("today")
	if other := ask("by=day").Total.OtherRevenue; len(other) != 1 || other[0].Currency != "EUR" || other[0].Amount != 800 {
		t.Errorf("in other currencies: %+v", other)
	}
	for _, r := range ask("by=advertiser").Rows {
		if !strings.HasSuffix(r.Label, " Inc") {
			t.Errorf("an advertiser's label is %s", r.Label)
		}
	}
	addUp(s)
	check("when it is added up")

	// A conversion approved weeks after its click counts on the day of either,
	// as requested.
	s.Exec("UPDATE conversions SET created_at = created_at - interval '40 days' WHERE transaction_id = '7'")
	arrived := calendar.DayOf(time.Now().AddDate(0, 0, -40), s.Config.Location).String()
	got := ask("by=day&on=arrival&from=" + arrived + "&to=" + arrived).byKey()
	if fmt.Sprint(got) != fmt.Sprint(map[string]money{arrived: bySearch, "total": bySearch}) || ask("by=day&on=arrival").Total.money != (money{3, 1288, 1, 500}) || ask("by=day").Total.money != all {
		t.Errorf("by arrival: %v", got)
	}
}

func withoutTotal(rows map[string]money) map[string]money {
	out := map[string]money{}
	for key, m := range rows {
		if key != "total" {
			out[key] = m
		}
	}
	return out
}

// csvOf returns the conversions in a CSV by its first column.
func csvOf(t *testing.T, text string) map[string]money {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]money{}
	for _, cells := range lines[1:] {
		m := money{}
		for name, into := range map[string]*int64{"conversions": &m.Conversions, "revenue": &m.Revenue, "pending": &m.Pending, "pendingRevenue": &m.PendingRevenue} {
			if _, err := fmt.Sscan(cells[slices.Index(lines[0], name)], into); err != nil {
				t.Fatal(err)
			}
		}
		if m != (money{}) {
			out[cells[0]] = m
		}
	}
	return out
}

func offerHistoryFollowsItsCurrentAdvertiser(t *testing.T, s *sitetest.Site, letters, searches int64) {
	daily, deal := s.IDOf("daily_offers", "sunmarl-led-bundle"), s.IDOf("content_offers", "norvexa-data-breach")
	p := s.As("marketer")
	type sums struct{ Views, Uniques, Clicks, Clickouts, Conversions, Revenue int64 }
	said := func(query string) map[string]sums {
		t.Helper()
		got := sitetest.Must[struct {
			Rows []struct {
				Key string
				sums
			}
			Total sums
		}](p, "GET", "/api/admin/reports?"+query, nil)
		out := map[string]sums{"total": got.Total}
		for _, r := range got.Rows {
			out[r.Key] = r.sums
		}
		return out
	}
	check := func(query string, want map[string]sums) {
		t.Helper()
		if got := said(query); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s:\n got %v\nwant %v", query, got, want)
		}
	}
	ofLetters, ofSearches := fmt.Sprint(letters), fmt.Sprint(searches)
	all := sums{8, 4, 3, 3, 4, 1378}
	s.Exec("UPDATE daily_offers SET advertiser_id = NULL WHERE id = $1", daily)
	s.Exec("UPDATE content_offers SET advertiser_id = $1 WHERE id = $2", searches, deal)
	check("by=advertiser", map[string]sums{ofLetters: {0, 0, 0, 0, 3, 1263}, ofSearches: {1, 1, 1, 1, 1, 115}, "total": all})
	s.Exec("UPDATE daily_offers SET advertiser_id = $1 WHERE id = $2", letters, daily)
	byLetters, bySearches := sums{3, 3, 2, 2, 3, 1263}, sums{1, 1, 1, 1, 1, 115}
	check("by=advertiser", map[string]sums{ofLetters: byLetters, ofSearches: bySearches, "total": all})
	check("by=advertiser&advertiser="+ofLetters, map[string]sums{ofLetters: byLetters, "total": byLetters})
	check("by=offer&advertiser="+ofLetters, map[string]sums{fmt.Sprint("daily:", daily): byLetters, "total": byLetters})
	check("by=source&advertiser="+ofSearches, map[string]sums{"google.com": bySearches, "total": bySearches})
	check("by=advertiser&source=letter", map[string]sums{ofLetters: byLetters, "total": {6, 3, 2, 2, 3, 1263}})
	check("by=page&source=letter&advertiser="+ofLetters, map[string]sums{"/dailyoffers": byLetters, "total": byLetters})
}

func TestRevenueOfPurgedOfferStaysWithItsAdvertiser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("slow")
	}
	s := apptest.Open(t)
	visit(s)
	letters, searches := convert(s)
	s.Exec("UPDATE daily_offers SET advertiser_id = $1", letters) // most of them have no events
	s.Exec("UPDATE content_offers SET advertiser_id = $1 WHERE slug = 'norvexa-data-breach'", searches)
	p := s.As("marketer")
	ask := func() map[string]figures {
		return sitetest.Must[report](p, "GET", "/api/admin/reports?by=advertiser", nil).byKey()
	}
	before := ask()
	if got := before[fmt.Sprint(letters)]; got.Clicks != 2 {
		t.Fatalf("%+v", before)
	}
	s.Exec("DELETE FROM daily_offers")
	s.Exec("DELETE FROM content_offers WHERE slug = 'norvexa-data-breach'")
	if got := ask(); fmt.Sprint(got) != fmt.Sprint(before) || s.Count("SELECT count(*) FROM gone_offers") != 2 {
		t.Errorf("got %v, before %v", got, before)
	}
	addUp(s)
	if got := ask(); fmt.Sprint(got) != fmt.Sprint(before) {
		t.Errorf("from the sums: %v, before %v", got, before)
	}
}

// Visitors from a letter and from a video have seen the home page.
func TestSumsOfDaysAndMonths(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	for n, source := range []string{"letter", "video"} {
		s.Send("/api/views", fmt.Sprintf(`{"action":"view","visit":{"page":"/","first":{"source":%q}}}`, source), sitetest.Person(n)...)
	}
	addUp(s)
	t.Run("periodsSumTheirDays", func(t *testing.T) { periodsSumTheirDays(t, s.In(t)) })
	t.Run("sumsMatchConversionsAtAnyTime", func(t *testing.T) { sumsMatchConversionsAtAnyTime(t, s.In(t)) })
}

func sumsMatchConversionsAtAnyTime(t *testing.T, s *sitetest.Site) {
	if testing.Short() {
		t.Skip("slow")
	}
	today := calendar.Today(s.Config.Location)
	s.Exec("INSERT INTO advertisers (name) VALUES ('Norvexa'), ('Tidewick')")
	s.Exec(`INSERT INTO conversions (advertiser_id, click_id, status, payout, currency, click_day, click_at, subject, subject_id, context_id)
		SELECT (SELECT min(id) FROM advertisers) + ago % 2, ago || ' by ' || id, (ARRAY['approved', 'pending', 'rejected', 'approved', 'reversed'])[1 + ago % 5], 100 + ago,
			CASE ago % 4 WHEN 0 THEN 'EUR' ELSE 'USD' END, $1::date - ago, $1::date - ago, 'daily_offer', 1 + ago % 3, id
		FROM contexts, generate_series(0, 110) ago`, today.Time)
	first := s.Count("SELECT min(id) FROM advertisers")
	p := s.As("marketer")
	check := func(when string) {
		t.Helper()
		for by, key := range map[string]string{
			"source": "source", "day": "click_day::text", "advertiser": "advertiser_id::text", "offer": "'daily:' || subject_id",
		} {
			for _, ends := range [][2]int{{0, 0}, {95, 33}, {45, 44}, {111, 0}} {
				for narrowed, where := range map[string]string{"": "true", "&source=video": "source = 'video'", fmt.Sprint("&advertiser=", first): fmt.Sprint("advertiser_id = ", first)} {
					from, to := today.Add(-ends[0]), today.Add(-ends[1])
					question := fmt.Sprintf("by=%s&from=%s&to=%s%s", by, from, to, narrowed)
					want, euros := conversionsOf(s, key, where, from, to)
					got := sitetest.Must[earnings](p, "GET", "/api/admin/reports?"+question, nil)
					if fmt.Sprint(got.byKey()) != fmt.Sprint(want) {
						t.Errorf("%s, %s:\n got %v\nwant %v", when, question, got.byKey(), want)
					}
					if other := fmt.Sprint(got.Total.OtherRevenue); other != fmt.Sprintf("[{EUR %d}]", euros) && (euros > 0 || other != "[]") {
						t.Errorf("%s, %s in other currencies: %s, want %d", when, question, other, euros)
					}
				}
			}
		}
	}
	check("before it is added up")
	addUp(s)
	if months := s.Count("SELECT count(DISTINCT month) FROM monthly_conversions"); months < 4 {
		t.Fatalf("%d months have sums", months)
	}
	check("when it is added up")
	s.Exec("UPDATE conversions SET status = 'reversed' WHERE id % 3 = 0")
	s.Exec("UPDATE conversions SET payout = payout * 2, currency = 'USD', status = 'approved' WHERE id % 7 = 1")
	s.Exec("UPDATE conversions SET click_day = NULL, context_id = NULL WHERE id % 11 = 2") // does not happen, but would count
	s.Exec("DELETE FROM conversions WHERE id % 13 = 5")
	check("corrected")
	addUp(s)
	check("corrected, when it is added up")
	// The report must read the sums, not the conversions.
	s.Exec("ALTER TABLE conversions DISABLE TRIGGER USER")
	s.Exec("DELETE FROM conversions")
	if got := sitetest.Must[earnings](p, "GET", "/api/admin/reports?by=source", nil); got.Total.Conversions == 0 {
		t.Errorf("without conversions: %+v", got.Total)
	}
}

// conversionsOf sums the conversions themselves by a key and in total, and
// returns the sum in euros.
func conversionsOf(s *sitetest.Site, key, where string, from, to calendar.Day) (all map[string]money, euros int64) {
	s.T.Helper()
	rows, err := s.DB.Pool.Query(s.T.Context(), `SELECT `+key+`, count(*) FILTER (WHERE status = 'approved'),
			coalesce(sum(payout) FILTER (WHERE status = 'approved' AND currency = 'USD'), 0)::bigint, count(*) FILTER (WHERE status = 'pending'),
			coalesce(sum(payout) FILTER (WHERE status = 'pending' AND currency = 'USD'), 0)::bigint,
			coalesce(sum(payout) FILTER (WHERE status = 'approved' AND currency = 'EUR'), 0)::bigint
		FROM conversions v JOIN contexts c ON c.id = context_id JOIN origins o ON o.id = last_id WHERE click_day BETWEEN $1 AND $2 AND `+where+` GROUP BY 1`, from.Time, to.Time)
	if err != nil {
		s.T.Fatal(err)
	}
	all = map[string]money{}
	var of string
	var m money
	var inEuros int64
	_, err = pgx.ForEachRow(rows, []any{&of, &m.Conversions, &m.Revenue, &m.Pending, &m.PendingRevenue, &inEuros}, func() error {
		if m != (money{}) {
			all[of] = m
		}
		sum := all["total"]
		all["total"] = money{sum.Conversions + m.Conversions, sum.Revenue + m.Revenue, sum.Pending + m.Pending, sum.PendingRevenue + m.PendingRevenue}
		euros += inEuros
		return nil
	})
	if err != nil {
		s.T.Fatal(err)
	}
	all["total"] = all["total"] // zero if there are none
	return all, euros
}

func conversionsAreComparedWithTheSamePartOfThePreviousDay(t *testing.T, s *sitetest.Site) {
	for _, later := range []string{"-1 second", "1 hour"} { // the last click is later today
		s.Exec(`INSERT INTO conversions (advertiser_id, click_id, status, payout, currency, click_day, click_at, subject, subject_id, context_id)
			SELECT advertiser_id, click_id || $1, status, payout, currency, click_day - 1, click_at - interval '1 day' + $1::interval, subject, subject_id, context_id
			FROM conversions WHERE transaction_id = '1'`, later)
	}
	t.Cleanup(func() { s.Exec("DELETE FROM conversions WHERE click_day < $1", calendar.Today(s.Config.Location).Time) })
	today := calendar.Today(s.Config.Location).String()
	got := sitetest.Must[earnings](s.As("marketer"), "GET", "/api/admin/reports?by=source&compare=previous&from="+today, nil)
	if got.Total.Revenue != 1378 || got.Compare == nil || got.Compare.Total.money != (money{1, 1234, 0, 0}) {
		t.Errorf("%+v, compared with %+v", got.Total, got.Compare)
	}
}
