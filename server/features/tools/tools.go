// Package tools serves the calculations of all pieces together, each with the
// piece that explains it.
package tools

import (
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/pieces"
)

// Card is a tool as the list of them shows it.
type Card struct {
	Slug     string `json:"slug"`
	Title    string `json:"title"`
	Sentence string `json:"sentence"` // what comes out in the example
	Category string `json:"category"`
	Piece    Piece  `json:"piece" gorm:"embedded;embeddedPrefix:piece_"`
}

// Piece is the article or the guide that a tool is of.
type Piece struct {
	Kind  string `json:"kind"` // "article" or "guide"
	Slug  string `json:"slug"`
	Title string `json:"title"`
	About string `json:"about"`
}

// Tool is a tool whole.
type Tool struct {
	Card
	HTML string `json:"html"` // safe to show
}

// tags are the cache tags of what shows a tool: it changes with its piece, and
// its name may become that of another's.
func tags() []string { return []string{"articles", "guides"} }

// tag is the cache tag of the piece of a tool.
func (c Card) tag() string { return pieces.Tag(c.Piece.Kind, c.Piece.Slug) }

// ErrNotFound is the error for a slug that no tool has.
var ErrNotFound = fault.Missing("Tool")
