package auth

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"thriftwell/db"
	"thriftwell/server/platform/address"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// Lifetime of a bearer token, in days.
const (
	DefaultTokenDays = 90
	MaxTokenDays     = 366
)

// maxTokenName is the maximum length of a token's name, in characters.
const maxTokenName = 100

// NewToken describes the bearer token to create.
type NewToken struct {
	Email string // the owner's address; only a command may name another user
	Name  string // what the token is for; may be empty
	Role  session.Role
	Days  int
}

// errByToken means that a token tried to create another, which could outlive
// it.
var errByToken = fault.New(fault.Forbidden, "Sign in to create a token. A token can't create others.")

// errTokenRole means that a token would have a higher role than its owner.
var errTokenRole = fault.New(fault.Conflict, "A token can't do more than its owner. Choose a lower role, or change the owner's role first.")

// check returns the normalized request, and what is wrong with it.
func (n NewToken) check(by session.Actor) (stored NewToken, wrong []fault.Field) {
	n.Name = strings.TrimSpace(n.Name)
	if by == session.CommandLine() {
		n.Email, wrong = checkGrant(n.Email, n.Role)
	} else {
		if n.Email = address.Normal(n.Email); n.Email != "" && n.Email != by.Email {
			wrong = append(wrong, fault.Field{Field: "email", Message: "You own the tokens you create. Leave this out and set a name."})
		}
		if !n.Role.Valid() {
			wrong = append(wrong, wrongRole())
		}
	}
	if n.Days < 1 || n.Days > MaxTokenDays {
		wrong = append(wrong, fault.Field{Field: "days", Message: "Enter a whole number from 1 to 366."})
	}
	switch {
	case strings.ContainsRune(n.Name, '@'):
		wrong = append(wrong, fault.Field{Field: "name", Message: "Say what the token is for, such as nightly export; it can't be an email address."})
	case utf8.RuneCountInString(n.Name) > maxTokenName:
		wrong = append(wrong, fault.Field{Field: "name", Message: "Use at most 100 characters."})
	}
	return n, wrong
}

// CreateToken creates a bearer token and returns its secret, which can't be
// shown again. The token belongs to the signed-in user. A token created by a
// command belongs to the user with n.Email, who is created if necessary.
func (s *Service) CreateToken(ctx context.Context, by session.Actor, n NewToken) (t session.Token, secret string, err error) {
	if by.UserID == 0 && by != session.CommandLine() {
		return t, "", errByToken
	}
	n, wrong := n.check(by)
	if err := fault.Form(wrong); err != nil {
		return t, "", err
	}
	if err := checkMayGive(by, n.Role); err != nil {
		return t, "", err
	}
	err = s.Store.queue.Transaction(ctx, func(tx db.Tx) error {
		owner, err := ownerOf(tx, by, n)
		if err != nil {
			return err
		}
		if owner.DisabledAt != nil {
			return ErrDisabled
		}
		if n.Role.AtMost(s.roleOf(owner)) != n.Role {
			return errTokenRole
		}
		t = session.Token{UserID: &owner.ID, Email: owner.Email, Name: n.Name, Role: n.Role}
		if t, secret, err = session.CreateToken(tx.DB, by, t, time.Duration(n.Days)*24*time.Hour); err != nil {
			return err
		}
		return audit.Write(tx.DB, by, audit.Entry{Action: audit.Create, Kind: kindToken, ID: t.ID, After: t})
	})
	return t, secret, err
}

// ownerOf returns the user who will own the token.
func ownerOf(tx db.Tx, by session.Actor, n NewToken) (u account, err error) {
	id := by.Person()
	if id == 0 { // the command line
		if id, err = userWithAddress(tx.DB, n.Email); err != nil {
			return u, err
		}
	}
	if id != 0 {
		return findAccount(tx.DB, id)
	}
	// Use the role that the address was invited to, if any.
	if id, err = createUser(tx.DB, Identity{Email: n.Email, EmailVerified: true}); err != nil {
		return u, err
	}
	err = tx.Exec("UPDATE users SET signed_in_at = NULL, role = CASE role WHEN ? THEN ? ELSE role END WHERE id = ?", session.Visitor, n.Role, id).Error
	if err != nil {
		return u, err
	}
	if u, err = findAccount(tx.DB, id); err != nil {
		return u, err
	}
	return u, audit.Write(tx.DB, by, audit.Entry{Action: audit.Create, Kind: kindUser, ID: u.ID, After: u.Account})
}

// RevokeToken revokes a token.
func (s *Service) RevokeToken(ctx context.Context, by session.Actor, id int64) (t session.Token, err error) {
	err = s.Store.queue.Transaction(ctx, func(tx db.Tx) error {
		if t, err = session.RevokeToken(tx.DB, id); err != nil {
			return err
		}
		return audit.Write(tx.DB, by, audit.Entry{Action: "revoke", Kind: kindToken, ID: id, After: t})
	})
	return t, err
}
