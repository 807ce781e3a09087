//go:build long

package reports_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/sitetest"
)

// everywhere is one offer in all placements: a yes to a question opens it, and an
// article, a guide and a newsletter link to it.
type everywhere struct {
	id       int64
	at       map[string]int64 // number of each placement, by kind
	question int64
	letter   int64
	texts    map[string]*sums // what is wanted of its links, by page
}

const (
	perVisit      = 31 // cents that each of its click-outs pays
	carousel      = "/offers"
	hot           = "/hot-offers"
	questionnaire = "/content/settlements2"
	issue         = "/newsletter/offers-47"
	inIssue       = `"first":{"source":"newsletter","medium":"email","campaign":"offers-47"}`
)

func newEverywhere(s *sitetest.Site, editor sitetest.Member, advertiser string) *everywhere {
	e := &everywhere{at: map[string]int64{}, texts: map[string]*sums{fees: {}, fund: {}, issue: {}}}
	var others []int64
	for _, o := range sitetest.Must[[]sitetest.Record](editor, "GET", "/api/admin/static-offers", nil) {
		others = append(others, o.ID)
	}
	sitetest.Must[[]sitetest.Record](editor, "POST", "/api/admin/static-offers/batch", sitetest.M{"ids": others, "action": "deactivate"}) // a view counts for all
	first := editor.Edit("POST", "/api/admin/offers", sitetest.M{
		"title": "Everywhere", "type": "linkout", "targetUrl": "https://everywhere.example.com/?c={clickid}",
		"advertiserId": advertiser, "payoutModel": "click", "payoutAmount": perVisit, "payoutCurrency": "USD",
	}).ID
	made := sitetest.Must[[]struct {
		OfferID    int64
		Placements []struct{ ID, Kind string }
	}](editor, "POST", fmt.Sprint("/api/admin/all-offers/carousel:", first, "/placements"),
		sitetest.M{"placements": []string{"daily", "static", fmt.Sprint("content-", editor.Page("settlements").ID)}, "isActive": true})
	for _, p := range made[0].Placements {
		_, number, _ := strings.Cut(p.ID, ":")
		e.at[p.Kind], _ = strconv.ParseInt(number, 10, 64)
	}
	e.id = made[0].OfferID
	e.question = editor.Edit("POST", "/api/admin/questions", sitetest.M{"question": "Everywhere?", "pageId": editor.Page("settlements2").ID, "targetOfferId": e.at["content"]}).ID
	link := func(kind string) string { return fmt.Sprintf("See [rates](/go/%s/%d).", kind, e.at[kind]) }
	editor.Edit("PUT", fmt.Sprint("/api/admin/articles/", s.IDOf("articles", strings.TrimPrefix(fees, "/articles/"))), sitetest.M{"body": link("daily")})
	editor.Edit("PUT", fmt.Sprint("/api/admin/guides/", s.IDOf("guides", strings.TrimPrefix(fund, "/guides/"))), sitetest.M{"introduction": link("carousel")})
	e.letter = int64(s.Count("INSERT INTO letters (slug, subject, body, status, listed_at, sent_at) VALUES ($1, 'Offers', $2, 'sent', now(), now()) RETURNING id::int", strings.TrimPrefix(issue, "/newsletter/"), link("static")))
	return e
}

// places are where visitors meet the offer: the kind of its placement, and the page.
func places() [8]struct{ kind, page string } {
	return [8]struct{ kind, page string }{
		{"carousel", carousel}, {"content", settlements}, {"daily", offers}, {"static", hot},
		{"content", questionnaire}, {"daily", fees}, {"carousel", fund}, {"static", issue},
	}
}

// runsScripts reports whether visitor n, who meets the offer, has JavaScript. Only
// links work without it.
func runsScripts(n int) bool { return n/64%2 == 0 || n/4%8 >= 1 && n/4%8 <= 4 }

