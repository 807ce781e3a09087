package offer_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

type deal struct {
	ID              int64
	Version         int
	AdvertiserID    *int64
	PayoutModel     *string
	PayoutAmount    *int64
	PayoutCurrency  *string
	StartsAt        *string
	DailyCap        *int64
	FallbackOfferID *int64
	SubIDParam      *string
	Terms           string
	Hold            *string
	IsActive        bool
}

// kind is a kind of offer: the path of its calls, and a body that makes one.
type kind struct {
	path string
	body sitetest.M
}

func kinds(s *sitetest.Site) []kind {
	const to = "https://partner.example.com/"
	return []kind{
		{"/api/admin/offers", sitetest.M{"title": "Carousel", "targetUrl": to, "type": "linkout"}},
		{"/api/content/offers", sitetest.M{"title": "Content", "url": to, "pageId": s.IDOf("content_pages", "hot-offers")}},
		{"/api/admin/daily-offers", sitetest.M{"title": "Daily", "link": to}},
		{"/api/admin/static-offers", sitetest.M{"title": "Hot", "link": to}},
	}
}

func (k kind) with(more sitetest.M) sitetest.M {
	body := maps.Clone(k.body)
	maps.Copy(body, more)
	return body
}

func advertiser(s *sitetest.Site) int {
	return s.Count("INSERT INTO advertisers (name) VALUES ('Partner ' || gen_random_uuid()) RETURNING id::int")
}

func TestOffersOfAllKinds(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"everyKindOfOfferHasADeal":                        everyKindOfOfferHasADeal,
		"inconsistentDealsAreRejectedAtTheField":          inconsistentDealsAreRejectedAtTheField,
		"offerSurvivesItsAdvertiserAndFallback":           offerSurvivesItsAdvertiserAndFallback,
		"healthPlansShowTheDisclaimerAndGetNoVisitorData": healthPlansShowTheDisclaimerAndGetNoVisitorData,
		"listsAreOrderedByCountsAndEarnings":              listsAreOrderedByCountsAndEarnings,
		"offersOfAllKindsAreFound":                        offersOfAllKindsAreFound,
		"importedOffersAreInactive":                       importedOffersAreInactive,
		"emptyCellsOfAnImportStayEmpty":                   emptyCellsOfAnImportStayEmpty,
	})
}

func everyKindOfOfferHasADeal(t *testing.T, s *sitetest.Site) {
	ed, partner := s.As("editor"), advertiser(s)
	for _, k := range kinds(s) {
		plain := sitetest.Must[deal](ed, "POST", k.path, k.body)
		if plain.PayoutModel != nil || plain.Terms != "" || plain.Hold != nil {
			t.Errorf("%s without a deal: %+v", k.path, plain)
		}
		made := sitetest.Must[deal](ed, "POST", k.path, k.with(sitetest.M{
			"advertiserId": partner, "payoutModel": "lead", "payoutAmount": 1250, "startsAt": "2026-01-01T00:00:00-05:00", "endsAt": "2099-01-01T00:00:00Z",
			"dailyCap": 100, "totalCap": 1000, "fallbackOfferId": plain.ID, "subIdParam": "aff_sub", "terms": "No brand bidding.",
		}))
		if *made.AdvertiserID != int64(partner) || *made.PayoutModel != "lead" || *made.PayoutAmount != 1250 || *made.PayoutCurrency != "USD" ||
			*made.StartsAt != "2026-01-01T05:00:00Z" || *made.DailyCap != 100 || *made.FallbackOfferID != plain.ID || *made.SubIDParam != "aff_sub" || made.Terms != "No brand bidding." || made.Hold != nil {
			t.Errorf("%s: %+v", k.path, made)
		}
		path := fmt.Sprint(k.path, "/", made.ID)
		cleared := sitetest.Must[deal](ed, "PUT", path, sitetest.M{"payoutModel": nil, "payoutAmount": nil, "fallbackOfferId": nil, "subIdParam": ""})
		if cleared.PayoutModel != nil || cleared.PayoutAmount != nil || cleared.FallbackOfferID != nil || cleared.SubIDParam != nil || *cleared.DailyCap != 100 {
			t.Errorf("%s cleared: %+v", k.path, cleared)
		}
	}
}

