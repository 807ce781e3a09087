package session

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/fault"
)

// ErrNobody returns the error of a call that needs an actor and has none.
func ErrNobody() error { return fault.New(fault.Unauthorized, "Please sign in.") }

// touchEvery is how much idle time may pass before it is written down.
const touchEvery = time.Minute

// Limits are how long a session may last: without a call, and in all.
type Limits struct{ Idle, Absolute time.Duration }

// LimitsOf returns the limits of a role's sessions: the more a role may do, the
// shorter.
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
	Known    string // what an Actor's Email is to be
	Role     Role
	Disabled bool
}

// Store stores sessions. Standing returns the status of a user; a deleted one
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

// Begin starts a session of a user with this role and returns its id, which is
// stored nowhere.
func (s *Store) Begin(ctx context.Context, userID int64, role Role, provider string) (id string, err error) {
	id = NewSecret()
	limits, now := LimitsOf(role), time.Now()
	err = s.DB.WithContext(ctx).Create(&record{
		IDHash: Hash(id), UserID: userID, Role: role, Provider: provider,
		IdleUntil: now.Add(limits.Idle), ExpiresAt: now.Add(limits.Absolute),
	}).Error
	return id, err
}

// Find returns the actor of a session and keeps it alive. It fails with
// ErrNobody if the session is unknown or over: logged out, idle or old for too
// long, its user disabled or of another role than at sign-in.
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

// IsStaff reports whether a request comes from the browser of somebody who is
// signed in and works for the site. It asks Postgres only where there is a
// session's cookie; without an answer it is nobody of the staff. The session is
// not kept alive.
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

// End ends one session. Ending an unknown one is no error.
func (s *Store) End(ctx context.Context, id string) error {
	return s.DB.WithContext(ctx).Where("id_hash = ?", Hash(id)).Delete(&record{}).Error
}

// EndAll ends every session of a user, in the transaction tx.
func EndAll(tx *gorm.DB, userID int64) error {
	return tx.Where("user_id = ?", userID).Delete(&record{}).Error
}

// EndOthers ends every session of another provider than these, so that removing
// a provider ends its sessions.
func (s *Store) EndOthers(ctx context.Context, providers []string) error {
	return s.DB.WithContext(ctx).Where("provider NOT IN ?", append([]string{""}, providers...)).Delete(&record{}).Error
}

// Sweep deletes the sessions that are over.
func (s *Store) Sweep(ctx context.Context) error {
	return s.DB.WithContext(ctx).Where("idle_until < now() OR expires_at < now()").Delete(&record{}).Error
}
