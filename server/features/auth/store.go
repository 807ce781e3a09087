package auth

import (
	"context"
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"thriftwell/db"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/revisions"
	"thriftwell/server/platform/session"
)

// ErrNotFound is the error for a user that does not exist.
var ErrNotFound = fault.Missing("User")

// Store stores users, their identities and pending sign-ins.
type Store struct {
	db    *gorm.DB
	queue *db.DB
}

// NewStore returns a Store over d.
func NewStore(d *db.DB) *Store { return &Store{d.Gorm, d} }

// account is a row of the table users.
type account struct {
	Account
	FirstName  *string
	LastName   *string
	AvatarHash *string `gorm:"->"` // from the table avatars
}

func (account) TableName() string { return "users" }

// signIn is a row of the table sign_ins.
type signIn struct {
	StateHash, BrowserHash              []byte
	Provider, Verifier, Nonce, ReturnTo string
	ExpiresAt                           time.Time
	AddressHash                         []byte // set if by email
}

func (signIn) TableName() string { return "sign_ins" }

func (s *Store) keepSignIn(ctx context.Context, a signIn) error {
	return s.db.WithContext(ctx).Create(&a).Error
}

// askForLink stores a sign-in by email and queues the email.
func (s *Store) askForLink(ctx context.Context, a signIn, job SignInEmail) error {
	return s.queue.Transaction(ctx, func(tx db.Tx) error {
		if err := tx.Create(&a).Error; err != nil {
			return err
		}
		return tx.Enqueue(job, nil)
	})
}

// giveLink stores a sign-in by a link that the command line made.
func (s *Store) giveLink(ctx context.Context, email string, a signIn) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Create(&a).Error; err != nil {
			return err
		}
		return audit.Write(tx, session.CommandLine(), audit.Entry{Action: "link", Kind: kindUser, ID: email})
	})
}

// emailSignIn returns a sign-in by email, or ErrLinkOver.
func (s *Store) emailSignIn(ctx context.Context, stateHash []byte) (a signIn, err error) {
	found := s.db.WithContext(ctx).Where("state_hash = ? AND provider = ? AND expires_at > now()", stateHash, EmailProvider).Limit(1).Find(&a)
	if found.Error == nil && found.RowsAffected == 0 {
		return a, ErrLinkOver
	}
	return a, found.Error
}

