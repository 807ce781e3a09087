package auth

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"thriftwell/db"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/session"
)

// InvitationEmail is the job that emails an invitation, if it still exists.
type InvitationEmail struct {
	Invitation int64 `json:"invitation"`
	By         int64 `json:"by"` // the inviting user's ID; 0 if none
}

// Kind returns the job's name.
func (InvitationEmail) Kind() string { return "auth.invitation_mail" }

// senderLimit limits the invitations that one account may send.
func senderLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "invitations per account", Most: 60, Per: time.Hour}
}

// recipientLimit limits the invitations sent to one address, including those
// withdrawn and created again.
func recipientLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "invitations per address", Most: 5, Per: 24 * time.Hour}
}

// Postman sends invitations.
type Postman struct {
	Store    *Store
	Mailer   *mail.Mailer
	SiteName string
	BaseURL  string
}

// InvitationEmail runs the job of the same name. It may run twice. The email
// holds nothing to sign in with, because an invitation belongs to the address.
func (m *Postman) InvitationEmail(ctx context.Context, job *river.Job[InvitationEmail]) error {
	p, err := m.Store.invitation(ctx, job.Args.Invitation)
	if fault.Is(err, fault.NotFound) {
		return nil // withdrawn or accepted before the email could be sent
	}
	if err != nil {
		return err
	}
	if p.Role == session.Visitor {
		return nil // the role was lowered meanwhile
	}
	invites := "You’re invited"
	by, err := m.Store.account(ctx, job.Args.By)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	if err == nil {
		invites = by.introduction() + " invites you"
	}
	message := mail.Message{
		ID: fmt.Sprintf("invitation-%d-%d", job.ID, job.CreatedAt.UnixMicro()),
		To: p.Email, Answers: true,
		Content: mail.Content{
			Subject: "Your invitation to work on " + m.SiteName,
			Heading: "You’re invited",
			Paragraphs: []string{
				invites + " to work on " + m.SiteName + " as " + duties(p.Role),
				"To get started, sign in with this address, " + p.Email + ". You’ll get the role the first time you sign in.",
			},
			Button: &mail.Link{Text: "Sign in", URL: m.BaseURL + "/api/auth/login?returnTo=%2Fadmin"},
			Reason: "You’re getting this email because someone on the " + m.SiteName + " team gave this address a role. If you weren’t expecting it, ignore it. Nothing happens unless you sign in.",
		},
	}
	if outcome, err := m.Mailer.Deliver(ctx, message); err != nil || outcome != mail.Taken {
		return err // or the address is suppressed
	}
	return m.Store.markEmailed(context.WithoutCancel(ctx), p.ID) // the email was sent, even if the job's time is up
}

// auditName returns the user's name in the audit log.
func (u account) auditName() string { return session.KnownAs(u.ID, u.Email, u.EmailVerified) }

// introduction returns the user's name, if any, followed by auditName.
func (u account) introduction() string {
	if u.DisplayName == nil {
		return u.auditName()
	}
	return *u.DisplayName + " (" + u.auditName() + ")"
}

// duties describes what a role may do.
func duties(role session.Role) string {
	switch role {
	case session.Admin:
		return "an admin, with access to everything."
	case session.Editor:
		return "an editor, to write articles and guides and manage pages and offers."
	}
	return "a marketer, to see articles, offers and reports, and make short links."
}

// errNoInvitation means that an invitation does not exist or has expired.
var errNoInvitation = fault.Missing("Invitation")

// errNoStaff means that an invitation is for a visitor, who gets no email.
var errNoStaff = fault.New(fault.Conflict, "Visitors don't have staff access, so there is no invitation to send.")

// invitations returns the invitations waiting for a first sign-in, newest
// first.
func (s *Store) invitations(ctx context.Context) ([]Pending, error) {
	out := []Pending{}
	err := s.db.WithContext(ctx).Raw("SELECT id, email, role, created_at, mailed_at FROM invitations ORDER BY id DESC").Scan(&out).Error
	return out, err
}

// invitation returns an invitation or errNoInvitation.
func (s *Store) invitation(ctx context.Context, id int64) (p Pending, err error) {
	found := s.db.WithContext(ctx).Raw("SELECT id, email, role, created_at, mailed_at FROM invitations WHERE id = ?", id).Scan(&p)
	if found.Error == nil && found.RowsAffected == 0 {
		return p, errNoInvitation
	}
	return p, found.Error
}

// resendInvitation queues another email for an invitation.
func (s *Store) resendInvitation(ctx context.Context, by session.Actor, p Pending) error {
	return s.queue.Transaction(ctx, func(tx db.Tx) error {
		if err := tx.Enqueue(InvitationEmail{p.ID, by.Person()}, nil); err != nil {
			return err
		}
		return audit.Write(tx.DB, by, audit.Entry{Action: "mail", Kind: kindInvitation, ID: p.Email, After: map[string]any{"role": p.Role}})
	})
}

// hasUser reports whether someone has signed in with this verified address.
// Giving them a role is not an invitation.
func (s *Store) hasUser(ctx context.Context, email string) (there bool, err error) {
	err = s.db.WithContext(ctx).Raw("SELECT EXISTS (SELECT FROM users WHERE email = ? AND email_verified)", email).Scan(&there).Error
	return there, err
}

// markEmailed records that an invitation was emailed.
func (s *Store) markEmailed(ctx context.Context, id int64) error {
	return s.db.WithContext(ctx).Exec("UPDATE invitations SET mailed_at = now() WHERE id = ?", id).Error
}

// withdraw deletes an invitation if may allows it, and ends the tokens of its
// address. It returns errNoInvitation if someone has accepted it meanwhile.
func (s *Store) withdraw(ctx context.Context, by session.Actor, id int64, may func(Pending) error) (p Pending, err error) {
	err = s.queue.Transaction(ctx, func(tx db.Tx) error {
		gone := tx.Raw("DELETE FROM invitations WHERE id = ? RETURNING id, email, role, created_at, mailed_at", id).Scan(&p)
		if gone.Error != nil {
			return gone.Error
		}
		if gone.RowsAffected == 0 {
			return errNoInvitation
		}
		if err := may(p); err != nil {
			return err
		}
		if err := session.RevokeTokensOf(tx.DB, 0, p.Email, ""); err != nil {
			return err
		}
		return audit.Write(tx.DB, by, audit.Entry{Action: audit.Delete, Kind: kindInvitation, ID: p.Email, Before: map[string]any{"role": p.Role}})
	})
	return p, err
}

// logSignIn writes a sign-in to the audit log.
func (s *Store) logSignIn(ctx context.Context, u account, action string) error {
	by := session.Actor{UserID: u.ID, Email: u.auditName(), Network: session.ActorOf(ctx).Network}
	return audit.Write(s.db.WithContext(ctx), by, audit.Entry{Action: action, Kind: kindUser, ID: u.ID})
}

// signOut ends all of a user's sessions. It returns the user or ErrNotFound.
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
