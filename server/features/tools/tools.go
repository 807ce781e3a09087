// Package tools serves the calculators of all pieces, each with the piece that
// explains it.
package tools

import (
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/pieces"
)

// Card is a tool as shown in lists.
type Card struct {
	Slug     string `json:"slug"`
	Title    string `json:"title"`
	Sentence string `json:"sentence"` // result of the example, as a sentence
	Category string `json:"category"`
	Piece    Piece  `json:"piece" gorm:"embedded;embeddedPrefix:piece_"`
}

// Piece is the article or guide that a tool belongs to.
type Piece struct {
	Kind  string `json:"kind"` // "article" or "guide"
	Slug  string `json:"slug"`
	Title string `json:"title"`
	About string `json:"about"`
}

// Tool is a complete tool.
type Tool struct {
	Card
	HTML string `json:"html"` // safe to show
}

// tags returns the cache tags of pages that show tools. A tool changes with its
// piece, and its slug may pass to another piece's tool.
func tags() []string { return []string{"articles", "guides"} }

// tag returns the cache tag of a tool's piece.
func (c Card) tag() string { return pieces.Tag(c.Piece.Kind, c.Piece.Slug) }

// ErrNotFound means that no tool has the slug.
var ErrNotFound = fault.Missing("Tool")
