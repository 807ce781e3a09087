// Package offers is the partner offers of the carousel at /offers, with the
// click-out to their stored targets, and the static partner offers at
// /hot-offers.
package offers

import "thriftwell/server/platform/fault"

// Offer is one offer of the carousel (specification, section 3). TargetURL may
// hold {placeholders} in its query.
type Offer struct {
	ID          int64   `json:"id"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	Type        string  `json:"type"` // phone, coregistration or linkout
	ImageURL    *string `json:"imageUrl"`
	TargetURL   string  `json:"targetUrl"`
	SubIDParam  string  `json:"-"` // the query parameter that carries the click id, when set
}

// StaticOffer is one of the partner offers at /hot-offers. Link may hold
// {placeholders}, which the page fills from its own address.
type StaticOffer struct {
	ID          int64   `json:"id"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	ImageURL    *string `json:"imageUrl"`
	Link        string  `json:"link"`
}

// Index is what is kept in memory of the offers that are shown: where the
// carousel's lead, and which static ones there are.
type Index struct {
	Targets map[int64]target
	Static  map[int64]bool
}

var (
	errUnknownOffer  = fault.Form([]fault.Field{{Field: "offerId", Message: "There is no such offer."}})
	errUnknownAction = fault.Form([]fault.Field{{Field: "action", Message: "Please give view, click or skip."}})
)