func inconsistentDealsAreRejectedAtTheField(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	for _, k := range kinds(s) {
		first := sitetest.Must[deal](ed, "POST", k.path, k.body)
		second := sitetest.Must[deal](ed, "POST", k.path, k.with(sitetest.M{"fallbackOfferId": first.ID}))
		third := sitetest.Must[deal](ed, "POST", k.path, k.with(sitetest.M{"fallbackOfferId": second.ID, "startsAt": "2026-03-01T00:00:00Z"}))
		at := func(id int64) string { return fmt.Sprint(k.path, "/", id) }
		for _, c := range []struct {
			method, path string
			body         sitetest.M
			field, words string
		}{
			{"POST", k.path, k.with(sitetest.M{"startsAt": "2026-02-01T00:00:00Z", "endsAt": "2026-02-01T00:00:00Z"}), "endsAt", "The end must be after the start."},
			{"PUT", at(third.ID), sitetest.M{"endsAt": "2026-02-28T00:00:00Z"}, "endsAt", "The end must be after the start."},
			{"POST", k.path, k.with(sitetest.M{"payoutAmount": 100}), "payoutModel", "Choose what the advertiser pays for."},
			{"POST", k.path, k.with(sitetest.M{"payoutModel": "click"}), "payoutAmount", "Enter the payout per click."},
			{"POST", k.path, k.with(sitetest.M{"payoutModel": "view"}), "payoutModel", "Choose click, lead, or sale."},
			{"POST", k.path, k.with(sitetest.M{"payoutModel": "sale", "payoutAmount": 12.5}), "payoutAmount", "wrong type"},
			{"POST", k.path, k.with(sitetest.M{"payoutModel": "sale", "payoutAmount": -1}), "payoutAmount", "Enter a whole number"},
			{"POST", k.path, k.with(sitetest.M{"payoutModel": "sale", "payoutAmount": 1, "payoutCurrency": "ABC"}), "payoutCurrency", "such as USD"},
			{"POST", k.path, k.with(sitetest.M{"payoutCurrency": "usd"}), "payoutCurrency", "such as USD"},
			{"POST", k.path, k.with(sitetest.M{"dailyCap": 0}), "dailyCap", "Enter a whole number"},
			{"POST", k.path, k.with(sitetest.M{"totalCap": -1}), "totalCap", "Enter a whole number"},
			{"POST", k.path, k.with(sitetest.M{"subIdParam": "a b"}), "subIdParam", "such as subid"},
			{"POST", k.path, k.with(sitetest.M{"advertiserId": 999999}), "advertiserId", "Choose an existing advertiser."},
			{"POST", k.path, k.with(sitetest.M{"fallbackOfferId": 999999}), "fallbackOfferId", "Choose an existing offer."},
			{"PUT", at(first.ID), sitetest.M{"fallbackOfferId": first.ID}, "fallbackOfferId", "An offer can't be its own fallback."},
			{"PUT", at(first.ID), sitetest.M{"fallbackOfferId": third.ID}, "fallbackOfferId", "lead back to this one"},
			{"PUT", at(first.ID), sitetest.M{"hold": "ended"}, "hold", ""},
		} {
			a := ed.Do(c.method, c.path, c.body)
			if a.Status != 400 || !strings.Contains(a.Body, `"field":"`+c.field+`"`) || !strings.Contains(a.Body, c.words) {
				t.Errorf("%s %s %v: %d %s", c.method, c.path, c.body, a.Status, a.Body)
			}
		}
	}
	other := sitetest.Must[deal](ed, "POST", "/api/content/offers", sitetest.M{"title": "x", "url": "https://x.example.com", "pageId": s.IDOf("content_pages", "settlements")})
	if a := ed.Do("POST", "/api/content/offers", kinds(s)[1].with(sitetest.M{"fallbackOfferId": other.ID})); a.Status != 400 || !strings.Contains(a.Body, "from the same page") {
		t.Errorf("a fallback of another page: %d %s", a.Status, a.Body)
	}
}

func offerSurvivesItsAdvertiserAndFallback(t *testing.T, s *sitetest.Site) {
	ed, partner := s.As("editor"), advertiser(s)
	k := kinds(s)[3]
	fallback := sitetest.Must[deal](ed, "POST", k.path, k.body)
	made := sitetest.Must[deal](ed, "POST", k.path, k.with(sitetest.M{"advertiserId": partner, "fallbackOfferId": fallback.ID}))
	s.Exec("DELETE FROM advertisers WHERE id = $1", partner)
	s.Exec("DELETE FROM static_offers WHERE id = $1", fallback.ID)
	left := sitetest.Must[deal](ed, "PUT", fmt.Sprint(k.path, "/", made.ID), sitetest.M{"title": "Still here"})
	if left.AdvertiserID != nil || left.FallbackOfferID != nil {
		t.Errorf("%+v", left)
	}
}
