// Package audit shows the log of changes to admins.
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
	ActorName string           `json:"actorName"` // as of their last sign-in; empty if unknown
	UserID    *int64           `json:"userId"`    // for a token, its owner
	TokenID   *int64           `json:"tokenId"`
	TokenName string           `json:"tokenName"` // given by its owner
	Via       string           `json:"via"`       // session, token or command
	Network   string           `json:"network"`   // a keyed hash
	Action    string           `json:"action"`
	Kind      string           `json:"kind"`
	SubjectID string           `json:"subjectId"`
	Before    *json.RawMessage `json:"before"`
	After     *json.RawMessage `json:"after"`
	// CanRestore reports whether the record can be set back to After.
	CanRestore bool `json:"canRestore" gorm:"-"`
}

// Reverter sets records of a kind back to an earlier version.
type Reverter interface {
	Revert(ctx context.Context, by session.Actor, id int64, was json.RawMessage) error
}

// errNoVersion means that an entry does not exist or has no version to restore.
var errNoVersion = fault.New(fault.NotFound, "This entry has no version to restore.")

// errDeleted means that the entry's record is in the trash or was deleted for
// good.
var errDeleted = fault.New(fault.Conflict, "This has been deleted. If it's still in the trash, restore it first.")

// Query selects log entries. Zero fields match everything.
type Query struct {
	Kind      string
	SubjectID string
	Actor     string
	Before    int64 // only entries older than this one
	Limit     int
}

// Default and maximum number of entries in a response.
const (
	DefaultLimit = 50
	MaxLimit     = 200
)
