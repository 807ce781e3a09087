package pages

import (
	"net/url"
	"slices"
	"strings"
)

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
