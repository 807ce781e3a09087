// Package topics serves what stands above the articles of a category: an
// introduction, and the article to begin with.
package topics

import (
	"context"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
)

// Topic is a topic as readers see it.
type Topic struct {
	Category     string `json:"category"`
	Introduction string `json:"introduction"` // empty if nobody wrote one
	First        any    `json:"first"`        // a card; nil if none is picked, or it is not public
}

// Article returns the card of a public article of a category, or nil. The
// feature of the articles has it.
type Article func(ctx context.Context, slug, category string) (card any, err error)

// StaffTopic is a topic as stored.
type StaffTopic struct {
	ID           int64   `json:"id"`
	Category     string  `json:"category"`
	Introduction string  `json:"introduction"`
	FirstArticle *string `json:"firstArticle"` // its slug
	IsActive     bool    `json:"isActive"`
	editable.Meta
}

// maxIntroduction is the most that an introduction takes, in characters.
const maxIntroduction = 300

// Tag is the cache tag of what shows a topic.
const Tag = "topics"

// ErrNotFound is the error for an id or an address that no topic has.
var ErrNotFound = fault.Missing("Topic")
