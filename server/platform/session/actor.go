// Package session identifies who makes a call, by browser sessions and API
// tokens. Both are stored in Postgres as hashes only.
package session

import (
	"cmp"
	"context"
	"slices"
	"time"
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

// AtMost returns the role with fewer permissions of r and most.
func (r Role) AtMost(most Role) Role {
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
