package offers

import (
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/rollup"
)

// StaffOffer is an offer of the carousel as stored.
type StaffOffer struct {
	offer.Staff
	Type      string `json:"type"`
	TargetURL string `json:"targetUrl"`
	Priority  int    `json:"priority"`
}

// Figures are sums over all days of what people did. Clicks are presses of the
// button, clickouts are redirects; they are never added up.
type Figures struct {
	Views     int64   `json:"views"`
	Clicks    int64   `json:"clicks"`
	Skips     int64   `json:"skips"`
	Clickouts int64   `json:"clickouts"`
	CTR       float64 `json:"ctr"` // of clicks
}

// CountedOffer is an offer with its figures.
type CountedOffer struct {
	StaffOffer
	Figures
}

// Carousel declares the offers of the carousel.
func Carousel(site offer.Site) editable.Kind[StaffOffer, CountedOffer] {
	const choose = "Choose phone, coregistration, or linkout."
	return offer.Declare(offer.Declaration[StaffOffer, CountedOffer]{
		Offers: site, Of: offer.Carousel(), Address: "target_url", Imported: map[string]any{"type": "linkout"},
		Counted: func(o StaffOffer, n rollup.Sums) CountedOffer {
			return CountedOffer{o, Figures{n["view"], n["click"], n["skip"], n["clickout"], rollup.CTR(n["view"], n["click"])}}
		},
		Kind: editable.Kind[StaffOffer, CountedOffer]{
			Name: "offer", Path: "/api/admin/offers",
			Key: func(o StaffOffer) editable.Key { return editable.Key{ID: o.ID, Version: o.Version, Sort: o.Priority} },
			Fields: []editable.Field{
				{Column: "type", Label: "Type", Rule: editable.Choice(choose, "phone", "coregistration", "linkout"), Required: choose, Initial: "linkout"},
				offer.Priority(),
			},
		},
	})
}
