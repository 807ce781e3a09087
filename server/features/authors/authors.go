// Package authors serves the magazine's authors, each with a page that lists
// their pieces.
package authors

import (
	"context"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
)

// Author is an author as shown to readers.
type Author struct {
	Slug        string           `json:"slug"`
	Name        string           `json:"name"`
	Bio         string           `json:"bio"`
	Credentials string           `json:"credentials"`
	ImageURL    *string          `json:"imageUrl"`
	Picture     *picture.Picture `json:"picture" gorm:"->;serializer:json"`
	IsExample   bool             `json:"isExample"` // fictional
}

// Page is an author's page.
type Page struct {
	Author
	Articles     []pieces.ArticleCard `json:"articles"` // newest first
	ArticleCount int64                `json:"articleCount"`
	Guides       []pieces.GuideCard   `json:"guides"` // newest first
	GuideCount   int64                `json:"guideCount"`
}

// Written returns cards of an author's pieces, newest first, and their total
// number. The packages of the pieces implement it.
type Written[Card any] func(ctx context.Context, name string, limit, offset int) (cards []Card, total int64, err error)

// Limits on the articles, and on the guides, in one response.
const (
	maxLimit  = 100
	maxOffset = 100_000
)

// StaffAuthor is an author as stored.
type StaffAuthor struct {
	ID          int64   `json:"id"`
	Slug        string  `json:"slug"`
	Name        string  `json:"name"`
	Bio         string  `json:"bio"`
	Credentials string  `json:"credentials"`
	ImageURL    *string `json:"imageUrl"`
	IsActive    bool    `json:"isActive"`
	IsExample   bool    `json:"isExample"` // fictional; readers are told so
	editable.Meta
}

// Maximum lengths in characters.
const (
	maxName        = 100 // same as a byline
	maxBio         = 600 // two long sentences
	maxCredentials = 200
)

// Tag is the cache tag of pages that show an author or link to one.
const Tag = "authors"

// ErrNotFound means that no author has the slug.
var ErrNotFound = fault.Missing("Author")
