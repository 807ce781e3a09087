package mail

import (
	"html"
	"strings"
)

// Rendered is both parts of a campaign's emails, without what differs between
// recipients.
type Rendered struct{ html, text string }

// Placeholders for what differs between recipients.
const (
	unsubscribeBlank = "https://unsubscribe.invalid/"
	preferencesBlank = "https://preferences.invalid/"

	// ReaderBlank is the part of a link that identifies who follows it.
	ReaderBlank = "the-reader-of-this-mail"
)

// Render renders both parts of a campaign's emails.
func (m *Mailer) Render(c Content) (*Rendered, error) {
	html, text, err := m.Show(Message{Content: c, Unsubscribe: unsubscribeBlank, Preferences: preferencesBlank})
	return &Rendered{html, text}, err
}

// InScheme makes the HTML part of an email appear in the light or dark scheme,
// whatever the system's setting.
func InScheme(html, scheme string) string {
	const dark = "@media (prefers-color-scheme: dark)"
	switch scheme {
	case "dark":
		return strings.Replace(html, dark, "@media all", 1)
	case "light":
		return strings.Replace(html, dark, "@media not all", 1)
	}
	return html
}

// parts returns both parts of a message.
func (m *Mailer) parts(message Message) (asHTML, asText string, err error) {
	r := message.Rendered
	if r == nil {
		return m.Show(message)
	}
	fill := func(part string, escape func(string) string) string {
		return strings.NewReplacer(unsubscribeBlank, escape(message.Unsubscribe), preferencesBlank, escape(message.Preferences), ReaderBlank, escape(message.Reader)).Replace(part)
	}
	return fill(r.html, html.EscapeString), fill(r.text, func(s string) string { return s }), nil
}
