// Package address has the one form in which email addresses are compared.
package address

import "strings"

// Normal returns an address without space around it, its ASCII letters in lower
// case. Others stay: folding them makes one address of two, such as of those
// with a k and with the Kelvin sign.
func Normal(address string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, strings.TrimSpace(address))
}

// IsPlain reports whether what stands before the @ is ASCII, as it must be for
// staff: other letters may look like those of somebody else.
func IsPlain(address string) bool {
	local := address[:max(0, strings.LastIndexByte(address, '@'))]
	return !strings.ContainsFunc(local, func(r rune) bool { return r > '~' })
}
