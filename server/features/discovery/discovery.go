// Package discovery makes the site known to those who read it by program:
// feeds, the sitemap, pieces as Markdown, the well-known files, and the notice
// to search engines of what has changed.
package discovery

import (
	"strings"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/pieces"
)

// Site is what is said of the site.
type Site struct {
	Name    string
	Tagline string
	BaseURL string
	Pages   []string      // the paths of the pages that are no pieces
	Support func() string // the address to write to
}

// Entry is an article or a guide in a feed.
type Entry struct {
	Section    string // "articles", "guides" or, for a letter, "newsletter"
	Slug       string
	Title      string
	About      string
	Category   string
	AuthorName string
	AuthorSlug *string // nil if the author has no page
	ImageURL   *string
	Published  time.Time
	Changed    time.Time // when its substance last did
}

// Path returns the path of the piece's page.
func (e Entry) Path() string { return "/" + e.Section + "/" + e.Slug }

// Piece is an article or a guide whole.
type Piece struct {
	Entry
	pieces.Notes
	Body       string // Markdown, as are the others; of a guide, its introduction
	Steps      []Step `gorm:"-"` // of a guide
	Conclusion string // of a guide
}

// Step is a step of a guide.
type Step struct {
	Title        string
	Content      string
	CTAText      *string
	CTAURL       *string
	CTASponsored bool
}

// Address is an entry of the sitemap.
type Address struct {
	Path    string
	Changed *time.Time // nil if nobody knows
	Image   *string
}

// tags name the answers that show what a feed or the sitemap does: they change
// with any of these.
func tags() []string { return []string{"articles", "guides", "authors", "letters", "content"} }

// The errors for addresses that lead to nothing.
var (
	errNoFeed    = fault.Missing("Feed")
	errNoSitemap = fault.Missing("Sitemap")
	errNoPiece   = fault.Missing("Piece")

	errNoShareImage = fault.Missing("Share image")
)

// title is a category as a title, as the pages have it (ui/shared/constants.ts):
// its words, the first one capitalized, but for one that covers more.
func title(category string) string {
	if category == "phone" {
		return "Phone & Internet"
	}
	words := strings.ReplaceAll(category, "-", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}
