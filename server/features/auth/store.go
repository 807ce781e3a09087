package auth

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// ErrNotFound is the error for a user that is not there.
var ErrNotFound = fault.Missing("User")

// Store keeps users, their identities and sign-ins under way.
type Store struct{ db *gorm.DB }

// NewStore makes a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// account is a row of the table users.
type account struct {
	Account
	FirstName  *string
	LastName   *string
	AvatarHash *string `gorm:"->"` // of the table avatars
}

func (account) TableName() string { return "users" }

// signIn is a row of the table sign_ins.
type signIn struct {
	StateHash, BrowserHash              []byte
	Provider, Verifier, Nonce, ReturnTo string
	ExpiresAt                           time.Time
}

func (signIn) TableName() string { return "sign_ins" }

func (s *Store) keepSignIn(ctx context.Context, a signIn) error {
	return s.db.WithContext(ctx).Create(&a).Error
}

// takeSignIn gives a sign-in and forgets it, or ErrBadState.
func (s *Store) takeSignIn(ctx context.Context, stateHash []byte) (signIn, error) {
	var a signIn
	taken := s.db.WithContext(ctx).Raw("DELETE FROM sign_ins WHERE state_hash = ? AND expires_at > now() RETURNING *", stateHash).Scan(&a)
	if taken.Error == nil && taken.RowsAffected == 0 {
		return a, ErrBadState
	}
	return a, taken.Error
}

func (s *Store) sweepSignIns(ctx context.Context) error {
	return s.db.WithContext(ctx).Exec("DELETE FROM sign_ins WHERE expires_at < now()").Error
}

// account gives a user, or ErrNotFound.
func (s *Store) account(ctx context.Context, id int64) (account, error) {
	return findAccount(s.db.WithContext(ctx), id)
}

func findAccount(tx *gorm.DB, id int64) (account, error) {
	var u account
	err := tx.Select("users.*, (SELECT hash FROM avatars a WHERE a.user_id = users.id) AS avatar_hash").Where("id = ?", id).Take(&u).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return u, ErrNotFound
	}
	return u, err
}

// arrive gives the user behind an identity, with what the provider says of
// them now; one who was never here before is made, with the role that a
// verified address was invited to.
func (s *Store) arrive(ctx context.Context, who Identity) (u account, err error) {
	err = s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		// Two first sign-ins of one identity wait for one another here.
		if err := tx.Exec("SELECT pg_advisory_xact_lock(hashtextextended(concat(CAST(? AS text), ' ', CAST(? AS text)), 0))", who.Provider, who.Subject).Error; err != nil {
			return err
		}
		var id int64
		if err := tx.Raw("SELECT user_id FROM identities WHERE provider = ? AND subject = ?", who.Provider, who.Subject).Scan(&id).Error; err != nil {
			return err
		}
		if id == 0 {
			if id, err = create(tx, who); err != nil {
				return err
			}
		}
		err := tx.Exec(`UPDATE users SET email = ?, email_verified = ?, first_name = ?, last_name = ?, display_name = ?, signed_in_at = now() WHERE id = ?`,
			who.Email, who.EmailVerified, orNull(who.FirstName), orNull(who.LastName), orNull(who.DisplayName), id).Error
		if err != nil {
			return err
		}
		u, err = findAccount(tx, id)
		return err
	})
	return u, err
}

func create(tx *gorm.DB, who Identity) (id int64, err error) {
	role := session.Visitor
	if who.EmailVerified {
		var invited session.Role
		if err := tx.Raw("DELETE FROM invitations WHERE email = ? RETURNING role", who.Email).Scan(&invited).Error; err != nil {
			return 0, err
		}
		if invited != "" {
			role = invited
		}
	}
	if err := tx.Raw("INSERT INTO users (email, email_verified, role) VALUES (?, ?, ?) RETURNING id", who.Email, who.EmailVerified, role).Scan(&id).Error; err != nil {
		return 0, err
	}
	return id, tx.Exec("INSERT INTO identities (provider, subject, user_id) VALUES (?, ?, ?)", who.Provider, who.Subject, id).Error
}

func (s *Store) keepAvatar(ctx context.Context, userID int64, a avatar) error {
	return s.db.WithContext(ctx).Exec(`INSERT INTO avatars (user_id, hash, content_type, image) VALUES (?, ?, ?, ?)
		ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, content_type = excluded.content_type, image = excluded.image`,
		userID, a.Hash, a.ContentType, a.Image).Error
}

// avatar gives a user's picture, or a NotFound fault.
func (s *Store) avatar(ctx context.Context, userID int64) (avatar, error) {
	var a avatar
	found := s.db.WithContext(ctx).Raw("SELECT content_type, image, hash FROM avatars WHERE user_id = ?", userID).Scan(&a)
	if found.Error == nil && found.RowsAffected == 0 {
		return a, fault.Missing("Picture")
	}
	return a, found.Error
}

