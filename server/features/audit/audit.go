// Package audit is the log of what staff changed, as admins read it.
package audit

import (
	"encoding/json"
	"time"
)

// Entry is one change of one thing.
type Entry struct {
	ID        int64            `json:"id"`
	At        time.Time        `json:"at"`
	Actor     string           `json:"actor"`
	Via       string           `json:"via"` // session, token or command
	Action    string           `json:"action"`
	Kind      string           `json:"kind"`
	SubjectID string           `json:"subjectId"`
	Before    *json.RawMessage `json:"before"`
	After     *json.RawMessage `json:"after"`
}

// Query says which entries a list holds; zero fields select all.
type Query struct {
	Kind      string
	SubjectID string
	Actor     string
	Before    int64 // only those older than this entry
	Limit     int
}

// MaxLimit is the most entries of one list.
const MaxLimit = 200
