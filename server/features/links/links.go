// Package links stores the links to the site's own pages that staff share. Each
// has a short address that redirects to its page, which counts the visit.
package links

import (
	"context"
	"crypto/rand"
	"net/url"
	"strings"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
)

// Link is a link to a page on the site.
type Link struct {
	ID       int64  `json:"id"`
	Code     string `json:"code"` // code of its short address
	Name     string `json:"name"` // display name for staff
	Path     string `json:"path"` // including query and fragment
	Source   string `json:"source"`
	Medium   string `json:"medium"`
	Campaign string `json:"campaign"`
	Content  string `json:"content"`
	editable.Meta
}

// StaffLink is a link as staff share it.
type StaffLink struct {
	Link
	Target string `json:"target"` // where its short address redirects, as a path
}

// forStaff returns links with their targets.
func forStaff(_ context.Context, links []Link) ([]StaffLink, error) {
	shown := make([]StaffLink, len(links))
	for i, l := range links {
		shown[i] = StaffLink{l, l.target()}
	}
	return shown, nil
}

// Maximum lengths in characters. Tracking would truncate longer campaign
// parameters.
const (
	maxName  = 100
	maxValue = 100
)

// ErrNotFound means that no link has the ID.
var ErrNotFound = fault.Missing("Link")

// Tag is the cache tag of links.
const Tag = "links"

// Targets maps codes to where their links point. Deleted links are included,
// because printed and emailed ones can't be recalled.
type Targets map[string]string

// codeLength allows 34 billion codes, so that guessing one or generating one
// twice is unlikely.
const codeLength = 7

// newCode returns a code without digits that look like letters.
func newCode() string { return strings.ToLower(rand.Text()[:codeLength]) }

// target returns the address that the link redirects to. Its query contains
// what the page counts: the campaign as utm parameters, and the link's code.
func (l Link) target() string {
	page, err := url.Parse(l.Path)
	if err != nil {
		return l.Path
	}
	query := page.Query()
	for name, value := range map[string]string{
		"utm_source": l.Source, "utm_medium": l.Medium, "utm_campaign": l.Campaign, "utm_content": l.Content, "link": l.Code,
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	page.RawQuery = query.Encode()
	return page.String()
}