// invite keeps a role for an address that nobody signed in with yet.
func (s *Store) invite(ctx context.Context, email string, role session.Role) error {
	return s.db.WithContext(ctx).Exec(`INSERT INTO invitations (email, role) SELECT ?, ?
		WHERE NOT EXISTS (SELECT FROM users WHERE email = ? AND email_verified) ON CONFLICT DO NOTHING`, email, role, email).Error
}

// grant gives a role to every user with this verified address, or keeps it as
// an invitation when there is none yet. Sessions and tokens of another role
// end. It tells how many users there were.
func (s *Store) grant(ctx context.Context, by session.Actor, email string, role session.Role) (users int, err error) {
	err = s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var found []account
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("email = ? AND email_verified", email).Find(&found).Error; err != nil {
			return err
		}
		users = len(found)
		if err := session.RevokeTokensOf(tx, email, role); err != nil {
			return err
		}
		if users == 0 {
			err := tx.Exec("INSERT INTO invitations (email, role) VALUES (?, ?) ON CONFLICT (email) DO UPDATE SET role = excluded.role", email, role).Error
			if err != nil {
				return err
			}
			return audit.Write(tx, by, audit.Entry{Action: audit.Create, Kind: "invitation", ID: email, After: map[string]any{"role": role}})
		}
		for _, u := range found {
			after := u
			after.Role = role
			if err := change(tx, by, u, after); err != nil {
				return err
			}
		}
		return nil
	})
	return users, err
}

// edit changes a user's role or whether they are disabled; nil leaves either
// as it is. Their sessions end, and the tokens of their address that are not
// of their role. It gives the user as they are then, or ErrNotFound.
func (s *Store) edit(ctx context.Context, by session.Actor, id int64, role *session.Role, disabled *bool) (out Account, err error) {
	err = s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		u, err := findAccount(tx.Clauses(clause.Locking{Strength: "UPDATE"}), id)
		if err != nil {
			return err
		}
		after := u
		if role != nil {
			after.Role = *role
		}
		if disabled != nil && *disabled != (u.DisabledAt != nil) {
			after.DisabledAt = nil
			if *disabled {
				now := time.Now()
				after.DisabledAt = &now
			}
		}
		out = after.Account
		return change(tx, by, u, after)
	})
	return out, err
}

// change writes role and disabling of a user, in the transaction tx.
func change(tx *gorm.DB, by session.Actor, before, after account) error {
	if before.Role == after.Role && before.DisabledAt == after.DisabledAt {
		return nil
	}
	err := tx.Model(&account{}).Where("id = ?", after.ID).Updates(map[string]any{"role": after.Role, "disabled_at": after.DisabledAt}).Error
	if err != nil {
		return err
	}
	if err := session.EndAll(tx, after.ID); err != nil {
		return err
	}
	keep := after.Role
	if after.DisabledAt != nil {
		keep = ""
	}
	if err := session.RevokeTokensOf(tx, after.Email, keep); err != nil {
		return err
	}
	return audit.Write(tx, by, audit.Entry{Action: audit.Update, Kind: "user", ID: after.ID, Before: before.Account, After: after.Account})
}

// accounts lists users by address, those after the given one, whose address
// or name holds text.
func (s *Store) accounts(ctx context.Context, text string, after int64, limit int) ([]Account, error) {
	out := []Account{}
	q := s.db.WithContext(ctx).Table("users").Where("id > ?", after)
	if text != "" {
		q = q.Where("strpos(email, lower(?)) > 0 OR strpos(lower(coalesce(display_name, '')), lower(?)) > 0", text, text)
	}
	err := q.Order("id").Limit(limit).Find(&out).Error
	return out, err
}

// createToken makes a token and its audit row.
func (s *Store) createToken(ctx context.Context, by session.Actor, email string, role session.Role, life time.Duration) (t session.Token, secret string, err error) {
	err = s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if t, secret, err = session.CreateToken(tx, by, email, role, life); err != nil {
			return err
		}
		return audit.Write(tx, by, audit.Entry{Action: audit.Create, Kind: "token", ID: t.ID, After: t})
	})
	return t, secret, err
}

// revokeToken ends a token, with its audit row.
func (s *Store) revokeToken(ctx context.Context, by session.Actor, id int64) (t session.Token, err error) {
	err = s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if t, err = session.RevokeToken(tx, id); err != nil {
			return err
		}
		return audit.Write(tx, by, audit.Entry{Action: "revoke", Kind: "token", ID: id, After: t})
	})
	return t, err
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
