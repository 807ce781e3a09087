package content

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/weburl"
)

// StaffPage is a page as staff see it.
type StaffPage struct {
	ID          int64  `json:"id"`
	Title       string `json:"title"`
	Slug        string `json:"slug"`
	Description string `json:"description"`
	IsActive    bool   `json:"isActive"`
	IsIndexed   bool   `json:"isIndexed"` // search engines may list it
	editable.Meta
}

// StaffOffer is an offer of a page as stored.
type StaffOffer struct {
	offer.Staff
	PageID     int64  `json:"pageId"`
	URL        string `json:"url"`
	Priority   int    `json:"priority"`
	IsFeatured bool   `json:"isFeatured"`
	// Of settlements: the last day to claim, and whether a claim needs a proof of
	// purchase.
	Deadline    *time.Time `json:"deadline"`
	ProofNeeded bool       `json:"proofNeeded"`
}

// Figures are the views and clicks of people over all days.
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

// MaxImport is the most addresses in a bulk import.
const MaxImport = 1000

// maxWrongLines is the most lines of an import that an error names.
const maxWrongLines = 50

// reserved are the slugs that the calls below /api/content/ need for
// themselves.
func reserved() []string { return []string{"pages", "offers", "bulk-import"} }

// builtIn are the slugs whose pages have a layout of their own, so they stay.
func builtIn() []string {
	return []string{"hot-offers", "settlements", "settlements2", "insuranceprotection"}
}

// The errors of editing offers.
var (
	ErrOfferNotFound = fault.Missing("Offer")
	errNoSuchPage    = fault.Form([]fault.Field{{Field: "pageId", Message: noSuchPage}})
)

// noSuchPage is said where an offer has no page.
const noSuchPage = "Select a page."

// checkSlug keeps the slugs of calls free, and pages with a layout at theirs.
func checkSlug(_ context.Context, old *StaffPage, values map[string]any) error {
	slug, sent := values["slug"].(string)
	refusal := ""
	switch {
	case sent && slices.Contains(reserved(), slug):
		refusal = "This slug is reserved. Choose another."
	case sent && old != nil && slug != old.Slug && slices.Contains(builtIn(), old.Slug):
		refusal = "This page has its own layout, so its slug can't change."
	default:
		return nil
	}
	return fault.Form([]fault.Field{{Field: "slug", Message: refusal}})
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
		wrong = []fault.Field{{Field: "urls", Message: "Enter at most 1,000 URLs at a time."}}
	}
	return rows, fault.Form(wrong)
}
