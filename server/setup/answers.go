package setup

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"net/mail"
	"net/url"
	"os"
	"slices"
	"strings"

	"thriftwell/server/platform/config"
	"thriftwell/server/platform/vault"
)

// field is a field of the page.
type field struct {
	Name, Label, Hint, Type, Autocomplete string
	refusal                               string // what to enter instead
	setting                               string // what it becomes, maybe with others
	optional                              bool
}

// The settings that several fields make, or none.
const (
	dataKeys = "DATA_KEYS"
	smtpURL  = "SMTP_URL"
)

// submissionPort is where mail servers take email with STARTTLS, and tlsPort with
// TLS from the start (RFC 8314).
const (
	submissionPort = "587"
	tlsPort        = "465"
)

// fields are those of the page, in order.
func fields() []field {
	const inbox = "Enter an inbox someone reads, such as support@example.com."
	return []field{
		{"owner", "Your email address", "You sign in with a link that we send here.", "email", "email", "Enter your email address, such as jane@example.com.", "ADMIN_EMAILS", false},
		{"siteName", "Site name", "On every page and in every email.", "text", "organization", "Enter a name on one line, without < or >.", "SITE_NAME", false},
		{"postalAddress", "Postal address", "In the footer of every email, as the law requires.", "text", "street-address", "Enter the publisher's postal address.", "POSTAL_ADDRESS", false},
		{"support", "Inbox for readers", "On the contact page.", "email", "off", inbox, "SUPPORT_EMAIL", false},
		{"affiliate", "Inbox for affiliates", "Leave empty to use the inbox for readers.", "email", "off", inbox, "AFFILIATE_EMAIL", true},
		{"advertising", "Inbox for advertisers", "Leave empty to use the inbox for readers.", "email", "off", inbox, "ADVERTISING_EMAIL", true},
		{"sender", "Sender of the site's email", "Such as newsletter@example.com.", "email", "off", "Enter an address at your domain, such as newsletter@example.com.", "MAIL_FROM", false},
		{"mailServer", "Mail server", "Such as smtp.example.com.", "text", "off", "Enter the name of your mail server, such as smtp.example.com, and its port.", smtpURL, false},
		{"mailPort", "Port", "587, or 465 for TLS from the start.", "text", "off", "", smtpURL, false},
		{"mailUser", "User name", "Leave empty if the server needs none.", "text", "off", "", smtpURL, false},
		{"mailPassword", "Password", "", "password", "new-password", "", smtpURL, false},
		{"content", "Start with", "", "", "", "Choose one.", "STARTING_CONTENT", false},
	}
}

// draftFile is the file in DATA_DIR that keeps unfinished answers.
const draftFile = "setup.draft.json"

// answers are what was entered, by field. The draft also has the key that the
// site will encrypt with, by the name of its setting.
type answers map[string]string

// load returns the draft, which may not be there.
func load(name string) (answers, error) {
	a := answers{"siteName": "", "mailPort": submissionPort, "content": config.ExampleContent}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	if err != nil {
		return nil, err
	}
	return a, json.Unmarshal(text, &a)
}

func (a answers) save(name string) error {
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return write(name, text)
}

// take takes over what was entered. An empty password keeps the last one.
func (a answers) take(form url.Values) {
	for _, f := range fields() {
		value := strings.TrimSpace(form.Get(f.Name))
		if !form.Has(f.Name) || value == "" && f.Type == "password" {
			continue
		}
		a[f.Name] = value
	}
	if a[dataKeys] == "" {
		a[dataKeys] = vault.NewDatedPair()
	}
}

// settings are the settings that follow from the answers.
func (a answers) settings() map[string]string {
	out := map[string]string{
		"ADMIN_EMAILS": a["owner"], "SITE_NAME": a["siteName"], "POSTAL_ADDRESS": a["postalAddress"],
		"SUPPORT_EMAIL": a["support"], "AFFILIATE_EMAIL": cmp.Or(a["affiliate"], a["support"]), "ADVERTISING_EMAIL": cmp.Or(a["advertising"], a["support"]),
		"STARTING_CONTENT": a["content"], dataKeys: a[dataKeys],
	}
	if a["sender"] != "" {
		out["MAIL_FROM"] = (&mail.Address{Name: a["siteName"], Address: a["sender"]}).String()
	}
	if a["mailServer"] != "" {
		u := url.URL{Scheme: "smtp", Host: net.JoinHostPort(a["mailServer"], cmp.Or(a["mailPort"], submissionPort))}
		if a["mailPort"] == tlsPort {
			u.Scheme = "smtps"
		}
		if a["mailUser"] != "" {
			u.User = url.UserPassword(a["mailUser"], a["mailPassword"])
		}
		out[smtpURL] = u.String()
	}
	return out
}

// refusals says at each field what is wrong with it.
func (p *page) refusals(a answers) (config.Config, map[string]string) {
	c, err := p.Load(a.settings())
	wrong, refused := config.Wrong(err), map[string]string{}
	if a["owner"] == "" {
		wrong = append(wrong, "ADMIN_EMAILS")
	}
	for _, f := range p.asked() {
		if f.refusal != "" && slices.Contains(wrong, f.setting) && !(f.optional && a[f.Name] == "") {
			refused[f.Name] = f.refusal
		}
	}
	return c, refused
}

// asked are the fields whose settings the environment lacks.
func (p *page) asked() []field {
	return slices.DeleteFunc(fields(), func(f field) bool { return p.Given(f.setting) })
}
