package content

import (
	"fmt"
	"strings"
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/rollup"
	"thriftwell/server/platform/weburl"
)

// StaffPage is a page as staff see it.
type StaffPage struct {
	ID          int64  `json:"id"`
	Title       string `json:"title"`
	Slug        string `json:"slug"`
	Description string `json:"description"`
	IsActive    bool   `json:"isActive"`
	IsIndexed   bool   `json:"isIndexed"` // search engines may index it
	editable.Meta
}

// StaffOffer is an offer of a page as stored.
type StaffOffer struct {
	offer.Staff
	PageID     int64  `json:"pageId"`
	URL        string `json:"url"`
	Priority   int    `json:"priority"`
	IsFeatured bool   `json:"isFeatured"`
	// For settlements: the last day to claim, and whether claims require proof
	// of purchase.
	Deadline    *time.Time `json:"deadline"`
	ProofNeeded bool       `json:"proofNeeded"`
}

// Figures are people's views and clicks over all days.
type Figures struct {
	Views  int64   `json:"views"`
	Clicks int64   `json:"clicks"`
	CTR    float64 `json:"ctr"` // percent, two decimals
}

func figuresOf(n rollup.Sums) Figures {
	return Figures{n["view"], n["click"], rollup.CTR(n["view"], n["click"])}
}

// CountedOffer is an offer with its figures.
type CountedOffer struct {
	StaffOffer
	Figures
}

// MaxImport is the maximum number of addresses in a bulk import.
const MaxImport = 1000

// maxWrongLines is the maximum number of lines that an import's error lists.
const maxWrongLines = 50

// reserved returns the slugs that are paths of calls below /api/content/.
func reserved() []string { return []string{"pages", "offers", "bulk-import"} }

// builtIn returns the slugs of pages with a layout of their own, which can't be
// deleted.
func builtIn() []string {
	return []string{"hot-offers", "settlements", "settlements2", "insuranceprotection"}
}

var errNoSuchPage = fault.Form([]fault.Field{{Field: "pageId", Message: noSuchPage}})

// noSuchPage is the error for an offer without a page.
const noSuchPage = "Select a page."

// importValues makes an inactive offer of each line that isn't blank, titled by
// its host. If any line is invalid, it makes none, and the error lists the
// lines by number, from 1.
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
