package auth

import (
	"context"

	"thriftwell/server/platform/session"
)

// Profile is everything that is kept of a user, but for the picture.
type Profile struct {
	Account
	FirstName *string         `json:"firstName"`
	LastName  *string         `json:"lastName"`
	Providers []string        `json:"providers"`
	Tokens    []session.Token `json:"tokens"`
}

// Profiles gives what is kept of the users with an address.
func (s *Store) Profiles(ctx context.Context, email string) ([]Profile, error) {
	var found []account
	if err := s.db.WithContext(ctx).Where("email = ?", email).Order("id").Find(&found).Error; err != nil {
		return nil, err
	}
	out := []Profile{}
	for _, u := range found {
		p := Profile{Account: u.Account, FirstName: u.FirstName, LastName: u.LastName, Providers: []string{}, Tokens: []session.Token{}}
		if err := s.db.WithContext(ctx).Table("identities").Where("user_id = ?", u.ID).Pluck("provider", &p.Providers).Error; err != nil {
			return nil, err
		}
		if err := s.db.WithContext(ctx).Table("tokens").Where("email = ?", u.Email).Find(&p.Tokens).Error; err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// Erase forgets the users that match picks: their names, addresses, pictures
// and sessions, and the tokens of their addresses.
func (s *Store) Erase(ctx context.Context, match func(Account) bool) error {
	var all []account
	if err := s.db.WithContext(ctx).Find(&all).Error; err != nil {
		return err
	}
	for _, u := range all {
		if !match(u.Account) {
			continue
		}
		err := s.db.WithContext(ctx).Exec(`WITH gone AS (DELETE FROM users WHERE id = ?), tokens AS (DELETE FROM tokens WHERE email = ?)
			DELETE FROM invitations WHERE email = ?`, u.ID, u.Email, u.Email).Error
		if err != nil {
			return err
		}
	}
	return nil
}
