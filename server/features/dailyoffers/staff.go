package dailyoffers

import (
	"math"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
)

// StaffOffer is a daily offer as it is kept.
type StaffOffer struct {
	ID          int64  `json:"id"`
	Position    int    `json:"position"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Link        string `json:"link"`
	CTAText     string `json:"ctaText"`
	IsActive    bool   `json:"isActive"`
	editable.Meta
}

// CountedOffer is a daily offer with what people did over all days.
type CountedOffer struct {
	StaffOffer
	Views  int64 `json:"views"`
	Clicks int64 `json:"clicks"`
}

// Input is what staff send of a daily offer; nil was not sent.
type Input struct {
	Position    *int    `json:"position"`
	Title       *string `json:"title"`
	Description *string `json:"description"`
	Link        *string `json:"link"`
	CTAText     *string `json:"ctaText"`
	IsActive    *bool   `json:"isActive"`
	Version     *int    `json:"version"`
}

// maxCTA is the longest text of a button, in characters.
const maxCTA = 40

// ErrNotFound is the error for an id that no daily offer has.
var ErrNotFound = fault.Missing("Offer")

// table is how staff edit daily offers.
func table(site editable.Site) editable.Table[StaffOffer] {
	return editable.Table[StaffOffer]{
		Site: site, Name: "daily_offers", Kind: "daily offer", Tags: []string{"dailyoffers"}, Bin: true,
		Sort: "position", Missing: ErrNotFound,
		Key: func(o StaffOffer) editable.Key { return editable.Key{ID: o.ID, Version: o.Version, Sort: o.Position} },
	}
}

// values holds a daily offer to the rules (specification, section 5).
func values(in Input, isNew bool) (map[string]any, error) {
	const required = "Title and URL are required"
	r := editable.NewRules()
	r.Require("title", in.Title, isNew, required)
	r.Require("link", in.Link, isNew, required)
	r.Require("ctaText", in.CTAText, false, "Please enter the text of the button.")
	r.Line("title", "title", in.Title, editable.MaxTitle)
	r.Text("description", "description", in.Description, editable.MaxText)
	r.URL("link", "link", in.Link)
	r.Line("cta_text", "ctaText", in.CTAText, maxCTA)
	r.Number("position", "position", in.Position, 0, math.MaxInt32)
	r.Flag("is_active", in.IsActive)
	return r.Values()
}
