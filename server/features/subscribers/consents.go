package subscribers

import (
	"slices"
	"strings"
	"time"
)

// What a consent is for, and what was done with it.
const (
	channelEmail = "email"
	channelSMS   = "sms"

	given     = "given"
	withdrawn = "withdrawn"
)

// Wording is a version of a consent's text. A new text gets a new version; old
// ones stay.
type Wording struct {
	Version string        `json:"version"`
	Text    string        `json:"text"`
	Links   []WordingLink `json:"links,omitempty"`
}

// WordingLink is a link that a page shows on some words of a Wording.
type WordingLink struct {
	Words string `json:"words"`
	Path  string `json:"path"`
}

// Seller is who asks for a consent: its wordings name {site} and lead to
// {address}.
type Seller struct {
	Name    string // the site's
	BaseURL string
}

// emailWordings and smsWordings hold every wording that was ever shown, the
// current one last. The server sends them to the pages (GET /api/consents), so
// what a visitor reads is what the ledger keeps. Whatever sends texts keeps to
// the number that the wording promises.
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

func wordings(channel string) []Wording {
	if channel == channelSMS {
		return smsWordings()
	}
	return emailWordings()
}

// withdrawal is what somebody says who ends a consent.
func withdrawal(channel string) Wording {
	if channel == channelSMS {
		return Wording{Version: "sms-withdrawn-2026-11", Text: "I no longer want calls and text messages."}
	}
	return Wording{Version: "email-withdrawn-2026-11", Text: "I no longer want these emails."}
}

// textReply is the page of a consent or a withdrawal that came by text.
const textReply = "reply to a text"

// replied is what somebody agrees to who says yes or start by text.
func replied() Wording {
	return Wording{Version: "sms-reply-2026-11", Text: "Yes, I want deal alerts by text at this number. (In reply to a text.)"}
}

// knownWording reports whether a version was ever shown; "" means the current one.
func knownWording(version, channel string) bool {
	return version == "" || slices.ContainsFunc(wordings(channel), func(w Wording) bool { return w.Version == version })
}

// notStated stands beside the version of a consent whose client did not say
// which wording it showed.
const notStated = " (current, not stated by the client)"

// agreed returns the wording of a known version as the ledger keeps it.
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

// current returns the wording that pages show.
func (s Seller) current(channel string) Wording {
	all := wordings(channel)
	return s.fillIn(all[len(all)-1])
}

func (s Seller) fillIn(w Wording) Wording {
	w.Text = strings.NewReplacer("{site}", s.Name, "{address}", s.BaseURL).Replace(w.Text)
	return w
}

// Visit is the circumstances of a consent or a withdrawal.
type Visit struct {
	At        time.Time         `json:"-"`
	Page      string            `json:"-"` // path
	Address   string            `json:"address"`
	UserAgent string            `json:"userAgent"`
	Source    map[string]string `json:"source,omitempty"` // sourceid, utm_*, click ids
	Means     Means             `json:"means,omitempty"`  // of a revocation that staff recorded, or that came by text
	Said      string            `json:"said,omitempty"`   // in a text
}

// entry is one line of the ledger before it is written.
type entry struct {
	channel string
	action  string
	wording Wording
}

// evidence is the part of an entry that identifies a person. It is sealed
// under the person's key.
type evidence struct {
	Destination string `json:"destination"` // the e-mail address or phone number that it is about
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

// isSource reports whether a parameter of an address tells where its visitor came from.
func isSource(name string) bool {
	switch name {
	case "sourceid", "gclid", "fbclid", "msclkid", "ttclid", "clickid":
		return true
	}
	return strings.HasPrefix(name, "utm_") && len(name) <= 30
}

func short(s string) string {
	return strings.ToValidUTF8(s[:min(len(s), maxVisitText)], "")
}
