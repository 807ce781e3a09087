package pages

import (
	"net/textproto"
	"strings"
)

// match returns the entity tag of this variant that If-None-Match names, or nil.
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
