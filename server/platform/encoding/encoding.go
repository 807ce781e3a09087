// Package encoding has the content codings of the site's answers, and parses
// Accept-Encoding.
package encoding

import (
	"net/textproto"
	"strings"
)

// Encoding is a content coding. Denser ones are greater.
type Encoding int

// Encodings.
const (
	Identity Encoding = iota
	Gzip
	Zstd
	Brotli
	Count // number of encodings
)

// String returns the encoding's name in header fields.
func (e Encoding) String() string {
	return [...]string{"identity", "gzip", "zstd", "br"}[e]
}

// Negotiate returns the offered encoding that Accept-Encoding prefers (RFC
// 9110, 12.5.3); of equals, the last. Without the header, or if nothing offered
// is acceptable, it returns Identity, because an answer is better than a 406.
func Negotiate(header []string, offered ...Encoding) Encoding {
	const unnamed = -1
	q := [Count]int{unnamed, unnamed, unnamed, unnamed}
	others := unnamed // value of "*" for encodings that aren't named
	for _, line := range header {
		for line != "" {
			var item string
			item, line, _ = strings.Cut(line, ",")
			name, params, _ := strings.Cut(item, ";")
			weight, ok := quality(params)
			if !ok {
				continue
			}
			if enc, ok := byToken(textproto.TrimString(name)); ok {
				q[enc] = weight
			} else if textproto.TrimString(name) == "*" {
				others = weight
			}
		}
	}
	best, bestWeight := Identity, max(q[Identity], 0)
	for _, enc := range offered {
		weight := q[enc]
		if weight == unnamed {
			weight = others
		}
		if weight > 0 && weight >= bestWeight {
			best, bestWeight = enc, weight
		}
	}
	return best
}

func byToken(name string) (Encoding, bool) {
	switch {
	case strings.EqualFold(name, "gzip"), strings.EqualFold(name, "x-gzip"):
		return Gzip, true
	case strings.EqualFold(name, "br"):
		return Brotli, true
	case strings.EqualFold(name, "zstd"):
		return Zstd, true
	case strings.EqualFold(name, "identity"):
		return Identity, true
	}
	return 0, false
}

// quality parses ";q=0.5" as thousandths (RFC 9110, 12.4.2); the default is
// 1000.
func quality(params string) (int, bool) {
	params = textproto.TrimString(params)
	if params == "" {
		return 1000, true
	}
	name, value, ok := strings.Cut(params, "=")
	if !ok || !strings.EqualFold(textproto.TrimString(name), "q") {
		return 0, false
	}
	value = textproto.TrimString(value)
	if value == "" || len(value) > 5 || value[0] != '0' && value[0] != '1' || len(value) > 1 && value[1] != '.' {
		return 0, false
	}
	n, unit := int(value[0]-'0')*1000, 100
	for _, digit := range []byte(value[min(2, len(value)):]) {
		if digit < '0' || digit > '9' {
			return 0, false
		}
		n += int(digit-'0') * unit
		unit /= 10
	}
	return n, n <= 1000
}
