package pages

import (
	"slices"
	"strings"
	"time"
)

// Lifetime is how long an answer may be served after it was made.
type Lifetime struct {
	// Name is the lifetime's name in lists.
	Name string
	// Fresh is how long it is served from memory; 0 means that it is never
	// stored, here or in any cache.
	Fresh time.Duration
	// Stale is how long after that it is served while a fresh one is made
	// (stale-while-revalidate, RFC 5861).
	Stale time.Duration
	// Error is how long after Fresh, or after an invalidation, it is served
	// when the fresh one cannot be made (stale-if-error, RFC 5861).
	Error time.Duration
}

// Policy is how long the answers of a route are kept, and which parameters of the
// query they depend on, as Key takes them. The zero Policy keeps nothing.
type Policy struct {
	Lifetime
	Params []string
}

// Content is for a page of content. Edits invalidate it, so the lifetime only limits
// the damage if an invalidation is lost.
func Content(params ...string) Policy {
	return Policy{Lifetime{Name: "content", Fresh: 5 * time.Minute, Stale: 24 * time.Hour, Error: 7 * 24 * time.Hour}, params}
}

// Offers is for a page of offers: its figures and order change with clicks, which
// invalidate nothing. A job invalidates it when an offer starts or ends.
func Offers(params ...string) Policy {
	return Policy{Lifetime{Name: "offers", Fresh: 30 * time.Second, Stale: time.Hour, Error: 7 * 24 * time.Hour}, params}
}

// Uncached is for a page that is rendered anew each time.
func Uncached() Policy { return Policy{Lifetime: Lifetime{Name: "none"}} }

// Reads is for an API call that reads content. Its answer is never served stale, or
// a page rendered from it would be cached as fresh.
func Reads(params ...string) Policy {
	return Policy{Lifetime{Name: "reads", Fresh: 5 * time.Minute}, params}
}

// queryParam is the parameter by which pages and calls search.
const queryParam = "q"

// isSearch goes by the key, not the request: a "q" that the page does not know
// changes nothing.
func isSearch(key string) bool {
	_, query, _ := strings.Cut(key, "?")
	return slices.ContainsFunc(strings.Split(query, "&"), func(param string) bool { return strings.HasPrefix(param, queryParam+"=") })
}
