// Package subscribers implements the newsletter's signup, preferences and
// unsubscription, with a ledger of consents as evidence.
package subscribers

import (
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/tracking"
)

// Age limits in years. Nothing about younger people is stored; older ages are
// typos.
const (
	leastAge = 18
	mostAge  = 120
)

// Signup is the body of POST /api/subscribers (specification, section 3).
type Signup struct {
	Email        string `json:"email"`
	EmailConsent bool   `json:"emailConsent"`
	FirstName    string `json:"firstName"`
	LastName     string `json:"lastName"`
	Address      string `json:"address"`
	DateOfBirth  string `json:"dateOfBirth"` // YYYY-MM-DD
	Gender       string `json:"gender"`
	Phone        string `json:"phone"`
	TCPAConsent  bool   `json:"tcpaConsent"`

	// Added by the page. An omitted version means the current one.
	EmailWording string            `json:"emailWording"`
	SMSWording   string            `json:"smsWording"`
	Page         string            `json:"page"`
	Source       map[string]string `json:"source"`
	tracking.Sent
	form.Robot
}

// profile is the personal data, encrypted with the person's key.
type profile struct {
	Email       string `json:"email"`
	FirstName   string `json:"firstName"`
	LastName    string `json:"lastName"`
	Address     string `json:"address"`
	DateOfBirth string `json:"dateOfBirth"`
	Gender      string `json:"gender"`
	Phone       string `json:"phone,omitempty"` // E.164
}

// States of a subscriber. Only active ones get the newsletter.
const (
	statePending      = "pending" // hasn't confirmed (double opt-in)
	stateActive       = "active"
	stateUnsubscribed = "unsubscribed"
)

// More filters of the list for staff: suppressed because of a bounce or a
// complaint.
const (
	stateBounced    = "bounced"
	stateComplained = "complained"
)

// check validates the signup by section 5 of the specification, and returns the
// profile to store.
func (s *Signup) check(today calendar.Day) (profile, error) {
	var c form.Checker
	p := profile{Email: c.Email("email", s.Email)}
	if !s.EmailConsent {
		c.Wrong("emailConsent", form.EmailConsentMissing)
	}
	p.FirstName = c.Line("firstName", s.FirstName, form.FirstNameMissing, form.MaxName)
	p.LastName = c.Line("lastName", s.LastName, form.LastNameMissing, form.MaxName)
	p.Address = c.Line("address", s.Address, form.AddressMissing, form.MaxAddress)
	p.DateOfBirth = checkBirth(&c, s.DateOfBirth, today)
	if p.Gender = s.Gender; !slices.Contains(genders(), s.Gender) {
		c.Wrong("gender", form.GenderMissing)
	}
	p.Phone = c.Phone("phone", s.Phone, s.TCPAConsent)
	if !knownWording(s.EmailWording, channelEmail) {
		c.Wrong("emailConsent", form.WordingUnknown)
	}
	if !knownWording(s.SMSWording, channelSMS) {
		c.Wrong("tcpaConsent", form.WordingUnknown)
	}
	return p, c.Err()
}

func checkBirth(c *form.Checker, value string, today calendar.Day) string {
	value = strings.TrimSpace(value)
	born, err := calendar.Parse(value)
	switch {
	case value == "":
		c.Wrong("dateOfBirth", form.DateOfBirthMissing)
	case err != nil:
		c.Wrong("dateOfBirth", form.DateOfBirthWrong)
	case born.After(today.Time):
		c.Wrong("dateOfBirth", form.DateOfBirthFuture)
	case age(born, today) < leastAge:
		c.Wrong("dateOfBirth", form.TooYoung)
	case age(born, today) > mostAge:
		c.Wrong("dateOfBirth", form.DateOfBirthTooOld)
	}
	return value
}

// age returns the age in full years. Someone born on February 29 has their
// birthday on March 1 in common years.
func age(born, today calendar.Day) int {
	years := today.Year() - born.Year()
	if today.Month() < born.Month() || (today.Month() == born.Month() && today.Day() < born.Day()) {
		years--
	}
	return years
}

func genders() []string { return []string{"male", "female", "other", "prefer-not-to-say"} }

// Channels and actions of consents.
const (
	channelEmail = "email"
	channelSMS   = "sms"

	granted   = "given"
	withdrawn = "withdrawn"
)

// Wording is a version of a consent's text. Versions never change.
type Wording struct {
	Version string        `json:"version"`
	Text    string        `json:"text"`
	Links   []WordingLink `json:"links,omitempty"`
}

// WordingLink is a link from words of a Wording to a page.
type WordingLink struct {
	Words string `json:"words"`
	Path  string `json:"path"`
}

// Seller is the business that asks for consent: {site} and {address} in
// wordings.
type Seller struct {
	Name    string // of the site
	BaseURL string
}

// agreed returns the wording of a known version, as recorded in the ledger.
func (s Seller) agreed(version, channel string) Wording {
	for _, w := range wordings(channel) {
		if w.Version == version {
			return s.fillIn(w)
		}
	}
	w := s.current(channel)
	w.Version += notStated
	return w
}

// current returns the wording shown on pages.
func (s Seller) current(channel string) Wording {
	all := wordings(channel)
	return s.fillIn(all[len(all)-1])
}

func (s Seller) fillIn(w Wording) Wording {
	w.Text = strings.NewReplacer("{site}", s.Name, "{address}", s.BaseURL).Replace(w.Text)
	return w
}

