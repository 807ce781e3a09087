package transfer

import (
	"regexp"
	"strings"
)

// A shortcode is a placeholder of WordPress or a plugin. Words in brackets are
// taken for one if they have attributes, a closing tag or an underscore in the
// name, or are alone on a line.
var (
	shortcode   = regexp.MustCompile(`\[\[/?[a-zA-Z][^\[\]]*\]\]|\[(/?)([a-zA-Z][\w-]*)(\s[^\[\]]*)?/?\]`)
	ended       = regexp.MustCompile(`\[/([a-zA-Z][\w-]*)\]`)
	alone       = regexp.MustCompile(`(?m)^[ \t]*\[([a-zA-Z][\w-]*)[ \t]*/?\][ \t]*$`)
	onlyAddress = regexp.MustCompile(`^https?://\S+$`)
	attributed  = regexp.MustCompile(`\s[\w-]+=`)
)

// withoutShortcodes removes shortcodes but keeps the text between them, and
// returns the names of those whose output is lost. A shortcode in double
// brackets is an escaped one, shown in single brackets.
func withoutShortcodes(text string) (left string, gone []string) {
	are, named := map[string]bool{"gallery": true, "audio": true, "video": true, "playlist": true}, map[string]bool{"caption": true, "embed": true}
	for _, form := range []*regexp.Regexp{ended, alone} {
		for _, found := range form.FindAllStringSubmatch(text, -1) {
			are[found[1]] = true
		}
	}
	left = shortcode.ReplaceAllStringFunc(text, func(found string) string {
		if strings.HasPrefix(found, "[[") {
			return found[1 : len(found)-1]
		}
		parts := shortcode.FindStringSubmatch(found)
		name := parts[2]
		if address := strings.TrimSpace(parts[3]); onlyAddress.MatchString(address) {
			return address // [youtube https://…]
		}
		if parts[1] == "" && !are[name] && !strings.Contains(name, "_") && !attributed.MatchString(parts[3]) {
			return found
		}
		if !named[name] {
			named[name], gone = true, append(gone, name)
		}
		return ""
	})
	return left, gone
}

var (
	isBlock     = regexp.MustCompile(`(?i)^\s*</?(?:!--|p|div|h[1-6]|ul|ol|li|table|thead|tbody|tr|th|td|blockquote|pre|figure|hr|section|iframe|video|audio|form|script|style|object|embed|details|dl)\b`)
	isParted    = regexp.MustCompile(`<!-- wp:`)
	blank       = regexp.MustCompile(`\n[ \t]*\n\s*`)
	asItIsTyped = regexp.MustCompile(`(?is)<pre\b.*?</pre>`)
)

// paragraphs adds <p> and <br> to a text of the classic editor, which separates
// paragraphs with blank lines.
func paragraphs(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if isParted.MatchString(text) {
		return text
	}
	text = asItIsTyped.ReplaceAllStringFunc(text, func(pre string) string { return strings.ReplaceAll(pre, "\n", "&#10;") })
	var out strings.Builder
	for _, part := range blank.Split(text, -1) {
		if !isBlock.MatchString(part) {
			part = "<p>" + strings.ReplaceAll(strings.TrimSpace(part), "\n", "<br>") + "</p>"
		}
		out.WriteString(part + "\n")
	}
	return out.String()
}
