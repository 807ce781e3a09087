package questionnaire

import (
	"math"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
)

// StaffQuestion is a question as it is kept.
type StaffQuestion struct {
	ID            int64  `json:"id"`
	PageID        int64  `json:"pageId"`
	Position      int    `json:"position"`
	Question      string `json:"question"`
	TargetOfferID *int64 `json:"targetOfferId"`
	IsActive      bool   `json:"isActive"`
	editable.Meta
}

// CountedQuestion is a question with what people answered over all days, and
// with the offer that a yes opens.
type CountedQuestion struct {
	StaffQuestion
	Target
	Yes int64 `json:"yes"`
	No  int64 `json:"no"`
}

// Target names the offer of a question, active or not; nil where there is none.
type Target struct {
	TargetTitle  *string `json:"targetTitle"`
	TargetPageID *int64  `json:"targetPageId"`
}

// Input is what staff send of a question; nil was not sent. TargetOfferID is
// checked against the offers there are by whoever fills in the columns.
type Input struct {
	Position *int    `json:"position"`
	Question *string `json:"question"`
	IsActive *bool   `json:"isActive"`
	Version  *int    `json:"version"`
}

// maxQuestion is the longest question, in characters.
const maxQuestion = 300

// The faults of editing questions.
var (
	ErrQuestionNotFound = fault.Missing("Question")
	errNoSuchPage       = fault.Form([]fault.Field{{Field: "pageId", Message: "Please select a page."}})
	errNoSuchOffer      = fault.Form([]fault.Field{{Field: "targetOfferId", Message: "Please choose an offer that exists."}})
)

// table is how staff edit questions.
func table(site editable.Site) editable.Table[StaffQuestion] {
	return editable.Table[StaffQuestion]{
		Site: site, Name: "questions", Kind: "question", Tags: []string{"content"}, Bin: true,
		Sort: "position", Missing: ErrQuestionNotFound, Dangling: errNoSuchOffer,
		Key: func(q StaffQuestion) editable.Key {
			return editable.Key{ID: q.ID, Version: q.Version, Sort: q.Position}
		},
	}
}

// values holds a question to the rules.
func values(in Input, isNew bool) (map[string]any, error) {
	r := editable.NewRules()
	r.Require("question", in.Question, isNew, "Question is required")
	r.Line("question", "question", in.Question, maxQuestion)
	r.Number("position", "position", in.Position, 0, math.MaxInt32)
	r.Flag("is_active", in.IsActive)
	return r.Values()
}
