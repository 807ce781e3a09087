// Package articles implements the articles: public lists and pages, and their
// editing.
package articles

import (
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
)

// Card is an article in a list (specification, section 3).
type Card struct {
	ID                int64            `json:"id"`
	Slug              string           `json:"slug"`
	Title             string           `json:"title"`
	Excerpt           string           `json:"excerpt"`
	Category          string           `json:"category"`
	ImageURL          *string          `json:"imageUrl"`
	Picture           *picture.Picture `json:"picture" gorm:"->;serializer:json"`
	ImageAlt          string           `json:"imageAlt"`
	AvgSavings        *string          `json:"avgSavings"`
	SavingsAssumption *string          `json:"savingsAssumption"` // how AvgSavings was calculated
	ReadTime          int              `json:"readTime"`          // minutes
	AuthorName        string           `json:"authorName"`
	CreatedAt         time.Time        `json:"createdAt" gorm:"column:publish_at"`
	ReviewedAt        *time.Time       `json:"reviewedAt"`
	IsFeatured        bool             `json:"isFeatured" gorm:"column:featured"`
}

// Article is a complete article.
type Article struct {
	Card
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
