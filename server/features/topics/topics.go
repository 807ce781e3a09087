// Package topics serves what is shown above the articles in a category: an
// introduction and the first article to read.
package topics

import (
	"context"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/pieces"
)

// Topic is a topic as shown to readers.
type Topic struct {
	Category     string              `json:"category"`
	Introduction string              `json:"introduction"` // may be empty
	First        *pieces.ArticleCard `json:"first"`        // nil if none is chosen or it is not public
}

// Article returns the card of a public article in a category, or nil. The
// articles package implements it.
type Article func(ctx context.Context, slug, category string) (*pieces.ArticleCard, error)

// StaffTopic is a topic as stored.
type StaffTopic struct {
	ID           int64   `json:"id"`
	Category     string  `json:"category"`
	Introduction string  `json:"introduction"`
	FirstArticle *string `json:"firstArticle"` // slug of the article
	IsActive     bool    `json:"isActive"`
	editable.Meta
}

// maxIntroduction is the maximum length of an introduction, in characters.
const maxIntroduction = 300

// Tag is the cache tag of pages that show a topic.
const Tag = "topics"

// ErrNotFound means that no topic has the ID or slug.
var ErrNotFound = fault.Missing("Topic")
