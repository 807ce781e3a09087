package pagecache

import (
	"net/url"
	"strings"
)

// maxValue is the length in bytes past which a query value counts as absent:
// no page of a site that people use is found by a longer one.
const maxValue = 300

// Key returns the cache key of an address, which is also what is passed to
// Render: the canonical path, and of the query the first value of each allowed
// parameter, in the order of allowed. Parameters that are empty, longer than
// 300 bytes or not allowed are left out.
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
		if v := query.Get(name); v != "" && len(v) <= maxValue {
			key += join + url.QueryEscape(name) + "=" + url.QueryEscape(v)
			join = "&"
		}
	}
	return key
}
