package reports_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/reports"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/tracking"
)

type figures struct {
	Views, Reads, Uniques, Clicks, Clickouts, Signups int64
	CTR                                               float64
}

type row struct {
	Key, Label, Kind string
	ID               int64
	figures
}

type sheet struct {
	From, To string
	Rows     []row
	Total    figures
}

type report struct {
	sheet
	Filters []struct{ By, Key, Label string }
	Compare *sheet
}

// byKey returns a report's rows by key, with the total under "total".
func (s sheet) byKey() map[string]figures {
	out := map[string]figures{"total": s.Total}
	for _, r := range s.Rows {
		if r.figures != (figures{}) {
			out[r.Key] = r.figures
		}
	}
	return out
}

const (
	letter = `"first":{"source":"letter","medium":"email","campaign":"week 47","landing":"/guides/start-an-emergency-fund"}`
	search = `"first":{"referrer":"www.google.com","landing":"/articles/avoid-overdraft-fees"}`
	fund   = "/guides/start-an-emergency-fund"
	fees   = "/articles/avoid-overdraft-fees"
)

// visit plays visitors' events. Three people came from the letter and read the
// guide; two of them clicked a daily offer, and one of those signed up. One
// person came from a search to an article and clicked on the settlements page.
// A robot visited too.
func visit(s *sitetest.Site) {
	daily, deal := s.IDOf("daily_offers", "sunmarl-led-bundle"), s.IDOf("content_offers", "norvexa-data-breach")
	as := func(n int, path, body string) { s.Send(path, body, sitetest.Person(n)...) }
	at := func(page, piece, origin string) string {
		return fmt.Sprintf(`"visit":{"page":%q,"piece":%q,%s}`, page, piece, origin)
	}
	for n := 1; n <= 3; n++ {
		as(n, "/api/views", `{"action":"view",`+at(fund, fund, letter)+`}`)
		as(n, "/api/views", `{"action":"read",`+at(fund, fund, letter)+`}`)
		as(n, "/api/views", `{"action":"view",`+at("/dailyoffers", fund, letter)+`}`)
		as(n, "/api/daily-offers/view", fmt.Sprintf(`{"offerIds":[%d],%s}`, daily, at("/dailyoffers", fund, letter)))
	}
	for n := 1; n <= 2; n++ {
		as(n, "/api/daily-offers/click", fmt.Sprintf(`{"offerId":%d,%s}`, daily, at("/dailyoffers", fund, letter)))
	}
	as(9, "/api/views", `{"action":"view",`+at(fees, fees, search)+`}`)
	as(9, "/api/content/settlements/track-view", fmt.Sprintf(`{"offerIds":[%d],%s}`, deal, at("/content/settlements", fees, search)))
	as(9, "/api/content/settlements/track-click", fmt.Sprintf(`{"offerId":%d,%s}`, deal, at("/content/settlements", fees, search)))
	s.Send("/api/views", `{"action":"view",`+at("/", "", search)+`}`, "User-Agent", "Googlebot/2.1 (+http://www.google.com/bot.html)")
}

// Reports say the same before and after everything is added up.
func TestReportsOfVisits(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	visit(s)
	letters, searches := convert(s)
	for _, when := range []string{"today", "added up"} {
		t.Run("reportsMatchVisits "+when, func(t *testing.T) { reportsMatchVisits(t, s.In(t)) })
		t.Run("reportsReadRawEventsOnlyForPartOfADay "+when, func(t *testing.T) { reportsReadRawEventsOnlyForPartOfADay(t, s.In(t)) })
		t.Run("offerHistoryFollowsItsCurrentAdvertiser "+when, func(t *testing.T) {
			offerHistoryFollowsItsCurrentAdvertiser(t, s.In(t), letters, searches)
		})
		addUp(s)
	}
	s.Share(t, map[string]func(*testing.T, *sitetest.Site){
		"sumsAreReadInsteadOfTheTraffic":                        sumsAreReadInsteadOfTheTraffic,
		"conversionsAreComparedWithTheSamePartOfThePreviousDay": conversionsAreComparedWithTheSamePartOfThePreviousDay,
		"weeklyEmailIsSentOnceToThoseWhoAsked":                  weeklyEmailIsSentOnceToThoseWhoAsked,
	})
}

