package mail

import (
	"html"
	"io"
	"strings"
)

// Rendered is both parts of a campaign's emails, without what differs between
// recipients.
type Rendered struct{ html, text cut }

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
	return &Rendered{cutUp(html), cutUp(text)}, err
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

// own maps placeholders to a recipient's values.
type own map[string]string

func (m Message) own() own {
	return own{unsubscribeBlank: m.Unsubscribe, preferencesBlank: m.Preferences, ReaderBlank: m.Reader}
}

// escaped returns the values escaped for HTML.
func (o own) escaped() own {
	out := own{}
	for blank, text := range o {
		out[blank] = html.EscapeString(text)
	}
	return out
}

// cut is a text split at its placeholders: each follows the text with the same
// index, and a last text follows them.
type cut struct{ texts, blanks []string }

func cutUp(text string) (c cut) {
	for {
		at, first := len(text), ""
		for blank := range (Message{}).own() {
			if i := strings.Index(text, blank); i >= 0 && i < at {
				at, first = i, blank
			}
		}
		c.texts = append(c.texts, text[:at])
		if first == "" {
			return c
		}
		c.blanks = append(c.blanks, first)
		text = text[at+len(first):]
	}
}

// with returns a function that writes the text with a recipient's values. It
// writes directly into the email, because copies would be most of the garbage
// when sending a campaign.
func (c cut) with(o own) func(io.Writer) (int64, error) {
	return func(w io.Writer) (written int64, err error) {
		for i, text := range c.texts {
			if i > 0 {
				n, err := io.WriteString(w, o[c.blanks[i-1]])
				if written += int64(n); err != nil {
					return written, err
				}
			}
			n, err := io.WriteString(w, text)
			if written += int64(n); err != nil {
				return written, err
			}
		}
		return written, nil
	}
}
