//go:build long

package reports_test

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
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

// sums is what a script of visits has in a row of a report.
type sums struct {
	Views, Reads, Uniques, Clicks, Clickouts, Conversions, Revenue, Pending, PendingRevenue int64
}

// script is what visitors do, and what reports must say of it: a row by what is
// reported and by key.
type script struct {
	daily int64
	keys  [2]string // of advertisers' postbacks
	want  map[string]map[string]*sums
}

// count counts what visitor n does on a page in the rows of each report.
func (s *script) count(n int, page string, what func(by string, r *sums)) {
	piece, source := [...]string{fund, fees}[n%2], [...]string{"letter", "google.com"}[n/2%2]
	keys := map[string]string{"piece": piece, "source": source, "day": calendarDay, "page": page}
	if n/2%2 == 0 {
		keys["campaign"] = "week 47"
	}
	if page == "/dailyoffers" {
		keys["offer"] = fmt.Sprint("daily:", s.daily)
	}
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

const calendarDay = "today"

// sent is one thing that a visitor's browser sends.
type sent struct{ path, body string }

// visit returns what visitor n sends, in order, and counts it.
func (s *script) visit(n int) (all []sent) {
	piece := [...]string{fund, fees}[n%2]
	origin := strings.ReplaceAll([...]string{letter, search}[n/2%2], fund, piece)
	say := func(path, page, rest string) string {
		id := uuid.Must(uuid.NewV7()).String()
		all = append(all, sent{path, fmt.Sprintf(`{%s,"eventId":%q,"visit":{"page":%q,"piece":%q,%s}}`, rest, id, page, piece, origin)})
		return id
	}
	say("/api/views", piece, `"action":"view"`)
	s.count(n, piece, func(_ string, r *sums) { r.Views++; r.Uniques++ })
	if n%3 == 0 {
		say("/api/views", piece, `"action":"read"`)
		s.count(n, piece, func(_ string, r *sums) { r.Reads++ })
	}
	if n%4 < 2 {
		return all
	}
	const offers = "/dailyoffers"
	say("/api/views", offers, `"action":"view"`)
	say("/api/daily-offers/view", offers, fmt.Sprintf(`"offerIds":[%d]`, s.daily))
	click := say("/api/daily-offers/click", offers, fmt.Sprintf(`"offerId":%d`, s.daily))
	s.count(n, offers, func(by string, r *sums) {
		r.Clicks, r.Clickouts = r.Clicks+1, r.Clickouts+1
		if by != "piece" { // whose views are its own
			r.Views++
		}
		if by == "page" || by == "offer" { // elsewhere the visitor was seen before
			r.Uniques++
		}
	})
	s.convert(n, click, func(path string) { all = append(all, sent{path: path}) }, func(what func(*sums)) {
		s.count(n, offers, func(_ string, r *sums) { what(r) })
	})
	return all
}

// convert reports what came of a click.
func (s *script) convert(n int, click string, say func(string), add func(func(*sums))) {
	cents := int64(n*37 + 1)
	report := func(status string) {
		say(fmt.Sprintf("/postback/%s?clickid=%s&txid=t%d&status=%s&payout=%d.%02d", s.keys[n/8%2], click, n, status, cents/100, cents%100))
	}
	switch n / 4 % 4 {
	case 0:
		report("approved")
		add(func(r *sums) { r.Conversions++; r.Revenue += cents })
	case 1:
		report("pending")
		add(func(r *sums) { r.Pending++; r.PendingRevenue += cents })
	case 2:
		report("approved")
		report("reversed")
	}
}

// deliver sends something to one of the instances after the other until it is
// taken, as browsers and networks do.
func deliver(t *testing.T, instances []*sitetest.Program, n int, what sent) {
	for try := n; ; try++ {
		method := cmp.Or(map[bool]string{true: "POST"}[what.body != ""], "GET")
		req, err := http.NewRequest(method, instances[try%len(instances)].URL+what.path, strings.NewReader(what.body))
		if err != nil {
			t.Error(err)
			return
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("User-Agent", sitetest.Browser)
		req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.7", n>>8, n&255))
		res, err := http.DefaultClient.Do(req)
		if err == nil {
			said, _ := io.ReadAll(res.Body)
			res.Body.Close()
			if res.StatusCode < 300 {
				return
			}
			if res.StatusCode < 500 {
				t.Errorf("%s %s: %d %s", what.path, what.body, res.StatusCode, said)
				return
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// robot has a crawler look at a page, which may find nobody there.
func robot(t *testing.T, at *sitetest.Program) {
	req, err := http.NewRequest("POST", at.URL+"/api/views", strings.NewReader(`{"action":"view","visit":{"page":"/"}}`))
	if err != nil {
		t.Error(err)
		return
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Googlebot/2.1 (+http://www.google.com/bot.html)")
	if res, err := http.DefaultClient.Do(req); err == nil {
		res.Body.Close()
	}
}

// Two instances take visits of known make-up, each is killed now and then, a
// fifth of everything is sent twice and robots come too; the reports say what
// the script says, to the unit and to the cent.
func TestReportsOfScriptedVisitsAreExact(t *testing.T) {
	const visitors, senders, kills = 1200, 12, 8
	url := dbtest.New(t)
	settings := []string{"DATABASE_URL=" + url, "DATA_KEYS=" + vault.NewPair("ours"), "TRUSTED_PROXIES=127.0.0.1", "TRACKING_LIMIT=1000000", "RENDER_WORKERS=1"}
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
	d, err := db.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	s := &sitetest.Site{T: t, Config: c, DB: d, Address: instances[0].URL}
	editor := s.As("editor")
	plan := &script{daily: s.IDOf("daily_offers", "sunmarl-led-bundle"), want: map[string]map[string]*sums{}}
	for i, name := range []string{"Letters Inc", "Searches Inc"} {
		plan.keys[i] = sitetest.Must[struct{ PostbackKey string }](editor, "POST", "/api/admin/advertisers", sitetest.M{"name": name}).PostbackKey
	}

	var all [][]sent
	for n := range visitors {
		all = append(all, plan.visit(n))
	}
	var next, done atomic.Int64
	var sending sync.WaitGroup
	for range senders {
		sending.Go(func() {
			for n := int(next.Add(1)) - 1; n < visitors && !t.Failed(); n = int(next.Add(1)) - 1 {
				for i, what := range all[n] {
					deliver(t, instances, n, what)
					if (n+i)%5 == 0 {
						deliver(t, instances, n+1, what) // again, to the other
					}
				}
				if n%10 == 0 {
					robot(t, instances[n%2])
				}
				done.Add(1)
			}
		})
	}
	for kill := range kills {
		sitetest.Eventually(t, "visits go on", func() bool { return done.Load() >= int64((kill+1)*visitors/(kills+2)) || t.Failed() })
		time.Sleep(rand.N(50 * time.Millisecond)) // the moment is the point
		instances[kill%2].Kill()
		instances[kill%2].Start()
	}
	sending.Wait()

	today := time.Now().In(c.Location).Format(time.DateOnly)
	plan.want["day"] = map[string]*sums{today: plan.want["day"][calendarDay]}
	p := s.As("marketer")
	sitetest.Eventually(t, "the spools are in", func() bool {
		return s.Count("SELECT count(*) FROM events WHERE action IN ('view', 'read', 'click') AND reason = 'human'") >= acts(all)
	})
	// Of a click that was in the spool when it converted, as the job finds it within the hour.
	if err := (advertisers.Store{DB: d, Location: c.Location, Currency: c.SiteCurrency}).Match(t.Context()); err != nil {
		t.Fatal(err)
	}
	for by, rows := range plan.want {
		for _, part := range []string{"", "&format=csv"} {
			got := read(t, p.Do("GET", "/api/admin/reports?by="+by+part, nil).Body, part != "")
			maps.DeleteFunc(got, func(_ string, r sums) bool { return r == sums{} }) // days of nothing
			if fmt.Sprint(got) != fmt.Sprint(values(rows)) {
				t.Errorf("by %s%s:\n got %v\nwant %v", by, part, got, values(rows))
			}
		}
	}
	offer := plan.want["offer"][fmt.Sprint("daily:", plan.daily)]
	type counted struct{ ID, Views, Clicks int64 }
	if list := sitetest.Must[[]counted](editor, "GET", "/api/admin/daily-offers", nil); !slices.Contains(list, counted{plan.daily, offer.Views, offer.Clicks}) {
		t.Errorf("the list of offers says %+v, the script %+v", list, *offer)
	}
}

// acts is how many events all is, without the reports of networks.
func acts(all [][]sent) (n int) {
	for _, visit := range all {
		for _, what := range visit {
			if what.body != "" {
				n++
			}
		}
	}
	return n
}

func values(rows map[string]*sums) map[string]sums {
	out := map[string]sums{}
	for key, row := range rows {
		out[key] = *row
	}
	return out
}

// read reads the rows of a report, as JSON or CSV.
func read(t *testing.T, text string, isCSV bool) map[string]sums {
	t.Helper()
	out := map[string]sums{}
	if !isCSV {
		for _, r := range sitetest.Decode[struct {
			Rows []struct {
				Key string
				sums
			}
		}](t, text).Rows {
			out[r.Key] = r.sums
		}
		return out
	}
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(lines) == 0 {
		t.Fatal(err, text)
	}
	for _, cells := range lines[1:] {
		r := sums{}
		for name, into := range map[string]*int64{
			"views": &r.Views, "reads": &r.Reads, "uniques": &r.Uniques, "clicks": &r.Clicks, "clickouts": &r.Clickouts,
			"conversions": &r.Conversions, "revenue": &r.Revenue, "pending": &r.Pending, "pendingRevenue": &r.PendingRevenue,
		} {
			if _, err := fmt.Sscan(cells[slices.Index(lines[0], name)], into); err != nil {
				t.Fatal(err)
			}
		}
		out[cells[0]] = r
	}
	return out
}