func reportsMatchVisits(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	p := s.As("marketer")
	ask := func(query string) report {
		a := p.Do("GET", "/api/admin/reports?"+query, nil)
		sitetest.Agrees(t, doc, "GET", "/api/admin/reports", a)
		return sitetest.Decode[report](t, a.Body)
	}
	today := time.Now().In(s.Config.Location).Format(time.DateOnly)
	daily, deal := s.IDOf("daily_offers", "sunmarl-led-bundle"), s.IDOf("content_offers", "norvexa-data-breach")
	dailyKey, dealKey := fmt.Sprint("daily:", daily), fmt.Sprint("content:", deal)
	total := figures{Views: 8, Reads: 3, Uniques: 4, Clicks: 3, Clickouts: 3, CTR: 37.5}
	byLetter := figures{Views: 6, Reads: 3, Uniques: 3, Clicks: 2, Clickouts: 2, CTR: 33.33}
	bySearch := figures{Views: 2, Uniques: 1, Clicks: 1, Clickouts: 1, CTR: 50}
	// A row for a value and a report filtered by that value have the same
	// figures.
	offered := figures{Views: 1, Uniques: 1, Clicks: 1, Clickouts: 1, CTR: 100}
	onPage := figures{Views: 3, Uniques: 3, Clicks: 2, Clickouts: 2, CTR: 66.67}
	ofPiece := figures{Views: 3, Reads: 3, Uniques: 3, Clicks: 2, Clickouts: 2, CTR: 66.67}
	want := map[string]map[string]figures{
		"by=day": {today: total, "total": total},
		"by=page": {
			fund: {Views: 3, Reads: 3, Uniques: 3}, fees: {Views: 1, Uniques: 1}, "/dailyoffers": {Views: 3, Uniques: 3, Clicks: 2, Clickouts: 2, CTR: 66.67},
			"/content/settlements": {Views: 1, Uniques: 1, Clicks: 1, Clickouts: 1, CTR: 100}, "total": total,
		},
		"by=piece": {
			fund: {Views: 3, Reads: 3, Uniques: 3, Clicks: 2, Clickouts: 2, CTR: 66.67}, fees: {Views: 1, Uniques: 1, Clicks: 1, Clickouts: 1, CTR: 100}, "total": total,
		},
		"by=offer": {
			dailyKey: {Views: 3, Uniques: 3, Clicks: 2, Clickouts: 2, CTR: 66.67}, dealKey: {Views: 1, Uniques: 1, Clicks: 1, Clickouts: 1, CTR: 100}, "total": total,
		},
		"by=source":   {"letter": byLetter, "google.com": bySearch, "total": total},
		"by=medium":   {"email": byLetter, "organic": bySearch, "total": total},
		"by=campaign": {"week 47": byLetter, "total": total},
		"by=referrer": {"google.com": bySearch, "total": total},
		"by=page&source=letter": {
			fund: {Views: 3, Reads: 3, Uniques: 3}, "/dailyoffers": {Views: 3, Uniques: 3, Clicks: 2, Clickouts: 2, CTR: 66.67}, "total": byLetter,
		},
		"by=source&offer=" + dealKey: {"google.com": offered, "total": offered},
		"by=offer&piece=" + fund:     {dailyKey: onPage, "total": ofPiece},
		"by=day&piece=" + fund:       {today: ofPiece, "total": ofPiece},
		"by=source&piece=" + fund:    {"letter": ofPiece, "total": ofPiece},
		"by=page&offer=" + dealKey:   {"/content/settlements": offered, "total": offered},
		"by=source&campaign=nowhere": {"total": {}},
		"by=day&page=/dailyoffers":   {today: onPage, "total": onPage},
		"by=source&to=2024-01-31":    {"total": {}},
		"by=source&keys=letter,none": {"letter": byLetter, "total": total},
		"by=piece&keys=/guides/none," + fees: {
			fees: {Views: 1, Uniques: 1, Clicks: 1, Clickouts: 1, CTR: 100}, "total": total,
		},
		"by=offer&keys=" + dealKey:         {dealKey: {Views: 1, Uniques: 1, Clicks: 1, Clickouts: 1, CTR: 100}, "total": total},
		"by=reason":                        {"human": total, "total": total},
		"by=reason&count=all":              {"human": total, "robot": {Views: 1}, "total": {Views: 9, Reads: 3, Uniques: 4, Clicks: 3, Clickouts: 3, CTR: 33.33}},
		"by=source&count=all&reason=robot": {"google.com": {Views: 1}, "total": {Views: 1}},
		"by=medium&medium=organic":         {"organic": bySearch, "total": bySearch},
		"by=referrer&source=letter":        {"total": byLetter},
		"by=day&count=all&medium=organic": {
			today: {Views: 3, Uniques: 1, Clicks: 1, Clickouts: 1, CTR: 33.33}, "total": {Views: 3, Uniques: 1, Clicks: 1, Clickouts: 1, CTR: 33.33},
		},
	}
	for query, rows := range want {
		got := ask(query).byKey()
		if fmt.Sprint(got) != fmt.Sprint(rows) {
			t.Errorf("%s:\n got %v\nwant %v", query, got, rows)
		}
	}
	for _, r := range ask("by=offer").Rows {
		if r.Kind+fmt.Sprint(":", r.ID) != r.Key || r.Label == r.Key {
			t.Errorf("offer row: %+v", r)
		}
	}
	if f := ask("source=letter&piece=" + fund).Filters; len(f) != 2 || f[0].By != "piece" || f[0].Key != fund || f[0].Label == fund || f[1].Label != "letter" {
		t.Errorf("filters: %+v", f)
	}
	if c := ask("by=source&compare=previous").Compare; c == nil || len(c.Rows) != 0 {
		t.Errorf("previous period: %+v", c)
	}
}

