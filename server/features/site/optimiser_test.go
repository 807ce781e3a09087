package site_test

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/optimiser"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/notify"
)

type optimiserReport struct {
	Live   bool
	By     string
	Days   int
	Gain   *optimiser.Change
	Offers []optimiser.Share
}

// place is a page: where its offers are created and shown, and how events are
// counted.
type place struct {
	key, made, seen, subject, click, table string
	body                                   sitetest.M
	rank                                   string // the field with the manual order
	ranks                                  [3]int
}

func places(s *sitetest.Site) []place {
	const to = "https://partner.example.com/"
	page := s.As("editor").Edit("POST", "/api/content/pages", sitetest.M{"title": "Ordered", "slug": "ordered"})
	high, low := [3]int{9, 8, 7}, [3]int{1, 2, 3}
	return []place{
		{"carousel", "/api/admin/offers", "/api/offers", "offer", "clickout", "carousel_offers", sitetest.M{"targetUrl": to, "type": "linkout"}, "priority", high},
		{fmt.Sprint("content-", page.ID), "/api/content/offers", "/api/content/ordered/offers", "content_offer", "click", "content_offers", sitetest.M{"url": to, "pageId": page.ID}, "priority", high},
		{"daily", "/api/admin/daily-offers", "/api/daily-offers?limit=50", "daily_offer", "click", "daily_offers", sitetest.M{"link": to}, "position", low},
		{"static", "/api/admin/static-offers", "/api/hot-offers", "static_offer", "click", "static_offers", sitetest.M{"link": to}, "position", low},
	}
}

// run runs the optimizer's job, regardless of when it last ran.
func run(s *sitetest.Site) {
	s.T.Helper()
	s.Exec("UPDATE optimised_pages SET drawn_at = '-infinity'")
	store := &optimiser.Store{DB: s.DB.Gorm, Bus: notify.New(slog.New(slog.DiscardHandler)), Currency: s.Config.SiteCurrency, Location: s.Config.Location}
	if err := store.Run(s.T.Context()); err != nil {
		s.T.Fatal(err)
	}
}

func TestOptimizer(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"optimizerOrdersInShadowUntilSwitchedOn":         optimizerOrdersInShadowUntilSwitchedOn,
		"orderIsDrawnOncePerQuarterHour":                 orderIsDrawnOncePerQuarterHour,
		"onlyApprovedConversionsInTheSitesCurrencyCount": onlyApprovedConversionsInTheSitesCurrencyCount,
		"onlyEditorsSwitchTheOptimizerOn":                onlyEditorsSwitchTheOptimizerOn,
	})
}

func optimizerOrdersInShadowUntilSwitchedOn(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed, today := s.As("editor"), calendar.Today(s.Config.Location)
	all := places(s)
	for _, p := range all {
		s.Exec("UPDATE " + p.table + " SET is_active = false")
	}
	s.Exec("TRUNCATE optimised_pages, shadow_orders")
	const pattern = "/api/admin/optimiser/{page}"
	for _, p := range all {
		var ids []int64
		for i, title := range []string{"Slow", "New", "Fast"} {
			body := sitetest.M{"title": title, p.rank: p.ranks[i]}
			for name, value := range p.body {
				body[name] = value
			}
			ids = append(ids, ed.Edit("POST", p.made, body).ID)
		}
		path := "/api/admin/optimiser/" + p.key
		shown := func() []int64 { return idsOf(t, s.Get(p.seen).Body) }
		byHand, optimised := ids, []int64{ids[2], ids[1], ids[0]}
		run(s)
		if got := sitetest.Must[optimiserReport](ed, "GET", path, nil); got.Live || got.Gain != nil || got.Days != 1 || len(got.Offers) != 3 || got.By != "ctr" {
			t.Errorf("%s without views: %+v", p.key, got)
		}
		for i, n := range []struct{ views, clicks int }{{9000, 9}, {99, 90}, {9000, 900}} {
			for action, count := range map[string]int{"view": n.views, p.click: n.clicks} {
				s.Exec(`INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors) VALUES ($1::text::event_subject, $2, $3, $4::text::event_action, 'human', $5, 1)`,
					p.subject, ids[i], today.Time, action, count)
			}
		}
		run(s)
		if got := shown(); !slices.Equal(got, byHand) {
			t.Errorf("%s in shadow shows %v", p.key, got)
		}
		answer := s.As("marketer").Do("GET", path, nil)
		sitetest.Agrees(t, doc, "GET", pattern, answer)
		got := sitetest.Decode[optimiserReport](t, answer.Body)
		if got.Gain == nil || got.Gain.Low <= 0 || got.Offers[0].ID != ids[0] || got.Offers[0].Optimised >= got.Offers[0].ByHand || got.Offers[1].Ordered || got.Offers[1].ByHand != got.Offers[1].Optimised {
			t.Errorf("%s in shadow: %s", p.key, answer.Body)
		}

		switched := ed.Do("PUT", path, sitetest.M{"live": true})
		sitetest.Agrees(t, doc, "PUT", pattern, switched)
		if got := shown(); !slices.Equal(got, optimised) {
			t.Errorf("%s switched on shows %v, want %v", p.key, got, optimised)
		}
		attention := func() int {
			return s.Count("SELECT round(1000 * shown)::int FROM shadow_orders WHERE page = $1 AND offer_id = $2", p.key, ids[2])
		}
		before := attention()
		run(s)
		if got := attention() - before; got != 1000 {
			t.Errorf("%s: attention of the first offer: %d thousandths", p.key, got)
		}
		ed.Do("PUT", path, sitetest.M{"live": true}) // not logged again
		sitetest.Must[optimiserReport](ed, "PUT", path, sitetest.M{"live": false})
		if got := shown(); !slices.Equal(got, byHand) {
			t.Errorf("%s switched off shows %v", p.key, got)
		}
		if n := s.Count("SELECT count(*) FROM audit_log WHERE kind = $1 AND subject_id = $2", optimiser.AuditKind, p.key); n != 2 {
			t.Errorf("%s: %d audit log entries", p.key, n)
		}
	}
}

