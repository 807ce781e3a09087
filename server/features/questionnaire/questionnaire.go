// Package questionnaire is the yes-or-no questions of a content page, which
// the specification's API calls coreg.
package questionnaire

import (
	"regexp"

	"thriftwell/server/platform/fault"
)

// Question is one question (specification, section 3). A yes opens the target
// offer at TargetURL; both are null while that offer is not active.
type Question struct {
	ID            int64   `json:"id"`
	Question      string  `json:"question"`
	TargetOfferID *int64  `json:"targetOfferId"`
	TargetURL     *string `json:"targetUrl"`
	TargetTitle   *string `json:"targetTitle"`
}

// Index is what is kept in memory of the active pages, by slug.
type Index map[string]PageIndex

// PageIndex is an active page and its active questions, each with the offer
// that a yes opens, 0 for none.
type PageIndex struct {
	ID      int64
	Targets map[int64]int64
}

// ErrNotFound is the error for a slug that no active page has.
var ErrNotFound = fault.Missing("Page")

var (
	errUnknownQuestion = fault.Form([]fault.Field{{Field: "questionId", Message: "There is no such question."}})
	errUnknownClick    = fault.Form([]fault.Field{{Field: "clickType", Message: "Please give yes, no or continue."}})
)

var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
