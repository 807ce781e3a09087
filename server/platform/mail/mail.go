// Package mail sends letters: HTML and text from one content, over SMTP or, in
// development, into a folder. The suppression list is looked at last, right
// before a letter goes out.
package mail

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"net/mail"
	"strings"
	texttemplate "text/template"

	gomail "github.com/wneessen/go-mail"
)

//go:embed letter.html letter.txt
var templates embed.FS

// Letter is what a mail says. HTML and text are made from it.
type Letter struct {
	Subject    string // one line of our own words: no visitor's text
	Heading    string
	Paragraphs []string
	Items      []Item
	Button     *Link
	After      []string // paragraphs below the button
	Quote      string   // somebody else's words, set apart, line breaks kept
	Reason     string   // why this mail was sent, at its foot
}

// Link is a word to follow.
type Link struct{ Text, URL string }

// Item is one of a list: a linked title and a line about it.
type Item struct {
	Link
	About string
}

// Message is one mail to one address.
type Message struct {
	ID      string // the same whenever the mail is sent again
	To      string
	ReplyTo string // may be empty
	Letter  Letter
	// Unsubscribe is the address that ends such mail by one click (RFC 8058);
	// empty for a receipt.
	Unsubscribe string
	// Preferences is the page to choose on; may be empty.
	Preferences string
	// Answers is on for what was asked for just now. It goes also to somebody
	// who unsubscribed.
	Answers bool
}

// Mailer sends mail in the site's name.
type Mailer struct {
	from         *mail.Address
	site         Site
	suppressions *Suppressions
	way          way
	html         *htmltemplate.Template
	text         *texttemplate.Template
}

// Site is what every mail says of the site.
type Site struct{ Name, BaseURL, PostalAddress string }

// way is how mail leaves.
type way interface {
	send(ctx context.Context, id string, m *gomail.Msg) error
}

// New makes a Mailer. smtpURL is smtp://user:password@host:port, or smtps://;
// when it is empty, mails are kept as files in folder instead.
func New(smtpURL, folder, from string, site Site, s *Suppressions) (*Mailer, error) {
	sender, err := mail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("read the sender: %w", err)
	}
	m := &Mailer{from: sender, site: site, suppressions: s}
	if m.html, err = htmltemplate.ParseFS(templates, "letter.html"); err != nil {
		return nil, fmt.Errorf("read the mail templates: %w", err)
	}
	if m.text, err = texttemplate.ParseFS(templates, "letter.txt"); err != nil {
		return nil, fmt.Errorf("read the mail templates: %w", err)
	}
	if smtpURL == "" {
		m.way = Folder{folder}
		return m, nil
	}
	m.way, err = parseSMTP(smtpURL)
	return m, err
}

// Send sends m unless its address is suppressed. Mail that was refused for
// good is no error either: its address is suppressed from then on.
func (m *Mailer) Send(ctx context.Context, message Message) error {
	msg, err := m.compose(message)
	if err != nil {
		return err
	}
	silent, err := m.suppressions.Silences(ctx, message)
	if err != nil || silent {
		return err
	}
	err = m.way.send(ctx, message.ID, msg)
	if errors.Is(err, errNoSuchAddress) {
		return m.suppressions.Bounced(ctx, message.To)
	}
	return err
}

// page is what the templates get.
type page struct {
	Letter
	Site        Site
	Unsubscribe string
	Preferences string
}

func (m *Mailer) compose(message Message) (*gomail.Msg, error) {
	var html, text bytes.Buffer
	p := page{message.Letter, m.site, message.Unsubscribe, message.Preferences}
	if err := m.html.Execute(&html, p); err != nil {
		return nil, fmt.Errorf("write the mail: %w", err)
	}
	if err := m.text.Execute(&text, p); err != nil {
		return nil, fmt.Errorf("write the mail: %w", err)
	}
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := errors.Join(msg.FromFormat(m.from.Name, m.from.Address), msg.To(message.To)); err != nil {
		return nil, fmt.Errorf("address the mail: %w", err)
	}
	if message.ReplyTo != "" {
		if err := msg.ReplyTo(message.ReplyTo); err != nil {
			return nil, fmt.Errorf("address the mail: %w", err)
		}
	}
	_, domain, _ := strings.Cut(m.from.Address, "@")
	msg.SetMessageIDWithValue(message.ID + "@" + domain)
	msg.SetDate()
	msg.Subject(message.Letter.Subject)
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // no out-of-office answers (RFC 3834)
	if message.Unsubscribe != "" {
		msg.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+message.Unsubscribe+">")
		msg.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	msg.SetBodyString(gomail.TypeTextPlain, text.String())
	msg.AddAlternativeString(gomail.TypeTextHTML, html.String())
	return msg, nil
}
