// Package authors serves the people who write the magazine, each with a page of
// what they wrote.
package authors

import (
	"context"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/picture"
)

// Author is an author as readers see one.
type Author struct {
	Slug        string           `json:"slug"`
	Name        string           `json:"name"`
	Bio         string           `json:"bio"`
	Credentials string           `json:"credentials"`
	ImageURL    *string          `json:"imageUrl"`
	Picture     *picture.Picture `json:"picture" gorm:"->;serializer:json"`
	IsExample   bool             `json:"isExample"` // invented
}

// Page is an author's page.
type Page struct {
	Author
	Articles     any   `json:"articles"` // cards, the newest first
	ArticleCount int64 `json:"articleCount"`
	Guides       any   `json:"guides"` // cards, the newest first
	GuideCount   int64 `json:"guideCount"`
}

// Written returns a part of what an author wrote as cards, the newest first, and
// how much that is in all. The features of the pieces have it.
type Written func(ctx context.Context, name string, limit, offset int) (cards any, total int64, err error)

// Limits of a part of what an author wrote: of its articles, and of its guides.
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
	IsExample   bool    `json:"isExample"` // invented; readers are told
	editable.Meta
}

// The most that the fields take, in characters.
const (
	maxName        = 100 // as that of a byline
	maxBio         = 600 // two sentences, and long ones
	maxCredentials = 200
)

// Tag is the cache tag of what shows an author, or links to one.
const Tag = "authors"

// ErrNotFound is the error for a slug that no author has.
var ErrNotFound = fault.Missing("Author")
