// Package mail sends mail, in HTML and text from one content, over SMTP or, in
// development, into a folder. It checks the suppression list right before a
// mail goes out.
package mail

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"log/slog"
	"net/mail"
	"net/url"
	"strings"
	texttemplate "text/template"
	"time"

	gomail "github.com/wneessen/go-mail"

	"thriftwell/server/platform/dkim"
)

//go:embed letter.html letter.txt
var templates embed.FS

// Letter is the content of a mail. HTML and text are made from it.
type Letter struct {
	Subject    string // one line of our own words: no visitor's text
	Heading    string
	Paragraphs []string
	Figures    []Figure
	Items      []Item
	Button     *Link
	After      []string // paragraphs below the button
	Quote      string   // somebody else's words, set apart, line breaks kept
	Reason     string   // why this mail was sent, at its foot

	// Of a letter to subscribers:
	Preheader string            // what lists of mails show beside the subject
	Body      htmltemplate.HTML // safe as it is
	Text      string            // Body without markup
	Sponsored []Item            // what partners pay for
	View      string            // the address of the letter on the web
	Picture   string            // the address of a picture that counts its loads; empty for none
}

// Link is a text with an address.
type Link struct{ Text, URL string }

// Figure is a line of a table: what it is, how much, and what is said beside it.
type Figure struct{ Label, Value, Note string }

// Item is an item of a list: a linked title and a line about it.
type Item struct {
	Link
	About string
	Topic string // may be empty
}

// Message is one mail to one address.
type Message struct {
	ID      string // the same whenever the mail is sent again
	To      string
	ReplyTo string // may be empty
	Letter  Letter
	// Rendered is what Render made of Letter for many people; nil to render it for
	// this mail alone.
	Rendered *Rendered
	// Unsubscribe is the one-click unsubscribe address (RFC 8058); empty for a
	// receipt.
	Unsubscribe string
	// Preferences is the address of the preferences page; may be empty.
	Preferences string
	// Reader stands in the links of what was Rendered where ReaderBlank is.
	Reader string
	// Answers marks a mail that was just asked for. It goes also to addresses that
	// unsubscribed.
	Answers bool
	// Looked is when Look found that the address gets mail; zero for never.
	Looked time.Time
}

// Mailer sends mail in the site's name.
type Mailer struct {
	// Returns is where mail to subscribers comes back to.
	Returns Returns
	// Key signs all mail, if there is one.
	Key dkim.Key
	// UnsubscribeInbox is where the newsletter can be ended by mail too; empty for
	// nowhere.
	UnsubscribeInbox string

	from         *mail.Address
	site         Site
	suppressions *Suppressions
	way          way
	html         *htmltemplate.Template
	text         *texttemplate.Template
}

// Site is what every mail says about the site.
type Site struct{ Name, BaseURL, PostalAddress string }

// way is how mail leaves.
type way interface {
	send(ctx context.Context, id string, m *gomail.Msg) error
}

// New returns a Mailer. smtpURL is smtp://user:password@host:port, or smtps://;
// if it is empty, mails are stored as files in folder instead.
func New(smtpURL, folder, from string, site Site, s *Suppressions) (*Mailer, error) {
	sender, err := mail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("read the sender: %w", err)
	}
	m := &Mailer{from: sender, site: site, suppressions: s}
	if m.html, err = htmltemplate.ParseFS(templates, "letter.html"); err != nil {
		return nil, fmt.Errorf("read the email templates: %w", err)
	}
	if m.text, err = texttemplate.ParseFS(templates, "letter.txt"); err != nil {
		return nil, fmt.Errorf("read the email templates: %w", err)
	}
	if smtpURL == "" {
		m.way = Folder{folder}
		return m, nil
	}
	m.way, err = parseSMTP(smtpURL)
	return m, err
}

// Send sends m unless its address is suppressed. A permanent refusal is no
// error either: it suppresses the address.
func (m *Mailer) Send(ctx context.Context, message Message) error {
	msg, err := m.compose(message)
	if err != nil {
		return err
	}
	silent, err := m.Silences(ctx, message)
	if err != nil || silent {
		return err
	}
	err = m.way.send(ctx, message.ID, msg)
	if errors.Is(err, errNoSuchAddress) {
		slog.WarnContext(ctx, "suppressed an address after a permanent rejection", "mail", message.ID, "error", err)
		return m.suppressions.Bounced(context.WithoutCancel(ctx), message.To) // also if that took longer than the job has
	}
	return err
}

