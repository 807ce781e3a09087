// Package claims is the register of what pieces claim: figures, rates and legal
// dates. Each claim has a source, the date of the last review and the date of
// the next one. Pieces mark claims in their texts, and the assumptions of
// calculators are claims too (see platform/markdown).
package claims

import (
	"encoding/json"
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
)

// Claim is a stored claim and the pieces that use it.
type Claim struct {
	ID          int64      `json:"id"`
	Name        string     `json:"name"` // as used in marks
	Title       string     `json:"title"`
	Value       string     `json:"value"`
	SourceTitle string     `json:"sourceTitle"`
	SourceURL   *string    `json:"sourceUrl"`
	LookedAt    *time.Time `json:"lookedAt"` // nil until the first review
	LookAgainAt time.Time  `json:"lookAgainAt"`
	Note        string     `json:"note"`
	Due         int        `json:"-"` // the day of LookAgainAt, for sorting
	editable.Meta
	Uses []Use `json:"uses" gorm:"-"`
}

// Use is a place where a claim is used in a piece that is not in the trash.
type Use struct {
	Claim   string `json:"-"`
	Kind    string `json:"kind" enum:"article|guide"` // kind of piece
	PieceID int64  `json:"pieceId"`
	Slug    string `json:"slug"`
	Title   string `json:"title"`
	Status  string `json:"status" enum:"draft|scheduled|published|archived"`
	Version int    `json:"version"`
	Value   string `json:"value"` // value in the piece
}

// Maximum lengths of a claim's fields, in characters.
const (
	maxTitle = 120
	maxNote  = 1000
)

// reviewYears is the default number of years until the next review.
const reviewYears = 1

// unlisted returns what the audit log stores of a claim: everything but the
// pieces.
func unlisted(c Claim) any {
	fields := map[string]json.RawMessage{}
	b, err := json.Marshal(c)
	if err == nil {
		err = json.Unmarshal(b, &fields)
	}
	if err != nil {
		return c
	}
	delete(fields, "uses")
	return fields
}

var (
	errMissing   = fault.Missing("Claim")
	errNoPieces  = fault.Form([]fault.Field{{Field: "pieces", Message: "Choose what to update."}})
	errNewerText = fault.New(fault.Conflict, "This claim has changed since you loaded it. Reload the page and check it again.")
)
