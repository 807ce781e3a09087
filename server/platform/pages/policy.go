package pages

import "time"

// Lifetime is how long an answer may be served after it was made.
type Lifetime struct {
	// Name is the lifetime's name in lists.
	Name string
	// Fresh is how long it is served from memory. At 0 it is never stored, here or in any other cache.
	Fresh time.Duration
	// Stale is how long after Fresh it is served while a fresh one is made (stale-while-revalidate, RFC
	// 5861).
	Stale time.Duration
	// Error is how long after Fresh, or after an invalidation, it is served if no fresh one can be made
	// (stale-if-error, RFC 5861).
	Error time.Duration
}

// Policy is the lifetime of a route's answers and the query parameters they
// depend on, in the form of Key. The zero Policy caches nothing.
type Policy struct {
	Lifetime
	Params []string
}

// Content is the policy of content pages. Edits invalidate them, so the
// lifetime only limits the damage of a lost invalidation.
func Content(params ...string) Policy {
	return Policy{Lifetime{Name: "content", Fresh: 5 * time.Minute, Stale: 24 * time.Hour, Error: 7 * 24 * time.Hour}, params}
}

// Offers is the policy of offer pages. Their counts and order change with
// clicks, which invalidate nothing. A job invalidates them when an offer starts
// or ends.
func Offers(params ...string) Policy {
	return Policy{Lifetime{Name: "offers", Fresh: 30 * time.Second, Stale: time.Hour, Error: 7 * 24 * time.Hour}, params}
}

// Uncached is the policy of pages that are rendered each time.
func Uncached() Policy { return Policy{Lifetime: Lifetime{Name: "none"}} }
