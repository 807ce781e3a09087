// Package address normalizes email addresses for comparison.
package address

import "strings"

// Normal returns an address without surrounding space and with ASCII letters in
// lower case. Other letters are kept: folding them could make two addresses
// equal, such as those with a k and with the Kelvin sign.
func Normal(address string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, strings.TrimSpace(address))
}

// Domain returns what follows the @ of an address, in lower case.
func Domain(address string) string {
	return strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
}

// IsPlain reports whether the part before the @ is ASCII, as it must be for
// staff, because other letters may look like someone else's.
func IsPlain(address string) bool {
	local := address[:max(0, strings.LastIndexByte(address, '@'))]
	return !strings.ContainsFunc(local, func(r rune) bool { return r > '~' })
}
