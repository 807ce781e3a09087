package offers

import (
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/tracking"
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
	return offer.Declare(offer.Declaration[StaffStaticOffer, CountedStaticOffer]{Offers: site, Subject: tracking.StaticOffer, Address: "link", Kind: editable.Kind[StaffStaticOffer, CountedStaticOffer]{
		Name: "static offer", Table: "static_offers", Tags: []string{"offers"}, Path: "/api/admin/static-offers",
		Sort: "position", Show: NewStore(site.DB, site.Location).CountedStatic,
		Missing: fault.Missing("Offer"),
		Key: func(o StaffStaticOffer) editable.Key {
			return editable.Key{ID: o.ID, Version: o.Version, Sort: o.Position}
		},
		Fields: []editable.Field{
			editable.Position(),
		},
	}})
}
