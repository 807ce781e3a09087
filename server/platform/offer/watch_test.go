package offer_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/content"
	"thriftwell/server/features/dailyoffers"
	"thriftwell/server/features/offers"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/tracking"
)

// list is where visitors see a kind of offer, and how one clicks there.
type list struct {
	kind
	table, path, subject, action string
	click                        func(s *sitetest.Site, id int64, person int) sitetest.Answer
}

func lists(s *sitetest.Site) []list {
	// Ten persons are in ten networks; the eleventh is in that of the first.
	from := func(person int) []string {
		return append(sitetest.Person(person), "X-Forwarded-For", fmt.Sprintf("192.0.%d.1", person%10))
	}
	post := func(path string) func(*sitetest.Site, int64, int) sitetest.Answer {
		return func(s *sitetest.Site, id int64, person int) sitetest.Answer {
			return s.Call("POST", path, fmt.Sprintf(`{"offerId":%d}`, id), from(person)...)
		}
	}
	out := func(s *sitetest.Site, id int64, person int) sitetest.Answer {
		return s.ClickOut(fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s", id, url.QueryEscape("https://partner.example.com/")), from(person)...)
	}
	k := kinds(s)
	return []list{
		{k[0], "carousel_offers", "/api/offers", "offer", "clickout", out},
		{k[1], "content_offers", "/api/content/hot-offers/offers", "content_offer", "click", post("/api/content/hot-offers/track-click")},
		{k[2], "daily_offers", "/api/daily-offers?limit=50", "daily_offer", "click", post("/api/daily-offers/click")},
		{k[3], "static_offers", "/api/hot-offers", "static_offer", "click", post("/api/hot-offers/track-click")},
	}
}

// shown returns the ids of what visitors see, in their order.
func (l list) shown(s *sitetest.Site) (ids []int64) {
	s.T.Helper()
	body := s.Get(l.path).Body
	if strings.HasPrefix(body, "{") {
		body = string(sitetest.Decode[struct{ Offers json.RawMessage }](s.T, body).Offers)
	}
	for _, o := range sitetest.Decode[[]struct{ ID int64 }](s.T, body) {
		ids = append(ids, o.ID)
	}
	return ids
}

// unavailable reports whether a click was refused, or led to the page that says
// so.
func unavailable(a sitetest.Answer) bool {
	return a.Status == 400 || a.Header.Get("Location") == "/offers?ended=1"
}

// watch is what the job does every few seconds, on another instance.
func watch(s *sitetest.Site) {
	s.T.Helper()
	log := slog.New(slog.DiscardHandler)
	site := offer.Site{Site: editable.Site{DB: s.DB.Gorm, Bus: notify.New(log)}, Currency: s.Config.SiteCurrency, Location: s.Config.Location}
	err := errors.Join(
		offer.Watch(s.T.Context(), offers.Carousel(site), tracking.Offer, site.Location, log),
		offer.Watch(s.T.Context(), offers.Hot(site), tracking.StaticOffer, site.Location, log),
		offer.Watch(s.T.Context(), content.Offers(site), tracking.ContentOffer, site.Location, log),
		offer.Watch(s.T.Context(), dailyoffers.Offers(site), tracking.DailyOffer, site.Location, log))
	if err != nil {
		s.T.Fatal(err)
	}
}

func TestOfferIsShownFromItsStartToItsEnd(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes long")
	}
	s := apptest.Open(t)
	ed, admin := s.As("editor"), s.As("admin")
	in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339Nano) }
	var all []deal
	for _, l := range lists(s) {
		made := sitetest.Must[deal](ed, "POST", l.kind.path, l.with(sitetest.M{"startsAt": in(time.Hour)}))
		if *made.Hold != "upcoming" || slices.Contains(l.shown(s), made.ID) || !unavailable(l.click(s, made.ID, 1)) {
			t.Errorf("%s is shown before its start: %+v", l.table, made)
		}
		path := fmt.Sprint(l.kind.path, "/", made.ID)
		now := sitetest.Must[deal](ed, "PUT", path, sitetest.M{"startsAt": in(-time.Hour), "endsAt": in(time.Hour)})
		if now.Hold != nil || !slices.Contains(l.shown(s), made.ID) || l.click(s, made.ID, 1).Status >= 400 {
			t.Errorf("%s is not shown in its time", l.table)
		}
		s.Exec("UPDATE "+l.table+" SET ends_at = now() WHERE id = $1", made.ID) // as time goes by
		all = append(all, made)
	}
	for i, l := range lists(s) {
		made := all[i]
		sitetest.Eventually(t, l.table+" goes at its end", func() bool { return !slices.Contains(l.shown(s), made.ID) })
		before := s.Counted(l.subject, made.ID, l.action)
		if a := l.click(s, made.ID, 2); l.table == "carousel_offers" && !unavailable(a) || l.table != "carousel_offers" && (a.Status != 200 || s.Counted(l.subject, made.ID, l.action) != before+1) {
			t.Errorf("a click on %s from a page that was open: %d", l.table, a.Status)
		}
		log := sitetest.Must[[]struct {
			Actor         string
			Before, After deal
		}](admin, "GET", fmt.Sprintf("/api/admin/audit?id=%d&actor=schedule", made.ID), nil)
		if len(log) != 1 || log[0].Before.Hold != nil || *log[0].After.Hold != "ended" || !log[0].After.IsActive {
			t.Errorf("the log says of %s: %+v", l.table, log)
		}
	}
}

