// Package dailyoffers is the paged grid of offers at /dailyoffers.
package dailyoffers

import "thriftwell/server/platform/fault"

// PageSize is how many daily offers a page shows (specification, section 9).
const PageSize = 6

// Limits of one call.
const (
	MaxLimit = 50
	MaxPage  = 100_000
)

// Offer is one daily offer (specification, section 3).
type Offer struct {
	ID          int64   `json:"id"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	ImageURL    *string `json:"imageUrl"`
	Link        string  `json:"link"`
	CTAText     string  `json:"ctaText"`
}

// Page is one page of the list (specification, section 3). A page after the
// last has no offers.
type Page struct {
	Offers     []Offer `json:"offers"`
	Total      int64   `json:"total"`
	TotalPages int64   `json:"totalPages"`
}

// Index is what is kept in memory: the ids of the active offers.
type Index map[int64]bool

var (
	errUnknownOffer = fault.Form([]fault.Field{{Field: "offerId", Message: "There is no such offer."}})
	errNoPage       = fault.Form([]fault.Field{{Field: "page", Message: "Please give a whole number from 1 to 100000."}})
)