func wordings(channel string) []Wording {
	if channel == channelSMS {
		return smsWordings()
	}
	return emailWordings()
}

// emailWordings and smsWordings return all wordings ever shown, the current one
// last. Pages get them from GET /api/consents, so that the ledger has the text
// that the visitor read. Senders of texts must keep to the number of messages
// promised here.
func emailWordings() []Wording {
	return []Wording{{Version: "email-2026-11", Text: "I agree to receive money-saving tips and partner offers by email. I can unsubscribe at any time."}}
}

func smsWordings() []Wording {
	return []Wording{
		{Version: "sms-2026-11", Text: "I agree to receive marketing calls and text messages at the number I gave, including by automated technology. Consent is not required for any purchase. Message and data rates may apply."},
		{Version: "sms-2026-12", Text: "I agree that {site} may send me recurring marketing calls and text messages at the number I gave, including by automated technology: up to 4 messages a month. Consent is not a condition of any purchase. Message and data rates may apply. Reply STOP to end them or HELP for help. Our terms ({address}/terms) and privacy policy ({address}/privacy) apply."},
		{
			Version: "sms-2026-11-28",
			Text:    "I agree that {site} may send me recurring marketing calls and text messages at the number I gave, including by automated technology: up to 4 messages a month. Consent is not a condition of any purchase. Message and data rates may apply. Reply STOP to end them or HELP for help. Our terms and privacy policy apply.",
			Links:   []WordingLink{{"terms", "/terms"}, {"privacy policy", "/privacy"}},
		},
	}
}

// knownWording reports whether a version was ever shown. "" is the current one.
func knownWording(version, channel string) bool {
	return version == "" || slices.ContainsFunc(wordings(channel), func(w Wording) bool { return w.Version == version })
}

// notStated is appended to the version if the client didn't send one.
const notStated = " (current, not stated by the client)"

// withdrawal returns the wording recorded for a withdrawal.
func withdrawal(channel string) Wording {
	if channel == channelSMS {
		return Wording{Version: "sms-withdrawn-2026-11", Text: "I no longer want calls and text messages."}
	}
	return Wording{Version: "email-withdrawn-2026-11", Text: "I no longer want these emails."}
}

// textReply is the page of a consent or withdrawal by text.
const textReply = "reply to a text"

// replied returns the wording recorded for a consent by text.
func replied() Wording {
	return Wording{Version: "sms-reply-2026-11", Text: "Yes, I want deal alerts by text at this number. (In reply to a text.)"}
}

// Visit has the circumstances of a consent or a withdrawal.
type Visit struct {
	At        time.Time         `json:"-"`
	Page      string            `json:"-"` // path
	Address   string            `json:"address"`
	UserAgent string            `json:"userAgent"`
	Source    map[string]string `json:"source,omitempty"` // sourceid, utm_*, click ids
	Means     Means             `json:"means,omitempty"`  // of a revocation recorded by staff or received by text
	Said      string            `json:"said,omitempty"`   // the text received
}

// entry is an entry of the ledger to be written.
type entry struct {
	channel string
	action  string
	wording Wording
}

// evidence is the personal part of an entry, encrypted with the person's key.
type evidence struct {
	Destination string `json:"destination"` // email address or phone number
	Visit
}

// Consent is an entry of the ledger.
type Consent struct {
	Channel        string    `json:"channel"`
	Action         string    `json:"action"`
	CreatedAt      time.Time `json:"at"`
	Page           string    `json:"page"`
	WordingVersion string    `json:"version"`
	Wording        string    `json:"wording"`
	Evidence       evidence  `json:"evidence" gorm:"-"`
}

// isSource reports whether a query parameter tells where a visitor came from.
func isSource(name string) bool {
	switch name {
	case "sourceid", "gclid", "fbclid", "msclkid", "ttclid", "clickid":
		return true
	}
	return strings.HasPrefix(name, "utm_") && len(name) <= 30
}

func truncate(s string) string {
	return strings.ToValidUTF8(s[:min(len(s), maxVisitText)], "")
}

// Limits per visitor, mailbox and email domain. A domain's limit counts
// networks, so that one network can't use it up for the others.
func signupsOfVisitor() ratelimit.Rule {
	return ratelimit.Rule{Name: "signups per client", Most: 20, Per: 10 * time.Minute}
}

func signupsOfMailbox() ratelimit.Rule {
	return ratelimit.Rule{Name: "signups per mailbox", Most: 5, Per: time.Hour}
}

func networksOfDomain() ratelimit.Rule {
	return ratelimit.Rule{Name: "networks per email domain", Most: 100, Per: time.Hour}
}

func signupsOfNetworkAtDomain() ratelimit.Rule {
	return ratelimit.Rule{Name: "signups per network and email domain", Most: 60, Per: time.Hour}
}

func requestsOfVisitor() ratelimit.Rule {
	return ratelimit.Rule{Name: "link requests per client", Most: 20, Per: 10 * time.Minute}
}

// sharedDomain reports whether a domain has so many mailboxes that it isn't
// limited.
func sharedDomain(domain string) bool {
	switch domain {
	case "gmail.com", "googlemail.com", "yahoo.com", "outlook.com", "hotmail.com", "live.com", "msn.com", "icloud.com", "me.com",
		"aol.com", "comcast.net", "verizon.net", "att.net", "sbcglobal.net", "proton.me", "protonmail.com":
		return true
	}
	return false
}
