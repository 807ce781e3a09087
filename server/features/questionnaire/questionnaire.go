// Package questionnaire serves the yes-or-no questions of a content page, which
// the specification's API calls coreg.
package questionnaire

import (
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
)

// Question is one question (specification, section 3). A yes opens the target
// offer at TargetURL; that is the fallback of an
// offer that is on hold, and both are null while none is shown.
type Question struct {
	ID            int64   `json:"id"`
	Question      string  `json:"question"`
	TargetOfferID *int64  `json:"targetOfferId"`
	TargetURL     *string `json:"targetUrl"`
	TargetTitle   *string `json:"targetTitle"`
	SubIDParam    *string `json:"subIdParam" gorm:"column:sub_id_param"` // of the target
	// Category and Disclaimer are those of the target.
	Category   *string `json:"targetCategory"`
	Disclaimer *string `json:"targetDisclaimer"`
}

// Index is the in-memory copy of the active pages, by slug, and of the content
// offers that are counted, by id.
type Index struct {
	Pages  map[string]PageIndex
	Offers map[int64]offer.Payout
}

// PageIndex is an active page and its active questions, each with the offer that
// a yes opens now, 0 for none.
type PageIndex struct {
	ID      int64
	Targets map[int64]int64
}

// ErrNotFound is the error for a slug that no active page has.
var ErrNotFound = fault.Missing("Page")

var (
	errUnknownQuestion = fault.Form([]fault.Field{{Field: "questionId", Message: "Question not found."}})
	errUnknownClick    = fault.Form([]fault.Field{{Field: "clickType", Message: "Send yes, no, or continue."}})
)
