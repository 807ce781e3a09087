package offers

import (
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/rollup"
)

// StaffStaticOffer is an offer of /hot-offers as stored.
type StaffStaticOffer struct {
	offer.Staff
	Link     string `json:"link"`
	Position int    `json:"position"`
}

// CountedStaticOffer is an offer of /hot-offers with its figures over all days.
type CountedStaticOffer struct {
	StaffStaticOffer
	Views  int64 `json:"views"`
	Clicks int64 `json:"clicks"`
}

// Hot declares the offers of /hot-offers. New ones without a position go last.
func Hot(site offer.Site) editable.Kind[StaffStaticOffer, CountedStaticOffer] {
	return offer.Declare(offer.Declaration[StaffStaticOffer, CountedStaticOffer]{
		Offers: site, Of: offer.Static(), Address: "link",
		Counted: func(o StaffStaticOffer, n rollup.Sums) CountedStaticOffer {
			return CountedStaticOffer{o, n["view"], n["click"]}
		},
		Kind: editable.Kind[StaffStaticOffer, CountedStaticOffer]{
			Name: "static offer", Path: "/api/admin/static-offers",
			Key: func(o StaffStaticOffer) editable.Key {
				return editable.Key{ID: o.ID, Version: o.Version, Sort: o.Position}
			},
			Fields: []editable.Field{editable.Position()},
		},
	})
}
