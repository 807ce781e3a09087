package content

import (
	"fmt"
	"slices"
	"strings"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/weburl"
)

// StaffPage is a page as staff see it.
type StaffPage struct {
	ID          int64  `json:"id"`
	Title       string `json:"title"`
	Slug        string `json:"slug"`
	Description string `json:"description"`
	IsActive    bool   `json:"isActive"`
	editable.Meta
}

// StaffOffer is an offer of a page as it is kept.
type StaffOffer struct {
	ID          int64   `json:"id"`
	PageID      int64   `json:"pageId"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	URL         string  `json:"url"`
	ImageURL    *string `json:"imageUrl"`
	Priority    int     `json:"priority"`
	IsActive    bool    `json:"isActive"`
	IsFeatured  bool    `json:"isFeatured"`
	editable.Meta
}

// Figures are the sums over all days of what people saw and clicked.
type Figures struct {
	Views  int64   `json:"views"`
	Clicks int64   `json:"clicks"`
	CTR    float64 `json:"ctr"` // percent, two decimals
}

// CountedOffer is an offer with its figures.
type CountedOffer struct {
	StaffOffer
	Figures
}

// PageInput is what staff send of a page; nil was not sent.
type PageInput struct {
	Title       *string `json:"title"`
	Slug        *string `json:"slug"`
	Description *string `json:"description"`
	IsActive    *bool   `json:"isActive"`
	Version     *int    `json:"version"`
}

// OfferInput is what staff send of an offer; nil was not sent.
type OfferInput struct {
	Title       *string                `json:"title"`
	Description *string                `json:"description"`
	URL         *string                `json:"url"`
	ImageURL    editable.Maybe[string] `json:"imageUrl"`
	Priority    *int                   `json:"priority"`
	IsActive    *bool                  `json:"isActive"`
	IsFeatured  *bool                  `json:"isFeatured"`
	Version     *int                   `json:"version"`
}

// MaxImport is how many addresses one bulk import takes.
const MaxImport = 1000

// maxWrongLines is how many lines of an import are told of at once.
const maxWrongLines = 50

// maxSlug is the longest slug, in characters.
const maxSlug = 100

// reserved are the slugs that the calls below /api/content/ need for
// themselves.
func reserved() []string { return []string{"pages", "offers", "bulk-import"} }

// builtIn are the slugs whose pages have a layout of their own, so they stay.
func builtIn() []string {
	return []string{"hot-offers", "settlements", "settlements2", "insuranceprotection"}
}

// The faults of editing pages and offers.
var (
	ErrOfferNotFound = fault.Missing("Offer")
	errSlugTaken     = &fault.Error{Code: fault.Conflict, Detail: "Another page has this slug.", Fields: []fault.Field{{Field: "slug", Message: "Another page has this slug."}}}
	errNoSuchPage    = fault.Form([]fault.Field{{Field: "pageId", Message: "Please select a page."}})
)

// pageTable is how staff edit pages.
func pageTable(site editable.Site) editable.Table[StaffPage] {
	return editable.Table[StaffPage]{
		Site: site, Name: "content_pages", Kind: "page", Tags: []string{"content"},
		Missing: ErrNotFound, Duplicate: errSlugTaken,
		Key: func(p StaffPage) editable.Key { return editable.Key{ID: p.ID, Version: p.Version} },
	}
}

// offerTable is how staff edit the offers of pages.
func offerTable(site editable.Site) editable.Table[StaffOffer] {
	return editable.Table[StaffOffer]{
		Site: site, Name: "content_offers", Kind: "content offer", Tags: []string{"content"}, Bin: true,
		Sort: "priority", Descending: true,
		Missing: ErrOfferNotFound, Dangling: errNoSuchPage,
		Key: func(o StaffOffer) editable.Key { return editable.Key{ID: o.ID, Version: o.Version, Sort: o.Priority} },
	}
}

// pageValues holds a page to the rules (specification, section 5).
func pageValues(in PageInput, old *StaffPage) (map[string]any, error) {
	const required = "Title and slug are required"
	r := editable.NewRules()
	r.Require("title", in.Title, old == nil, required)
	r.Require("slug", in.Slug, old == nil, required)
	r.Line("title", "title", in.Title, editable.MaxTitle)
	r.Text("description", "description", in.Description, editable.MaxText)
	r.Line("slug", "slug", in.Slug, maxSlug)
	r.Flag("is_active", in.IsActive)
	if in.Slug != nil {
		checkSlug(r, strings.TrimSpace(*in.Slug), old)
	}
	return r.Values()
}

func checkSlug(r *editable.Rules, slug string, old *StaffPage) {
	switch {
	case !slugForm.MatchString(slug):
		r.Wrong("slug", "Please use lower-case letters, digits and single hyphens, such as summer-deals.")
	case slices.Contains(reserved(), slug):
		r.Wrong("slug", "This slug is reserved. Please choose another one.")
	case old != nil && slug != old.Slug && slices.Contains(builtIn(), old.Slug):
		r.Wrong("slug", "This page has a layout of its own, so its slug can't change.")
	}
}

// offerValues holds an offer to the rules (specification, section 5).
func offerValues(in OfferInput, isNew bool) (map[string]any, error) {
	const required = "Title and URL are required"
	r := editable.NewRules()
	r.Require("title", in.Title, isNew, required)
	r.Require("url", in.URL, isNew, required)
	r.Line("title", "title", in.Title, editable.MaxTitle)
	r.Text("description", "description", in.Description, editable.MaxText)
	r.URL("url", "url", in.URL)
	r.Image("image_url", "imageUrl", in.ImageURL)
	r.Number("priority", "priority", in.Priority, editable.LeastPriority, editable.MostPriority)
	r.Flag("is_active", in.IsActive)
	r.Flag("is_featured", in.IsFeatured)
	return r.Values()
}

// importValues makes an offer of each line that is not blank: titled by its
// host and not active until somebody looked at it. All lines are good, or none
// is taken; those that are not are named by their numbers, counted from 1.
func importValues(lines []string, pageID int64) ([]map[string]any, error) {
	rows, wrong := []map[string]any{}, []fault.Field{}
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		address, refusal := weburl.Check(line)
		if refusal != "" && len(wrong) < maxWrongLines {
			wrong = append(wrong, fault.Field{Field: "urls", Message: fmt.Sprintf("Line %d: %s", i+1, refusal)})
		}
		rows = append(rows, map[string]any{"page_id": pageID, "title": weburl.Host(address), "url": address, "is_active": false})
	}
	switch {
	case len(rows) == 0:
		wrong = []fault.Field{{Field: "urls", Message: "Please enter at least one URL"}}
	case len(rows) > MaxImport:
		wrong = []fault.Field{{Field: "urls", Message: "Please enter at most 1,000 URLs at a time."}}
	}
	return rows, fault.Form(wrong)
}
