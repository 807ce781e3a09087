// Package articles is the magazine: pieces by category, found by text, each
// with a page of its own.
package articles

import (
	"regexp"
	"time"

	"thriftwell/server/platform/fault"
)

// Card is an article as lists show it (specification, section 3).
type Card struct {
	ID         int64     `json:"id"`
	Slug       string    `json:"slug"`
	Title      string    `json:"title"`
	Excerpt    string    `json:"excerpt"`
	Category   string    `json:"category"`
	ImageURL   *string   `json:"imageUrl"`
	ImageAlt   string    `json:"imageAlt"`
	AvgSavings *string   `json:"avgSavings"`
	ReadTime   int       `json:"readTime"` // minutes
	AuthorName string    `json:"authorName"`
	CreatedAt  time.Time `json:"createdAt"`
	IsFeatured bool      `json:"isFeatured"`
}

// Article is one article whole.
type Article struct {
	Card
	Body       string    `json:"body"` // HTML, safe to show; its h2 carry ids
	TOC        []Heading `json:"toc"`
	ReviewedAt time.Time `json:"reviewedAt"`
	Related    []Card    `json:"related"`
}

// Heading is a section of an article: the id of its h2 and its text.
type Heading struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// Filter says which articles a list holds. The zero value means all.
type Filter struct {
	Featured bool
	Category string // exactly; "" or "all" for every category
	Text     string // case-insensitive substring of title or excerpt (section 5)
	Limit    int
	Offset   int
}

// Limits of one list.
const (
	MaxLimit  = 100
	MaxOffset = 100_000
)

// ErrNotFound is the error for a slug that no article has.
var ErrNotFound = fault.Missing("Article")

var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
