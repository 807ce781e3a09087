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

// User is who is signed in (specification, section 3).
type User struct {
	ID           *int64       `json:"id"` // nil behind a token
	Email        string       `json:"email"`
	FirstName    *string      `json:"firstName"`
	LastName     *string      `json:"lastName"`
	DisplayName  *string      `json:"displayName"`
	ProfileImage *string      `json:"profileImage"` // on this site
	Role         session.Role `json:"role"`
	Provider     *string      `json:"provider"` // nil behind a token
}

// Account is a user as admins see them.
type Account struct {
	ID            int64        `json:"id"`
	Email         string       `json:"email"`
	EmailVerified bool         `json:"emailVerified"`
	DisplayName   *string      `json:"displayName"`
	Role          session.Role `json:"role"`
	DisabledAt    *time.Time   `json:"disabledAt"`
	CreatedAt     time.Time    `json:"createdAt"`
	SignedInAt    *time.Time   `json:"signedInAt"` // nil of one that a command made for a token
}

// Identity is what a provider says about a user. Provider and Subject together
// identify the user; nothing else does.
type Identity struct {
	Provider, Subject                string
	Email                            string
	EmailVerified                    bool
	FirstName, LastName, DisplayName string
	AvatarURL                        string
}

// Provider signs people in.
type Provider interface {
	// Name returns the provider's part of the path: /api/auth/{name}.
	Name() string
	// Label returns the text on the sign-in button.
	Label() string
	// AuthURL returns the address to send the browser to. State, verifier and
	// nonce are ours.
	AuthURL(ctx context.Context, state, verifier, nonce string) (string, error)
	// Identify exchanges the code that the browser brought back for an identity.
	Identify(ctx context.Context, code, verifier, nonce string) (Identity, error)
}

// Service implements sign-in and roles.
type Service struct {
	Store       *Store
	Sessions    *session.Store
	Providers   []Provider
	AdminEmails []string // in lower case
	Avatars     Avatars
}

// NewService returns a Service and makes it the source of Sessions' user
// standings.
func NewService(store *Store, sessions *session.Store, providers []Provider, adminEmails []string, avatars Avatars) *Service {
	s := &Service{Store: store, Sessions: sessions, Providers: providers, AdminEmails: adminEmails, Avatars: avatars}
	sessions.Standing = s.standing
	return s
}

// The errors of signing in.
var (
	ErrNoProvider = fault.New(fault.NotFound, "Sign-in provider not found.")
	ErrBadState   = fault.New(fault.Invalid, "This sign-in started in another browser or took too long. Please try again.")
	ErrRefused    = fault.New(fault.Invalid, "Your provider didn’t sign you in. Please try again.")
	ErrDisabled   = fault.New(fault.Forbidden, "This account is disabled.")
)

// provider finds a provider by name.
func (s *Service) provider(name string) (Provider, error) {
	for _, p := range s.Providers {
		if p.Name() == name {
			return p, nil
		}
	}
	return nil, ErrNoProvider
}

// roleOf is what a user may do: ADMIN_EMAILS makes admins of those whose
// address the provider has verified.
func (s *Service) roleOf(u account) session.Role {
	if u.EmailVerified && s.isAdminEmail(u.Email) {
		return session.Admin
	}
	return u.Role
}

func (s *Service) isAdminEmail(email string) bool {
	for _, e := range s.AdminEmails {
		if e == email {
			return true
		}
	}
	return false
}

// Admins returns the addresses of all admins.
func (s *Service) Admins(ctx context.Context) ([]string, error) {
	found, err := s.Store.admins(ctx)
	if err != nil {
		return nil, err
	}
	all := append(found, s.AdminEmails...)
	slices.Sort(all)
	return slices.Compact(all), nil
}

func (s *Service) standing(ctx context.Context, userID int64) (session.Standing, error) {
	u, err := s.Store.account(ctx, userID)
	if fault.Is(err, fault.NotFound) {
		return session.Standing{Disabled: true}, nil
	}
	return session.Standing{Email: u.Email, Known: u.known(), Role: s.roleOf(u), Disabled: u.DisabledAt != nil}, err
}

// User returns the profile of an actor.
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

// maxReturn is the longest way back that is kept, in bytes.
const maxReturn = 2048

// safeReturn is the path to come back to after sign-in; "/" for whatever is
// not plainly a page of this site.
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
