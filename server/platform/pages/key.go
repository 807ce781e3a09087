package pages

import (
	"net/url"
	"slices"
	"strings"
)

// maxValue is the length in bytes past which a query value counts as absent:
// no page of a site that people use is found by a longer one.
const maxValue = 300

// Key returns the cache key of an address, which is also what is passed to
// Render: the canonical path, and of the query the first value of each allowed
// parameter, in the order of allowed. Parameters that are empty, longer than
// 300 bytes or not allowed are left out. What is allowed is a name, which takes
// any value, or a name with its values: "type=support|affiliate", or "page=#"
// for the number of a page from 2 on. Others are left out too, as each would be
// one more page to make and to keep.
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

// isOf reports whether v is one of the values that a parameter takes.
func isOf(values, v string) bool {
	if values != "#" {
		return slices.Contains(strings.Split(values, "|"), v)
	}
	return strings.Trim(v, "0123456789") == "" && v[0] != '0' && v != "1"
}
