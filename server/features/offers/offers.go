// Package offers serves the partner offers of the carousel at /offers, with the
// click-out to their stored targets, and the static partner offers at
// /hot-offers.
package offers

import (
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/picture"
)

// Offer is one offer of the carousel (specification, section 3). TargetURL may
// hold {placeholders} in its query.
type Offer struct {
	offer.Active
	offer.Facts
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Type        string           `json:"type"` // phone, coregistration or linkout
	ImageURL    *string          `json:"imageUrl"`
	Picture     *picture.Picture `json:"picture" gorm:"->;serializer:json"`
	TargetURL   string           `json:"targetUrl"`
	SubIDParam  string           `json:"-"` // the query parameter that carries the click id, when set
}

// StaticOffer is one of the partner offers at /hot-offers. Link may hold
// {placeholders}, which the page fills in from its own address.
type StaticOffer struct {
	offer.Active
	offer.Facts
	Title       string           `json:"title"`
	Description string           `json:"description"`
	ImageURL    *string          `json:"imageUrl"`
	Picture     *picture.Picture `json:"picture" gorm:"->;serializer:json"`
	Link        string           `json:"link"`
	SubIDParam  *string          `json:"subIdParam" gorm:"column:sub_id_param"` // carries the click id, when set
}

// Index is the in-memory copy of the active offers.
type Index struct {
	Targets map[int64]target       // of the carousel's
	Instead map[int64]int64        // what is shown in the place of those on hold
	Pays    map[int64]offer.Payout // those that are counted
	Last    int64                  // the highest id that one of the carousel had, ended ones too
	// Those of /hot-offers.
	Static      map[int64]offer.Payout // that are counted
	StaticShown []int64                // that are shown
}

var (
	errUnknownOffer  = fault.Form([]fault.Field{{Field: "offerId", Message: "Offer not found."}})
	errUnknownAction = fault.Form([]fault.Field{{Field: "action", Message: "Send view, click, or skip."}})
)
