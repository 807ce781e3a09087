// Package weburl validates addresses of other sites, recognizes local hosts and
// slugs, and makes requests to public addresses only.
package weburl

import (
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxLength is the maximum length of an address, in bytes.
const MaxLength = 2048

// Messages for a rejected address.
const (
	NotPublic = "Enter a public address that starts with http:// or https://."
	HasUser   = "The address can't contain a user name or password."
	TooLong   = "Enter an address of at most 2,048 characters."
)

// Check returns an address normalized, or why it is rejected: it is not
// http(s), has no public host, has a user, or is too long. It makes no
// requests. {placeholders} may follow the host.
func Check(s string) (address, refusal string) {
	s = strings.TrimSpace(s)
	if len(s) > MaxLength {
		return "", TooLong
	}
	odd := func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\\' || r == utf8.RuneError
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

// Placeholder matches a {placeholder} in an address and captures its name.
var Placeholder = regexp.MustCompile(`(?i)(?:\{|%7B)([a-z_]+)(?:\}|%7D)`)

// IsPersonal reports whether a placeholder's value identifies the visitor.
func IsPersonal(field string) bool {
	switch field {
	case "zip", "phone", "first", "last", "email", "dob", "birthday", "street", "address":
		return true
	}
	return false
}

// isPublic reports whether a host may be public, by its name only.
func isPublic(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if ip, err := netip.ParseAddr(host); err == nil {
		return IsPublic(ip)
	}
	labels := strings.Split(host, ".")
	last := labels[len(labels)-1]
	if len(labels) < 2 || len(host) > 253 || isNumber(last) {
		return false // a single name, or an unusual spelling of an IPv4 address
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

// IsLoopback reports whether a host must be this machine, by its name only.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// isReserved reports whether an address is in a block that is neither private
// nor public.
func isReserved(ip netip.Addr) bool {
	for _, block := range []string{"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001:db8::/32", "2002::/16", "fec0::/10"} {
		if netip.MustParsePrefix(block).Contains(ip) {
			return true
		}
	}
	return false
}

// isNumber reports whether browsers parse a host with this last label as an
// IPv4 address (WHATWG URL, "ends in a number").
func isNumber(label string) bool {
	digits, base16 := strings.CutPrefix(label, "0x")
	for _, r := range digits {
		if !(r >= '0' && r <= '9') && !(base16 && r >= 'a' && r <= 'f') {
			return false
		}
	}
	return base16 || digits != ""
}

// Host returns an address's host without www, for lists.
func Host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}
