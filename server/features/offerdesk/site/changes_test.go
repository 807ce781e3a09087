package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func TestAnOfferIsCopiedIntoPlacements(t *testing.T) {
	t.Parallel()
	s, doc := apptest.Open(t), sitetest.Contract(t)
	only(s)
	ed := s.As("editor")
	page := s.IDOf("content_pages", "settlements")
	fallback := offer(ed, "daily", "Fallback", nil)
	_, number, _ := strings.Cut(fallback, ":")
	from := offer(ed, "daily", "Cards", sitetest.M{
		"description": "A card", "figure": "$150", "payoutModel": "lead", "payoutAmount": 4000, "payoutCurrency": "EUR", "endsAt": "2099-01-01T00:00:00Z",
		"subIdParam": "sub1", "terms": "Net 30", "fallbackOfferId": number, "ctaText": "Apply",
	})
	copies := func(body sitetest.M) sitetest.Answer { return ed.Do("POST", path+"/"+from+"/copies", body) }
	a := copies(sitetest.M{"placements": []string{"carousel", "daily", "static", fmt.Sprint("content-", page)}})
	sitetest.Agrees(t, doc, "POST", path+"/{id}/copies", a)
	made := sitetest.Decode[[]listed](t, a.Body)
	if a.Status != 201 || len(made) != 4 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	type record struct {
		Title, TargetURL, Type, Link, URL, Description, Figure, CTAText, Terms string
		PayoutModel, PayoutCurrency, SubIDParam                                string
		PayoutAmount                                                           int64
		FallbackOfferID                                                        *int64
		PageID                                                                 int64
		Position                                                               int
		IsActive                                                               bool
	}
	for i, o := range made {
		got := ed.Do("GET", path+"/"+o.ID, nil)
		sitetest.Agrees(t, doc, "GET", path+"/{id}", got)
		r := sitetest.Decode[record](t, got.Body)
		if address := r.TargetURL + r.Link + r.URL; address != "https://cards.example.com/" || r.Description != "A card" || r.Figure != "$150" || r.PayoutModel != "lead" || r.PayoutAmount != 4000 ||
			r.PayoutCurrency != "EUR" || r.SubIDParam != "sub1" || r.Terms != "Net 30" || r.IsActive {
			t.Errorf("%s: %+v", o.ID, r)
		}
		if same := o.Kind == "daily"; same != (r.Title == "Copy of Cards") || same != (r.FallbackOfferID != nil) || same != (r.CTAText == "Apply") {
			t.Errorf("%s: %+v", o.ID, r)
		}
		switch {
		case i == 0 && r.Type != "linkout", i == 3 && r.PageID != page, (i == 1 || i == 2) && r.Position < 2:
			t.Errorf("%s: %+v", o.ID, r)
		}
	}
	if on := sitetest.Decode[[]listed](t, copies(sitetest.M{"placements": []string{"static"}, "isActive": true}).Body); len(on) != 1 || on[0].State != "shown" {
		t.Errorf("turned on: %+v", on)
	}
	before := s.Count("SELECT count(*) FROM all_offers")
	s.As("editor").Do("POST", "/api/content/pages", sitetest.M{"title": "Gone", "slug": "gone"})
	gone := s.IDOf("content_pages", "gone")
	ed.Do("DELETE", fmt.Sprintf("/api/content/pages/%d", gone), nil)
	for _, placements := range [][]string{{}, {"content"}, {"article"}, {"carousel", fmt.Sprint("content-", gone)}, {"carousel", "content-999999"}} {
		if a := copies(sitetest.M{"placements": placements}); a.Status != 400 || !strings.Contains(a.Body, `"field":"placements"`) {
			t.Errorf("%v: %d %s", placements, a.Status, a.Body)
		}
	}
	if n := s.Count("SELECT count(*) FROM all_offers"); n != before {
		t.Errorf("%d copies of a refused call", n-before)
	}
	for _, id := range []string{"daily:999999", "daily:x", "article:1", "12"} {
		if a := ed.Do("POST", path+"/"+id+"/copies", sitetest.M{"placements": []string{"static"}}); a.Status != 404 {
			t.Errorf("%s: %d %s", id, a.Status, a.Body)
		}
	}
	if a := s.As("marketer").Do("POST", path+"/"+from+"/copies", sitetest.M{}); a.Status != 403 {
		t.Errorf("a marketer: %d", a.Status)
	}
}

func TestManyOffersAreChangedAtOnce(t *testing.T) {
	t.Parallel()
	s, doc := apptest.Open(t), sitetest.Contract(t)
	only(s)
	ed := s.As("editor")
	partner := sitetest.Must[struct{ ID int64 }](ed, "POST", "/api/admin/advertisers", sitetest.M{"name": "Norvexa", "preset": "own"}).ID
	ids := []string{offer(ed, "carousel", "Apples", nil), offer(ed, "content", "Berries", nil), offer(ed, "static", "Cherries", sitetest.M{"startsAt": "2090-01-01T00:00:00Z"})}
	change := func(set sitetest.M, versions ...int) sitetest.Answer {
		var these []sitetest.M
		for i, v := range versions {
			these = append(these, sitetest.M{"id": ids[i], "version": v})
		}
		return ed.Do("POST", path+"/batch", sitetest.M{"offers": these, "set": set})
	}
	type changed struct {
		Offers  []listed
		Refused []struct{ ID, Message string }
	}
	a := change(sitetest.M{"advertiserId": partner, "payoutModel": "sale", "payoutAmount": 990, "payoutCurrency": "USD", "isActive": false}, 1, 1, 1)
	sitetest.Agrees(t, doc, "POST", path+"/batch", a)
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
	if n := s.Count("SELECT count(*) FROM all_offers WHERE deleted_at IS NULL AND (ends_at IS NOT NULL OR is_active)"); n != 1 {
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
	if n := s.Count("SELECT count(*) FROM all_offers WHERE deleted_at IS NULL AND (ends_at IS NOT NULL OR advertiser_id IS NOT NULL OR payout_model IS NOT NULL)"); n != 0 {
		t.Errorf("%d keep their deal", n)
	}
	if a := s.As("marketer").Do("POST", path+"/batch", sitetest.M{}); a.Status != 403 {
		t.Errorf("a marketer: %d", a.Status)
	}
}
