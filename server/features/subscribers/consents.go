package subscribers

import (
	"slices"
	"time"
)

// What a consent is for, and what was done with it.
const (
	channelEmail = "email"
	channelSMS   = "sms"

	given     = "given"
	withdrawn = "withdrawn"
)

// Wording of a consent; a new text gets a new version, and old ones stay.
type Wording struct {
	Version string `json:"version"`
	Text    string `json:"text"`
}

// emailWordings and smsWordings hold every wording that was ever shown, the
// current one last. The server sends them to the pages (GET /api/consents), so
// what a visitor reads is what the ledger keeps.
func emailWordings() []Wording {
	return []Wording{{"email-2026-11", "I agree to receive money-saving tips and partner offers by email. I can unsubscribe at any time."}}
}

func smsWordings() []Wording {
	return []Wording{{"sms-2026-11", "I agree to receive marketing calls and text messages at the number I gave, including by automated technology. Consent is not required for any purchase. Message and data rates may apply."}}
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
		return Wording{"sms-withdrawn-2026-11", "I no longer want calls and text messages."}
	}
	return Wording{"email-withdrawn-2026-11", "I no longer want these emails."}
}

// knownWording reports whether a version was ever shown; "" means the current one.
func knownWording(version, channel string) bool {
	return version == "" || slices.ContainsFunc(wordings(channel), func(w Wording) bool { return w.Version == version })
}

// wordingOf finds a known version.
func wordingOf(version, channel string) Wording {
	all := wordings(channel)
	i := slices.IndexFunc(all, func(w Wording) bool { return w.Version == version })
	if i < 0 {
		i = len(all) - 1
	}
	return all[i]
}

// Visit is how somebody came to say something.
type Visit struct {
	At        time.Time         `json:"-"`
	Page      string            `json:"-"` // path
	Address   string            `json:"address"`
	UserAgent string            `json:"userAgent"`
	Source    map[string]string `json:"source,omitempty"` // sourceid, utm_*, click ids
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

// Consent is one line of the ledger as it is read.
type Consent struct {
	Channel        string    `json:"channel"`
	Action         string    `json:"action"`
	CreatedAt      time.Time `json:"at"`
	Page           string    `json:"page"`
	WordingVersion string    `json:"version"`
	Wording        string    `json:"wording"`
	Evidence       evidence  `json:"evidence" gorm:"-"`
}
