// Package audit shows admins the log of changes.
package audit

import (
	"context"
	"encoding/json"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// Entry is one change.
type Entry struct {
	ID        int64            `json:"id"`
	At        time.Time        `json:"at"`
	Actor     string           `json:"actor"`     // a verified address, "user 7", "token 12", "command line" …
	ActorName string           `json:"actorName"` // as they signed in; empty if nobody knows
	UserID    *int64           `json:"userId"`    // also of the owner of a token
	TokenID   *int64           `json:"tokenId"`
	TokenName string           `json:"tokenName"` // its owner's word for it
	Via       string           `json:"via"`       // session, token or command
	Network   string           `json:"network"`   // a keyed hash
	Action    string           `json:"action"`
	Kind      string           `json:"kind"`
	SubjectID string           `json:"subjectId"`
	Before    *json.RawMessage `json:"before"`
	After     *json.RawMessage `json:"after"`
	// CanRestore tells whether the record can be brought back to After.
	CanRestore bool `json:"canRestore" gorm:"-"`
}

// Reverter brings records of a kind back to what they were.
type Reverter interface {
	Revert(ctx context.Context, by session.Actor, id int64, was json.RawMessage) error
}

// errNoVersion is the error for an entry that is not there, or has no version.
var errNoVersion = fault.New(fault.NotFound, "This entry has no version to restore.")

// errDeleted is the error for an entry whose record is in the trash, or gone.
var errDeleted = fault.New(fault.Conflict, "This has been deleted. If it's still in the trash, restore it first.")

// Query selects the entries of a list; zero fields select all.
type Query struct {
	Kind      string
	SubjectID string
	Actor     string
	Before    int64 // only those older than this entry
	Limit     int
}

// The default and maximum length of a list.
const (
	DefaultLimit = 50
	MaxLimit     = 200
)
