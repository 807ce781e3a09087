// Package auth signs people in through OpenID providers, assigns roles and
// issues bearer tokens to staff.
package auth

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// User is the signed-in user (specification, section 3).
type User struct {
	ID           *int64       `json:"id"` // nil for a token
	Email        string       `json:"email"`
	FirstName    *string      `json:"firstName"`
	LastName     *string      `json:"lastName"`
	DisplayName  *string      `json:"displayName"`
	ProfileImage *string      `json:"profileImage"` // on this site
	Role         session.Role `json:"role"`
	Provider     *string      `json:"provider"` // nil for a token
}

// Account is a user as shown to admins.
type Account struct {
	ID            int64        `json:"id"`
	Email         string       `json:"email"`
	EmailVerified bool         `json:"emailVerified"`
	DisplayName   *string      `json:"displayName"`
	Role          session.Role `json:"role"`
	DisabledAt    *time.Time   `json:"disabledAt"`
	CreatedAt     time.Time    `json:"createdAt"`
	SignedInAt    *time.Time   `json:"signedInAt"` // nil if a command created the user for a token
}

// Identity is what a provider reports about a user. Provider and Subject
// together identify the user; nothing else does.
type Identity struct {
	Provider, Subject                string
	Email                            string
	EmailVerified                    bool
	FirstName, LastName, DisplayName string
	AvatarURL                        string
}

// Provider signs people in.
type Provider interface {
	// Name returns the provider's segment of the path /api/auth/{name}.
	Name() string
	// Label returns the text of the sign-in button.
	Label() string
	// AuthURL returns the URL to send the browser to. The caller generates
	// state, verifier and nonce.
	AuthURL(ctx context.Context, state, verifier, nonce string) (string, error)
	// Identify exchanges the code from the callback for an identity.
	Identify(ctx context.Context, code, verifier, nonce string) (Identity, error)
}

// Service implements sign-in and roles.
type Service struct {
	Store     *Store
	Sessions  *session.Store
	Providers []Provider
	Avatars   Avatars
}

// Errors of signing in.
var (
	ErrNoProvider = fault.New(fault.NotFound, "Sign-in provider not found.")
	ErrBadState   = fault.New(fault.Invalid, "This sign-in started in another browser or took too long. Please try again.")
	ErrRefused    = fault.New(fault.Invalid, "Your provider didn’t sign you in. Please try again.")
	ErrDisabled   = fault.New(fault.Forbidden, "This account is disabled.")
)

// provider returns the provider with the given name.
func (s *Service) provider(name string) (Provider, error) {
	for _, p := range s.Providers {
		if p.Name() == name {
			return p, nil
		}
	}
	return nil, ErrNoProvider
}

// roleOf returns a user's role.
func (s *Service) roleOf(u account) session.Role {
	return s.Sessions.RoleOf(u.Email, u.EmailVerified, u.Role)
}

// Admins returns the email addresses of all admins.
func (s *Service) Admins(ctx context.Context) ([]string, error) {
	found, err := s.Store.admins(ctx)
	if err != nil {
		return nil, err
	}
	all := append(found, s.Sessions.AdminEmails...)
	slices.Sort(all)
	return slices.Compact(all), nil
}

// User returns the profile of actor.
func (s *Service) User(ctx context.Context, actor session.Actor) (User, error) {
	if actor.UserID == 0 {
		return User{Email: actor.Email, Role: actor.Role}, nil
	}
	u, err := s.Store.account(ctx, actor.UserID)
	if err != nil {
		return User{}, err
	}
	out := User{
		ID: &u.ID, Email: u.Email, FirstName: u.FirstName, LastName: u.LastName, DisplayName: u.DisplayName,
		Role: actor.Role, Provider: &actor.Provider,
	}
	if u.AvatarHash != nil {
		address := "/api/auth/avatar?v=" + *u.AvatarHash
		out.ProfileImage = &address
	}
	return out, nil
}

// maxReturn is the maximum length of a return path, in bytes.
const maxReturn = 2048

// safeReturn returns the path to redirect to after sign-in. It returns "/" for
// anything that is not clearly a page on this site.
func safeReturn(s string) string {
	u, err := url.Parse(s)
	odd := func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' }
	if err != nil || len(s) > maxReturn ||
		!strings.HasPrefix(s, "/") || strings.HasPrefix(s, "//") || strings.HasPrefix(u.Path, "//") ||
		strings.ContainsFunc(s, odd) || strings.ContainsFunc(u.Path, odd) || strings.HasPrefix(u.Path, "/api/") {
		return "/"
	}
	return s
}
