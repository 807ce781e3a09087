// Package discovery makes the site readable by programs: it serves feeds, the
// sitemap, pieces as Markdown and the well-known files, and tells search
// engines what has changed.
package discovery

import (
	"strings"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/pieces"
)

// Site describes the site.
type Site struct {
	Name    string
	Tagline string
	BaseURL string
	Pages   []string      // paths of the pages other than pieces
	Support func() string // contact address
}

// Entry is an article, a guide or a newsletter in a feed.
type Entry struct {
	Section    string // "articles", "guides" or "newsletter"
	Slug       string
	Title      string
	About      string
	Category   string
	AuthorName string
	AuthorSlug *string // nil if the author has no page
	ImageURL   *string
	Published  time.Time
	Changed    time.Time // when its content last changed
}

// Path returns the path of the piece's page.
func (e Entry) Path() string { return "/" + e.Section + "/" + e.Slug }

// Piece is an article or a guide with its full text.
type Piece struct {
	Entry
	pieces.Notes
	Body       string // Markdown, like the other texts; for a guide, its introduction
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

// Address is an entry in the sitemap.
type Address struct {
	Path    string
	Changed *time.Time // nil if unknown
	Image   *string
}

// tags are the cache tags of feeds and the sitemap, which change with any of
// these.
func tags() []string { return []string{"articles", "guides", "authors", "letters", "content"} }

// Errors for addresses that don't exist.
var (
	errNoFeed    = fault.Missing("Feed")
	errNoSitemap = fault.Missing("Sitemap")
	errNoPiece   = fault.Missing("Piece")

	errNoShareImage = fault.Missing("Share image")
)

// title returns the display name of a category, as pages show it
// (ui/shared/constants.ts): its words with the first one capitalized, except
// for a category with a name of its own.
func title(category string) string {
	if category == "phone" {
		return "Phone & Internet"
	}
	words := strings.ReplaceAll(category, "-", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}
