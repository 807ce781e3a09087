package app

import "testing"

func TestStaffSeeWhereAYesLeads(t *testing.T) {
	s := openSite(t)
	ed := s.as("editor")
	page := ed.page("hot-offers")
	offer := ed.offers(page, "")[0]
	type question struct {
		ID           int64   `json:"id"`
		TargetTitle  *string `json:"targetTitle"`
		TargetPageID *int64  `json:"targetPageId"`
	}
	leading := must[question](ed, "POST", "/api/admin/questions", m{"question": "Well?", "pageId": page.ID, "targetOfferId": offer.ID})
	if leading.TargetTitle == nil || *leading.TargetTitle != offer.Title || *leading.TargetPageID != page.ID {
		t.Errorf("a yes leads to %+v", leading)
	}
	if alone := must[question](ed, "POST", "/api/admin/questions", m{"question": "Well?", "pageId": page.ID}); alone.TargetTitle != nil {
		t.Errorf("a yes leads to %s", *alone.TargetTitle)
	}
}
