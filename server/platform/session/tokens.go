package session

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/fault"
)

// Token is a bearer token without its secret, which is shown once, when the
// token is created.
type Token struct {
	ID         int64      `json:"id"`
	Email      string     `json:"email"`
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

// ErrTokenNotFound returns the error for a token that does not exist or was
// revoked before.
func ErrTokenNotFound() error { return fault.Missing("Token") }

// CreateToken creates a token in the transaction tx and returns its secret.
func CreateToken(tx *gorm.DB, by Actor, email string, role Role, life time.Duration) (Token, string, error) {
	secret := tokenPrefix + NewSecret()
	now := time.Now()
	r := tokenRecord{Hash: Hash(secret), Token: Token{Email: email, Role: role, CreatedBy: by.Email, CreatedAt: now, ExpiresAt: now.Add(life)}}
	err := tx.Create(&r).Error
	return r.Token, secret, err
}

// Tokens returns the tokens, newest first.
func (s *Store) Tokens(ctx context.Context) ([]Token, error) {
	tokens := []Token{}
	err := s.DB.WithContext(ctx).Table("tokens").Order("id DESC").Find(&tokens).Error
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

// RevokeTokensOf revokes, in the transaction tx, every token of an address
// whose role is not keep.
func RevokeTokensOf(tx *gorm.DB, email string, keep Role) error {
	return tx.Exec("UPDATE tokens SET revoked_at = now() WHERE email = ? AND role <> ? AND revoked_at IS NULL", email, keep).Error
}

// FindToken returns the actor of a token's secret and records the use, or fails
// with ErrNobody.
func (s *Store) FindToken(ctx context.Context, secret string) (Actor, error) {
	if !strings.HasPrefix(secret, tokenPrefix) {
		return Actor{}, ErrNobody()
	}
	var t Token
	found := s.DB.WithContext(ctx).Table("tokens").
		Where("hash = ? AND revoked_at IS NULL AND expires_at > now()", Hash(secret)).Limit(1).Find(&t)
	if found.Error != nil {
		return Actor{}, found.Error
	}
	if found.RowsAffected == 0 {
		return Actor{}, ErrNobody()
	}
	if t.LastUsedAt == nil || time.Since(*t.LastUsedAt) > touchEvery {
		if err := s.DB.WithContext(ctx).Table("tokens").Where("id = ?", t.ID).Update("last_used_at", time.Now()).Error; err != nil {
			return Actor{}, err
		}
	}
	return Actor{TokenID: t.ID, Email: t.Email, Role: t.Role}, nil
}
