package offers

import (
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/tracking"
)

// StaffStaticOffer is an offer of /hot-offers as stored.
type StaffStaticOffer struct {
	ID          int64   `json:"id"`
	Position    int     `json:"position"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	ImageURL    *string `json:"imageUrl"`
	Link        string  `json:"link"`
	IsActive    bool    `json:"isActive"`
	offer.Deal
	editable.Meta
}

// CountedStaticOffer is an offer of /hot-offers with its figures over all days.
type CountedStaticOffer struct {
	StaffStaticOffer
	Views  int64 `json:"views"`
	Clicks int64 `json:"clicks"`
}

// Hot declares the offers of /hot-offers. New ones without a position go last.
func Hot(site offer.Site) editable.Kind[StaffStaticOffer, CountedStaticOffer] {
	const required = "Title and URL are required"
	return offer.Declare(offer.Declaration[StaffStaticOffer, CountedStaticOffer]{Offers: site, Subject: tracking.StaticOffer, Import: offer.Import{Address: "link"}, Kind: editable.Kind[StaffStaticOffer, CountedStaticOffer]{
		Name: "static offer", Table: "static_offers", Tags: []string{"offers"}, Path: "/api/admin/static-offers",
		Sort: "position", Show: NewStore(site.DB, site.Location).CountedStatic,
		Missing: fault.Missing("Offer"),
		Key: func(o StaffStaticOffer) editable.Key {
			return editable.Key{ID: o.ID, Version: o.Version, Sort: o.Position}
		},
		Fields: []editable.Field{
			{Column: "title", Label: "Title", Rule: editable.Line(editable.MaxTitle), Required: required},
			{Column: "link", Label: "URL", Rule: editable.URL(), Required: required, Hint: "Public http or https address"},
			{Column: "description", Label: "Description", Rule: editable.Text(editable.MaxText)},
			{Column: "image_url", Label: "Picture", Rule: site.Image(), Nullable: true},
			editable.Position(),
			editable.Active("Shown to visitors"),
		},
	}})
}
