package auth

import (
	"context"
	"time"

	"thriftwell/server/platform/address"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/session"
)

// Kinds of things that admins change, as named in the audit log.
const (
	kindUser       = "user"
	kindInvitation = "invitation"
	kindToken      = "token"
)

// AuditKinds returns all of these kinds.
func AuditKinds() []string { return []string{kindUser, kindInvitation, kindToken} }

// checkGrant returns the normalized address, and what is wrong with the address
// and the role.
func checkGrant(email string, role session.Role) (stored string, wrong []fault.Field) {
	email = address.Normal(email)
	var check form.Checker
	if check.Email("email", email); check.Err() != nil {
		wrong = append(wrong, fault.Field{Field: "email", Message: form.EmailWrong})
	}
	if !role.Valid() {
		wrong = append(wrong, wrongRole())
	}
	return email, wrong
}

func wrongRole() fault.Field {
	return fault.Field{Field: "role", Message: "The role must be admin, editor, marketer, or visitor."}
}

// CheckGrant returns an error if the address or the role is invalid.
func CheckGrant(email string, role session.Role) error {
	_, wrong := checkGrant(email, role)
	return fault.Form(wrong)
}

// Grant gives a role to every user who signs in with this verified address, now
// or later. It returns how many users already have the address.
func (s *Service) Grant(ctx context.Context, by session.Actor, email string, role session.Role) (users int, err error) {
	email, wrong := checkGrant(email, role)
	if err := fault.Form(wrong); err != nil {
		return 0, err
	}
	if role != session.Admin && s.Sessions.IsAdminEmail(email) {
		return 0, errAdminEmail
	}
	if err := checkMayGive(by, role); err != nil {
		return 0, err
	}
	return s.Store.grant(ctx, by, email, role)
}

var (
	errOwnRole    = fault.New(fault.Conflict, "You can't change your own role or disable yourself.")
	errAdminEmail = fault.New(fault.Conflict, "This address is in ADMIN_EMAILS. Remove it there first.")
)

// Withdraw deletes an invitation and ends the tokens of its address.
func (s *Service) Withdraw(ctx context.Context, by session.Actor, id int64) (Pending, error) {
	return s.Store.withdraw(ctx, by, id, func(p Pending) error {
		if s.Sessions.IsAdminEmail(p.Email) {
			return errAdminEmail
		}
		return nil
	})
}

// Edit changes a user's role, or disables or enables them. A nil value means no
// change.
func (s *Service) Edit(ctx context.Context, by session.Actor, id int64, role *session.Role, disabled *bool) (Account, error) {
	if role != nil && !role.Valid() {
		return Account{}, fault.Form([]fault.Field{wrongRole()})
	}
	u, err := s.Store.account(ctx, id)
	if err != nil {
		return Account{}, err
	}
	if id == by.Person() {
		return Account{}, errOwnRole
	}
	if role != nil && *role != session.Admin && u.EmailVerified && s.Sessions.IsAdminEmail(u.Email) {
		return Account{}, errAdminEmail
	}
	return s.Store.edit(ctx, by, id, role, disabled, func(before, after account) error { return s.checkMayChange(by, before, after) })
}

// checkMayChange returns an error if a change makes or re-enables an admin and the
// actor may not give that role.
func (s *Service) checkMayChange(by session.Actor, before, after account) error {
	enabled := before.DisabledAt != nil && after.DisabledAt == nil
	if role := s.roleOf(after); enabled || role != s.roleOf(before) {
		return checkMayGive(by, role)
	}
	return nil
}

// freshFor is how long after signing in a user may make an admin or create an
// admin's token.
const freshFor = 15 * time.Minute

var errNotFresh = fault.New(fault.Forbidden, "Sign in again to do this. For your security, admin changes need a sign-in from the last 15 minutes.")

// checkMayGive returns an error if role is admin and the actor signed in too long
// ago or is using a token. The command line may give any role.
func checkMayGive(by session.Actor, role session.Role) error {
	if role == session.Admin && by != session.CommandLine() && time.Since(by.SignedInAt) > freshFor {
		return errNotFresh
	}
	return nil
}
