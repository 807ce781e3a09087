// Package session identifies who makes a call, by browser sessions and bearer
// tokens, both stored in Postgres by hash alone.
package session

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Role determines what a user may do. It comes from ADMIN_EMAILS, an invitation
// or an admin, never from what a sign-in provider claims.
type Role string

// The roles, most permitted first.
const (
	Admin    Role = "admin"    // everything
	Editor   Role = "editor"   // pages, offers and questions
	Marketer Role = "marketer" // reads what editors write, and the analytics
	Visitor  Role = "visitor"  // what everybody may, and a profile
)

// Roles returns every role.
func Roles() []Role { return []Role{Admin, Editor, Marketer, Visitor} }

// Readers returns the roles that may read what staff edit.
func Readers() []Role { return []Role{Admin, Editor, Marketer} }

// Editors returns the roles that may edit it.
func Editors() []Role { return []Role{Admin, Editor} }

// Valid reports whether r is one of Roles.
func (r Role) Valid() bool { return slices.Contains(Roles(), r) }

// AtMost returns r, or most if that may do less.
func (r Role) AtMost(most Role) Role {
	if slices.Index(Roles(), r) < slices.Index(Roles(), most) {
		return most
	}
	return r
}

// Actor is who makes a call. The zero value is nobody.
type Actor struct {
	UserID   int64  // 0 behind a token
	TokenID  int64  // 0 in a browser session
	OwnerID  int64  // the user whose token it is; 0 in a browser session, and behind a token from before they had owners
	Email    string // verified; else "user 7" or "token 12", as anybody can claim an address
	Role     Role
	Provider string // where the session's user signed in; "" behind a token
	// SignedInAt is when; the zero time behind a token.
	SignedInAt time.Time
	Network    string // a keyed hash of where the call comes from; "" of a command
}

// Person returns the user who makes the call, also by a token of theirs; 0 if
// that is nobody.
func (a Actor) Person() int64 { return cmp.Or(a.UserID, a.OwnerID) }

// CommandLine returns the actor of the program's commands.
func CommandLine() Actor { return Actor{Email: "command line", Role: Admin} }

// Schedule returns the actor of what staff have set a time for.
func Schedule() Actor { return Actor{Email: "schedule", Role: Admin} }

type actorKey struct{}

// With returns a context with an actor.
func With(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// ActorOf returns the actor of a context; the zero Actor if there is none.
func ActorOf(ctx context.Context) Actor {
	actor, _ := ctx.Value(actorKey{}).(Actor)
	return actor
}
