package session

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/fault"
)

// ErrNobody returns the error of a call that requires an actor and has none.
func ErrNobody() error { return fault.New(fault.Unauthorized, "Please sign in.") }

// touchEvery is the interval at which a session's idle time is updated.
const touchEvery = time.Minute

// Limits are how long a session may last: without a call, and in total.
type Limits struct{ Idle, Absolute time.Duration }

// LimitsOf returns the limits of a role's sessions. Roles with more permissions
// have shorter ones.
func LimitsOf(r Role) Limits {
	const day = 24 * time.Hour
	switch r {
	case Admin:
		return Limits{Idle: 2 * time.Hour, Absolute: 12 * time.Hour}
	case Editor, Marketer:
		return Limits{Idle: 12 * time.Hour, Absolute: 7 * day}
	}
	return Limits{Idle: 30 * day, Absolute: 90 * day}
}

// Standing is the current status of a user.
type Standing struct {
	Email    string
	Known    string // the Email of the user's Actor
	Role     Role
	Disabled bool
}

// Store stores sessions. Standing returns the status of a user; a deleted user
// is disabled.
type Store struct {
	DB       *gorm.DB
	Standing func(ctx context.Context, userID int64) (Standing, error)
}

// record is a row of the table sessions.
type record struct {
	IDHash    []byte `gorm:"primaryKey"`
	UserID    int64
	Role      Role
	Provider  string
	CreatedAt time.Time
	IdleUntil time.Time
	ExpiresAt time.Time
}

func (record) TableName() string { return "sessions" }

// Begin starts a session of a user and returns its id, which isn't stored.
func (s *Store) Begin(ctx context.Context, userID int64, role Role, provider string) (id string, err error) {
	id = NewSecret()
	limits, now := LimitsOf(role), time.Now()
	err = s.DB.WithContext(ctx).Create(&record{
		IDHash: Hash(id), UserID: userID, Role: role, Provider: provider,
		IdleUntil: now.Add(limits.Idle), ExpiresAt: now.Add(limits.Absolute),
	}).Error
	return id, err
}

// Who returns the actor of a request, by its Authorization header or else its
// session cookie, or ErrNobody. If there is an Authorization header, even a
// wrong or empty one, the cookie is ignored.
func (s *Store) Who(r *http.Request, cookies Cookies) (Actor, error) {
	given, has := r.Header["Authorization"]
	if !has {
		return s.Find(r.Context(), cookies.Session(r))
	}
	kind, secret, _ := strings.Cut(given[0], " ")
	if len(given) != 1 || !strings.EqualFold(kind, "Bearer") {
		return Actor{}, ErrNobody()
	}
	return s.FindToken(r.Context(), strings.TrimSpace(secret))
}

// Find returns the actor of a session and keeps it alive. It returns ErrNobody
// if the session is unknown or over: signed out, idle or open for too long, its
// user disabled or with another role than at sign-in.
func (s *Store) Find(ctx context.Context, id string) (Actor, error) {
	if id == "" {
		return Actor{}, ErrNobody()
	}
	var r record
	found := s.DB.WithContext(ctx).Where("id_hash = ? AND idle_until > now() AND expires_at > now()", Hash(id)).Limit(1).Find(&r)
	if found.Error != nil {
		return Actor{}, found.Error
	}
	if found.RowsAffected == 0 {
		return Actor{}, ErrNobody()
	}
	user, err := s.Standing(ctx, r.UserID)
	if err != nil {
		return Actor{}, err
	}
	if user.Disabled || user.Role != r.Role {
		return Actor{}, ErrNobody()
	}
	idleUntil := time.Now().Add(LimitsOf(r.Role).Idle)
	if idleUntil.Sub(r.IdleUntil) > touchEvery {
		if err := s.DB.WithContext(ctx).Model(&r).Update("idle_until", idleUntil).Error; err != nil {
			return Actor{}, err
		}
	}
	return Actor{UserID: r.UserID, Email: user.Known, Role: r.Role, Provider: r.Provider, SignedInAt: r.CreatedAt}, nil
}

// staffWait is how long IsStaff waits for Postgres.
const staffWait = 250 * time.Millisecond

// IsStaff reports whether a request comes from the browser of a signed-in staff
// member. It queries Postgres only if there is a session cookie, and reports
// false if there is no answer in time. It doesn't keep the session alive.
func (s *Store) IsStaff(r *http.Request, cookies Cookies) bool {
	id := cookies.Session(r)
	if id == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(r.Context(), staffWait)
	defer cancel()
	var found int64
	err := s.DB.WithContext(ctx).Model(&record{}).
		Where("id_hash = ? AND role IN ? AND idle_until > now() AND expires_at > now()", Hash(id), Readers()).Count(&found).Error
	return err == nil && found > 0
}

// End ends a session. Ending an unknown one is no error.
func (s *Store) End(ctx context.Context, id string) error {
	return s.DB.WithContext(ctx).Where("id_hash = ?", Hash(id)).Delete(&record{}).Error
}

// EndAll ends every session of a user, in the transaction tx.
func EndAll(tx *gorm.DB, userID int64) error {
	return tx.Where("user_id = ?", userID).Delete(&record{}).Error
}

// EndOthers ends the sessions of all other providers, so that removing a
// provider ends its sessions.
func (s *Store) EndOthers(ctx context.Context, providers []string) error {
	return s.DB.WithContext(ctx).Where("provider NOT IN ?", append([]string{""}, providers...)).Delete(&record{}).Error
}

// Sweep deletes expired sessions.
func (s *Store) Sweep(ctx context.Context) error {
	return s.DB.WithContext(ctx).Where("idle_until < now() OR expires_at < now()").Delete(&record{}).Error
}

// NewSecret returns 256 random bits as 43 characters that are safe in cookies
// and URLs.
func NewSecret() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Hash returns the hash under which a secret is stored. Because a secret has
// 256 random bits, plain SHA-256 is enough.
func Hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
