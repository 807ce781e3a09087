package pagecache

import (
	"net/textproto"
	"strings"
)

// negotiate picks the encoding that Accept-Encoding likes best (RFC 9110,
// 12.5.3); of equals the densest. Without the field it is identity, and so it
// is where nothing that is kept is acceptable: a page is better than a 406.
func negotiate(header []string) encoding {
	const unnamed = -1
	q := [encodings]int{unnamed, unnamed, unnamed, unnamed}
	others := unnamed // what "*" says of those that are not named
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
	best, bestWeight := identity, max(q[identity], 0)
	for enc := gzipped; enc < encodings; enc++ {
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

func byToken(name string) (encoding, bool) {
	switch {
	case strings.EqualFold(name, "gzip"), strings.EqualFold(name, "x-gzip"):
		return gzipped, true
	case strings.EqualFold(name, "br"):
		return brotlied, true
	case strings.EqualFold(name, "zstd"):
		return zstandard, true
	case strings.EqualFold(name, "identity"):
		return identity, true
	}
	return 0, false
}

// quality reads ";q=0.5" as thousandths (RFC 9110, 12.4.2); without it, 1000.
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

// match gives the entity tag of this variant that If-None-Match names, or nil.
// The comparison is the weak one and "*" matches anything (RFC 9110, 13.1.2).
func (v *variant) match(header []string) []string {
	for _, line := range header {
		if textproto.TrimString(line) == "*" {
			return v.etag
		}
		for {
			line = strings.TrimLeft(line, " \t,")
			line = strings.TrimPrefix(line, "W/")
			if !strings.HasPrefix(line, `"`) {
				break // the end, or no entity tag
			}
			end := strings.IndexByte(line[1:], '"')
			if end < 0 {
				break
			}
			var tag string
			tag, line = line[:end+2], line[end+2:]
			switch {
			case tag == v.etag[0]:
				return v.etag
			case v.twin != nil && tag == v.twin[0]:
				return v.twin
			}
		}
	}
	return nil
}
