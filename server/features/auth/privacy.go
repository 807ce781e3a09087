package auth

import (
	"context"
	"time"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/revisions"
	"thriftwell/server/platform/session"
)

// Kept is everything that auth stores about an address, whether or not anyone
// has signed in with it.
type Kept struct {
	Accounts    []Profile              `json:"accounts"`
	Tokens      []session.Token        `json:"tokens"`
	Invitations []Invitation           `json:"invitations"`
	Changes     []audit.Mention        `json:"changes"`   // in the audit log
	Revisions   []revisions.Authorship `json:"revisions"` // of articles, guides and campaigns
}

// Profile is everything stored about a user.
type Profile struct {
	Account
	FirstName  *string        `json:"firstName"`
	LastName   *string        `json:"lastName"`
	Picture    []byte         `json:"picture"`
	Identities []KeptIdentity `json:"identities"`
	Sessions   []KeptSession  `json:"sessions"`
	// WeeklyEmail is when the user subscribed to the weekly report.
	WeeklyEmail *time.Time `json:"weeklyMail"`
}

// KeptIdentity is a user's identity at a provider.
type KeptIdentity struct {
	Provider  string    `json:"provider"`
	Subject   string    `json:"subject"` // the provider's ID for the user
	CreatedAt time.Time `json:"createdAt"`
}

// KeptSession is one of a user's sessions.
type KeptSession struct {
	Provider  string    `json:"provider"`
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// Invitation is a role for an address that nobody has signed in with yet.
type Invitation struct {
	Role      session.Role `json:"role"`
	CreatedAt time.Time    `json:"createdAt"`
	MailedAt  *time.Time   `json:"mailedAt"` // most recently
}

// Pending is an Invitation as shown to admins.
type Pending struct {
	ID    int64  `json:"id"`
	Email string `json:"email"`
	Invitation
}

// Kept returns what is stored about an address.
func (s *Store) Kept(ctx context.Context, email string) (Kept, error) {
	db := s.db.WithContext(ctx)
	out := Kept{Accounts: []Profile{}, Tokens: []session.Token{}, Invitations: []Invitation{}}
	var found []account
	if err := db.Where("email = ?", email).Order("id").Find(&found).Error; err != nil {
		return out, err
	}
	for _, u := range found {
		p := Profile{Account: u.Account, FirstName: u.FirstName, LastName: u.LastName, Identities: []KeptIdentity{}, Sessions: []KeptSession{}}
		picture, err := s.avatar(ctx, u.ID)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return out, err
		}
		p.Picture = picture.Image
		if err := db.Raw("SELECT asked_at FROM weekly_mails WHERE user_id = ?", u.ID).Scan(&p.WeeklyEmail).Error; err != nil {
			return out, err
		}
		for table, rows := range map[string]any{"identities": &p.Identities, "sessions": &p.Sessions} {
			if err := db.Table(table).Where("user_id = ?", u.ID).Find(rows).Error; err != nil {
				return out, err
			}
		}
		out.Accounts = append(out.Accounts, p)
	}
	err := db.Table("tokens").Where("email = ? OR user_id IN (SELECT id FROM users WHERE email = ?)", email, email).Find(&out.Tokens).Error
	if err != nil {
		return out, err
	}
	if err := db.Table("invitations").Where("email = ?", email).Find(&out.Invitations).Error; err != nil {
		return out, err
	}
	if out.Changes, err = audit.Mentions(db, email); err != nil {
		return out, err
	}
	out.Revisions, err = revisions.Authorships(db, email)
	return out, err
}

// Addresses returns every address that Erase could delete.
func (s *Store) Addresses(ctx context.Context) ([]string, error) {
	var out []string
	err := s.db.WithContext(ctx).Raw(`SELECT email FROM users UNION SELECT email FROM tokens UNION SELECT created_by FROM tokens
		UNION SELECT email FROM invitations UNION SELECT actor FROM audit_log
		UNION SELECT subject_id FROM audit_log WHERE kind = 'invitation'
		UNION SELECT coalesce(after, before)->>'email' FROM audit_log WHERE kind IN ('user', 'token') AND coalesce(after, before)->>'email' IS NOT NULL`).Scan(&out).Error
	return out, err
}
