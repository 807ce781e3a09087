package site_test

import (
	"fmt"
	"testing"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/tracking"
)

func staffSeeTheOffersForAYes(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	page := ed.Page("hot-offers")
	offer := ed.Offers(page, "")[0]
	type question struct {
		ID           int64   `json:"id"`
		TargetTitle  *string `json:"targetTitle"`
		TargetPageID *int64  `json:"targetPageId"`
	}
	leading := sitetest.Must[question](ed, "POST", "/api/admin/questions", sitetest.M{"question": "Well?", "pageId": page.ID, "targetOfferId": offer.ID})
	if leading.TargetTitle == nil || *leading.TargetTitle != offer.Title || *leading.TargetPageID != page.ID {
		t.Errorf("offers for a yes: %+v", leading)
	}
	if alone := sitetest.Must[question](ed, "POST", "/api/admin/questions", sitetest.M{"question": "Well?", "pageId": page.ID}); alone.TargetTitle != nil {
		t.Errorf("target of a yes: %s", *alone.TargetTitle)
	}
}

func yesCountsForTheOfferThePageShowed(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	page := ed.Page("settlements2")
	add := func(title string, more sitetest.M) int64 {
		body := sitetest.M{"title": title, "url": "https://partner.example.com/", "pageId": page.ID, "payoutModel": "click", "payoutAmount": 30}
		for name, value := range more {
			body[name] = value
		}
		return sitetest.Must[sitetest.Record](ed, "POST", "/api/content/offers", body).ID
	}
	now := add("Now", nil)
	before, ended := add("Before", nil), add("Ended", sitetest.M{"endsAt": "2026-01-01T00:00:00Z"})
	off, upcoming := add("Off", sitetest.M{"isActive": false}), add("Upcoming", sitetest.M{"startsAt": "2098-01-01T00:00:00Z"})
	question := sitetest.Must[sitetest.Record](ed, "POST", "/api/admin/questions", sitetest.M{"question": "Well?", "pageId": page.ID, "targetOfferId": now}).ID
	person := 0
	for _, c := range []struct {
		loaded string
		counts int64 // the offer credited with the click; 0 for none
		earned int
	}{
		{"", now, 30},
		{`,"targetOfferId":null`, now, 30},
		{fmt.Sprintf(`,"targetOfferId":%d`, now), now, 30},
		{fmt.Sprintf(`,"targetOfferId":%d`, before), before, 30},
		{fmt.Sprintf(`,"targetOfferId":%d`, ended), ended, 0},
		{fmt.Sprintf(`,"targetOfferId":%d`, off), 0, 0},
		{fmt.Sprintf(`,"targetOfferId":%d`, upcoming), 0, 0},
		{`,"targetOfferId":0`, 0, 0},
		{`,"targetOfferId":999999`, 0, 0},
		{`,"targetOfferId":"x"`, 0, 0},
	} {
		counted := func() map[int64]int64 {
			n := map[int64]int64{}
			for _, id := range []int64{now, before, ended, off, upcoming} {
				n[id] = s.Counted("content_offer", id, "click")
			}
			return n
		}
		earned := func() int { return s.Count("SELECT coalesce(sum(earned), 0)::int FROM " + tracking.Traffic + " t") }
		want, money, yes := counted(), earned()+c.earned, s.Counted("question", question, "yes")
		if c.counts != 0 {
			want[c.counts]++
		}
		person++
		s.Send("/api/coreg/settlements2/track-click", fmt.Sprintf(`{"questionId":%d,"clickType":"yes"%s}`, question, c.loaded), sitetest.Person(person)...)
		s.Send("/api/coreg/settlements2/track-click", fmt.Sprintf(`{"questionId":%d,"clickType":"no"%s}`, question, c.loaded), sitetest.Person(person)...)
		if got := counted(); fmt.Sprint(got) != fmt.Sprint(want) || earned() != money || s.Counted("question", question, "yes") != yes+1 {
			t.Errorf("with %q: %v and %d earned, want %v and %d", c.loaded, got, earned(), want, money)
		}
	}
}