// Each has rows of its own: of other sources, offers or days.
func TestReportsOfSeparateRows(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"reportEscapesFormulasAndRejectsUnknownParameters": reportEscapesFormulasAndRejectsUnknownParameters,
		"revenueIsExactlyWhatPeoplesClickoutsPay":          revenueIsExactlyWhatPeoplesClickoutsPay,
		"everyRowIsComparedHoweverSmallItWasBefore":        everyRowIsComparedHoweverSmallItWasBefore,
		"failingDayDoesNotBlockOtherDays":                  failingDayDoesNotBlockOtherDays,
		"slowReportTimesOut":                               slowReportTimesOut,
	})
}

func reportEscapesFormulasAndRejectsUnknownParameters(t *testing.T, s *sitetest.Site) {
	s.Send("/api/views", `{"action":"view","visit":{"page":"/","first":{"source":"=1+1"}}}`, sitetest.Person(20)...)
	p := s.As("marketer")
	a := p.Do("GET", "/api/admin/reports?by=source&source=%3D1%2B1&format=csv", nil)
	want := "source,label,views,reads,uniques,clicks,clickouts,signups,conversions,revenue,pending,pendingRevenue,ctr,epc\r\n'=1+1,'=1+1,1,0,1,0,0,0,0,0,0,0,0,0\r\n"
	if a.Body != want || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/csv") {
		t.Errorf("%q", a.Body)
	}
	for _, query := range []string{"by=weather", "from=yesterday", "from=2026-02-30", "from=2026-03-02&to=2026-03-01", "from=1999-01-01", "count=x", "format=pdf", "compare=x", "on=x", "page=/none", "page=1", "offer=daily:0", "offer=/dailyoffers", "advertiser=0", "advertiser=x", "by=piece&keys=" + strings.Repeat(",", reports.MaxKeys)} {
		if a := p.Do("GET", "/api/admin/reports?"+query, nil); a.Status != 400 {
			t.Errorf("%s: %d", query, a.Status)
		}
	}
	if a := s.Call("GET", "/api/admin/reports", ""); a.Status != 401 {
		t.Errorf("signed out: %d", a.Status)
	}
}

