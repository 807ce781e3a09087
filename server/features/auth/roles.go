package auth

import (
	"context"
	"net/mail"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// Lifetime of a bearer token, in days.
const (
	DefaultTokenDays = 90
	MaxTokenDays     = 366
)

// What the audit log calls the things that admins change here.
const (
	kindUser       = "user"
	kindInvitation = "invitation"
	kindToken      = "token"
)

// AuditKinds returns all of them.
func AuditKinds() []string { return []string{kindUser, kindInvitation, kindToken} }

// checkGrant returns an address as it is stored, and what is wrong with it and a
// role.
func checkGrant(email string, role session.Role) (stored string, wrong []fault.Field) {
	email = normalEmail(email)
	if a, err := mail.ParseAddress(email); err != nil || a.Address != email {
		wrong = append(wrong, fault.Field{Field: "email", Message: "Please give a valid e-mail address."})
	}
	if !role.Valid() {
		wrong = append(wrong, fault.Field{Field: "role", Message: "The role must be admin, editor, marketer or visitor."})
	}
	return email, wrong
}

// CheckGrant returns what is wrong with an address and a role.
func CheckGrant(email string, role session.Role) error {
	_, wrong := checkGrant(email, role)
	return fault.Form(wrong)
}

// Grant assigns a role to whoever signs in with this verified address, now or
// later, and returns how many users have it already.
func (s *Service) Grant(ctx context.Context, by session.Actor, email string, role session.Role) (users int, err error) {
	email, wrong := checkGrant(email, role)
	if err := fault.Form(wrong); err != nil {
		return 0, err
	}
	if role != session.Admin && s.isAdminEmail(email) {
		return 0, errAdminEmail
	}
	if email == by.Email {
		return 0, errOwnRole
	}
	return s.Store.grant(ctx, by, email, role)
}

var (
	errOwnRole    = fault.New(fault.Conflict, "You can't change your own role or disable yourself.")
	errAdminEmail = fault.New(fault.Conflict, "This address is in ADMIN_EMAILS; take it out there first.")
)

// Withdraw takes an invitation back, and ends the tokens of its address.
func (s *Service) Withdraw(ctx context.Context, by session.Actor, id int64) (Pending, error) {
	return s.Store.withdraw(ctx, by, id, func(p Pending) error {
		if s.isAdminEmail(p.Email) {
			return errAdminEmail
		}
		return nil
	})
}

// Edit changes a user's role or disables them; nil leaves either as it is.
func (s *Service) Edit(ctx context.Context, by session.Actor, id int64, role *session.Role, disabled *bool) (Account, error) {
	if role != nil && !role.Valid() {
		return Account{}, fault.Form([]fault.Field{{Field: "role", Message: "The role must be admin, editor, marketer or visitor."}})
	}
	u, err := s.Store.account(ctx, id)
	if err != nil {
		return Account{}, err
	}
	if id == by.UserID || u.Email == by.Email {
		return Account{}, errOwnRole
	}
	if role != nil && *role != session.Admin && u.EmailVerified && s.isAdminEmail(u.Email) {
		return Account{}, errAdminEmail
	}
	return s.Store.edit(ctx, by, id, role, disabled)
}

// CreateToken creates a bearer token for an address, with a role of its own,
// and returns its secret, which can't be shown again.
func (s *Service) CreateToken(ctx context.Context, by session.Actor, email string, role session.Role, days int) (session.Token, string, error) {
	email, wrong := checkGrant(email, role)
	if days < 1 || days > MaxTokenDays {
		wrong = append(wrong, fault.Field{Field: "days", Message: "Please give a whole number from 1 to 366."})
	}
	if err := fault.Form(wrong); err != nil {
		return session.Token{}, "", err
	}
	return s.Store.createToken(ctx, by, email, role, time.Duration(days)*24*time.Hour)
}

// RevokeToken revokes a token.
func (s *Service) RevokeToken(ctx context.Context, by session.Actor, id int64) (session.Token, error) {
	return s.Store.revokeToken(ctx, by, id)
}
