// Package content serves the pages at /content/{slug} and their offers.
package content

import (
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/picture"
)

// Page is a content page (specification, section 3).
type Page struct {
	ID          int64  `json:"id"`
	Title       string `json:"title"`
	Slug        string `json:"slug"`
	Description string `json:"description"`
	IsActive    bool   `json:"isActive"`
	IsIndexed   bool   `json:"isIndexed"` // search engines may list it
}

// Offer is an offer of a content page. Its figures count people only.
type Offer struct {
	offer.Active
	offer.Facts
	PageID      int64            `json:"pageId"`
	Title       string           `json:"title"`
	Description string           `json:"description"`
	URL         string           `json:"url"`
	ImageURL    *string          `json:"imageUrl"`
	Picture     *picture.Picture `json:"picture" gorm:"->;serializer:json"`
	Priority    int              `json:"priority"` // 1 to 10
	IsActive    bool             `json:"isActive"`
	IsFeatured  bool             `json:"isFeatured"`
	Views       int64            `json:"views"`
	Clicks      int64            `json:"clicks"`
	CTR         float64          `json:"ctr"`                                   // percent, two decimals
	SubIDParam  *string          `json:"subIdParam" gorm:"column:sub_id_param"` // carries the click id, when set
	Deadline    *time.Time       `json:"deadline"`                              // of a settlement, the last day to claim
	ProofNeeded bool             `json:"proofNeeded"`                           // a claim needs a proof of purchase
}

// Index is the in-memory copy of the active pages, by slug.
type Index map[string]PageIndex

// PageIndex is an active page and its offers.
type PageIndex struct {
	ID     int64
	Offers []int64                // as they are shown, in their order
	Pays   map[int64]offer.Payout // those that are counted
}

// MaxImpressions is the most offers that one view of a page counts: the first
// ones.
const MaxImpressions = 200

// ErrNotFound is the error for a slug that no active page has.
var ErrNotFound = fault.Missing("Page")

var (
	errUnknownOffer = fault.Form([]fault.Field{{Field: "offerId", Message: "Offer not found on this page."}})
	errTooMany      = fault.Form([]fault.Field{{Field: "offerIds", Message: "Send at most 200 offers."}})
)
