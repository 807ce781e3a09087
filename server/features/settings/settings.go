// Package settings keeps what staff say about the site: the figures of its
// marketing, the texts of the cards on its home page, its inboxes and its
// addresses on social networks.
package settings

import (
	"strings"

	"thriftwell/server/platform/form"
	"thriftwell/server/platform/weburl"
)

// The most that values take, in characters.
const (
	maxFigure = 40
	maxCard   = 300
)

// Tag is the cache tag of what shows a setting: every page.
const Tag = "site"

// AuditKind is what the audit log calls the settings.
const AuditKind = "site settings"

// Values is the value of each setting by its name.
type Values map[string]string

// isInbox reports whether a setting is an inbox. One that is empty has its
// default: mail has to go somewhere.
func isInbox(name string) bool { return strings.HasPrefix(name, "contact.") }

// setting declares one setting.
type setting struct {
	name  string // its group in Site, a dot, and its name there
	check func(c *form.Checker, name, value string) string
}

// declared is every setting.
func declared() []setting {
	return []setting{
		{"figures.subscribers", figure},
		{"figures.totalSaved", figure},
		{"figures.tips", figure},
		{"figures.averageAnnualSavings", figure},
		{"figures.subscriberSavesPerYear", figure},
		{"figures.settlementsRecovered", figure},
		{"figures.settlementsResponse", figure},
		{"cards.expertResearch", card},
		{"cards.communityVerified", card},
		{"cards.weeklyUpdates", card},
		{Support, inbox},
		{Affiliate, inbox},
		{Advertising, inbox},
		{"social.facebook", address},
		{"social.x", address},
		{"social.instagram", address},
		{"social.youtube", address},
		{WelcomeSeries, onOff},
	}
}

// The names of the inboxes.
const (
	Support     = "contact.support"
	Affiliate   = "contact.affiliate"
	Advertising = "contact.advertising"
)

// WelcomeSeries is the name of the setting by which the welcome series is
// switched; On is one of its two values.
const (
	WelcomeSeries = "letters.welcomeSeries"
	On            = "on"
	off           = "off"
)

// Figures returns the figures of the specification. Only development shows them
// by itself: an operator says what can be proved.
func Figures() Values {
	return Values{
		"figures.subscribers":            "50,000+",
		"figures.totalSaved":             "$2.4M+",
		"figures.tips":                   "200+",
		"figures.averageAnnualSavings":   "$1,200",
		"figures.subscriberSavesPerYear": "$2,400",
		"figures.settlementsRecovered":   "$50M+",
		"figures.settlementsResponse":    "24hrs",
	}
}

// Cards returns texts that are true of the site as it is.
func Cards() Values {
	return Values{
		"cards.expertResearch":    "Every figure is worked out on the page, from prices and assumptions that you can check against your own bills.",
		"cards.communityVerified": "When a script falls flat or a form has changed, readers write to us. We check it, correct the page, and say in a note what was wrong.",
		"cards.weeklyUpdates":     "One email a week, plus up to three in your first two weeks: an idea worth your time, what it is worth in dollars, and the first step to take.",
	}
}

// Site is what pages are told.
type Site struct {
	Figures Values `json:"figures"`
	Cards   Values `json:"cards"`
	Social  Values `json:"social"`
	Contact Values `json:"contact"`
}

// Site returns the values in the form in which pages get them.
func (v Values) Site(postalAddress string) Site {
	return Site{v.group("figures"), v.group("cards"), v.group("social"), v.group("contact").with("postalAddress", postalAddress)}
}

func (v Values) group(name string) Values {
	out := Values{}
	for _, s := range declared() {
		if rest, ok := strings.CutPrefix(s.name, name+"."); ok {
			out[rest] = v[s.name]
		}
	}
	return out
}

func (v Values) with(name, value string) Values {
	v[name] = value
	return v
}

func figure(c *form.Checker, name, value string) string { return line(c, name, value, maxFigure) }

func card(c *form.Checker, name, value string) string { return line(c, name, value, maxCard) }

func line(c *form.Checker, name, value string, most int) string {
	value, wrong := form.Line(value, most)
	if wrong != "" {
		c.Wrong(name, wrong)
	}
	return value
}

func inbox(c *form.Checker, name, value string) string {
	if strings.TrimSpace(value) == "" {
		return ""
	}
	return c.Email(name, value)
}

func onOff(c *form.Checker, name, value string) string {
	if value != On && value != off {
		c.Wrong(name, "Choose on or off.")
	}
	return value
}

func address(c *form.Checker, name, value string) string {
	if strings.TrimSpace(value) == "" {
		return ""
	}
	read, refusal := weburl.Check(value)
	if refusal != "" {
		c.Wrong(name, refusal)
	}
	return read
}
