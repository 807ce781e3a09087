package questionnaire

import (
	"context"
	"net/url"
	"strconv"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
)

// StaffQuestion is a question as stored.
type StaffQuestion struct {
	ID            int64  `json:"id"`
	PageID        int64  `json:"pageId"`
	Position      int    `json:"position"`
	Question      string `json:"question"`
	TargetOfferID *int64 `json:"targetOfferId"`
	IsActive      bool   `json:"isActive"`
	editable.Meta
}

// CountedQuestion is a question with its answers over all days and the offer
// that a yes opens.
type CountedQuestion struct {
	StaffQuestion
	Target
	Yes int64 `json:"yes"`
	No  int64 `json:"no"`
}

// Target is the offer of a question, active or not.
type Target struct {
	TargetTitle  *string `json:"targetTitle"`
	TargetPageID *int64  `json:"targetPageId"`
}

// maxQuestion is the maximum length of a question, in characters.
const maxQuestion = 300

// noSuchPage is the error for a question without a valid page.
const noSuchPage = "Select a page."

// Questions declares the kind of questions.
func Questions(site editable.Site, store *Store) editable.Records {
	return editable.Kind[StaffQuestion, CountedQuestion]{
		Site: site, Name: "question", Table: "questions", Tags: []string{"questions"},
		Path: "/api/admin/questions",
		Sort: "position", Within: "page_id", Query: editable.OfPage(noSuchPage), Where: ofPage, Show: store.Counted,
		Missing: fault.Missing("Question"),
		Key: func(q StaffQuestion) editable.Key {
			return editable.Key{ID: q.ID, Version: q.Version, Sort: q.Position}
		},
		Fields: []editable.Field{
			{Column: "question", Label: "Question", Rule: editable.Line(maxQuestion), Required: "Question is required"},
			{Column: "page_id", Rule: editable.ID(), Fixed: true, Required: noSuchPage, Unknown: noSuchPage, Doc: "Can't be changed later."},
			{Column: "target_offer_id", Label: "Offer on yes", Rule: editable.ID(), Control: "offer", Nullable: true, Unknown: "Choose an existing offer."},
			editable.Position(),
			editable.Active("Shown to visitors"),
		},
	}
}

// ofPage filters a list by ?pageId=.
func ofPage(_ context.Context, query url.Values) (map[string]any, error) {
	page, err := strconv.ParseInt(query.Get("pageId"), 10, 64)
	if err != nil {
		return nil, fault.Form([]fault.Field{{Field: "pageId", Message: noSuchPage}})
	}
	return map[string]any{"page_id": page}, nil
}
