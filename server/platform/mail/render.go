package mail

import (
	"html"
	"io"
	"strings"
)

// Rendered is both parts of the mails of a letter, but for what is each person's
// own.
type Rendered struct{ html, text cut }

// Where a letter that was rendered for many people holds what is each person's own.
const (
	unsubscribeBlank = "https://unsubscribe.invalid/"
	preferencesBlank = "https://preferences.invalid/"

	// ReaderBlank is where a link tells who follows it.
	ReaderBlank = "the-reader-of-this-mail"
)

// Render makes both parts of the mails that bring a letter to many people.
func (m *Mailer) Render(l Letter) (*Rendered, error) {
	html, text, err := m.Show(Message{Letter: l, Unsubscribe: unsubscribeBlank, Preferences: preferencesBlank})
	return &Rendered{cutUp(html), cutUp(text)}, err
}

// InScheme makes the HTML part of a mail show itself in the light or the dark
// scheme, whatever the system's is.
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

// own is what stands in a person's mail in place of each of the blanks.
type own map[string]string

func (m Message) own() own {
	return own{unsubscribeBlank: m.Unsubscribe, preferencesBlank: m.Preferences, ReaderBlank: m.Reader}
}

// escaped is what stands there in HTML.
func (o own) escaped() own {
	out := own{}
	for blank, text := range o {
		out[blank] = html.EscapeString(text)
	}
	return out
}

// cut is a text that was cut at its blanks: each of them follows the text at the
// same place, and a last text follows them.
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

// with writes the text of one person, straight into the mail: copies of it would
// be most of what the sending of a letter leaves to the garbage collector.
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
