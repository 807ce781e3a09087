// Package questionnaire serves the yes-or-no questions of a content page, which
// the specification's API calls coreg.
package questionnaire

import (
	"time"

	"thriftwell/server/platform/fault"
)

// Question is one question (specification, section 3). A yes opens the target
// offer at TargetURL, or the fallback of an offer that is on hold. Both are
// null if no offer is shown.
type Question struct {
	ID            int64   `json:"id"`
	Question      string  `json:"question"`
	TargetOfferID *int64  `json:"targetOfferId"`
	TargetURL     *string `json:"targetUrl"`
	TargetTitle   *string `json:"targetTitle"`
	SubIDParam    *string `json:"subIdParam" gorm:"column:sub_id_param"` // parameter of the target
	// The others are what a visitor decides by, from the target.
	Category    *string    `json:"targetCategory"`
	Disclaimer  *string    `json:"targetDisclaimer"`
	ImageURL    *string    `json:"targetImageUrl"`
	Partner     *string    `json:"targetPartner"`
	Figure      *string    `json:"targetFigure"`
	FigureNote  *string    `json:"targetFigureNote"`
	Who         *string    `json:"targetWho"`
	Minimum     *string    `json:"targetMinimum"`
	Fee         *string    `json:"targetFee"`
	Proof       *string    `json:"targetProof"`
	ProofNeeded *bool      `json:"targetProofNeeded"`
	Deadline    *time.Time `json:"targetDeadline"`
	CheckedAt   *time.Time `json:"targetCheckedAt" gorm:"column:updated_at"`
}

// Index is the in-memory catalog of active questions, by ID.
type Index map[int64]asked

// asked is the page of a question and its target offer, or 0.
type asked struct{ PageID, TargetOfferID int64 }

// ErrNotFound means that no active page has the slug.
var ErrNotFound = fault.Missing("Page")

var (
	errUnknownQuestion = fault.Form([]fault.Field{{Field: "questionId", Message: "Question not found."}})
	errUnknownClick    = fault.Form([]fault.Field{{Field: "clickType", Message: "Send yes, no, or continue."}})
)
