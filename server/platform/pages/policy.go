package pages

import (
	"net/url"
	"slices"
	"strings"
	"time"
)

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

// Reads is the policy of API reads. They are never served stale, because a page
// rendered from a stale answer would be cached as fresh.
func Reads(params ...string) Policy {
	return Policy{Lifetime{Name: "reads", Fresh: 5 * time.Minute}, params}
}

// queryParam is the search parameter of pages and calls.
const queryParam = "q"

// isSearch reports whether a key is that of a search. It takes the key, not the
// request, as pages without search ignore "q".
func isSearch(key string) bool {
	_, query, _ := strings.Cut(key, "?")
	return slices.ContainsFunc(strings.Split(query, "&"), func(param string) bool { return strings.HasPrefix(param, queryParam+"=") })
}

// maxValue is the longest query value in bytes. Longer ones are ignored, as
// nobody finds a page by them.
const maxValue = 300

// Key returns the cache key of an address, which is also passed to Render: the
// canonical path, and the first value of each allowed query parameter, in the
// order of allowed. Empty values and those over 300 bytes are left out. An
// element of allowed is a name, which allows any value, or a name with its
// values: "type=support|affiliate", or "page=#" for a page number from 2. Other
// values are left out, as each would make one more page to render and cache.
func Key(u *url.URL, allowed ...string) string {
	path := u.Path
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
		path = "/" + strings.TrimLeft(path, "/") // "//host/x" would name a host
	}
	path = (&url.URL{Path: path}).EscapedPath()
	if u.RawQuery == "" || len(allowed) == 0 {
		return path
	}
	query := u.Query()
	key, join := path, "?"
	for _, name := range allowed {
		name, values, limited := strings.Cut(name, "=")
		if v := query.Get(name); v != "" && len(v) <= maxValue && (!limited || isOf(values, v)) {
			key += join + url.QueryEscape(name) + "=" + url.QueryEscape(v)
			join = "&"
		}
	}
	return key
}

// isOf reports whether v is one of the allowed values.
func isOf(values, v string) bool {
	if values != "#" {
		return slices.Contains(strings.Split(values, "|"), v)
	}
	return strings.Trim(v, "0123456789") == "" && v[0] != '0' && v != "1"
}
