//go:build long

package reports_test

import (
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/sitetest"
)

// newScript creates what the visits are about: a link, advertisers and paying
// offers.
func newScript(s *sitetest.Site, editor sitetest.Member) *script {
	plan := &script{
		daily: s.IDOf("daily_offers", "sunmarl-led-bundle"), paid: s.IDOf("daily_offers", "lumenquay-fiber-check"), abroad: s.IDOf("daily_offers", "basketlark-first-order"),
		deal: s.IDOf("content_offers", "norvexa-data-breach"),
		want: map[string]map[string]*sums{}, reasons: map[string]*sums{"duplicate": {}, "staff": {}, "prefetch": {}, "robot": {}},
	}
	for i, name := range []string{"Letters Inc", "Searches Inc"} {
		made := sitetest.Must[struct {
			ID          int64
			PostbackKey string
		}](editor, "POST", "/api/admin/advertisers", sitetest.M{"name": name})
		plan.keys[i], plan.advertisers[i] = made.PostbackKey, fmt.Sprint(made.ID)
	}
	for id, currency := range map[int64]string{plan.paid: "USD", plan.abroad: "EUR"} {
		amount := map[string]int{"USD": perClick, "EUR": perClickEUR}[currency]
		editor.Edit("PUT", fmt.Sprint("/api/admin/daily-offers/", id), sitetest.M{"payoutModel": "click", "payoutAmount": amount, "payoutCurrency": currency})
	}
	plan.everywhere = newEverywhere(s, editor, plan.advertisers[0])
	// Create the link last: instances that know it know the rest too.
	plan.link = sitetest.Must[struct{ Code string }](editor, "POST", "/api/admin/links", sitetest.M{"name": "Letter 47", "path": fund}).Code
	return plan
}

// check compares reports, and the screens that show parts of them, with the
// script.
func (plan *script) check(s *sitetest.Site) {
	t := s.T
	t.Helper()
	today := time.Now().In(s.Config.Location).Format(time.DateOnly)
	want := maps.Clone(plan.want)
	want["day"] = map[string]*sums{today: plan.want["day"][calendarDay]}
	p := s.As("marketer")
	same := func(what string, got map[string]sums, rows map[string]*sums) {
		t.Helper()
		maps.DeleteFunc(got, func(_ string, r sums) bool { return r == sums{} }) // empty days
		if fmt.Sprint(got) != fmt.Sprint(values(rows)) {
			t.Errorf("%s:\n got %v\nwant %v", what, got, values(rows))
		}
	}
	for by, rows := range want {
		for _, part := range []string{"", "&compare=previous", "&format=csv"} {
			question := "by=" + by + part
			same(question, read(t, p.Do("GET", "/api/admin/reports?"+question, nil).Body, part == "&format=csv"), rows)
		}
		// Lists request the figures of their rows, a page requests its own, and
		// an explorer requests those of a value.
		for key, row := range rows {
			one := map[string]*sums{key: row}
			asked := url.QueryEscape(key)
			if by != "day" && by != "reason" {
				same(by+" of "+key, read(t, p.Do("GET", "/api/admin/reports?by="+by+"&keys="+asked, nil).Body, false), one)
				same("days of "+by+" "+key, read(t, p.Do("GET", "/api/admin/reports?by=day&"+by+"="+asked, nil).Body, false), map[string]*sums{today: row})
			}
		}
	}
	everything := maps.Clone(plan.reasons)
	everything["human"] = plan.want["reason"]["human"]
	got := read(t, p.Do("GET", "/api/admin/reports?by=reason&count=all", nil).Body, false)
	// Looking up whether a visitor is staff times out after 250 ms, for example
	// if Postgres is busy. The view then counts as a visitor's, here one that
	// was seen before.
	if late := plan.reasons["staff"].Views - got["staff"].Views; late > 0 && got["staff"].Views > 0 {
		got["staff"], got["duplicate"] = *plan.reasons["staff"], sums{Views: got["duplicate"].Views - late}
	}
	got["duplicate"] = sums{Views: got["duplicate"].Views} // click-outs have no id by which a repeat is known
	same("by=reason&count=all", got, everything)
	total := sitetest.Must[struct {
		Total struct {
			sums
			OtherRevenue []struct {
				Currency string
				Amount   int64
			}
		}
	}](p, "GET", "/api/admin/reports?by=offer", nil).Total
	if total.sums != *want["day"][today] || fmt.Sprint(total.OtherRevenue) != fmt.Sprintf("[{EUR %d}]", plan.euros) {
		t.Errorf("total: %+v, want %+v and %d euro cents", total, *want["day"][today], plan.euros)
	}
	type counted struct{ ID, Views, Clicks int64 }
	settlementsID := s.Count("SELECT page_id FROM content_offers WHERE id = $1", plan.deal)
	for _, l := range []struct {
		path, kind string
		id         int64
	}{{"/api/admin/daily-offers", "daily", plan.daily}, {fmt.Sprint("/api/content/offers?pageId=", settlementsID), "content", plan.deal}} {
		offer := want["offer"][fmt.Sprint(l.kind, ":", l.id)]
		if rows := sitetest.Must[[]counted](s.As("editor"), "GET", l.path, nil); !slices.Contains(rows, counted{l.id, offer.Views, offer.Clicks}) {
			t.Errorf("%s: %+v, want %+v", l.path, rows, *offer)
		}
	}
	page := want["page"][settlements]
	own := sitetest.Must[struct {
		Totals struct{ Views, Clicks, UniqueVisitors int64 }
	}](p, "GET", "/api/content/settlements/analytics/summary", nil).Totals
	ofOffers := sitetest.Must[[]struct{ OfferID, Views, Clicks int64 }](p, "GET", "/api/content/settlements/analytics/offers", nil)
	if own.Views != page.Views || own.Clicks != page.Clicks || own.UniqueVisitors != page.Uniques || len(ofOffers) != 2 {
		t.Errorf("the page's figures: %+v and %+v, want %+v", own, ofOffers, *page)
	}
	var views, clicks int64 // here: a question on another page opens one of the offers too
	for _, o := range ofOffers {
		views, clicks = views+o.Views, clicks+o.Clicks
	}
	if views != page.Views || clicks != page.Clicks {
		t.Errorf("the page's offers: %+v, want %+v", ofOffers, *page)
	}
}

func values(rows map[string]*sums) map[string]sums {
	out := map[string]sums{}
	for key, row := range rows {
		out[key] = *row
	}
	return out
}

// read parses the rows of a report, as JSON or CSV.
func read(t testing.TB, text string, isCSV bool) map[string]sums {
	t.Helper()
	out := map[string]sums{}
	if !isCSV {
		for _, r := range sitetest.Decode[struct {
			Rows []struct {
				Key string
				EPC float64
				sums
			}
		}](t, text).Rows {
			if out[r.Key] = r.sums; r.EPC != epc(r.sums) {
				t.Errorf("%s has an EPC of %v, want %v", r.Key, r.EPC, epc(r.sums))
			}
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
		if out[cells[0]] = r; cells[slices.Index(lines[0], "epc")] != strconv.FormatFloat(epc(r), 'f', -1, 64) {
			t.Errorf("%s has another EPC than %v: %v", cells[0], epc(r), cells)
		}
	}
	return out
}

func epc(r sums) float64 {
	if r.Clickouts == 0 {
		return 0
	}
	return math.Round(100*float64(r.Revenue)/float64(r.Clickouts)) / 100
}
