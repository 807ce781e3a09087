// Package session identifies who makes a call, by browser sessions and API
// tokens. Both are stored in Postgres as hashes only.
package session

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/fault"
)

// Role determines what a user may do. It comes from ADMIN_EMAILS, an invitation
// or an admin, never from a sign-in provider.
type Role string

// Roles, from most to least permissions.
const (
	Admin    Role = "admin"    // everything
	Editor   Role = "editor"   // edits pages, offers and questions
	Marketer Role = "marketer" // reads what editors edit, and the analytics
	Visitor  Role = "visitor"  // public pages, and a profile
)

// Roles returns every role.
func Roles() []Role { return []Role{Admin, Editor, Marketer, Visitor} }

// Readers returns the roles that may read what staff edit.
func Readers() []Role { return []Role{Admin, Editor, Marketer} }

// Editors returns the roles that may edit.
func Editors() []Role { return []Role{Admin, Editor} }

// Valid reports whether r is one of Roles.
func (r Role) Valid() bool { return slices.Contains(Roles(), r) }

// AtMost returns the role with fewer permissions of r and most; Visitor if most
// is no role.
func (r Role) AtMost(most Role) Role {
	if !most.Valid() {
		return Visitor
	}
	if slices.Index(Roles(), r) < slices.Index(Roles(), most) {
		return most
	}
	return r
}

// Actor is who makes a call. The zero value is nobody.
type Actor struct {
	UserID   int64  // 0 for a token
	TokenID  int64  // 0 in a browser session
	OwnerID  int64  // the token's owner; 0 in a browser session, and for tokens created before they had owners
	Email    string // if verified; else "user 7" or "token 12", as anyone can claim an address
	Role     Role
	Provider string // where the session's user signed in; "" for a token
	// SignedInAt is when the user signed in; zero for a token.
	SignedInAt time.Time
	Network    string // a keyed hash of the caller's network; "" for commands
}

// Person returns the user who makes the call, directly or with their token, or
// 0.
func (a Actor) Person() int64 { return cmp.Or(a.UserID, a.OwnerID) }

// CommandLine returns the actor of the program's commands.
func CommandLine() Actor { return Actor{Email: "command line", Role: Admin} }

// Schedule returns the actor of scheduled changes.
func Schedule() Actor { return Actor{Email: "schedule", Role: Admin} }

type actorKey struct{}

// With returns a context with an actor.
func With(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// ActorOf returns the actor of a context, or the zero Actor.
func ActorOf(ctx context.Context) Actor {
	actor, _ := ctx.Value(actorKey{}).(Actor)
	return actor
}

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

// Store stores sessions.
type Store struct {
	DB          *gorm.DB
	AdminEmails []string // in lower case
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

// Standing is the current status of a user.
type Standing struct {
	Email    string
	Known    string // the Email of the user's Actor
	Role     Role
	Disabled bool
}

// Standing returns the current status of a user; a deleted one is disabled.
func (s *Store) Standing(ctx context.Context, userID int64) (Standing, error) {
	var u struct {
		Email         string
		EmailVerified bool
		Role          Role
		DisabledAt    *time.Time
	}
	found := s.DB.WithContext(ctx).Table("users").Where("id = ?", userID).Limit(1).Find(&u)
	if found.Error != nil {
		return Standing{}, found.Error // RowsAffected counts a row that could not be read, too
	}
	if found.RowsAffected == 0 {
		return Standing{Disabled: true}, nil
	}
	known, role := KnownAs(userID, u.Email, u.EmailVerified), s.RoleOf(u.Email, u.EmailVerified, u.Role)
	return Standing{u.Email, known, role, u.DisabledAt != nil}, nil
}

// IsAdminEmail reports whether an address is in AdminEmails.
func (s *Store) IsAdminEmail(email string) bool { return slices.Contains(s.AdminEmails, email) }

// RoleOf returns the role of a user with an address and a stored role. An
// address in AdminEmails makes a user an admin only if it is verified.
func (s *Store) RoleOf(email string, verified bool, stored Role) Role {
	if verified && s.IsAdminEmail(email) {
		return Admin
	}
	return stored
}

// KnownAs returns a user's name for logs and for other people: the address if
// it is verified, because anyone can claim an unverified one.
func KnownAs(userID int64, email string, verified bool) string {
	if verified {
		return email
	}
	return fmt.Sprintf("user %d", userID)
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