// Try sends a test email, whatever the suppression list says, which need not be
// there.
func (m *Mailer) Try(ctx context.Context, message Message) error {
	msg, err := m.compose(message)
	if err != nil {
		return err
	}
	return m.way.send(ctx, message.ID, msg)
}

// Silences reports whether the suppression list keeps a message from its address.
func (m *Mailer) Silences(ctx context.Context, message Message) (bool, error) {
	return m.suppressions.Silences(ctx, message)
}

// page is what the templates get.
type page struct {
	Letter
	Site        Site
	Unsubscribe string
	Preferences string
}

// Show returns the two parts of a mail as they go out.
func (m *Mailer) Show(message Message) (html, text string, err error) {
	var asHTML, asText bytes.Buffer
	p := page{message.Letter, m.site, message.Unsubscribe, message.Preferences}
	if err := m.html.Execute(&asHTML, p); err != nil {
		return "", "", fmt.Errorf("write the email: %w", err)
	}
	if err := m.text.Execute(&asText, p); err != nil {
		return "", "", fmt.Errorf("write the email: %w", err)
	}
	return asHTML.String(), asText.String(), nil
}

// NamesAddress reports whether mails name the postal address of the site.
func (m *Mailer) NamesAddress() bool { return m.site.PostalAddress != "" }

func (m *Mailer) compose(message Message) (*gomail.Msg, error) {
	r, mine := message.Rendered, message.own()
	if r == nil {
		html, text, err := m.Show(message)
		if err != nil {
			return nil, err
		}
		r, mine = &Rendered{cut{texts: []string{html}}, cut{texts: []string{text}}}, own{}
	}
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := msg.FromFormat(m.from.Name, m.from.Address); err != nil {
		return nil, fmt.Errorf("name the sender: %w", err)
	}
	if msg.To(message.To) != nil || message.ReplyTo != "" && msg.ReplyTo(message.ReplyTo) != nil {
		return nil, errors.New("address the email: invalid address") // without the cause, which would quote it
	}
	if message.Unsubscribe != "" {
		if back := m.Returns.Address(m.suppressions.Secret.AddressHash(message.To)); back != "" {
			if err := msg.EnvelopeFrom(back); err != nil {
				return nil, fmt.Errorf("set the return address: %w", err)
			}
		}
	}
	_, domain, _ := strings.Cut(m.from.Address, "@")
	msg.SetMessageIDWithValue(message.ID + "@" + domain)
	msg.SetDate()
	msg.Subject(message.Letter.Subject)
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // no out-of-office answers (RFC 3834)
	if message.Unsubscribe != "" && !message.Answers {
		msg.SetGenHeader("List-Id", m.listID())
	}
	if message.Unsubscribe != "" {
		ways := "<" + message.Unsubscribe + ">"
		if m.UnsubscribeInbox != "" {
			ways += ", <mailto:" + m.UnsubscribeInbox + "?subject=unsubscribe>"
		}
		msg.SetGenHeader(gomail.HeaderListUnsubscribe, ways)
		msg.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	if way, isServer := m.way.(smtp); isServer && strings.HasSuffix(way.host, ".postmarkapp.com") {
		msg.SetGenHeader("X-PM-Metadata-"+PostmarkID, message.ID)
	}
	msg.SetBodyWriter(gomail.TypeTextPlain, r.text.with(mine))
	msg.AddAlternativeWriter(gomail.TypeTextHTML, r.html.with(mine.escaped()))
	return msg, sign(msg, m.Key, domain)
}

// PostmarkID is the name under which Postmark, which gives mails ids of its own,
// keeps that of a message and tells it in its webhooks.
const PostmarkID = "mail"

// listID names the mailing list (RFC 2919), by which mail programs sort.
func (m *Mailer) listID() string {
	host := "localhost"
	if u, err := url.Parse(m.site.BaseURL); err == nil && u.Hostname() != "" {
		host = u.Hostname()
	}
	return fmt.Sprintf("%q <letter.%s>", m.site.Name, host)
}