// consumeSignIn deletes a sign-in and returns it, or ErrBadState.
func (s *Store) consumeSignIn(ctx context.Context, stateHash []byte) (signIn, error) {
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

// account returns a user or ErrNotFound.
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

// upsert returns the user of an identity, updated from the provider's data. It
// creates the user if needed, with the role that the verified address was
// invited to.
func (s *Store) upsert(ctx context.Context, who Identity) (u account, err error) {
	err = s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		// Concurrent first sign-ins of one identity wait for each other here.
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

// create creates an identity and returns its user: a new one, or the one that a
// command created for a token of its verified address.
func create(tx *gorm.DB, who Identity) (id int64, err error) {
	if who.EmailVerified {
		err = tx.Raw("SELECT id FROM users WHERE email = ? AND email_verified AND NOT EXISTS (SELECT FROM identities WHERE user_id = users.id) LIMIT 1", who.Email).Scan(&id).Error
	}
	if err == nil && id == 0 {
		id, err = createUser(tx, who)
	}
	if err != nil {
		return 0, err
	}
	return id, tx.Exec("INSERT INTO identities (provider, subject, user_id) VALUES (?, ?, ?)", who.Provider, who.Subject, id).Error
}

// createUser creates a user, with the role that the verified address was
// invited to.
func createUser(tx *gorm.DB, who Identity) (id int64, err error) {
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
	err = tx.Raw("INSERT INTO users (email, email_verified, role) VALUES (?, ?, ?) RETURNING id", who.Email, who.EmailVerified, role).Scan(&id).Error
	return id, err
}

// userWithAddress returns the ID of the user with a verified address, preferring staff
// over visitors, or 0 if there is none.
func userWithAddress(tx *gorm.DB, email string) (id int64, err error) {
	err = tx.Raw("SELECT id FROM users WHERE email = ? AND email_verified ORDER BY role = ?, signed_in_at DESC NULLS LAST LIMIT 1", email, session.Visitor).Scan(&id).Error
	return id, err
}

// staffAddress is the address of a staff member or of a disabled user.
type staffAddress struct {
	Email    string
	Disabled bool
}

// staff returns all verified addresses with a role other than visitor, all
// addresses invited to one, and all disabled ones.
func (s *Store) staff(ctx context.Context) (out []staffAddress, err error) {
	err = s.db.WithContext(ctx).Raw(`SELECT email, disabled_at IS NOT NULL AS disabled FROM users WHERE email_verified AND (role <> ? OR disabled_at IS NOT NULL)
		UNION SELECT email, false FROM invitations WHERE role <> ?`, session.Visitor, session.Visitor).Scan(&out).Error
	return out, err
}

// admins returns the verified addresses of admins.
func (s *Store) admins(ctx context.Context) (out []string, err error) {
	err = s.db.WithContext(ctx).Raw("SELECT DISTINCT email FROM users WHERE email_verified AND role = ? AND disabled_at IS NULL", session.Admin).Scan(&out).Error
	return out, err
}

// upsertByEmail returns the user of an address whose owner has just followed an
// emailed link. The link proves the address, so upsertByEmail returns the user
// who has already verified it, preferring staff over visitors, and creates a
// user only if there is none.
func (s *Store) upsertByEmail(ctx context.Context, email string) (u account, err error) {
	err = s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec("SELECT pg_advisory_xact_lock(hashtextextended(concat(CAST(? AS text), ' ', CAST(? AS text)), 0))", EmailProvider, email).Error; err != nil {
			return err
		}
		id, err := userWithAddress(tx, email)
		if err != nil {
			return err
		}
		if id == 0 {
			if id, err = createUser(tx, Identity{Email: email, EmailVerified: true}); err != nil {
				return err
			}
		}
		err = tx.Exec("INSERT INTO identities (provider, subject, user_id) VALUES (?, ?, ?) ON CONFLICT (provider, subject) DO UPDATE SET user_id = excluded.user_id", EmailProvider, email, id).Error
		if err != nil {
			return err
		}
		if err := tx.Exec("UPDATE users SET signed_in_at = now() WHERE id = ?", id).Error; err != nil {
			return err
		}
		u, err = findAccount(tx, id)
		return err
	})
	return u, err
}

func (s *Store) keepAvatar(ctx context.Context, userID int64, a avatar) error {
	return s.db.WithContext(ctx).Exec(`INSERT INTO avatars (user_id, hash, content_type, image) VALUES (?, ?, ?, ?)
		ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, content_type = excluded.content_type, image = excluded.image`,
		userID, a.Hash, a.ContentType, a.Image).Error
}

// avatar returns a user's picture or a NotFound fault.
func (s *Store) avatar(ctx context.Context, userID int64) (avatar, error) {
	var a avatar
	found := s.db.WithContext(ctx).Raw("SELECT content_type, image, hash FROM avatars WHERE user_id = ?", userID).Scan(&a)
	if found.Error == nil && found.RowsAffected == 0 {
		return a, fault.Missing("Picture")
	}
	return a, found.Error
}

// HasAdmin reports whether an admin exists or has been invited.
func (s *Store) HasAdmin(ctx context.Context) (there bool, err error) {
	err = s.db.WithContext(ctx).Raw(`SELECT EXISTS (SELECT FROM users WHERE role = @admin AND email_verified AND disabled_at IS NULL)
		OR EXISTS (SELECT FROM invitations WHERE role = @admin)`, map[string]any{"admin": session.Admin}).Scan(&there).Error
	return there, err
}

// invite stores a role for an address that nobody has signed in with yet.
func (s *Store) invite(ctx context.Context, email string, role session.Role) error {
	return s.db.WithContext(ctx).Exec(`INSERT INTO invitations (email, role) SELECT ?, ?
		WHERE NOT EXISTS (SELECT FROM users WHERE email = ? AND email_verified) ON CONFLICT DO NOTHING`, email, role, email).Error
}

