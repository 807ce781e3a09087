// Package questionnaire serves the yes-or-no questions of a content page, which
// the specification's API calls coreg.
package questionnaire

import (
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
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

// Index is the in-memory copy of active pages, by slug, and of counted content
// offers, by ID.
type Index struct {
	Pages  map[string]PageIndex
	Offers map[int64]offer.Payout
}

// PageIndex is an active page with its active questions, each with the ID of
// the offer that a yes currently opens, or 0.
type PageIndex struct {
	ID      int64
	Targets map[int64]int64
}

// ErrNotFound means that no active page has the slug.
var ErrNotFound = fault.Missing("Page")

var (
	errUnknownQuestion = fault.Form([]fault.Field{{Field: "questionId", Message: "Question not found."}})
	errUnknownClick    = fault.Form([]fault.Field{{Field: "clickType", Message: "Send yes, no, or continue."}})
)
