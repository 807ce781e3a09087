// Package weburl tells which addresses may lead visitors away from the site.
package weburl

import (
	"net/netip"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxLength is the longest address that is kept, in bytes.
const MaxLength = 2048

// The sentences for an address that is refused.
const (
	NotPublic = "Please enter a public address that starts with http:// or https://."
	HasUser   = "The address must not hold a user name or password."
	TooLong   = "Please enter an address of at most 2,048 characters."
)

// Check gives an address as it is kept, or the sentence that says why it is
// refused: it is not http(s), leads to no public host, names a user, or is too
// long. Nothing is fetched or looked up; {placeholders} may stand after the
// host.
func Check(s string) (address, refusal string) {
	s = strings.TrimSpace(s)
	if len(s) > MaxLength {
		return "", TooLong
	}
	odd := func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\\' || r == utf8.RuneError
	}
	u, err := url.Parse(s)
	if err != nil || strings.ContainsFunc(s, odd) || u.Opaque != "" {
		return "", NotPublic
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return "", NotPublic
	}
	if u.User != nil {
		return "", HasUser
	}
	if !isPublic(u.Hostname()) || strings.HasSuffix(u.Host, ":") {
		return "", NotPublic
	}
	return u.Scheme + s[len(u.Scheme):], ""
}

// isPublic reports whether a host may be one of the Internet, by its name
// alone.
func isPublic(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return ip.IsGlobalUnicast() && !ip.IsPrivate() && !isReserved(ip)
	}
	labels := strings.Split(host, ".")
	last := labels[len(labels)-1]
	if len(labels) < 2 || len(host) > 253 || isNumber(last) {
		return false // a single name, or an IPv4 address in one of its odd spellings
	}
	for _, l := range labels {
		if l == "" || len(l) > 63 || strings.ContainsAny(l, "{}%<>\"'`,;!$&()*+=|^~[]:") {
			return false
		}
	}
	switch last {
	case "localhost", "local", "internal", "lan", "intranet", "corp", "home":
		return false
	}
	return !strings.HasSuffix(host, ".home.arpa")
}

// isReserved finds the blocks that are neither private nor public.
func isReserved(ip netip.Addr) bool {
	for _, block := range []string{"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "64:ff9b::/96", "2001:db8::/32"} {
		if netip.MustParsePrefix(block).Contains(ip) {
			return true
		}
	}
	return false
}

// isNumber reports whether browsers read a last label as part of an IPv4
// address (WHATWG URL, "ends in a number").
func isNumber(label string) bool {
	digits, base16 := strings.CutPrefix(label, "0x")
	for _, r := range digits {
		if !(r >= '0' && r <= '9') && !(base16 && r >= 'a' && r <= 'f') {
			return false
		}
	}
	return base16 || digits != ""
}

// Host is what a list calls an address by: its host without www.
func Host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}
