// Package mail sends email over SMTP or, in development, to a folder. It makes
// the HTML and text parts from one content, and checks the suppression list
// right before sending.
package mail

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"html"
	htmltemplate "html/template"
	"log/slog"
	"net/mail"
	"net/url"
	"strings"
	texttemplate "text/template"

	"github.com/emersion/go-msgauth/dkim"
	gomail "github.com/wneessen/go-mail"

	keys "thriftwell/server/platform/dkim"
)

//go:embed email.html email.txt
var templates embed.FS

// Content is the content of an email, for both HTML and text.
type Content struct {
	Subject    string // one line in our own words, without input from visitors
	Heading    string
	Paragraphs []string
	Figures    []Figure
	Items      []Item
	Button     *Link
	After      []string // paragraphs below the button
	Quote      string   // someone else's words, set apart, with line breaks
	Reason     string   // why this email was sent, in the footer

	// For campaigns:
	Preheader string            // shown beside the subject in an inbox
	Body      htmltemplate.HTML // trusted HTML
	Text      string            // Body without markup
	Sponsored []Item            // paid by partners
	View      string            // address of the newsletter on the web
	Picture   string            // address of an image that counts opens; "" for none
}

// Link is a text with an address.
type Link struct{ Text, URL string }

// Figure is a row of a table: a label, a value and a note beside it.
type Figure struct{ Label, Value, Note string }

// Item is a list item: a linked title and a line about it.
type Item struct {
	Link
	About string
	Topic string // may be empty
}

// Message is one email to one address.
type Message struct {
	ID      string // the same whenever the email is resent
	To      string
	ReplyTo string // may be empty
	Content Content
	// Rendered is Render's result for a Content sent to many people; nil to render Content for this email.
	Rendered *Rendered
	// Unsubscribe is the one-click unsubscribe address (RFC 8058); "" for a receipt.
	Unsubscribe string
	// Preferences is the address of the preferences page; may be empty.
	Preferences string
	// Reader replaces ReaderBlank in the links of Rendered.
	Reader string
	// Answers marks an email that the recipient just asked for. It is also sent to addresses that
	// unsubscribed.
	Answers bool
}

// Mailer sends the site's email.
type Mailer struct {
	// Returns makes the bounce addresses of campaigns.
	Returns Returns
	// Key signs all email, if set.
	Key keys.Key
	// UnsubscribeInbox is an address for unsubscribing by email; "" for none.
	UnsubscribeInbox string
	// Report, if set, is told whether the mail server takes email: nil, or why not.
	// An address or an email that it refuses is no reason.
	Report func(error)

	from         *mail.Address
	site         Site
	suppressions *Suppressions
	server       *smtp  // nil in development
	folder       Folder // without a server
	html         *htmltemplate.Template
	text         *texttemplate.Template
}

// Site is what every email says about the site.
type Site struct{ Name, BaseURL, PostalAddress string }

// New returns a Mailer. The form of smtpURL is smtp://user:password@host:port,
// or smtps://. If it is empty, emails are stored as files in folder.
func New(smtpURL, folder, from string, site Site, s *Suppressions) (*Mailer, error) {
	sender, err := mail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("read the sender: %w", err)
	}
	m := &Mailer{from: sender, site: site, suppressions: s, folder: Folder{folder}}
	if m.html, err = htmltemplate.ParseFS(templates, "email.html"); err != nil {
		return nil, fmt.Errorf("read the email templates: %w", err)
	}
	if m.text, err = texttemplate.ParseFS(templates, "email.txt"); err != nil {
		return nil, fmt.Errorf("read the email templates: %w", err)
	}
	if smtpURL != "" {
		m.server, err = parseSMTP(smtpURL)
	}
	return m, err
}

// Send sends a message, unless its address is suppressed. A permanent rejection
// is no error: it suppresses the address.
func (m *Mailer) Send(ctx context.Context, message Message) error {
	_, err := m.Deliver(ctx, message)
	return err
}

// Deliver sends a message on a connection of its own. See Connection.Deliver.
func (m *Mailer) Deliver(ctx context.Context, message Message) (Outcome, error) {
	c := m.Connect()
	defer c.Close()
	return c.Deliver(ctx, message)
}

// Outcome is the result of delivering one email of many.
type Outcome int

// Outcomes.
const (
	Taken     Outcome = iota // the mail server accepted it
	Silenced                 // the address is suppressed
	Refused                  // the address was rejected and is now suppressed
	Spoiled                  // the email can't be composed, or the mail server will never accept it
	Deferred                 // the mail server wants it later
	Unsure                   // it was sent, but no response came
	Away                     // the mail server can't be reached or accepts nothing from us
	Unchecked                // the suppression list couldn't be read, so it wasn't sent
)