// meet plays how visitor n meets the offer at one of its places, clicks on it, and
// what its network reports of that.
func (s *script) meet(n int, header, origin string, say func(path, page, rest, header string) string, get func(path string)) {
	place := places()[n/4%8]
	id, page := s.everywhere.at[place.kind], place.page
	keys := s.of(n, page, fmt.Sprint(place.kind, ":", id))
	keys["advertiser"] = s.advertisers[0]
	named, piece := fmt.Sprintf(`"offerId":%d`, id), [...]string{fund, fees}[n%2]
	listed := fmt.Sprintf(`"offerIds":[%d]`, id)
	clickOut := func(link string, also func(*sums)) string {
		if runsScripts(n) {
			link += "&visit=" + url.QueryEscape(fmt.Sprintf(`{"page":%q,"piece":%q,%s}`, page, piece, origin))
		}
		get(link)
		s.add(keys, func(_ string, r *sums) { also(r) })
		return lastClick
	}
	out := func(r *sums) { r.Clickouts, r.Revenue = r.Clickouts+1, r.Revenue+perVisit }
	press := func(r *sums) { r.Clicks++ }
	both := func(r *sums) { press(r); out(r) }
	click := ""
	switch page {
	case carousel:
		if runsScripts(n) {
			say("/api/views", page, `"action":"view"`, header)
			say("/api/offer-interactions", page, `"action":"view",`+named, header)
			s.add(keys, looked)
			say("/api/offer-interactions", page, `"action":"click",`+named, header)
			s.add(keys, func(_ string, r *sums) { press(r) })
		} else {
			delete(keys, "page")
			s.forget(keys)
		}
		click = clickOut(fmt.Sprintf("/links/?aid=offer&subid=%d&url=", id), out)
	case settlements:
		say("/api/content/settlements/track-view", page, listed, header)
		s.add(keys, looked)
		click = say("/api/content/settlements/track-click", page, named, header)
		s.add(keys, func(_ string, r *sums) { both(r) })
	case offers:
		say("/api/views", page, `"action":"view"`, header)
		say("/api/daily-offers/view", page, listed, header)
		s.add(keys, looked)
		click = say("/api/daily-offers/click", page, named, header)
		s.add(keys, func(_ string, r *sums) { both(r) })
	case hot:
		say("/api/views", page, `"action":"view"`, header)
		say("/api/hot-offers/track-view", page, `"action":"view"`, header)
		s.add(keys, looked)
		click = say("/api/hot-offers/track-click", page, named, header)
		s.add(keys, func(_ string, r *sums) { both(r) })
	case questionnaire:
		say("/api/coreg/settlements2/track-view", page, `"action":"view"`, header)
		s.add(s.of(n, page, ""), looked)
		click = say("/api/coreg/settlements2/track-click", page, fmt.Sprintf(`"questionId":%d,"clickType":"yes"`, s.everywhere.question), header)
		s.add(keys, func(_ string, r *sums) { both(r) })
	default: // links in texts
		if keys["piece"] = page; page == issue {
			delete(keys, "piece")
			delete(keys, "link")
			piece, origin = "", inIssue
			keys["source"], keys["campaign"] = "newsletter", "offers-47"
		}
		if !runsScripts(n) {
			s.forget(keys)
		}
		followed := both
		if place.kind == "carousel" { // where presses count apart
			followed = out
		}
		followed(s.everywhere.texts[page])
		click = clickOut(fmt.Sprintf("/go/%s/%d?in=%s", place.kind, id, url.QueryEscape(page)), followed)
	}
	s.settle(n, click, get, func(what func(*sums)) {
		s.add(keys, func(_ string, r *sums) { what(r) })
		if text := s.everywhere.texts[page]; text != nil {
			what(text)
		}
	})
}

// forget drops the rows that a link without JavaScript can't name.
func (s *script) forget(keys map[string]string) {
	delete(keys, "source")
	delete(keys, "campaign")
	delete(keys, "link")
	if keys["page"] == "" {
		delete(keys, "piece")
	}
}

