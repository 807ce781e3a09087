package weburl

import (
	"regexp"
	"strings"

	"github.com/mozillazg/go-unidecode"
)

// MaxSlug is the maximum length of a slug, in bytes.
const MaxSlug = 100

var (
	slug      = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	notInSlug = regexp.MustCompile(`[^a-z0-9]+`)
)

// IsSlug reports whether s is a valid slug: lower-case letters and digits, in
// words joined by single hyphens. Constraints in the database check the same.
func IsSlug(s string) bool { return slug.MatchString(s) }

// Slug returns a slug for a text, transliterated to ASCII. It is empty for a text
// without letters and digits.
func Slug(text string) string {
	latin := strings.ReplaceAll(strings.ToLower(unidecode.Unidecode(text)), "'", "")
	return strings.Trim(notInSlug.ReplaceAllString(latin, "-"), "-")
}
