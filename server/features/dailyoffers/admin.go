package dailyoffers

import (
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/tracking"
)

// StaffOffer is a daily offer as stored.
type StaffOffer struct {
	ID          int64   `json:"id"`
	Position    int     `json:"position"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	ImageURL    *string `json:"imageUrl"`
	Link        string  `json:"link"`
	CTAText     string  `json:"ctaText"`
	IsActive    bool    `json:"isActive"`
	offer.Deal
	editable.Meta
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
	const required = "Title and URL are required"
	return offer.Declare(offer.Declaration[StaffOffer, CountedOffer]{Offers: site, Subject: tracking.DailyOffer, Import: offer.Import{Address: "link"}, Kind: editable.Kind[StaffOffer, CountedOffer]{
		Name: "daily offer", Table: "daily_offers", Tags: []string{"dailyoffers"}, Path: "/api/admin/daily-offers",
		Sort: "position", Show: NewStore(site.DB, site.Location).Counted,
		Missing: fault.Missing("Offer"),
		Key:     func(o StaffOffer) editable.Key { return editable.Key{ID: o.ID, Version: o.Version, Sort: o.Position} },
		Fields: []editable.Field{
			{Column: "title", Label: "Title", Rule: editable.Line(editable.MaxTitle), Required: required},
			{Column: "link", Label: "URL", Rule: editable.URL(), Required: required, Hint: "Public http or https address"},
			{Column: "cta_text", Label: "Button", Rule: editable.Line(maxCTA), Required: "Enter the button text.", Default: true, Initial: "Get Deal"},
			{Column: "description", Label: "Description", Rule: editable.Text(editable.MaxText)},
			{Column: "image_url", Label: "Picture", Rule: site.Image(), Nullable: true},
			editable.Position(),
			editable.Active("Shown to visitors"),
		},
	}})
}