// settle reports what became of a click on the offer: approved, reversed, refunded in
// part, pending or rejected, and of some nothing.
func (s *script) settle(n int, click string, get func(path string), add func(what func(*sums))) {
	cents := int64(n*13 + 700)
	report := func(status string, cents int64) {
		get(fmt.Sprintf("/postback/%s?clickid=%s&txid=e%d&status=%s&payout=%.2f", s.keys[0], click, n, status, float64(cents)/100))
	}
	approved := func(cents int64) func(*sums) {
		return func(r *sums) { r.Conversions++; r.Revenue += cents }
	}
	switch n / 32 % 6 {
	case 0:
		report("approved", cents)
		report("approved", cents)
		add(approved(cents))
	case 1:
		report("approved", cents)
		report("reversed", cents)
	case 2:
		report("approved", cents)
		report("approved", -cents/3)
		add(approved(cents - cents/3))
	case 3:
		report("pending", cents)
		add(func(r *sums) { r.Pending++; r.PendingRevenue += cents })
	case 4:
		report("rejected", cents)
	}
}

// checkPlacements compares every screen that shows the offer with the script.
func (s *script) checkPlacements(site *sitetest.Site) {
	t, p := site.T, site.As("marketer")
	t.Helper()
	s.checkDesk(t, p)
	for page, want := range s.everywhere.texts {
		for _, question := range []string{"by=offer&page=" + url.QueryEscape(page), "by=offer&count=human&format=csv&page=" + url.QueryEscape(page)} {
			got := read(t, p.Do("GET", "/api/admin/reports?"+question, nil).Body, strings.Contains(question, "csv"))
			for kind, id := range s.everywhere.at {
				if r, there := got[fmt.Sprint(kind, ":", id)]; there && r != *want {
					t.Errorf("%s: %+v, want %+v", question, r, *want)
				} else if there {
					got = nil
				}
			}
			if got != nil {
				t.Errorf("%s lacks the offer: %+v", question, got)
			}
		}
	}
	sent := sitetest.Must[struct{ Clickouts, Conversions, Revenue int64 }](p, "GET", fmt.Sprintf("/api/admin/letters/%d/report", s.everywhere.letter), nil)
	if want := s.want["campaign"]["offers-47"]; sent.Clickouts != want.Clickouts || sent.Conversions != want.Conversions || sent.Revenue != want.Revenue {
		t.Errorf("the newsletter: %+v, want %+v", sent, *want)
	}
	s.checkAdvertiser(t, p)
}

// checkDesk compares the offer's row in the list and the forms of its placements.
func (s *script) checkDesk(t testing.TB, p sitetest.Member) {
	t.Helper()
	for kind, id := range s.everywhere.at {
		want := s.want["offer"][fmt.Sprint(kind, ":", id)]
		form := sitetest.Must[struct{ Views, Clicks, Clickouts int64 }](p, "GET", fmt.Sprint("/api/admin/all-offers/", kind, ":", id), nil)
		if form.Views != want.Views || form.Clicks != want.Clicks || kind == "carousel" && form.Clickouts != want.Clickouts {
			t.Errorf("the form at %s: %+v, want %+v", kind, form, *want)
		}
	}
	// The list is in the order of what an offer did at all its placements.
	ofOffer := map[int64]*sums{s.everywhere.id: {}}
	for key, r := range s.want["offer"] {
		offer := int64(p.Count("SELECT offer_id::int FROM placements WHERE kind || ':' || number = $1", key))
		if ofOffer[offer] == nil {
			ofOffer[offer] = &sums{}
		}
		o := ofOffer[offer]
		o.Views, o.Clicks, o.Clickouts, o.Conversions, o.Revenue = o.Views+r.Views, o.Clicks+r.Clicks, o.Clickouts+r.Clickouts, o.Conversions+r.Conversions, o.Revenue+r.Revenue
	}
	for order, value := range map[string]func(*sums) float64{
		"views": func(r *sums) float64 { return float64(r.Views) }, "clicks": func(r *sums) float64 { return float64(r.Clicks) },
		"conversions": func(r *sums) float64 { return float64(r.Conversions) }, "revenue": func(r *sums) float64 { return float64(r.Revenue) },
		"epc": func(r *sums) float64 { return float64(r.Revenue) / math.Max(1, float64(r.Clickouts)) },
	} {
		var last float64
		for i, o := range sitetest.Must[[]struct{ OfferID int64 }](p, "GET", "/api/admin/all-offers?limit=5&sort=-"+order, nil) {
			is := 0.0
			if r := ofOffer[o.OfferID]; r != nil {
				is = value(r)
			}
			if i > 0 && is > last {
				t.Errorf("by %s, offer %d with %v comes after %v", order, o.OfferID, is, last)
			}
			last = is
		}
	}
}

