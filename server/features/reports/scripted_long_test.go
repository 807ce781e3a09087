//go:build long

package reports_test

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/advertisers"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/vault"
)

// sums holds a script's figures for a row of a report.
type sums struct {
	Views, Reads, Uniques, Clicks, Clickouts, Conversions, Revenue, Pending, PendingRevenue int64
}

// script is what visitors do and what reports must show: a row by dimension and
// key.
type script struct {
	daily, paid, abroad, deal int64 // offers paid by lead, by click in dollars, by click in euros, and on a content page
	keys                      [2]string
	link                      string // code of the letter's short link
	want                      map[string]map[string]*sums
	reasons                   map[string]*sums // events that don't count, by reason
	euros                     int64            // in cents
	advertisers               [2]string        // ids
	everywhere                *everywhere
	// The two report files of an ad network, uploaded one after the other.
	files [2]strings.Builder
}

const (
	calendarDay = "today"
	perClick    = 129 // cents that the paid offer pays
	perClickEUR = 500
	offers      = "/dailyoffers"
	settlements = "/content/settlements"
)

// of returns the rows that an event of visitor n on a page counts in, and on an
// offer if it is not "".
func (s *script) of(n int, page, offer string) map[string]string {
	piece, source := [...]string{fund, fees}[n%2], [...]string{"letter", "google.com"}[n/2%2]
	keys := map[string]string{"piece": piece, "source": source, "day": calendarDay, "page": page, "reason": "human"}
	if n/2%2 == 0 {
		keys["campaign"], keys["link"] = "week 47", s.link
	}
	if offer != "" {
		keys["offer"] = offer
	}
	return keys
}

// add applies what to the rows of keys.
func (s *script) add(keys map[string]string, what func(by string, r *sums)) {
	for by, key := range keys {
		if s.want[by] == nil {
			s.want[by] = map[string]*sums{}
		}
		if s.want[by][key] == nil {
			s.want[by][key] = &sums{}
		}
		what(by, s.want[by][key])
	}
}

// sent is a request from a visitor's browser, with one additional header and the id
// of the event, if the browser makes it.
type sent struct{ path, body, header, event string }

// lastClick stands in a path for the id that the visitor's last click-out was given.
const lastClick = "{click}"

// looked counts a view of an offer and its page.
func looked(by string, r *sums) {
	if by != "piece" { // pieces count their own views
		r.Views++
	}
	if by == "page" || by == "offer" || by == "advertiser" { // other rows have counted the visitor already
		r.Uniques++
	}
}

// visit returns visitor n's requests in order, and counts them. staff is the
// cookie of a staff member.
func (s *script) visit(n int, staff string) (all []sent) {
	piece := [...]string{fund, fees}[n%2]
	origin := strings.ReplaceAll([...]string{letter, search}[n/2%2], fund, piece)
	if n/2%2 == 0 {
		origin = strings.Replace(origin, "}", fmt.Sprintf(`,"link":%q}`, s.link), 1)
	}
	header := ""
	if n%7 == 3 {
		header = "Sec-GPC: 1" // such visitors are counted the same
	}
	say := func(path, page, rest, header string) string {
		id := uuid.Must(uuid.NewV7()).String()
		all = append(all, sent{path, fmt.Sprintf(`{%s,"eventId":%q,"visit":{"page":%q,"piece":%q,%s}}`, rest, id, page, piece, origin), header, id})
		return id
	}
	get := func(path string) { all = append(all, sent{path: path, header: header}) }
	if n%4 == 0 && !runsScripts(n) {
		s.meet(n, header, origin, say, get)
		return all
	}
	say("/api/views", piece, `"action":"view"`, header)
	s.add(s.of(n, piece, ""), func(_ string, r *sums) { r.Views++; r.Uniques++ })
	for reason, by := range map[string]struct {
		every  int
		header string
	}{
		"duplicate": {6, header}, "staff": {9, "Cookie: " + staff}, "prefetch": {10, "Sec-Purpose: prefetch"},
		"robot": {8, "User-Agent: Googlebot/2.1 (+http://www.google.com/bot.html)"},
	} {
		if n%by.every == 0 {
			say("/api/views", piece, `"action":"view"`, by.header)
			s.reasons[reason].Views++
		}
	}
	if n%3 == 0 {
		say("/api/views", piece, `"action":"read"`, header)
		s.add(s.of(n, piece, ""), func(_ string, r *sums) { r.Reads++ })
	}
	clicked := func(pays int64) func(string, *sums) {
		return func(_ string, r *sums) { r.Clicks, r.Clickouts, r.Revenue = r.Clicks+1, r.Clickouts+1, r.Revenue+pays }
	}
	switch n % 4 {
	case 0:
		s.meet(n, header, origin, say, get)
	case 1:
		deal := fmt.Sprint("content:", s.deal)
		say("/api/content/settlements/track-view", settlements, fmt.Sprintf(`"offerIds":[%d]`, s.deal), header)
		say("/api/content/settlements/track-click", settlements, fmt.Sprintf(`"offerId":%d`, s.deal), header)
		s.add(s.of(n, settlements, deal), looked)
		s.add(s.of(n, settlements, deal), clicked(0))
	case 2, 3:
		daily := fmt.Sprint("daily:", s.daily)
		say("/api/views", offers, `"action":"view"`, header)
		say("/api/daily-offers/view", offers, fmt.Sprintf(`"offerIds":[%d]`, s.daily), header)
		s.add(s.of(n, offers, daily), looked)
		click := say("/api/daily-offers/click", offers, fmt.Sprintf(`"offerId":%d`, s.daily), header)
		s.add(s.of(n, offers, daily), clicked(0))
		switch n % 8 {
		case 2:
			say("/api/daily-offers/click", offers, fmt.Sprintf(`"offerId":%d`, s.paid), header)
			s.add(s.of(n, offers, fmt.Sprint("daily:", s.paid)), clicked(perClick))
		case 6:
			say("/api/daily-offers/click", offers, fmt.Sprintf(`"offerId":%d`, s.abroad), header)
			s.add(s.of(n, offers, fmt.Sprint("daily:", s.abroad)), clicked(0))
			s.euros += perClickEUR
		}
		s.convert(n, click, get)
	}
	return all
}

