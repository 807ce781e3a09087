// Package links keeps the links to the site's own pages that staff share. Each
// has a short address, which leads to its page; the page counts the visit.
package links

import (
	"crypto/rand"
	"net/url"
	"strings"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
)

// Link is a link to a page of the site.
type Link struct {
	ID       int64  `json:"id"`
	Code     string `json:"code"` // of its short address
	Name     string `json:"name"` // for staff
	Path     string `json:"path"` // with its query and fragment
	Source   string `json:"source"`
	Medium   string `json:"medium"`
	Campaign string `json:"campaign"`
	Content  string `json:"content"`
	editable.Meta
}

// The most that the fields take, in characters. Of a campaign's value, tracking
// would cut the rest.
const (
	maxName  = 100
	maxValue = 100
)

// ErrNotFound is the error for an id that no link has.
var ErrNotFound = fault.Missing("Link")

// Tag is the cache tag of links.
const Tag = "links"

// Targets are where links lead, by their codes. Deleted ones lead on: what was
// printed and mailed can't be taken back.
type Targets map[string]string

// codeLength makes guessing a code, or making one twice, a matter of 34 billion.
const codeLength = 7

// newCode returns a code without the digits that look like letters.
func newCode() string { return strings.ToLower(rand.Text()[:codeLength]) }

// target is the address that a link leads to. What the page counts is in its
// query: the campaign as utm parameters, and which link it was.
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
