// Package offers serves the partner offers of the carousel at /offers and the
// static ones at /hot-offers, and the click-outs of offers of every kind.
package offers

import (
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
)

// Offer is an offer of the carousel (specification, section 3). TargetURL may
// have {placeholders} in its query.
type Offer struct {
	offer.Public
	Type      string `json:"type"` // phone, coregistration or linkout
	TargetURL string `json:"targetUrl"`
}

// StaticOffer is a partner offer at /hot-offers. Link may have {placeholders},
// which the page fills in from its own address.
type StaticOffer struct {
	offer.Public
	Link       string  `json:"link"`
	SubIDParam *string `json:"subIdParam" gorm:"column:sub_id_param"` // query parameter for the click ID
}

var (
	errUnknownOffer  = fault.Form([]fault.Field{{Field: "offerId", Message: "Offer not found."}})
	errUnknownAction = fault.Form([]fault.Field{{Field: "action", Message: "Send view, click, or skip."}})
)
