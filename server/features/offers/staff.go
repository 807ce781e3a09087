package offers

import (
	"slices"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
)

// StaffOffer is an offer of the carousel as it is kept.
type StaffOffer struct {
	ID          int64   `json:"id"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	Type        string  `json:"type"`
	ImageURL    *string `json:"imageUrl"`
	TargetURL   string  `json:"targetUrl"`
	SubIDParam  *string `json:"subIdParam" gorm:"column:sub_id_param"`
	Priority    int     `json:"priority"`
	IsActive    bool    `json:"isActive"`
	editable.Meta
}

// Figures are the sums over all days of what people did. Clicks are presses of
// the button and clickouts redirects: two figures that are never added up.
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

// Input is what staff send of an offer; nil was not sent.
type Input struct {
	Title       *string                `json:"title"`
	Description *string                `json:"description"`
	Type        *string                `json:"type"`
	ImageURL    editable.Maybe[string] `json:"imageUrl"`
	TargetURL   *string                `json:"targetUrl"`
	Priority    *int                   `json:"priority"`
	IsActive    *bool                  `json:"isActive"`
	Version     *int                   `json:"version"`
}

// Types gives every type of offer (specification, section 9).
func Types() []string { return []string{"phone", "coregistration", "linkout"} }

// ErrNotFound is the error for an id that no offer has.
var ErrNotFound = fault.Missing("Offer")

// table is how staff edit offers.
func table(site editable.Site) editable.Table[StaffOffer] {
	return editable.Table[StaffOffer]{
		Site: site, Name: "offers", Kind: "offer", Tags: []string{"offers"}, Bin: true,
		Sort: "priority", Descending: true, Missing: ErrNotFound,
		Key: func(o StaffOffer) editable.Key { return editable.Key{ID: o.ID, Version: o.Version, Sort: o.Priority} },
	}
}

// values holds an offer to the rules (specification, section 5).
func values(in Input, isNew bool) (map[string]any, error) {
	const required = "Title and URL are required"
	r := editable.NewRules()
	r.Require("title", in.Title, isNew, required)
	r.Require("targetUrl", in.TargetURL, isNew, required)
	r.Line("title", "title", in.Title, editable.MaxTitle)
	r.Text("description", "description", in.Description, editable.MaxText)
	r.URL("target_url", "targetUrl", in.TargetURL)
	r.Image("image_url", "imageUrl", in.ImageURL)
	r.Number("priority", "priority", in.Priority, editable.LeastPriority, editable.MostPriority)
	r.Flag("is_active", in.IsActive)
	if in.Type != nil || isNew {
		if in.Type == nil || !slices.Contains(Types(), *in.Type) {
			r.Wrong("type", "Please choose phone, coregistration or linkout.")
		} else {
			r.Set("type", *in.Type)
		}
	}
	return r.Values()
}
