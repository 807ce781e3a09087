package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
)

func offerHasOneFallbackForAllPlacements(t *testing.T, s *sitetest.Site) {
	clearOffers(s)
	ed := s.As("editor")
	// at returns the call of an offer at a kind of placement.
	calls := map[string]string{"carousel": "/api/admin/offers/", "daily": "/api/admin/daily-offers/", "content": "/api/content/offers/"}
	number := func(kind, title string) int {
		return s.Count("SELECT id::int FROM placed_offers WHERE deleted_at IS NULL AND kind = $1 AND title = $2", kind, title)
	}
	at := func(kind, title string) string { return fmt.Sprint(calls[kind], number(kind, title)) }
	place := func(id string, placements ...string) {
		t.Helper()
		sitetest.Must[[]deskOffer](ed, "POST", allOffers+"/"+id+"/placements", sitetest.M{"placements": placements, "isActive": true})
	}
	place(addOffer(ed, "carousel", "Last", nil), "daily")
	addOffer(ed, "daily", "Next", sitetest.M{"fallbackOfferId": number("daily", "Last")})
	place(addOffer(ed, "daily", "First", sitetest.M{"endsAt": "2026-01-01T00:00:00Z", "fallbackOfferId": number("daily", "Next")}), "carousel")

	// Next isn't in the carousel, so its own fallback stands in there.
	if body := s.Get("/api/offers").Body; !strings.Contains(body, `"Last"`) {
		t.Errorf("the chain breaks in the carousel: %s", body)
	}
	shown := sitetest.Must[deskRecord](ed, "PUT", at("carousel", "First"), sitetest.M{"terms": "x"}).FallbackOfferID
	if shown == nil || *shown != int64(number("carousel", "Last")) {
		t.Fatalf("the fallback in the carousel: %v", shown)
	}
	sitetest.Must[deskRecord](ed, "PUT", at("carousel", "First"), sitetest.M{"title": "First", "fallbackOfferId": *shown}) // as the form sends it back
	// What is used elsewhere isn't replaced where it doesn't show.
	addOffer(ed, "carousel", "Other", nil)
	for _, to := range []any{number("carousel", "Other"), nil} {
		if a := ed.Do("PUT", at("carousel", "First"), sitetest.M{"fallbackOfferId": to}); a.Status != 400 || !strings.Contains(a.Body, `“Next” stands in at another placement`) {
			t.Errorf("%v: %d %s", to, a.Status, a.Body)
		}
	}
	if f := sitetest.Must[deskRecord](ed, "GET", allOffers+fmt.Sprint("/daily:", number("daily", "First")), nil).FallbackOfferID; f == nil || *f != int64(number("daily", "Next")) {
		t.Errorf("the fallback among the daily offers: %v", f)
	}
	ed.Do("DELETE", at("daily", "Next"), nil)
	if r := sitetest.Must[deskRecord](ed, "PUT", at("carousel", "First"), sitetest.M{"fallbackOfferId": number("carousel", "Other")}); *r.FallbackOfferID != int64(number("carousel", "Other")) {
		t.Errorf("of a fallback that is used nowhere: %v", r.FallbackOfferID)
	}
	if r := sitetest.Must[deskRecord](ed, "PUT", at("carousel", "First"), sitetest.M{"fallbackOfferId": nil}); r.FallbackOfferID != nil {
		t.Errorf("cleared: %v", r.FallbackOfferID)
	}

	// A fallback on another page, or in the trash, may be sent back.
	place(addOffer(ed, "daily", "Away", nil), fmt.Sprint("content-", s.IDOf("content_pages", "settlements")))
	place(addOffer(ed, "daily", "Held", sitetest.M{"fallbackOfferId": number("daily", "Away")}), fmt.Sprint("content-", s.IDOf("content_pages", "hot-offers")))
	sitetest.Must[deskRecord](ed, "PUT", at("content", "Held"), sitetest.M{"terms": "x", "fallbackOfferId": number("content", "Away")})
	held, away := at("daily", "Held"), number("daily", "Away")
	ed.Do("DELETE", at("daily", "Away"), nil)
	sitetest.Must[deskRecord](ed, "PUT", held, sitetest.M{"terms": "y", "fallbackOfferId": away})
}

func placementsOnADeletedPageAreGone(t *testing.T, s *sitetest.Site) {
	clearOffers(s)
	ed := s.As("editor")
	page := sitetest.Must[struct{ ID int64 }](ed, "POST", "/api/content/pages", sitetest.M{"title": "Short", "slug": "short"}).ID
	at := fmt.Sprint("content-", page)
	made := sitetest.Must[[]deskOffer](ed, "POST", allOffers+"/"+addOffer(ed, "daily", "Cards", nil)+"/placements", sitetest.M{"placements": []string{at}, "isActive": true})
	onPage := made[0].Placements[0].ID
	expectTitles(t, "on the page", offerTitles(ed, "placement="+at), "Cards")
	ed.Do("DELETE", fmt.Sprint("/api/content/pages/", page), nil)
	expectTitles(t, "on the deleted page", offerTitles(ed, "placement="+at), "")
	expectTitles(t, "in all", offerTitles(ed, ""), "Cards")
	if a := ed.Do("GET", allOffers+"/"+onPage, nil); a.Status != 404 {
		t.Errorf("its form: %d %s", a.Status, a.Body)
	}
	for _, call := range []string{"/placements", "/copies"} {
		if a := ed.Do("POST", allOffers+"/"+onPage+call, sitetest.M{"placements": []string{"static"}}); a.Status != 404 {
			t.Errorf("%s: %d %s", call, a.Status, a.Body)
		}
		for placement, words := range map[string]string{
			"article": "Choose carousel, daily, static", "content": "Choose carousel, daily, static", "daily-5": "Choose carousel, daily, static",
			at: "Choose an existing content page.", "content-999999": "Choose an existing content page.",
		} {
			if a := ed.Do("POST", allOffers+"/"+made[0].Placements[1].ID+call, sitetest.M{"placements": []string{placement}}); a.Status != 400 || !strings.Contains(a.Body, words) {
				t.Errorf("%s %s: %d %s", call, placement, a.Status, a.Body)
			}
		}
	}
}
