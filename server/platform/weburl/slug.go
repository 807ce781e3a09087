package weburl

import "regexp"

// MaxSlug is the maximum length of a slug, in bytes.
const MaxSlug = 100

// IsSlug reports whether s is a valid slug: lower-case letters and digits, in
// words joined by single hyphens. Constraints in the database check the same.
func IsSlug(s string) bool { return slug.MatchString(s) }

var slug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
