// Package guides implements the step-by-step guides, which the API calls
// listicles as in the specification.
package guides

import (
	"context"
	"regexp"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
)

// Card is a guide in a list.
type Card = pieces.GuideCard

// Summary is a guide without its steps. Its texts are safe HTML.
type Summary struct {
	pieces.GuideCard
	Introduction string `json:"introduction" gorm:"column:introduction_html"`
	Conclusion   string `json:"conclusion" gorm:"column:conclusion_html"`

	offers []string // cache tags of offers linked in the texts
}

// Guide is a complete guide.
type Guide struct {
	Summary
	pieces.Notes
	pieces.Author
	Items           []Item               `json:"items"`     // by position
	Claims          []pieces.Claim       `json:"claims"`    // marked in the texts
	RevisedAt       time.Time            `json:"revisedAt"` // when its substance last changed
	Related         []Card               `json:"related"`
	RelatedArticles []pieces.ArticleCard `json:"relatedArticles"`
	// Slugs of related guides and articles that are public or may become so.
	relates, relatesArticles []string
}

// tags returns the cache tags of responses with the guide.
func (g Guide) tags() []string {
	tags := append([]string{pieces.Tag("guide", g.Slug)}, g.offers...)
	for _, slug := range g.relates {
		tags = append(tags, pieces.Tag("guide", slug))
	}
	for _, slug := range g.relatesArticles {
		tags = append(tags, pieces.Tag("article", slug))
	}
	return tags
}

// Lookup returns the cards of the articles with these slugs.
type Lookup func(ctx context.Context, slugs []string) ([]pieces.ArticleCard, error)

// Item is a step.
type Item struct {
	ID            int64            `json:"id"`
	Position      int              `json:"position"`
	Title         string           `json:"title"`
	ImageURL      *string          `json:"imageUrl"`
	Picture       *picture.Picture `json:"picture"`
	Content       string           `json:"content"` // safe HTML
	CTAText       *string          `json:"ctaText"`
	CTAURL        *string          `json:"ctaUrl"`
	CTASponsored  bool             `json:"ctaSponsored"`  // CTAURL is a paid link
	CTAAdvertiser *string          `json:"ctaAdvertiser"` // who pays for it, if named
}

// Filter selects the guides of a list. The zero value selects all.
type Filter struct {
	Featured bool
	Category string // exact; "" or "all" for every category
	Text     string // case-insensitive match on title, subtitle or any tag (section 5)
	Limit    int
	Offset   int
}

// Limits of a list.
const (
	MaxLimit  = 100
	MaxOffset = 100_000
)

// ErrNotFound is the error for an unknown id.
var ErrNotFound = fault.Missing("Guide")

var numeric = regexp.MustCompile(`^[0-9]{1,18}$`)
