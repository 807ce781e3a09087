package form

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns a text of one line trimmed, and the sentence that says what is
// wrong with it, if anything is.
func Line(text string, most int) (trimmed, wrong string) {
	return plain(text, most, func(r rune) bool { return breaksLine(r) || unprintable(r) }, OneLine)
}

// Text returns a text of many lines trimmed, its line breaks as \n, and the
// sentence that says what is wrong with it, if anything is.
func Text(text string, most int) (trimmed, wrong string) {
	return plain(text, most, func(r rune) bool { return r != '\n' && r != '\t' && unprintable(r) }, PlainText)
}

func plain(text string, most int, odd func(rune) bool, sentence string) (trimmed, wrong string) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	switch {
	case utf8.RuneCountInString(text) > most:
		return text, fmt.Sprintf(TooLong, most)
	case strings.ContainsFunc(text, odd):
		return text, sentence
	}
	return text, ""
}

func breaksLine(r rune) bool {
	return r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085'
}

// unprintable reports whether r is a control character or changes the
// direction of what follows.
func unprintable(r rune) bool {
	return unicode.IsControl(r) || (r >= '\u202a' && r <= '\u202e') || (r >= '\u2066' && r <= '\u2069')
}