// Deliver sends one email and returns its outcome. The error says why, except
// for Taken, Silenced and Refused. It checks the suppression list last, so that
// nobody gets an email who has just unsubscribed or complained.
func (c *Connection) Deliver(ctx context.Context, message Message) (Outcome, error) {
	m := c.mailer
	msg, err := m.compose(message)
	if err != nil {
		return Spoiled, err
	}
	silent, err := m.silences(ctx, message)
	if err != nil {
		return Unchecked, err
	}
	if silent {
		return Silenced, nil
	}
	outcome, err := c.handOver(ctx, message.ID, msg)
	switch {
	case m.Report == nil:
	case outcome == Away && ctx.Err() == nil: // otherwise we broke it off
		m.Report(err)
	case outcome == Taken, outcome == Refused:
		m.Report(nil)
	}
	if outcome == Refused {
		slog.WarnContext(ctx, "suppressed an address after a permanent rejection", "mail", message.ID, "error", err)
		return Refused, m.suppressions.Record(context.WithoutCancel(ctx), m.suppressions.Secret.AddressHash(message.To), HardBounce) // even if ctx has ended meanwhile
	}
	return outcome, err
}

// silences reports whether the suppression list keeps a message from its address.
func (m *Mailer) silences(ctx context.Context, message Message) (bool, error) {
	reason, err := m.suppressions.Reason(ctx, m.suppressions.Secret.AddressHash(message.To))
	return reason != NotSuppressed && !(message.Answers && reason == Unsubscribed), err
}

func (m *Mailer) compose(message Message) (*gomail.Msg, error) {
	html, text, err := m.parts(message)
	if err != nil {
		return nil, err
	}
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := msg.FromFormat(m.from.Name, m.from.Address); err != nil {
		return nil, fmt.Errorf("name the sender: %w", err)
	}
	if msg.To(message.To) != nil || message.ReplyTo != "" && msg.ReplyTo(message.ReplyTo) != nil {
		return nil, errors.New("address the email: invalid address") // without the cause, which would quote the address
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
	msg.Subject(message.Content.Subject)
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // prevents out-of-office replies (RFC 3834)
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
	if m.server != nil && strings.HasSuffix(m.server.host, ".postmarkapp.com") {
		msg.SetGenHeader("X-PM-Metadata-"+PostmarkID, message.ID)
	}
	msg.SetBodyString(gomail.TypeTextPlain, text)
	msg.AddAlternativeString(gomail.TypeTextHTML, html)
	return msg, sign(msg, m.Key, domain)
}

// sign signs an email with key for the sender's domain, including the one-click
// unsubscribe headers (RFC 8058). Headers listed twice can't be added to in
// transit.
func sign(m *gomail.Msg, key keys.Key, domain string) error {
	if !key.IsSet() {
		return nil
	}
	var text bytes.Buffer
	if _, err := m.WriteTo(&text); err != nil {
		return fmt.Errorf("write the email to sign: %w", err)
	}
	signer, err := dkim.NewSigner(&dkim.SignOptions{
		Domain: domain, Selector: key.Selector, Signer: key.Signer(),
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed,
		HeaderKeys: []string{
			"From", "From", "To", "To", "Subject", "Subject", "Date", "Date", "Reply-To", "Message-ID", "MIME-Version", "Content-Type",
			"List-Id", "List-Unsubscribe", "List-Unsubscribe-Post",
		},
	})
	if err != nil {
		return fmt.Errorf("sign the email: %w", err)
	}
	_, err = signer.Write(text.Bytes())
	if ended := signer.Close(); err == nil {
		err = ended
	}
	if err != nil {
		return fmt.Errorf("sign the email: %w", err)
	}
	_, signature, _ := strings.Cut(signer.Signature(), ": ")
	m.SetGenHeaderPreformatted("DKIM-Signature", strings.TrimSuffix(signature, "\r\n"))
	return nil
}

// PostmarkID is the metadata field for a message's ID. Postmark assigns its own
// IDs, and returns this field in webhooks.
const PostmarkID = "mail"

// listID returns the identifier of the mailing list (RFC 2919), which email
// programs use to filter.
func (m *Mailer) listID() string {
	host := "localhost"
	if u, err := url.Parse(m.site.BaseURL); err == nil && u.Hostname() != "" {
		host = u.Hostname()
	}
	return fmt.Sprintf("%q <letter.%s>", m.site.Name, host)
}

// Try sends a test email, whatever the suppression list says, which need not be
// there.
func (m *Mailer) Try(ctx context.Context, message Message) error {
	msg, err := m.compose(message)
	if err != nil {
		return err
	}
	c := m.Connect()
	defer c.Close()
	_, err = c.handOver(ctx, message.ID, msg)
	return err
}

// NamesAddress reports whether emails contain the site's postal address.
func (m *Mailer) NamesAddress() bool { return m.site.PostalAddress != "" }

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

// page is the data of the templates.
type page struct {
	Content
	Site        Site
	Unsubscribe string
	Preferences string
}

// Show returns the HTML and text parts of an email.
func (m *Mailer) Show(message Message) (html, text string, err error) {
	var asHTML, asText bytes.Buffer
	p := page{message.Content, m.site, message.Unsubscribe, message.Preferences}
	if err := m.html.Execute(&asHTML, p); err != nil {
		return "", "", fmt.Errorf("write the email: %w", err)
	}
	if err := m.text.Execute(&asText, p); err != nil {
		return "", "", fmt.Errorf("write the email: %w", err)
	}
	return asHTML.String(), asText.String(), nil
}