// grant gives a role to every user with this verified address. If there is
// none, it stores and emails an invitation. Sessions and tokens with another
// role end. It returns the number of users.
func (s *Store) grant(ctx context.Context, by session.Actor, email string, role session.Role) (users int, err error) {
	err = s.queue.Transaction(ctx, func(tx db.Tx) error {
		var found []account
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("email = ? AND email_verified", email).Find(&found).Error; err != nil {
			return err
		}
		users = len(found)
		if slices.ContainsFunc(found, func(u account) bool { return u.ID == by.Person() }) {
			return errOwnRole
		}
		if err := session.RevokeTokensOf(tx.DB, 0, email, role); err != nil {
			return err
		}
		if users == 0 {
			return storeInvitation(tx, by, email, role)
		}
		for _, u := range found {
			after := u
			after.Role = role
			if err := change(tx.DB, by, u, after); err != nil {
				return err
			}
		}
		return nil
	})
	return users, err
}

// storeInvitation stores an invitation and queues its email. Nothing is emailed for the
// visitor role, which everyone has, or for a grant from the command line.
func storeInvitation(tx db.Tx, by session.Actor, email string, role session.Role) error {
	var id int64
	err := tx.Raw("INSERT INTO invitations (email, role) VALUES (?, ?) ON CONFLICT (email) DO UPDATE SET role = excluded.role RETURNING id", email, role).Scan(&id).Error
	if err != nil {
		return err
	}
	if role != session.Visitor && by != session.CommandLine() {
		if err := tx.Enqueue(InvitationEmail{id, by.Person()}, nil); err != nil {
			return err
		}
	}
	return audit.Write(tx.DB, by, audit.Entry{Action: audit.Create, Kind: kindInvitation, ID: email, After: map[string]any{"role": role}})
}

// edit changes a user's role, or disables or enables them; nil means no change.
// The user's sessions end, and so do tokens with another role. It returns the
// changed user or ErrNotFound.
func (s *Store) edit(ctx context.Context, by session.Actor, id int64, role *session.Role, disabled *bool, may func(before, after account) error) (out Account, err error) {
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
		if err := may(u, after); err != nil {
			return err
		}
		out = after.Account
		return change(tx, by, u, after)
	})
	return out, err
}

// change writes a user's role and disabled flag in the transaction tx.
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
	if err := session.RevokeTokensOf(tx, after.ID, after.Email, keep); err != nil {
		return err
	}
	return audit.Write(tx, by, audit.Entry{Action: audit.Update, Kind: kindUser, ID: after.ID, Before: before.Account, After: after.Account})
}

// accounts lists users by address, starting after the given ID, whose address
// or name contains text.
func (s *Store) accounts(ctx context.Context, text string, after int64, limit int) ([]Account, error) {
	out := []Account{}
	q := s.db.WithContext(ctx).Table("users").Where("id > ?", after)
	if text != "" {
		q = q.Where("strpos(email, lower(?)) > 0 OR strpos(lower(coalesce(display_name, '')), lower(?)) > 0", text, text)
	}
	err := q.Order("id").Limit(limit).Find(&out).Error
	return out, err
}

// Erase deletes what was stored about an address before until: its users with
// their names, pictures and sessions, its tokens and its invitation. The audit
// log keeps the changes, but not who made them.
func (s *Store) Erase(ctx context.Context, email string, until time.Time) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := audit.Erase(tx, email, until); err != nil {
			return err
		}
		for _, table := range []string{"users", "tokens", "invitations"} {
			if err := tx.Exec("DELETE FROM "+table+" WHERE email = ? AND created_at <= ?", email, until).Error; err != nil {
				return err
			}
		}
		if err := tx.Exec("UPDATE tokens SET created_by = ? WHERE created_by = ? AND created_at <= ?", audit.Erased, email, until).Error; err != nil {
			return err
		}
		return revisions.EraseAuthor(tx, email, until)
	})
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
