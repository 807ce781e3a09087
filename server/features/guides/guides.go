// Package guides is the step-by-step pieces, which the specification's API
// calls listicles.
package guides

import (
	"regexp"
	"time"

	"thriftwell/server/platform/fault"
)

// Card is a guide as lists show it (specification, section 3, Listicle).
type Card struct {
	ID                int64     `json:"id"`
	Slug              string    `json:"slug"`
	Title             string    `json:"title"`
	Subtitle          string    `json:"subtitle"`
	Category          string    `json:"category"`
	Tags              []string  `json:"tags" gorm:"serializer:json"`
	ImageURL          *string   `json:"imageUrl"`
	EstimatedReadTime int       `json:"estimatedReadTime"` // minutes
	AuthorName        string    `json:"authorName"`
	PublishedAt       time.Time `json:"publishedAt"`
	Featured          bool      `json:"featured"`
	ItemCount         int       `json:"itemCount"`
}

// Summary is a guide without its steps. Texts are plain: an empty line parts
// paragraphs, "- " begins a list item.
type Summary struct {
	Card
	Introduction string `json:"introduction"`
	Conclusion   string `json:"conclusion"`
}

// Guide is one guide whole.
type Guide struct {
	Summary
	Items           []Item    `json:"items"` // by position
	ReviewedAt      time.Time `json:"reviewedAt"`
	Related         []Card    `json:"related"`
	RelatedArticles any       `json:"relatedArticles"` // article cards
}

// Item is one step.
type Item struct {
	ID       int64   `json:"id"`
	GuideID  int64   `json:"-"`
	Position int     `json:"position"`
	Title    string  `json:"title"`
	ImageURL *string `json:"imageUrl"`
	Content  string  `json:"content"`
	CTAText  *string `json:"ctaText"`
	CTAURL   *string `json:"ctaUrl"`
}

// Filter says which guides a list holds. The zero value means all.
type Filter struct {
	Featured bool
	Category string // exactly; "" or "all" for every category
	Text     string // case-insensitive match on title, subtitle or any tag (section 5)
	Limit    int
	Offset   int
}

// Limits of one list.
const (
	MaxLimit  = 100
	MaxOffset = 100_000
)

// ErrNotFound is the error for an id that no guide has.
var ErrNotFound = fault.Missing("Guide")

var (
	slugForm   = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	numberForm = regexp.MustCompile(`^[0-9]{1,18}$`)
)
