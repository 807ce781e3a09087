// Package session knows who makes a call: browser sessions and bearer tokens,
// both kept in Postgres by their hash alone.
package session

import (
	"context"
	"slices"
)

// Role is what a user is to the site. It comes from ADMIN_EMAILS, an
// invitation or an admin, never from what a sign-in provider claims.
type Role string

// The roles, most permitted first.
const (
	Admin    Role = "admin"    // everything
	Editor   Role = "editor"   // pages, offers and questions
	Marketer Role = "marketer" // reads what editors write, and the analytics
	Visitor  Role = "visitor"  // what everybody may, and a profile
)

// Roles gives every role.
func Roles() []Role { return []Role{Admin, Editor, Marketer, Visitor} }

// Valid reports whether r is one of Roles.
func (r Role) Valid() bool { return slices.Contains(Roles(), r) }

// Actor is who makes a call. The zero value is nobody.
type Actor struct {
	UserID   int64 // 0 behind a token
	TokenID  int64 // 0 in a browser session
	Email    string
	Role     Role
	Provider string // where the session's user signed in; "" behind a token
}

// CommandLine is the actor of the program's commands.
func CommandLine() Actor { return Actor{Email: "command line", Role: Admin} }

type actorKey struct{}

// With gives a context whose calls actor makes.
func With(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// ActorOf is who With named; the zero Actor when nobody was.
func ActorOf(ctx context.Context) Actor {
	actor, _ := ctx.Value(actorKey{}).(Actor)
	return actor
}
