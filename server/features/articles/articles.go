// Package articles implements the articles: public lists and pages, and their
// editing.
package articles

import (
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/pieces"
)

// Card is an article in a list.
type Card = pieces.ArticleCard

// Article is a complete article.
type Article struct {
	pieces.ArticleCard
	pieces.Notes
	pieces.Author
	Tags      []string           `json:"tags"`
	Body      string             `json:"body"` // safe HTML; h2 elements have ids
	TOC       []markdown.Heading `json:"toc"`
	Claims    []pieces.Claim     `json:"claims"`    // marked in the text
	RevisedAt time.Time          `json:"revisedAt"` // when its substance last changed
	Related   []Card             `json:"related"`
	relates   []string           // slugs of related articles that are public or may become so
	offers    []string           // cache tags of offers linked in the text
}

// tags returns the cache tags of responses with the article.
func (a Article) tags() []string {
	tags := append([]string{pieces.Tag("article", a.Slug)}, a.offers...)
	for _, slug := range a.relates {
		tags = append(tags, pieces.Tag("article", slug))
	}
	return tags
}

// Filter selects the articles of a list. The zero value selects all.
type Filter struct {
	Featured bool
	Category string // exact; "" or "all" for every category
	Text     string // case-insensitive substring of title or excerpt (section 5)
	Limit    int
	Offset   int
}

// Limits of a list.
const (
	MaxLimit  = 100
	MaxOffset = 100_000
)

// ErrNotFound is the error for an unknown slug.
var ErrNotFound = fault.Missing("Article")