// convert reports the outcome of a click on the daily offer, by postback or,
// for some, in an ad network's files. The second file reverses some.
func (s *script) convert(n int, click string, say func(string)) {
	cents, who := int64(n*37+1), n/8%2
	rows := s.of(n, offers, fmt.Sprint("daily:", s.daily))
	rows["advertiser"] = s.advertisers[who]
	report := func(status string) {
		say(fmt.Sprintf("/postback/%s?clickid=%s&txid=t%d&status=%s&payout=%d.%02d", s.keys[who], click, n, status, cents/100, cents%100))
	}
	approve := func(_ string, r *sums) { r.Conversions++; r.Revenue += cents }
	switch n / 4 % 4 {
	case 0:
		report("approved")
		s.add(rows, approve)
	case 1:
		report("pending")
		s.add(rows, func(_ string, r *sums) { r.Pending++; r.PendingRevenue += cents })
	case 2:
		report("approved")
		report("reversed")
	case 3:
		rows["advertiser"] = s.advertisers[0]
		currency := [...]string{"USD", "EUR"}[n/16%2]
		line := fmt.Sprintf("%s,t%d,%%s,%d.%02d,%s\n", click, n, cents/100, cents%100, currency)
		fmt.Fprintf(&s.files[0], line, "approved")
		switch {
		case n%2 == 1:
			fmt.Fprintf(&s.files[1], line, "reversed")
		case currency == "EUR":
			s.add(rows, func(_ string, r *sums) { r.Conversions++ })
			s.euros += cents
		default:
			s.add(rows, approve)
		}
	}
}

