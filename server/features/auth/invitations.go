package auth

import (
	"context"

	"thriftwell/db"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// errNoInvitation is the error for an invitation that is not there, or over.
var errNoInvitation = fault.Missing("Invitation")

// invitations returns those that wait for a first sign-in, newest first.
func (s *Store) invitations(ctx context.Context) ([]Pending, error) {
	out := []Pending{}
	err := s.db.WithContext(ctx).Raw("SELECT id, email, role, created_at FROM invitations ORDER BY id DESC").Scan(&out).Error
	return out, err
}

// withdraw deletes an invitation that may go, and ends the tokens of its
// address. It returns errNoInvitation when somebody came in by it meanwhile.
func (s *Store) withdraw(ctx context.Context, by session.Actor, id int64, may func(Pending) error) (p Pending, err error) {
	err = s.queue.Transaction(ctx, func(tx db.Tx) error {
		gone := tx.Raw("DELETE FROM invitations WHERE id = ? RETURNING id, email, role, created_at", id).Scan(&p)
		if gone.Error != nil {
			return gone.Error
		}
		if gone.RowsAffected == 0 {
			return errNoInvitation
		}
		if err := may(p); err != nil {
			return err
		}
		if err := session.RevokeTokensOf(tx.DB, p.Email, ""); err != nil {
			return err
		}
		return audit.Write(tx.DB, by, audit.Entry{Action: audit.Delete, Kind: kindInvitation, ID: p.Email, Before: map[string]any{"role": p.Role}})
	})
	return p, err
}

// noteSignIn writes a line of a sign-in to the audit log.
func (s *Store) noteSignIn(ctx context.Context, u account, action string) error {
	by := session.Actor{UserID: u.ID, Email: u.Email, Network: session.ActorOf(ctx).Network}
	return audit.Write(s.db.WithContext(ctx), by, audit.Entry{Action: action, Kind: kindUser, ID: u.ID})
}

// signOut ends every session of a user, and returns the user or ErrNotFound.
func (s *Store) signOut(ctx context.Context, by session.Actor, id int64) (u account, err error) {
	err = s.queue.Transaction(ctx, func(tx db.Tx) error {
		if u, err = findAccount(tx.DB, id); err != nil {
			return err
		}
		if err := session.EndAll(tx.DB, id); err != nil {
			return err
		}
		return audit.Write(tx.DB, by, audit.Entry{Action: "sign out", Kind: kindUser, ID: id, Before: u.Account, After: u.Account})
	})
	return u, err
}
