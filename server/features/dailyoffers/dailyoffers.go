// Package dailyoffers serves the paged grid of offers at /dailyoffers.
package dailyoffers

import (
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
)

// PageSize is the number of daily offers on a page (specification, section 9).
const PageSize = 6

// Limits of one call.
const (
	MaxLimit = 50
	MaxPage  = 100_000
)

// Offer is a daily offer (specification, section 3).
type Offer struct {
	offer.Public
	Link       string  `json:"link"`
	CTAText    string  `json:"ctaText"`
	SubIDParam *string `json:"subIdParam" gorm:"column:sub_id_param"` // query parameter for the click ID
}

// Page is a page of the list (specification, section 3). Pages after the last
// one are empty.
type Page struct {
	Offers     []Offer `json:"offers"`
	Total      int64   `json:"total"`
	TotalPages int64   `json:"totalPages"`
}

var (
	errUnknownOffer  = fault.Form([]fault.Field{{Field: "offerId", Message: "Offer not found."}})
	errUnknownOffers = fault.Form([]fault.Field{{Field: "offerIds", Message: "Offer not found."}})
	errNoOffers      = fault.Form([]fault.Field{{Field: "offerIds", Message: "Enter a number from 1 to 50."}})
	errNoPage        = fault.Form([]fault.Field{{Field: "page", Message: "Enter a whole number from 1 to 100000."}})
)
