package session

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/fault"
)

// Token is an API token without its secret, which is shown only when the token
// is created. It has the permissions of its owner, limited to its own role.
type Token struct {
	ID         int64      `json:"id"`
	UserID     *int64     `json:"userId"` // its owner; nil for tokens created before they had owners
	Email      string     `json:"email"`  // of its owner; without one, what it was made for
	Name       string     `json:"name"`   // may be empty
	Role       Role       `json:"role"`
	CreatedBy  string     `json:"createdBy"`
	CreatedAt  time.Time  `json:"createdAt"`
	ExpiresAt  time.Time  `json:"expiresAt"`
	LastUsedAt *time.Time `json:"lastUsedAt"`
	RevokedAt  *time.Time `json:"revokedAt"`
}

// tokenRecord is a row of the table tokens.
type tokenRecord struct {
	Token
	Hash []byte
}

func (tokenRecord) TableName() string { return "tokens" }

// tokenPrefix lets secret scanners and people recognize a token.
const tokenPrefix = "tw_"

// unownedLife is how long a token without an owner keeps working after the site
// first sees it.
const unownedLife = 30 * 24 * time.Hour

// ErrTokenNotFound returns the error for a token that doesn't exist or was
// revoked.
func ErrTokenNotFound() error { return fault.Missing("Token") }

// CreateToken creates a token in the transaction tx, with the owner, name and
// role of t, and returns its secret.
func CreateToken(tx *gorm.DB, by Actor, t Token, life time.Duration) (Token, string, error) {
	secret := tokenPrefix + NewSecret()
	t.CreatedBy, t.CreatedAt = by.Email, time.Now()
	t.ExpiresAt = t.CreatedAt.Add(life)
	r := tokenRecord{Hash: Hash(secret), Token: t}
	err := tx.Create(&r).Error
	return r.Token, secret, err
}

// Tokens returns the tokens, newest first.
func (s *Store) Tokens(ctx context.Context) ([]Token, error) {
	tokens := []Token{}
	err := s.DB.WithContext(ctx).Raw(`SELECT t.*, coalesce(u.email, t.email) AS email
		FROM tokens t LEFT JOIN users u ON u.id = t.user_id ORDER BY t.id DESC`).Scan(&tokens).Error
	return tokens, err
}

// RevokeToken revokes a token in the transaction tx and returns it, or
// ErrTokenNotFound.
func RevokeToken(tx *gorm.DB, id int64) (Token, error) {
	var r tokenRecord
	changed := tx.Raw("UPDATE tokens SET revoked_at = now() WHERE id = ? AND revoked_at IS NULL RETURNING *", id).Scan(&r)
	if changed.Error == nil && changed.RowsAffected == 0 {
		return Token{}, ErrTokenNotFound()
	}
	return r.Token, changed.Error
}

// RevokeTokensOf revokes, in the transaction tx, the tokens of a user whose
// role is not keep, and those without an owner made for the address. User 0
// matches only the address.
func RevokeTokensOf(tx *gorm.DB, userID int64, email string, keep Role) error {
	return tx.Exec(`UPDATE tokens SET revoked_at = now()
		WHERE (user_id = ? OR user_id IS NULL AND email = ?) AND role <> ? AND revoked_at IS NULL`, userID, email, keep).Error
}

// FindToken returns the actor of a token's secret and records its use, or
// returns ErrNobody. It applies the owner's current standing.
func (s *Store) FindToken(ctx context.Context, secret string) (Actor, error) {
	if !strings.HasPrefix(secret, tokenPrefix) {
		return Actor{}, ErrNobody()
	}
	t, actor, err := s.bearer(ctx, "hash = ?", Hash(secret))
	if err != nil {
		return Actor{}, err
	}
	if t.LastUsedAt == nil || time.Since(*t.LastUsedAt) > touchEvery {
		if err := s.DB.WithContext(ctx).Table("tokens").Where("id = ?", t.ID).Update("last_used_at", time.Now()).Error; err != nil {
			return Actor{}, err
		}
	}
	return actor, nil
}

// bearer returns the token that a condition selects and its actor, or
// ErrNobody.
func (s *Store) bearer(ctx context.Context, where string, value any) (t Token, actor Actor, err error) {
	found := s.DB.WithContext(ctx).Table("tokens").Where("revoked_at IS NULL AND expires_at > now()").Where(where, value).Limit(1).Find(&t)
	if found.Error != nil {
		return t, Actor{}, found.Error
	}
	if found.RowsAffected == 0 {
		return t, Actor{}, ErrNobody()
	}
	if t.UserID == nil {
		return t, Actor{TokenID: t.ID, Email: fmt.Sprintf("token %d", t.ID), Role: t.Role}, nil
	}
	owner, err := s.Standing(ctx, *t.UserID)
	if err != nil {
		return t, Actor{}, err
	}
	if owner.Disabled {
		return t, Actor{}, ErrNobody()
	}
	return t, Actor{TokenID: t.ID, OwnerID: *t.UserID, Email: owner.Known, Role: t.Role.AtMost(owner.Role)}, nil
}

// Still returns the current actor for a user or token that requested something
// earlier, or ErrNobody.
func (s *Store) Still(ctx context.Context, userID, tokenID *int64) (Actor, error) {
	if tokenID != nil {
		_, actor, err := s.bearer(ctx, "id = ?", *tokenID)
		return actor, err
	}
	if userID == nil {
		return Actor{}, ErrNobody()
	}
	user, err := s.Standing(ctx, *userID)
	if err == nil && user.Disabled {
		err = ErrNobody()
	}
	return Actor{UserID: *userID, Email: user.Known, Role: user.Role}, err
}

// LimitUnowned limits every token without an owner to 30 days from now.
func (s *Store) LimitUnowned(ctx context.Context) error {
	latest := time.Now().Add(unownedLife)
	return s.DB.WithContext(ctx).Exec("UPDATE tokens SET expires_at = ? WHERE user_id IS NULL AND expires_at > ?", latest, latest).Error
}
