// Package content is the pages at /content/{slug} and their offers.
package content

import (
	"regexp"
	"time"

	"thriftwell/server/platform/fault"
)

// Page is a content page (specification, section 3).
type Page struct {
	ID          int64     `json:"id"`
	Title       string    `json:"title"`
	Slug        string    `json:"slug"`
	Description string    `json:"description"`
	IsActive    bool      `json:"isActive"`
	UpdatedAt   time.Time `json:"-"`
}

// Offer is an offer of a content page. Its figures count people only.
type Offer struct {
	ID          int64   `json:"id"`
	PageID      int64   `json:"pageId"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	URL         string  `json:"url"`
	ImageURL    *string `json:"imageUrl"`
	Priority    int     `json:"priority"` // 1 to 10
	IsActive    bool    `json:"isActive"`
	IsFeatured  bool    `json:"isFeatured"`
	Views       int64   `json:"views"`
	Clicks      int64   `json:"clicks"`
	CTR         float64 `json:"ctr"` // percent, two decimals
}

// Index is what is kept in memory of the active pages, by slug.
type Index map[string]PageIndex

// PageIndex is an active page and its active offers, the first to be shown
// first.
type PageIndex struct {
	ID     int64
	Offers []int64
}

// MaxImpressions is how many offers one view of a page counts at most: the
// first ones.
const MaxImpressions = 200

// ErrNotFound is the error for a slug that no active page has.
var ErrNotFound = fault.Missing("Page")

var (
	errUnknownOffer = fault.Form([]fault.Field{{Field: "offerId", Message: "This page has no such offer."}})
	errTooMany      = fault.Form([]fault.Field{{Field: "offerIds", Message: "Please give at most 200 offers."}})
)

var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
