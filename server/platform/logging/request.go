package logging

import (
	"strconv"
	"time"
)

// Request writes the line of an answered request like Handle, but at a third of
// the cost, because every cached page has one. It reports whether it could.
// Lines that need quotes are left to Handle.
func (h Handler) Request(end time.Time, id, method, path string, status, bytes int, took time.Duration) bool {
	if h.Lines == Other || !isPlain(id) || !isPlain(method) || !isPlain(path) {
		return false
	}
	var room [512]byte
	line := room[:0]
	text := func(name, value string) {
		if h.Lines == JSON {
			line = append(append(append(append(append(line, `,"`...), name...), `":"`...), value...), '"')
		} else {
			line = append(append(append(append(line, ' '), name...), '='), value...)
		}
	}
	number := func(name string, value int) {
		if h.Lines == JSON {
			line = append(append(append(line, `,"`...), name...), `":`...)
		} else {
			line = append(append(append(line, ' '), name...), '=')
		}
		line = strconv.AppendInt(line, int64(value), 10)
	}
	if h.Lines == JSON {
		line = end.AppendFormat(append(line, `{"time":"`...), time.RFC3339Nano)
		line = append(line, '"')
	} else {
		line = appendMillis(append(line, "time="...), end)
	}
	text("level", "INFO")
	text("msg", "request")
	text("id", id)
	text("method", method)
	text("path", path)
	number("status", status)
	number("bytes", bytes)
	text("took", took.String())
	if h.Lines == JSON {
		line = append(line, '}')
	}
	_, _ = h.Out.Write(append(line, '\n'))
	return true
}

// appendMillis appends a time by RFC 3339 with three decimals: by RFC3339Nano,
// for which package time has a fast path, with a fourth digit that is cut out.
func appendMillis(line []byte, t time.Time) []byte {
	at := len(line) + len("2006-01-02T15:04:05.000")
	line = t.Truncate(time.Millisecond).Add(time.Millisecond/10).AppendFormat(line, time.RFC3339Nano)
	return append(line[:at], line[at+1:]...)
}

// isPlain reports whether a value stands as it is in any kind of line.
func isPlain(value string) bool {
	for i := range len(value) {
		switch c := value[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '-' <= c && c <= '9', c == '_', c == '~':
		default:
			return false
		}
	}
	return value != ""
}