// checkAdvertiser compares the advertiser's page, its invoice, and the totals and
// the CSV of its conversions.
func (s *script) checkAdvertiser(t testing.TB, p sitetest.Member) {
	t.Helper()
	id, want := s.advertisers[0], s.want["advertiser"][s.advertisers[0]]
	converted := want.Revenue - want.Clickouts*perVisit
	type revenue struct {
		Currency                    string
		Approved, Pending, Reversed int64
	}
	page := sitetest.Must[struct{ Revenue []revenue }](p, "GET", "/api/admin/advertisers/"+id, nil).Revenue
	type total struct {
		Status, Currency    string
		Conversions, Payout int64
	}
	totals := sitetest.Must[[]total](p, "GET", "/api/admin/conversions/totals?advertiser="+id, nil)
	of := func(status, currency string) (t total) {
		for _, t = range totals {
			if t.Status == status && t.Currency == currency {
				return t
			}
		}
		return total{}
	}
	if len(page) != 2 || page[0] != (revenue{"USD", want.Revenue, want.PendingRevenue, of("reversed", "USD").Payout}) || page[1].Approved != of("approved", "EUR").Payout {
		t.Errorf("the advertiser's page: %+v, want %+v", page, *want)
	}
	if n := of("approved", "USD").Conversions + of("approved", "EUR").Conversions; n != want.Conversions || of("approved", "USD").Payout != converted ||
		of("pending", "USD") != (total{"pending", "USD", want.Pending, want.PendingRevenue}) {
		t.Errorf("the totals: %+v, want %+v", totals, *want)
	}
	sum := func(path string) (cents, lines int64) {
		rows, err := csv.NewReader(strings.NewReader(p.Do("GET", path, nil).Body)).ReadAll()
		if err != nil || len(rows) == 0 {
			t.Fatal(path, err)
		}
		at := func(name string) int { return slices.Index(rows[0], name) }
		for _, r := range rows[1:] {
			amount, err := strconv.ParseFloat(r[at("payout")], 64)
			if err != nil {
				t.Fatal(path, r)
			}
			if r[at("status")] == "approved" && r[at("currency")] == "USD" {
				cents += int64(math.Round(100 * amount))
			}
			if r[at("status")] == "approved" && amount >= 0 {
				lines++
			}
		}
		return cents, lines
	}
	if cents, lines := sum("/api/admin/conversions/export?advertiser=" + id); cents != converted || lines != want.Conversions {
		t.Errorf("the CSV of conversions: %d cents of %d, want %d of %d", cents, lines, converted, want.Conversions)
	}
	if cents, _ := sum(fmt.Sprintf("/api/admin/advertisers/%s/invoice?month=%s", id, time.Now().In(p.Config.Location).Format("2006-01"))); cents != want.Revenue {
		t.Errorf("the invoice: %d cents, want %d", cents, want.Revenue)
	}
}
