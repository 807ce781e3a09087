package form

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns a text of one line, trimmed, and what is wrong with it, or "".
func Line(text string, most int) (trimmed, wrong string) {
	return plain(strings.TrimSpace(text), most, func(r rune) bool { return breaksLine(r) || unprintable(r) }, OneLine)
}

// Text returns a text of several lines without empty lines around it, with line
// breaks as
// , and what is wrong with it, or "". Its first line keeps an indentation that
// makes it code in Markdown.
func Text(text string, most int) (trimmed, wrong string) {
	text = emptyLines.ReplaceAllString(strings.TrimRightFunc(strings.ReplaceAll(text, "\r\n", "\n"), unicode.IsSpace), "")
	if !indentedCode.MatchString(text) {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
	}
	return plain(text, most, func(r rune) bool { return r != '\n' && r != '\t' && unprintable(r) }, PlainText)
}

var (
	emptyLines   = regexp.MustCompile(`^\s*\n`)
	indentedCode = regexp.MustCompile(`^(?: {4}| {0,3}\t)`)
)

func plain(text string, most int, odd func(rune) bool, sentence string) (trimmed, wrong string) {
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

// unprintable reports whether r is a control character or changes the direction
// of the text after it.
func unprintable(r rune) bool {
	return unicode.IsControl(r) || (r >= '\u202a' && r <= '\u202e') || (r >= '\u2066' && r <= '\u2069')
}
