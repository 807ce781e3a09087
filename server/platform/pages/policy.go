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

// Content is for a page of content. It changes by an invalidation, so its time
// only bounds what a lost one could cost.
func Content(params ...string) Policy {
	return Policy{Lifetime{Name: "content", Fresh: 5 * time.Minute, Stale: 24 * time.Hour, Error: 7 * 24 * time.Hour}, params}
}

// Offers is for a page of offers: its figures and orders change with every click,
// which invalidates nothing.
func Offers(params ...string) Policy {
	return Policy{Lifetime{Name: "offers", Fresh: 30 * time.Second, Stale: time.Hour, Error: 7 * 24 * time.Hour}, params}
}

// Uncached is for a page that is rendered anew each time.
func Uncached() Policy { return Policy{Lifetime: Lifetime{Name: "none"}} }

// Reads is for a call of the API that reads content. Its answer is never served
// stale: a page that is made of it would be kept as a fresh one.
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