func periodsSumTheirDays(t *testing.T, s *sitetest.Site) {
	today := calendar.Today(s.Config.Location)
	s.Exec(`INSERT INTO daily_traffic SELECT day - ago, context_id, subject, subject_id, action, reason, count + ago * context_id, visitors, arrivals, earned
		FROM daily_traffic, generate_series(1, 100) ago WHERE ago % 9 > 0`)
	s.Exec("INSERT INTO open_days SELECT DISTINCT day, 1 FROM daily_traffic WHERE day < $1", today.Time)
	p := s.As("marketer")
	check := func(when string) {
		t.Helper()
		for _, ends := range [][2]int{{0, 0}, {6, 0}, {29, 0}, {89, 0}, {100, 1}, {95, 33}, {70, 70}, {61, 2}, {45, 44}, {110, 0}} {
			from, to := today.Add(-ends[0]), today.Add(-ends[1])
			for _, filter := range []string{"", "&source=letter"} {
				got := sitetest.Must[report](p, "GET", fmt.Sprintf("/api/admin/reports?by=source&from=%s&to=%s%s", from, to, filter), nil).byKey()
				for _, source := range []string{"letter", "video"} {
					want := int64(s.Count(`SELECT coalesce(sum(count), 0) FROM `+tracking.Traffic+` t JOIN contexts c ON c.id = context_id JOIN origins o ON o.id = last_id
						WHERE source = $1 AND day BETWEEN $2 AND $3`, source, from.Time, to.Time))
					if filter != "" && source == "video" {
						want = 0
					}
					if got[source].Views != want {
						t.Errorf("%s, from %s to %s%s: %d views from %s, want %d", when, from, to, filter, got[source].Views, source, want)
					}
				}
			}
		}
	}
	check("before it is added up")
	addUp(s)
	if months := s.Count("SELECT count(DISTINCT month) FROM monthly_reports"); months < 4 {
		t.Fatalf("%d months have sums", months)
	}
	check("when it is added up")
	// Late traffic counts at once, and again after its day is recomputed.
	arrive(s, 45, 1000)
	check("late")
	addUp(s)
	check("late, when it is added up")
}

func TestCurrentDayIsComparedWithTheSamePartOfThePreviousDay(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/views", `{"action":"view","visit":{"page":"/"}}`, sitetest.Person(1)...)
	for _, later := range []string{"-1 second", "-2 seconds", "1 hour"} { // the last is later today
		s.Exec(`INSERT INTO events (id, day, at, subject, subject_id, action, reason, visitor, context_id)
			SELECT gen_random_uuid(), day - 1, at - interval '1 day' + $1::interval, subject, subject_id, action, reason, visitor, context_id
			FROM events WHERE day = $2`, later, calendar.Today(s.Config.Location).Time)
	}
	today := calendar.Today(s.Config.Location).String()
	got := sitetest.Must[report](s.As("marketer"), "GET", "/api/admin/reports?by=page&compare=previous&from="+today, nil)
	if got.Total.Views != 1 || got.Compare == nil || got.Compare.Total.Views != 2 || got.Compare.Total.Uniques != 1 {
		t.Errorf("%+v, compared with %+v", got.Total, got.Compare)
	}
	list := strings.Split(s.As("marketer").Do("GET", "/api/admin/reports?by=day&compare=previous&format=csv&from="+today, nil).Body, "\r\n")
	if !strings.HasSuffix(list[0], ",epc,viewsBefore,readsBefore,uniquesBefore,clicksBefore,clickoutsBefore,signupsBefore,conversionsBefore,revenueBefore,pendingBefore,pendingRevenueBefore,ctrBefore,epcBefore") ||
		!strings.HasPrefix(list[1], today+","+today+",1,0,1,") || !strings.HasSuffix(list[1], ",2,0,1,0,0,0,0,0,0,0,0,0") {
		t.Errorf("CSV: %q", list)
	}
	// Whole days are read from the sums, part of a day is not.
	s.Exec(`INSERT INTO daily_reports SELECT by, $1::date - ago, true, key, 8 - ago, 0, 0, 0, 0, 0, 0
		FROM (VALUES ('page', 'path:1'), ('day', '')) d (by, key), generate_series(2, 3) ago`, today)
	yesterday := calendar.Today(s.Config.Location).Add(-1).String()
	got = sitetest.Must[report](s.As("marketer"), "GET", "/api/admin/reports?by=page&compare=previous&from="+yesterday, nil)
	if got.Compare == nil || got.Compare.Total.Views != 5 || len(got.Compare.Rows) != 1 || got.Compare.Rows[0].Views != 5 {
		t.Errorf("over two days: %+v", got.Compare)
	}
}

