package httpx

import "bytes"

// Members is implemented by bodies that ReadJSON and OptionalJSON can decode
// without encoding/json, at a fraction of its cost. Use it for bodies that come
// with every view and click.
type Members interface {
	// Member sets a member of the body and reports whether it knows the name. The value, as JSON, is a string
	// or an unsigned integer of plain ASCII, or an object that is only checked for its end.
	Member(name, value string) bool
}

// readMembers decodes a body as browsers write it: an object without white
// space or escapes around its members. It reports false for anything else; then
// out may be partly set.
func readMembers(body []byte, out Members) bool {
	rest, found := bytes.CutPrefix(body, []byte("{"))
	for found {
		name := plain(rest)
		if name < 0 || rest[0] != '"' || len(rest) < name+2 || rest[name] != ':' {
			return false
		}
		value := rest[name+1:]
		end := plain(value)
		if value[0] == '{' {
			end = closing(value)
		}
		if end < 0 || len(value) == end || !out.Member(string(rest[1:name-1]), string(value[:end])) {
			return false
		}
		if value[end] == '}' {
			return len(value) == end+1
		}
		rest, found = bytes.CutPrefix(value[end:], []byte(","))
	}
	return false
}

// plain returns the end of the string or unsigned integer of plain ASCII at the
// start of text, or -1.
func plain(text []byte) int {
	if len(text) == 0 {
		return -1
	}
	if text[0] == '"' {
		for i, c := range text[1:] {
			switch {
			case c == '"':
				return i + 2
			case c < ' ' || c > '~' || c == '\\':
				return -1
			}
		}
		return -1
	}
	end := 0
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	if end == 0 || text[0] == '0' && end > 1 {
		return -1
	}
	return end
}

// closing returns the end of the object at the start of text, or -1.
func closing(text []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}
