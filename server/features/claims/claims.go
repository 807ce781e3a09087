// Package claims is the register of what pieces claim: figures, rates and legal
// dates, each with where it is from, when somebody last looked there and when
// somebody does again. Pieces mark them in their texts, and the assumptions of
// their numbers are some (see platform/markdown).
package claims

import (
	"encoding/json"
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
)

// Claim is a claim as it is kept, and the pieces that have it.
type Claim struct {
	ID          int64      `json:"id"`
	Name        string     `json:"name"` // in marks
	Title       string     `json:"title"`
	Value       string     `json:"value"`
	SourceTitle string     `json:"sourceTitle"`
	SourceURL   *string    `json:"sourceUrl"`
	LookedAt    *time.Time `json:"lookedAt"` // nil while nobody did
	LookAgainAt time.Time  `json:"lookAgainAt"`
	Note        string     `json:"note"`
	Due         int        `json:"-"` // the day of LookAgainAt, for the order
	editable.Meta
	Uses []Use `json:"uses" gorm:"-"`
}

// Use is where a claim stands in a piece that is not in the trash.
type Use struct {
	Claim   string `json:"-"`
	Kind    string `json:"kind" enum:"article|guide"` // of the piece
	PieceID int64  `json:"pieceId"`
	Slug    string `json:"slug"`
	Title   string `json:"title"`
	Status  string `json:"status" enum:"draft|scheduled|published|archived"`
	Version int    `json:"version"`
	Value   string `json:"value"` // in the piece
}

// The most that the fields of a claim take, in characters.
const (
	maxTitle = 120
	maxNote  = 1000
)

// lookAgain is after how many years somebody looks again, unless they say when.
const lookAgain = 1

// unlisted is what the audit log keeps of a claim: all but the pieces.
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
