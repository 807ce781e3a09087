package dailyoffers

import (
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/rollup"
)

// StaffOffer is a daily offer as stored.
type StaffOffer struct {
	offer.Staff
	Link     string `json:"link"`
	CTAText  string `json:"ctaText"`
	Position int    `json:"position"`
}

// CountedOffer is a daily offer with its figures over all days.
type CountedOffer struct {
	StaffOffer
	Views  int64 `json:"views"`
	Clicks int64 `json:"clicks"`
}

// maxCTA is the maximum length of a button's text, in characters.
const maxCTA = 40

// Offers declares the daily offers. New ones without a position go last.
func Offers(site offer.Site) editable.Kind[StaffOffer, CountedOffer] {
	return offer.Declare(offer.Declaration[StaffOffer, CountedOffer]{
		Offers: site, Of: offer.Daily(), Address: "link",
		Counted: func(o StaffOffer, n rollup.Sums) CountedOffer { return CountedOffer{o, n["view"], n["click"]} },
		Kind: editable.Kind[StaffOffer, CountedOffer]{
			Name: "daily offer", Path: "/api/admin/daily-offers",
			Key: func(o StaffOffer) editable.Key { return editable.Key{ID: o.ID, Version: o.Version, Sort: o.Position} },
			Fields: []editable.Field{
				{Column: "cta_text", Label: "Button", Rule: editable.Line(maxCTA), Required: "Enter the button text.", Default: true, Initial: "Get Deal"},
				editable.Position(),
			},
		},
	})
}
