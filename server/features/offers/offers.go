// Package offers serves the partner offers of the carousel at /offers, with the
// click-out to their stored targets, and the static partner offers at
// /hot-offers.
package offers

import (
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/picture"
)

// Offer is an offer of the carousel (specification, section 3). TargetURL may
// have {placeholders} in its query.
type Offer struct {
	offer.Active
	offer.Facts
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Type        string           `json:"type"` // phone, coregistration or linkout
	ImageURL    *string          `json:"imageUrl"`
	Picture     *picture.Picture `json:"picture" gorm:"->;serializer:json"`
	TargetURL   string           `json:"targetUrl"`
	SubIDParam  string           `json:"-"` // query parameter for the click ID; may be empty
}

// StaticOffer is a partner offer at /hot-offers. Link may have {placeholders},
// which the page fills in from its own address.
type StaticOffer struct {
	offer.Active
	offer.Facts
	Title       string           `json:"title"`
	Description string           `json:"description"`
	ImageURL    *string          `json:"imageUrl"`
	Picture     *picture.Picture `json:"picture" gorm:"->;serializer:json"`
	Link        string           `json:"link"`
	SubIDParam  *string          `json:"subIdParam" gorm:"column:sub_id_param"` // query parameter for the click ID
}

// Index is the in-memory catalog of active offers.
type Index struct {
	Targets map[int64]target       // of the carousel, by ID
	Instead map[int64]int64        // replacements of offers on hold, by ID
	Pays    map[int64]offer.Payout // of the offers that count
	Last    int64                  // highest ID in the carousel, including ended offers
	// For /hot-offers:
	Static      map[int64]offer.Payout // of the offers that count
	StaticShown []int64                // in the order shown
}

var (
	errUnknownOffer  = fault.Form([]fault.Field{{Field: "offerId", Message: "Offer not found."}})
	errUnknownAction = fault.Form([]fault.Field{{Field: "action", Message: "Send view, click, or skip."}})
)