func revenueIsExactlyWhatPeoplesClickoutsPay(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	pay := func(path string, id int64, model string, amount int, currency string) {
		ed.Edit("PUT", fmt.Sprint(path, "/", id), sitetest.M{"payoutModel": model, "payoutAmount": amount, "payoutCurrency": currency})
	}
	carousel, abroad := s.IDOf("carousel_offers", "tidewick-starter-plan"), s.IDOf("daily_offers", "basketlark-first-order")
	daily, static := s.IDOf("daily_offers", "sunmarl-led-bundle"), s.IDOf("static_offers", "everquill-term-life")
	deal, asked := s.IDOf("content_offers", "tidewick-two-lines"), s.IDOf("content_offers", "minnowbay-ticket-fees")
	question := s.IDOf("questions", "ticket-fees")
	pay("/api/admin/offers", carousel, "click", 333, "USD")
	pay("/api/admin/daily-offers", daily, "click", 129, "USD")
	pay("/api/admin/daily-offers", abroad, "click", 500, "EUR")
	pay("/api/admin/static-offers", static, "lead", 4000, "USD")
	pay("/api/content/offers", deal, "click", 7, "USD")
	pay("/api/content/offers", asked, "click", 1001, "USD")
	out := fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s", carousel, url.QueryEscape("https://tidewick.example.com/starter?zip={zip}&sub={subid}&click={clickid}"))
	robot := []string{"User-Agent", "Googlebot/2.1 (+http://www.google.com/bot.html)"}
	calls := []struct{ path, body string }{
		{"/api/offer-interactions", fmt.Sprintf(`{"offerId":%d,"action":"click"}`, carousel)}, // the click itself earns nothing
		{"/api/daily-offers/click", fmt.Sprintf(`{"offerId":%d}`, daily)},
		{"/api/daily-offers/click", fmt.Sprintf(`{"offerId":%d}`, abroad)},
		{"/api/hot-offers/track-click", fmt.Sprintf(`{"offerId":%d}`, static)},
		{"/api/content/hot-offers/track-click", fmt.Sprintf(`{"offerId":%d}`, deal)},
		{"/api/coreg/settlements2/track-click", fmt.Sprintf(`{"questionId":%d,"clickType":"yes"}`, question)},
	}
	for n := 1; n <= 3; n++ {
		for _, c := range calls {
			s.Send(c.path, c.body, sitetest.Person(n)...)
			s.Send(c.path, c.body, sitetest.Person(n)...) // a duplicate
		}
		s.ClickOut(out, sitetest.Person(n)...)
		s.ClickOut(out, sitetest.Person(n)...)
		s.ClickOut(out, append(sitetest.Person(10+n), "Sec-Fetch-Dest", "image")...)
	}
	for _, c := range calls {
		s.Send(c.path, c.body, robot...)
	}
	s.ClickOut(out, robot...)
	want := map[string]int64{
		fmt.Sprint("carousel:", carousel): 3 * 333, fmt.Sprint("daily:", daily): 3 * 129, fmt.Sprint("daily:", abroad): 0,
		fmt.Sprint("static:", static): 0, fmt.Sprint("content:", deal): 3 * 7, fmt.Sprint("content:", asked): 3 * 1001, "total": 3 * (333 + 129 + 7 + 1001),
	}
	type earning struct {
		Key                string
		Revenue, Clickouts int64
		EPC                float64
		OtherRevenue       []reports.Amount
	}
	p := s.As("marketer")
	for _, count := range []string{"human", "all"} {
		r := sitetest.Must[struct {
			Rows  []earning
			Total earning
		}](p, "GET", "/api/admin/reports?by=offer&count="+count, nil)
		if fmt.Sprint(r.Total.OtherRevenue) != "[{EUR 1500}]" {
			t.Errorf("in other currencies: %v", r.Total.OtherRevenue)
		}
		for filter, want := range map[string]string{fmt.Sprint("daily:", abroad): "[{EUR 1500}]", fmt.Sprint("daily:", daily): "[]"} {
			one := sitetest.Must[struct {
				Total struct{ OtherRevenue []reports.Amount }
			}](p, "GET", "/api/admin/reports?by=day&offer="+filter+"&count="+count, nil)
			if fmt.Sprint(one.Total.OtherRevenue) != want {
				t.Errorf("%s in other currencies: %v", filter, one.Total.OtherRevenue)
			}
		}
		got := map[string]int64{"total": r.Total.Revenue}
		for _, row := range r.Rows {
			got[row.Key] = row.Revenue
			if other := fmt.Sprint(row.OtherRevenue); (other == "[{EUR 1500}]") != (row.Key == fmt.Sprint("daily:", abroad)) || len(row.OtherRevenue) > 1 {
				t.Errorf("%s in other currencies: %s", row.Key, other)
			}
			if count == "human" && row.EPC != float64(row.Revenue)/float64(row.Clickouts) {
				t.Errorf("%+v", row)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s:\n got %v\nwant %v", count, got, want)
		}
	}
	lines := strings.Split(p.Do("GET", "/api/admin/reports?by=offer&format=csv", nil).Body, "\r\n")
	inEuros := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, fmt.Sprintf("daily:%d,", abroad)) })
	if !strings.HasSuffix(lines[0], ",epc,otherRevenue") || inEuros < 0 || !strings.HasSuffix(lines[inEuros], ",EUR 1500") {
		t.Errorf("CSV: %q", lines)
	}
}