// deliver sends a request to the instances in turn until one accepts it, as
// browsers and ad networks do. It returns the id of a click-out.
func deliver(t *testing.T, instances []*sitetest.Program, visitor, first int, what sent) (click string) {
	for try := first; ; try++ {
		method := cmp.Or(map[bool]string{true: "POST"}[what.body != ""], "GET")
		req, err := http.NewRequest(method, instances[try%len(instances)].URL+what.path, strings.NewReader(what.body))
		if err != nil {
			t.Error(err)
			return ""
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("User-Agent", sitetest.Browser)
		req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.7", visitor>>8, visitor&255))
		if name, value, given := strings.Cut(what.header, ": "); given {
			req.Header.Set(name, value)
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		if err == nil {
			said, _ := io.ReadAll(res.Body)
			res.Body.Close()
			_, click, out := strings.Cut(res.Header.Get("Location"), "https://everywhere.example.com/?c=")
			if res.StatusCode < 300 || out {
				return click
			}
			if res.StatusCode < 500 {
				t.Errorf("%s %s: %d %s", what.path, what.body, res.StatusCode, said)
				return ""
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Two instances take visits of known make-up (by letter and by search, some of
// people who refuse to be tracked, of robots, of staff, fetched ahead or twice) to
// one offer in all placements and to others,
// each is killed now and then and a fifth of everything is sent again; networks
// report by postback and by file, in two currencies, and take back. Reports, and
// the screens that show a part of them, say what the script says, to the unit and
// to the cent.
func TestReportsOfScriptedVisitsAreExact(t *testing.T) {
	t.Parallel()
	const visitors, senders, kills = 1200, 12, 8
	database := dbtest.New(t)
	settings := []string{"DATABASE_URL=" + database, "DATA_KEYS=" + vault.NewPair("ours"), "TRUSTED_PROXIES=127.0.0.1", "TRACKING_LIMIT=1000000", "RENDER_WORKERS=1"}
	var instances []*sitetest.Program
	for range 2 {
		p := sitetest.Build(t, append(slices.Clone(settings), "DATA_DIR="+t.TempDir())...)
		p.Start()
		defer p.Kill()
		instances = append(instances, p)
	}
	c, err := config.Load(instances[0].Env)
	if err != nil {
		t.Fatal(err)
	}
	d, err := db.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	s := &sitetest.Site{T: t, Config: c, DB: d, Address: instances[0].URL}
	editor := s.As("editor")
	plan := newScript(s, editor)
	direct := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, p := range instances {
		sitetest.Eventually(t, "the link is known", func() bool {
			res, err := direct.Get(p.URL + "/g/" + plan.link)
			if err != nil {
				return false
			}
			res.Body.Close()
			return res.StatusCode == http.StatusFound && strings.Contains((&sitetest.Site{T: t, Address: p.URL}).Get("/api"+fees).Body, "/go/daily/")
		})
	}

	var all [][]sent
	for n := range visitors {
		all = append(all, plan.visit(n, editor.Cookie))
	}
	var next, done atomic.Int64
	var events sync.Map // ids that were answered
	var sending sync.WaitGroup
	for range senders {
		sending.Go(func() {
			for n := int(next.Add(1)) - 1; n < visitors && !t.Failed(); n = int(next.Add(1)) - 1 {
				click := ""
				for i, what := range all[n] {
					what.path = strings.ReplaceAll(what.path, lastClick, click)
					for again := range 1 + (5-(n+i)%5)/5 { // a fifth is sent to another instance too
						click = cmp.Or(deliver(t, instances, n, n+again, what), click)
						if id := cmp.Or(what.event, click); id != "" {
							events.Store(id, true)
						}
					}
				}
				done.Add(1)
			}
		})
	}
	for kill := range kills {
		sitetest.Eventually(t, "visits go on", func() bool { return done.Load() >= int64((kill+1)*visitors/(kills+2)) || t.Failed() })
		time.Sleep(rand.N(50 * time.Millisecond)) // kill at a random moment
		instances[kill%2].Kill()
		instances[kill%2].Start()
	}
	sending.Wait()
	if t.Failed() {
		return
	}
	var ids []string
	events.Range(func(id, _ any) bool {
		ids = append(ids, id.(string))
		return true
	})
	sitetest.Eventually(t, "the spools are in", func() bool {
		return s.Count("SELECT count(DISTINCT id) FROM events WHERE id::text = ANY($1)", ids) == len(ids)
	})
	// Match clicks that were still in the spool when they converted, as the
	// hourly job does.
	if err := (advertisers.Store{DB: d, Location: c.Location, Currency: c.SiteCurrency}).Match(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, file := range plan.files {
		var done struct{ Refused, Unknown int }
		a := editor.Call("POST", "/api/admin/advertisers/"+plan.advertisers[0]+"/import", "click id,transaction,status,payout,currency\n"+file.String(), "Cookie", editor.Cookie, "Content-Type", "text/csv")
		if done = sitetest.Decode[struct{ Refused, Unknown int }](t, a.Body); a.Status != 200 || done.Refused+done.Unknown > 0 {
			t.Fatalf("the import: %d %.300s", a.Status, a.Body)
		}
	}
	for range 2 {
		plan.check(s)
		plan.checkPlacements(s)
		addUp(s) // the first time, some sums are in the recent tables
	}
}
