// Package audit logs the changes that staff make: who, what, before and after,
// in the transaction of the change.
package audit

import (
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"thriftwell/server/platform/session"
)

// Actions of an Entry.
const (
	Create  = "create"
	Update  = "update"
	Delete  = "delete"
	Restore = "restore"
	SignIn  = "sign in"
	Refuse  = "refuse"
	Export  = "export"
)

// Entry is one change. Before is nil for a creation, After for a deletion.
// Neither may contain a secret.
type Entry struct {
	Action string
	Kind   string // page, offer, question, user …
	ID     any
	Before any
	After  any
}

// record is a row of the table audit_log.
type record struct {
	Actor     string
	UserID    *int64
	TokenID   *int64
	Via       string
	Network   string
	Action    string
	Kind      string
	SubjectID string
	Before    *string
	After     *string
}

func (record) TableName() string { return "audit_log" }

// Write adds entries to the log, in the transaction tx.
func Write(tx *gorm.DB, by session.Actor, entries ...Entry) error {
	rows := make([]record, 0, len(entries))
	for _, e := range entries {
		before, err := encode(e.Before)
		if err != nil {
			return err
		}
		after, err := encode(e.After)
		if err != nil {
			return err
		}
		rows = append(rows, record{
			Actor: by.Email, UserID: orNull(by.Person()), TokenID: orNull(by.TokenID), Via: via(by), Network: by.Network, Action: e.Action, Kind: e.Kind, SubjectID: fmt.Sprint(e.ID), Before: before, After: after,
		})
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.CreateInBatches(rows, 500).Error
}

func via(by session.Actor) string {
	switch {
	case by.UserID != 0:
		return "session"
	case by.TokenID != 0:
		return "token"
	}
	return "command"
}

// orNull returns a pointer to id, or nil if it is 0.
func orNull(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// encode returns v as JSON, or nil for nil.
func encode(v any) (*string, error) {
	if v == nil {
		return nil, nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("write the audit log: %w", err)
	}
	s := string(b)
	return &s, nil
}
