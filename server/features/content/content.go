// Package content serves the pages at /content/{slug} and their offers.
package content

import (
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
)

// Page is a content page (specification, section 3).
type Page struct {
	ID          int64  `json:"id"`
	Title       string `json:"title"`
	Slug        string `json:"slug"`
	Description string `json:"description"`
	IsActive    bool   `json:"isActive"`
	IsIndexed   bool   `json:"isIndexed"` // search engines may index it
}

// Offer is an offer of a content page. Its figures count only people.
type Offer struct {
	offer.Public
	Figures     `gorm:"-"`
	PageID      int64      `json:"pageId"`
	URL         string     `json:"url"`
	Priority    int        `json:"priority"` // 1 to 10
	IsActive    bool       `json:"isActive"`
	IsFeatured  bool       `json:"isFeatured"`
	SubIDParam  *string    `json:"subIdParam" gorm:"column:sub_id_param"` // query parameter for the click ID
	Deadline    *time.Time `json:"deadline"`                              // last day to claim, of a settlement
	ProofNeeded bool       `json:"proofNeeded"`                           // claims require proof of purchase
}

// Path begins the paths of pages.
const Path = "/content/"

// MaxImpressions is the maximum number of offers that a page view counts, from
// the first on.
const MaxImpressions = 200

// ErrNotFound is returned if no active page has the slug.
var ErrNotFound = fault.Missing("Page")

var (
	errUnknownOffer = fault.Form([]fault.Field{{Field: "offerId", Message: "Offer not found on this page."}})
	errTooMany      = fault.Form([]fault.Field{{Field: "offerIds", Message: "Send at most 200 offers."}})
)