func idsOf(t *testing.T, body string) (ids []int64) {
	t.Helper()
	type listed struct{ ID int64 }
	list := []listed{}
	if strings.HasPrefix(body, "{") {
		list = sitetest.Decode[struct{ Offers []listed }](t, body).Offers
	} else {
		list = sitetest.Decode[[]listed](t, body)
	}
	for _, o := range list {
		ids = append(ids, o.ID)
	}
	return ids
}

func orderIsDrawnOncePerQuarterHour(t *testing.T, s *sitetest.Site) {
	s.Exec("TRUNCATE optimised_pages, shadow_orders")
	store := &optimiser.Store{DB: s.DB.Gorm, Bus: notify.New(slog.New(slog.DiscardHandler)), Currency: "USD", Location: s.Config.Location}
	for range 3 {
		if err := store.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.Count("SELECT max(draws) FROM shadow_orders"); n != 1 {
		t.Errorf("%d concurrent draws", n)
	}
}

func onlyApprovedConversionsInTheSitesCurrencyCount(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	partner := s.Count("INSERT INTO advertisers (name) VALUES ('Partner') RETURNING id::int")
	page := ed.Edit("POST", "/api/content/pages", sitetest.M{"title": "Paid", "slug": "paid"})
	ed.Edit("POST", "/api/content/offers", sitetest.M{"title": "Another", "url": "https://partner.example.com/", "pageId": page.ID})
	made := ed.Edit("POST", "/api/content/offers", sitetest.M{"title": "Leads", "url": "https://partner.example.com/", "pageId": page.ID, "payoutModel": "lead", "payoutAmount": 700})
	run(s)
	for i, c := range []struct{ status, currency string }{{"approved", "USD"}, {"approved", "USD"}, {"pending", "USD"}, {"reversed", "USD"}, {"approved", "EUR"}} {
		s.Exec(`INSERT INTO conversions (advertiser_id, click_id, status, payout, currency, subject, subject_id, click_day, click_at)
			VALUES ($1, $2, $3, 900, $4, 'content_offer', $5, $6, now())`, partner, fmt.Sprint(i), c.status, c.currency, made.ID, calendar.Today(s.Config.Location).Time)
	}
	got := sitetest.Must[optimiserReport](ed, "GET", fmt.Sprint("/api/admin/optimiser/content-", page.ID), nil)
	at := slices.IndexFunc(got.Offers, func(o optimiser.Share) bool { return o.ID == made.ID })
	if at < 0 || got.Offers[at].Conversions != 2 || got.By != "epc" {
		t.Errorf("%+v", got)
	}
}

func onlyEditorsSwitchTheOptimizerOn(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	for _, c := range []struct {
		who          sitetest.Member
		method, path string
		body         any
		status       int
		words        string
	}{
		{s.As("marketer"), "PUT", "daily", sitetest.M{"live": true}, 403, ""},
		{s.As("visitor"), "GET", "daily", nil, 403, ""},
		{ed, "GET", "nowhere", nil, 404, "Page"},
		{ed, "GET", "content-999999", nil, 404, "Page"},
		{ed, "GET", fmt.Sprint("content-", s.IDOf("content_pages", "settlements")), nil, 404, "Page"},
		{ed, "PUT", "daily", sitetest.M{}, 400, "true or false"},
		{ed, "PUT", "daily", sitetest.M{"live": "yes"}, 400, "live"},
		{ed, "PUT", "daily", sitetest.M{"on": true}, 400, "on"},
	} {
		if a := c.who.Do(c.method, "/api/admin/optimiser/"+c.path, c.body); a.Status != c.status || !strings.Contains(a.Body, c.words) {
			t.Errorf("%s %s %v: %d %s", c.method, c.path, c.body, a.Status, a.Body)
		}
	}
}