func TestOffersOnHold(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "TRUSTED_PROXIES=127.0.0.1,::1").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"fallbackReplacesAnOfferAtItsCap":       fallbackReplacesAnOfferAtItsCap,
		"oneNetworkFillsATenthOfACap":           oneNetworkFillsATenthOfACap,
		"linkToAnOfferOnHoldLeadsToItsFallback": linkToAnOfferOnHoldLeadsToItsFallback,
		"capsOfLeadsAndSalesCountConversions":   capsOfLeadsAndSalesCountConversions,
	})
}

func fallbackReplacesAnOfferAtItsCap(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	today := calendar.Today(s.Config.Location)
	for _, l := range lists(s) {
		for _, c := range []struct {
			cap    sitetest.M
			before int // clicks of the day before
			hold   string
		}{
			{sitetest.M{"dailyCap": 2}, 50, "dailyCap"},
			{sitetest.M{"totalCap": 12}, 10, "totalCap"},
		} {
			first := sitetest.Must[deal](ed, "POST", l.kind.path, l.with(c.cap))
			other := sitetest.Must[deal](ed, "POST", l.kind.path, l.body)
			fallback := sitetest.Must[deal](ed, "POST", l.kind.path, l.body)
			middle := sitetest.Must[deal](ed, "POST", l.kind.path, l.with(sitetest.M{"startsAt": "2098-01-01T00:00:00Z", "fallbackOfferId": fallback.ID}))
			sitetest.Must[deal](ed, "PUT", fmt.Sprint(l.kind.path, "/", first.ID), sitetest.M{"fallbackOfferId": middle.ID})
			s.Exec(`INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors) VALUES ($1::text::event_subject, $2, $3, $4::text::event_action, 'human', $5, 1)`,
				l.subject, first.ID, today.Add(-1).Time, l.action, c.before)
			clicked := time.Now()
			l.click(s, first.ID, 1)
			watch(s)
			l.click(s, first.ID, 1) // a duplicate, within 10 s
			if got := l.shown(s); time.Since(clicked) < 10*time.Second && slices.Index(got, first.ID) > slices.Index(got, other.ID) {
				t.Fatalf("%s before its cap: %v", l.table, got)
			}
			l.click(s, first.ID, 2)
			watch(s)
			sitetest.Eventually(t, l.table+" goes at its "+c.hold, func() bool { return !slices.Contains(l.shown(s), first.ID) })
			got := l.shown(s)
			if at := slices.Index(got, fallback.ID); at < 0 || at > slices.Index(got, other.ID) || slices.Contains(got, middle.ID) || slices.Contains(got[at+1:], fallback.ID) {
				t.Errorf("%s after its %s: %v, want %d before %d", l.table, c.hold, got, fallback.ID, other.ID)
			}
			more := sitetest.M{}
			for name := range c.cap {
				more[name] = 1000
			}
			if again := sitetest.Must[deal](ed, "PUT", fmt.Sprint(l.kind.path, "/", first.ID), more); again.Hold != nil || !slices.Contains(l.shown(s), first.ID) {
				t.Errorf("%s with a higher cap: %+v", l.table, again)
			}
		}
	}
}

