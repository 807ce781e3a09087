package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
)

// deskRecord is an offer as one of its placements has it.
type deskRecord struct {
	Title, TargetURL, Type, Link, URL, Description, Figure, CTAText, Terms string
	PayoutModel, PayoutCurrency, SubIDParam                                string
	PayoutAmount, OfferID, PageID                                          int64
	FallbackOfferID                                                        *int64
	Position                                                               int
	IsActive                                                               bool
	Placements                                                             []deskPlacement
}

func offerGetsMorePlacements(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	clearOffers(s)
	ed := s.As("editor")
	page := s.IDOf("content_pages", "settlements")
	from := addOffer(ed, "daily", "Cards", sitetest.M{"payoutModel": "click", "payoutAmount": 40, "totalCap": 3, "ctaText": "Apply"})
	place := func(body sitetest.M) sitetest.Answer { return ed.Do("POST", allOffers+"/"+from+"/placements", body) }
	a := place(sitetest.M{"placements": []string{"carousel", "static", fmt.Sprint("content-", page)}, "isActive": true})
	sitetest.Agrees(t, doc, "POST", allOffers+"/{id}/placements", a)
	made := sitetest.Decode[[]deskOffer](t, a.Body)
	if a.Status != 201 || len(made) != 1 || len(made[0].Placements) != 4 || made[0].Version != 2 || made[0].State != "shown" {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	expectTitles(t, "in one row", offerTitles(ed, ""), "Cards")
	at := map[string]deskPlacement{}
	for _, p := range made[0].Placements {
		at[p.Kind] = p
	}
	if p := at["content"]; *p.PageID != page || p.State != "shown" || !p.IsActive {
		t.Errorf("%+v", p)
	}

	// What is changed at one shows at all.
	s.Get("/api/offers")
	for kind, call := range map[string]string{"carousel": "/api/admin/offers/", "content": "/api/content/offers/", "static": "/api/admin/static-offers/"} {
		_, number, _ := strings.Cut(at[kind].ID, ":")
		if r := sitetest.Must[deskRecord](ed, "PUT", call+number, sitetest.M{"title": "Changed at " + kind}); len(r.Placements) != 4 {
			t.Errorf("%+v", r)
		}
		for _, list := range []string{"/api/offers", "/api/hot-offers", "/api/daily-offers?limit=50", "/api/content/settlements/offers"} {
			if body := s.Get(list).Body; !strings.Contains(body, "Changed at "+kind) {
				t.Errorf("%s after a change at %s: %s", list, kind, body)
			}
		}
	}
	_, number, _ := strings.Cut(from, ":")
	if a := ed.Do("PUT", "/api/admin/daily-offers/"+number, sitetest.M{"title": "Late", "version": 2}); a.Status != 409 {
		t.Errorf("a change of an older version: %d %s", a.Status, a.Body)
	}

	// Its clicks count for one cap, and each for its placement.
	network := func(n int) []string {
		return append(sitetest.Person(n), "X-Forwarded-For", fmt.Sprintf("10.0.%d.1", n))
	}
	_, carousel, _ := strings.Cut(at["carousel"].ID, ":")
	_, static, _ := strings.Cut(at["static"].ID, ":")
	s.Send("/api/daily-offers/click", `{"offerId":`+number+`}`, network(1)...)
	s.Send("/api/hot-offers/track-click", `{"offerId":`+static+`}`, network(2)...)
	s.ClickOut("/links/?aid=offer&subid="+carousel+"&url=", network(3)...)
	s.Quiet()
	sitetest.Eventually(t, "the offer is capped everywhere", func() bool {
		return !strings.Contains(s.Get("/api/offers").Body+s.Get("/api/hot-offers").Body+s.Get("/api/daily-offers").Body+s.Get("/api/content/settlements/offers").Body, "Changed at")
	})
	if o := sitetest.Must[[]deskOffer](ed, "GET", allOffers, nil)[0]; o.State != "capped" {
		t.Errorf("%+v", o)
	}
	rows := sitetest.Must[struct {
		Rows []struct {
			Key     string
			Revenue int64
		}
	}](ed, "GET", "/api/admin/reports?by=offer&keys="+strings.Join([]string{from, at["carousel"].ID, at["static"].ID, at["content"].ID}, ","), nil).Rows
	if len(rows) != 3 {
		t.Errorf("the report has %+v", rows)
	}
	for _, r := range rows {
		if r.Revenue != 40 {
			t.Errorf("%+v", r)
		}
	}

	// Taken away, an offer stays where it is shown still; it goes with its last place.
	ed.Do("DELETE", "/api/admin/daily-offers/"+number, nil)
	o := sitetest.Must[[]deskOffer](ed, "GET", allOffers, nil)[0]
	if len(o.Placements) != 3 || o.Kind != "carousel" {
		t.Errorf("without one place: %+v", o)
	}
	for _, p := range o.Placements {
		_, n, _ := strings.Cut(p.ID, ":")
		ed.Do("DELETE", map[string]string{"carousel": "/api/admin/offers/", "content": "/api/content/offers/", "static": "/api/admin/static-offers/"}[p.Kind]+n, nil)
	}
	expectTitles(t, "without any", offerTitles(ed, ""), "")
	ed.Do("POST", "/api/admin/daily-offers/"+number+"/restore", nil)
	from = sitetest.Must[[]deskOffer](ed, "GET", allOffers, nil)[0].ID
	if from != "daily:"+number {
		t.Errorf("restored: %s", from)
	}
	place(sitetest.M{"placements": []string{"static"}})
	if a := ed.Do("POST", "/api/admin/static-offers/"+static+"/restore", nil); a.Status != 409 {
		t.Errorf("restored where it is again: %d %s", a.Status, a.Body)
	}

	before := s.Count("SELECT count(*) FROM placements")
	ed.Do("POST", "/api/content/pages", sitetest.M{"title": "Gone", "slug": "gone"})
	gone := s.IDOf("content_pages", "gone")
	ed.Do("DELETE", fmt.Sprintf("/api/content/pages/%d", gone), nil)
	for _, placements := range [][]string{{}, {"content"}, {"article"}, {"carousel", fmt.Sprint("content-", gone)}, {"carousel", "content-999999"}, {"carousel", "daily"}} {
		for _, call := range []string{"/placements", "/copies"} {
			if len(placements) == 2 && placements[1] == "daily" && call == "/copies" {
				continue
			}
			if a := ed.Do("POST", allOffers+"/"+from+call, sitetest.M{"placements": placements}); a.Status != 400 || !strings.Contains(a.Body, `"field":"placements"`) {
				t.Errorf("%s %v: %d %s", call, placements, a.Status, a.Body)
			}
		}
	}
	if n := s.Count("SELECT count(*) FROM placements"); n != before {
		t.Errorf("%d placements of a refused call", n-before)
	}
	for _, id := range []string{"daily:999999", "daily:x", "article:1", "12"} {
		for _, call := range []string{"/placements", "/copies"} {
			if a := ed.Do("POST", allOffers+"/"+id+call, sitetest.M{"placements": []string{"static"}}); a.Status != 404 {
				t.Errorf("%s: %d %s", id, a.Status, a.Body)
			}
		}
	}
	for _, call := range []string{"/placements", "/copies"} {
		if a := s.As("marketer").Do("POST", allOffers+"/"+from+call, sitetest.M{}); a.Status != 403 {
			t.Errorf("a marketer: %d", a.Status)
		}
	}
}

func placementHasItsOwnDates(t *testing.T, s *sitetest.Site) {
	clearOffers(s)
	ed := s.As("editor")
	from := addOffer(ed, "daily", "Timetables", sitetest.M{"placementStartsAt": "2090-01-01T00:00:00Z"})
	ed.Do("POST", allOffers+"/"+from+"/placements", sitetest.M{"placements": []string{"static"}, "isActive": true})
	state := func() string {
		t.Helper()
		o := sitetest.Must[[]deskOffer](ed, "GET", allOffers, nil)[0]
		return fmt.Sprint(o.State, " ", o.Placements[0].State, " ", o.Placements[1].State, " ", len(offerTitles(ed, "state="+o.State)))
	}
	if got := state(); got != "shown upcoming shown 1" {
		t.Error(got)
	}
	if body := s.Get("/api/daily-offers").Body; strings.Contains(body, "Timetables") || !strings.Contains(s.Get("/api/hot-offers").Body, "Timetables") {
		t.Error("it is shown before its time")
	}
	_, number, _ := strings.Cut(from, ":")
	call := "/api/admin/daily-offers/" + number
	if a := ed.Do("PUT", call, sitetest.M{"placementEndsAt": "2089-01-01T00:00:00Z"}); a.Status != 400 || !strings.Contains(a.Body, "placementEndsAt") {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	ed.Do("PUT", call, sitetest.M{"placementStartsAt": nil, "placementEndsAt": "2090-01-01T00:00:00Z"})
	if got := state(); got != "shown shown shown 1" || !strings.Contains(s.Get("/api/daily-offers").Body, `"endsAt":"2090-01-01`) {
		t.Error(got)
	}
	s.Exec("UPDATE placements SET ends_at = now() WHERE ends_at IS NOT NULL") // as time goes by
	sitetest.Eventually(t, "it ends in one place", func() bool {
		return state() == "shown ended shown 1" && !strings.Contains(s.Get("/api/daily-offers").Body, "Timetables")
	})
	ed.Do("POST", allOffers+"/batch", sitetest.M{"offers": []sitetest.M{{"id": from}}, "set": sitetest.M{"isActive": false}})
	if got := state(); got != "off off off 1" {
		t.Error(got)
	}
}

func offerEndsEverywhereAfterItsLastDay(t *testing.T, s *sitetest.Site) {
	clearOffers(s)
	ed := s.As("editor")
	from := addOffer(ed, "content", "Case", sitetest.M{"deadline": "2090-01-01T12:00:00Z"})
	ed.Do("POST", allOffers+"/"+from+"/placements", sitetest.M{"placements": []string{"carousel", "daily", "static"}, "isActive": true})
	_, number, _ := strings.Cut(from, ":")
	question := sitetest.M{"question": "Are you part of the Case?", "pageId": s.IDOf("content_pages", "hot-offers"), "targetOfferId": number}
	sitetest.Must[sitetest.Record](ed, "POST", "/api/admin/questions", question)
	public := []string{"/api/content/hot-offers/offers", "/api/offers?active=true", "/api/daily-offers", "/api/hot-offers", "/api/coreg/hot-offers/questions"}
	for _, call := range public {
		if !strings.Contains(s.Get(call).Body, "Case") {
			t.Errorf("%s lacks it before its last day", call)
		}
	}
	ed.Edit("PUT", "/api/content/offers/"+number, sitetest.M{"deadline": "2026-01-01T12:00:00Z"})
	for _, call := range public {
		if strings.Contains(s.Get(call).Body, "Case") {
			t.Errorf("%s shows it after its last day", call)
		}
	}
}

func offerIsDuplicated(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	clearOffers(s)
	ed := s.As("editor")
	page := s.IDOf("content_pages", "settlements")
	fallback := addOffer(ed, "daily", "Fallback", nil)
	_, number, _ := strings.Cut(fallback, ":")
	from := addOffer(ed, "daily", "Cards", sitetest.M{
		"description": "A card", "figure": "$150", "payoutModel": "lead", "payoutAmount": 4000, "payoutCurrency": "EUR", "endsAt": "2099-01-01T00:00:00Z",
		"subIdParam": "sub1", "terms": "Net 30", "fallbackOfferId": number, "ctaText": "Apply", "placementEndsAt": "2098-01-01T00:00:00Z",
	})
	for _, kind := range []string{"carousel", "daily", "static", "content"} {
		to := []string{map[string]string{"content": fmt.Sprint("content-", page)}[kind]}
		if to[0] == "" {
			to[0] = kind
		}
		if kind == "content" {
			to = append(to, "carousel")
		}
		a := ed.Do("POST", allOffers+"/"+from+"/copies", sitetest.M{"placements": to, "isActive": kind == "static"})
		sitetest.Agrees(t, doc, "POST", allOffers+"/{id}/copies", a)
		made := sitetest.Decode[[]deskOffer](t, a.Body)
		if a.Status != 201 || len(made) != 1 || len(made[0].Placements) != len(to) || (made[0].State == "shown") != (kind == "static") {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		for _, p := range made[0].Placements {
			got := ed.Do("GET", allOffers+"/"+p.ID, nil)
			sitetest.Agrees(t, doc, "GET", allOffers+"/{id}", got)
			r := sitetest.Decode[deskRecord](t, got.Body)
			if r.TargetURL+r.Link+r.URL != "https://cards.example.com/" || r.Title != "Copy of Cards" || r.Description != "A card" || r.Figure != "$150" || r.PayoutModel != "lead" || r.PayoutAmount != 4000 ||
				r.PayoutCurrency != "EUR" || r.SubIDParam != "sub1" || r.Terms != "Net 30" || strings.Contains(got.Body, `"2098-`) {
				t.Errorf("%s: %s", p.ID, got.Body)
			}
			if same := kind == "daily"; same != (r.FallbackOfferID != nil) || same != (r.CTAText == "Apply") || p.Kind == "content" && r.PageID != page || p.Kind == "carousel" && r.Type != "linkout" {
				t.Errorf("%s: %+v", p.ID, r)
			}
		}
	}
	if r := sitetest.Must[deskRecord](ed, "GET", allOffers+"/"+from, nil); r.Title != "Cards" || len(r.Placements) != 1 {
		t.Errorf("the original: %+v", r)
	}
}

func manyOffersAreChangedAtOnce(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	clearOffers(s)
	ed := s.As("editor")
	partner := sitetest.Must[struct{ ID int64 }](ed, "POST", "/api/admin/advertisers", sitetest.M{"name": "Norvexa", "preset": "own"}).ID
	ids := []string{addOffer(ed, "carousel", "Apples", nil), addOffer(ed, "content", "Berries", nil), addOffer(ed, "static", "Cherries", sitetest.M{"startsAt": "2090-01-01T00:00:00Z"})}
	change := func(set sitetest.M, versions ...int) sitetest.Answer {
		var these []sitetest.M
		for i, v := range versions {
			these = append(these, sitetest.M{"id": ids[i], "version": v})
		}
		return ed.Do("POST", allOffers+"/batch", sitetest.M{"offers": these, "set": set})
	}
	type changed struct {
		Offers  []deskOffer
		Refused []struct{ ID, Message string }
	}
	a := change(sitetest.M{"advertiserId": partner, "payoutModel": "sale", "payoutAmount": 990, "payoutCurrency": "USD", "isActive": false}, 1, 1, 1)
	sitetest.Agrees(t, doc, "POST", allOffers+"/batch", a)
	got := sitetest.Decode[changed](t, a.Body)
	if a.Status != 200 || len(got.Offers) != 3 || len(got.Refused) != 0 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	for _, o := range got.Offers {
		if o.State != "off" || o.Version != 2 || *o.Advertiser != "Norvexa" || *o.PayoutAmount != 990 {
			t.Errorf("%+v", o)
		}
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'update' AND after->>'payoutAmount' = '990'"); n != 3 {
		t.Errorf("%d lines in the log", n)
	}

	// One ends before it starts, one was changed meanwhile: each stays as it was.
	got = sitetest.Decode[changed](t, change(sitetest.M{"endsAt": "2089-01-01T00:00:00Z", "isActive": true}, 2, 1, 2).Body)
	if len(got.Offers) != 1 || got.Offers[0].ID != ids[0] || len(got.Refused) != 2 || !strings.Contains(got.Refused[0].Message, "changed this") || !strings.Contains(got.Refused[1].Message, "after the start") {
		t.Errorf("%+v", got)
	}
	if n := s.Count("SELECT count(*) FROM placed_offers WHERE deleted_at IS NULL AND (ends_at IS NOT NULL OR is_active)"); n != 1 {
		t.Errorf("%d have changed", n)
	}
	for what, a := range map[string]sitetest.Answer{
		"payoutAmount": change(sitetest.M{"payoutAmount": -1}, 3, 2),
		"advertiserId": change(sitetest.M{"advertiserId": 999999}, 3, 2),
		"endsAt":       change(sitetest.M{"endsAt": "tomorrow"}, 3, 2),
		"title":        change(sitetest.M{"title": "One"}, 3, 2),
		"set":          change(sitetest.M{}, 3, 2),
		"offers":       change(sitetest.M{"isActive": true}),
	} {
		if a.Status != 400 || !strings.Contains(a.Body, `"field":"`+what+`"`) {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
	}
	if a := change(sitetest.M{"isActive": true}, 1, 1); a.Status != 409 {
		t.Errorf("all changed meanwhile: %d %s", a.Status, a.Body)
	}
	if a := change(sitetest.M{"advertiserId": nil, "payoutModel": nil, "payoutAmount": nil, "endsAt": nil}, 3, 2, 2); a.Status != 200 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if n := s.Count("SELECT count(*) FROM placed_offers WHERE deleted_at IS NULL AND (ends_at IS NOT NULL OR advertiser_id IS NOT NULL OR payout_model IS NOT NULL)"); n != 0 {
		t.Errorf("%d keep their deal", n)
	}
	if a := s.As("marketer").Do("POST", allOffers+"/batch", sitetest.M{}); a.Status != 403 {
		t.Errorf("a marketer: %d", a.Status)
	}
}