func everyRowIsComparedHoweverSmallItWasBefore(t *testing.T, s *sitetest.Site) {
	day := calendar.Today(s.Config.Location).Add(-1)
	s.Exec(`INSERT INTO daily_reports SELECT 'source', $1::date - 1, true, 'source ' || i, 2, 0, 0, 0, 0, 0, 0 FROM generate_series(1, $2::int + 5) i`, day.Time, reports.MaxRows)
	s.Exec(`INSERT INTO daily_reports SELECT 'source', $1::date - ago, true, 'letter', 1 + 4 * (1 - ago), 0, 0, 0, 0, 0, 0 FROM generate_series(0, 1) ago`, day.Time)
	path := fmt.Sprintf("/api/admin/reports?by=source&compare=previous&from=%s&to=%s", day, day)
	got := sitetest.Must[report](s.As("marketer"), "GET", path, nil)
	if n := len(got.Compare.Rows); n != reports.MaxRows+1 || got.byKey()["letter"].Views != 5 || got.Compare.byKey()["letter"].Views != 1 {
		t.Errorf("%+v, compared with %d rows, with %+v", got.Rows, n, got.Compare.byKey()["letter"])
	}
	before := day.Add(-1)
	one := sitetest.Must[report](s.As("marketer"), "GET", fmt.Sprintf("/api/admin/reports?by=source&keys=letter&from=%s&to=%s", before, before), nil)
	if len(one.Rows) != 1 || one.byKey()["letter"].Views != 1 {
		t.Errorf("requested by key: %+v", one.Rows)
	}
	if list := s.As("marketer").Do("GET", path+"&format=csv", nil).Body; !strings.Contains(list, "\r\nletter,letter,5,0,0,0,0,0,0,0,0,0,0,0,1,0,") {
		t.Errorf("CSV: %q", list)
	}
}