func oneNetworkFillsATenthOfACap(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	for _, l := range lists(s) {
		made := sitetest.Must[deal](ed, "POST", l.kind.path, l.with(sitetest.M{"dailyCap": 29, "totalCap": 1000, "payoutModel": "click", "payoutAmount": 10}))
		for n := range 5 {
			l.click(s, made.ID, 10*n)
		}
		if people, excess := s.Counted(l.subject, made.ID, l.action), s.Counted(l.subject, made.ID, l.action, "excess"); people != 2 || excess != 3 {
			t.Errorf("%s: %d of one network count, and %d are excess", l.table, people, excess)
		}
		for n := 1; n < 10; n++ {
			l.click(s, made.ID, n)
		}
		if people := s.Counted(l.subject, made.ID, l.action); people != 11 {
			t.Errorf("%s: %d of ten networks count", l.table, people)
		}
		// What is on hold is bounded all the same: its total cap is not to be filled meanwhile.
		s.Exec("UPDATE "+l.table+" SET ends_at = now() WHERE id = $1", made.ID)
		watch(s)
		if l.table == "carousel_offers" {
			continue // its link leads nowhere
		}
		sitetest.Eventually(t, l.table+" goes at its end", func() bool { return !slices.Contains(l.shown(s), made.ID) })
		for n := range 3 {
			l.click(s, made.ID, 101+10*n)
		}
		if people := s.Counted(l.subject, made.ID, l.action); people != 12 {
			t.Errorf("%s: %d count on hold", l.table, people)
		}
	}
	// At all placements of an offer together.
	two := sitetest.Must[deal](ed, "POST", "/api/admin/daily-offers", lists(s)[2].with(sitetest.M{"totalCap": 29, "payoutModel": "click", "payoutAmount": 10}))
	hot := s.Count("INSERT INTO static_offers (offer_id) VALUES ((SELECT offer_id FROM daily_offers WHERE id = $1)) RETURNING id::int", two.ID)
	ed.Do("PUT", fmt.Sprint("/api/admin/static-offers/", hot), sitetest.M{"title": "In two places"}) // instances read it again
	for n := range 3 {
		lists(s)[2].click(s, two.ID, 10*n)
		lists(s)[3].click(s, int64(hot), 100+10*n)
	}
	if daily, static := s.Counted("daily_offer", two.ID, "click"), s.Counted("static_offer", int64(hot), "click"); daily != 1 || static != 1 {
		t.Errorf("%d and %d of one network count at two placements", daily, static)
	}
	// Leads are counted where they are reported: any number of people may click.
	l := lists(s)[2]
	made := sitetest.Must[deal](ed, "POST", l.kind.path, l.with(sitetest.M{"dailyCap": 2, "payoutModel": "lead", "payoutAmount": 10}))
	for n := range 5 {
		l.click(s, made.ID, 10*n)
	}
	if people := s.Counted(l.subject, made.ID, l.action); people != 5 {
		t.Errorf("%d clicks of one network count where leads are paid for", people)
	}
}

func linkToAnOfferOnHoldLeadsToItsFallback(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	fallback := sitetest.Must[deal](ed, "POST", "/api/admin/offers", sitetest.M{"title": "B", "type": "linkout", "targetUrl": "https://b.example.com/?z={zip}&o={subid}", "payoutModel": "click", "payoutAmount": 70})
	held := sitetest.Must[deal](ed, "POST", "/api/admin/offers", sitetest.M{
		"title": "A", "type": "linkout", "targetUrl": "https://a.example.com/?zip={zip}", "endsAt": "2026-01-01T00:00:00Z", "fallbackOfferId": fallback.ID, "payoutModel": "click", "payoutAmount": 9900,
	})
	earned := func() int { return s.Count("SELECT coalesce(sum(earned), 0)::int FROM " + tracking.Traffic + " t") }
	before := earned()
	link := fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s", held.ID, url.QueryEscape("https://a.example.com/?zip=02139"))
	a := s.ClickOut(link, sitetest.Person(1)...)
	if want := fmt.Sprintf("https://b.example.com/?z=02139&o=%d", fallback.ID); a.Status != 302 || a.Header.Get("Location") != want {
		t.Errorf("%d to %s, want %s", a.Status, a.Header.Get("Location"), want)
	}
	if s.Counted("offer", held.ID, "clickout") != 0 || s.Counted("offer", fallback.ID, "clickout") != 1 || earned()-before != 70 {
		t.Error("the click-out is not the fallback's")
	}
}

func capsOfLeadsAndSalesCountConversions(t *testing.T, s *sitetest.Site) {
	ed, partner, l := s.As("editor"), advertiser(s), lists(s)[2]
	made := sitetest.Must[deal](ed, "POST", l.kind.path, l.with(sitetest.M{"payoutModel": "lead", "payoutAmount": 500, "dailyCap": 2}))
	convert := func(n int, status, at string) {
		s.Exec(`INSERT INTO conversions (advertiser_id, click_id, status, payout, currency, subject, subject_id, created_at) VALUES ($1, $2, $3, 500, 'USD', 'daily_offer', $4, now() + $5::interval)`,
			partner, fmt.Sprint(n), status, made.ID, at)
	}
	convert(1, "approved", "-30 hours") // of another day
	convert(2, "rejected", "0")
	convert(3, "pending", "0")
	for person := range 5 {
		l.click(s, made.ID, person)
	}
	path := fmt.Sprint(l.kind.path, "/", made.ID)
	if still := sitetest.Must[deal](ed, "PUT", path, sitetest.M{"terms": "x"}); still.Hold != nil {
		t.Errorf("with one lead of the day: %s", *still.Hold)
	}
	convert(4, "approved", "0")
	watch(s)
	sitetest.Eventually(t, "it goes at its cap", func() bool { return !slices.Contains(l.shown(s), made.ID) })
	s.Exec("UPDATE conversions SET status = 'reversed' WHERE click_id = '4'")
	watch(s)
	sitetest.Eventually(t, "it comes back", func() bool { return slices.Contains(l.shown(s), made.ID) })
}
