package auth

import (
	"context"
	"errors"
	"net/url"

	"thriftwell/server/platform/session"
)

// DevelopmentName is the name of the built-in provider.
const DevelopmentName = "dev"

// DevelopmentPage is the path of the page that lists the built-in provider's
// accounts.
const DevelopmentPage = "/dev/sign-in"

// Development is a provider without passwords: the user picks an account.
// Anyone could become an admin, so the settings reject it at a public address
// and it serves only requests from this machine.
type Development struct{}

// devAccount is one of the accounts to choose from.
type devAccount struct {
	Subject   string
	FirstName string
	LastName  string
	Role      session.Role
}

func (a devAccount) Email() string { return a.Subject + "@thriftwell.example" }

func devAccounts() []devAccount {
	return []devAccount{
		{"admin", "Ada", "Marsh", session.Admin},
		{"editor", "Edwin", "Cole", session.Editor},
		{"marketer", "Mara", "Quinn", session.Marketer},
		{"visitor", "Vic", "Turner", session.Visitor},
	}
}

// Name implements Provider.
func (Development) Name() string { return DevelopmentName }

// Label implements Provider.
func (Development) Label() string { return "Development accounts" }

// AuthURL implements Provider.
func (Development) AuthURL(_ context.Context, state, _, _ string) (string, error) {
	return DevelopmentPage + "?" + url.Values{"state": {state}}.Encode(), nil
}

// Identify implements Provider. The code is the account's name.
func (Development) Identify(_ context.Context, code, _, _ string) (Identity, error) {
	for _, a := range devAccounts() {
		if a.Subject == code {
			return Identity{
				Subject: a.Subject, Email: a.Email(), EmailVerified: true,
				FirstName: a.FirstName, LastName: a.LastName, DisplayName: a.FirstName + " " + a.LastName,
			}, nil
		}
	}
	return Identity{}, errors.New("there is no such account")
}

// Invite gives the accounts their roles, unless they have signed in before.
func (Development) Invite(ctx context.Context, s *Store) error {
	for _, a := range devAccounts() {
		if err := s.invite(ctx, a.Email(), a.Role); err != nil {
			return err
		}
	}
	return nil
}
