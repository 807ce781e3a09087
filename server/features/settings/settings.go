// Package settings stores what staff say about the site: its marketing figures,
// the texts of the cards on the home page, its contact addresses and its social
// media profiles.
package settings

import (
	"strings"

	"thriftwell/server/platform/form"
	"thriftwell/server/platform/weburl"
)

// Maximum lengths of values, in characters.
const (
	maxFigure = 40
	maxCard   = 300
)

// Tag is the cache tag of pages that show a setting, which is every page.
const Tag = "site"

// AuditKind is the audit log's name for the settings.
const AuditKind = "site settings"

// Values maps the name of each setting to its value.
type Values map[string]string

// isInbox reports whether a setting is a contact address. An empty one has its
// default, because messages must go somewhere.
func isInbox(name string) bool { return strings.HasPrefix(name, "contact.") }

// setting declares one setting.
type setting struct {
	name  string // group and name in Site, separated by a period
	check func(c *form.Checker, name, value string) string
}

// declared returns all settings.
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

// Names of the contact addresses.
const (
	Support     = "contact.support"
	Affiliate   = "contact.affiliate"
	Advertising = "contact.advertising"
)

// WelcomeSeries is the name of the setting that turns the welcome series on. On
// is one of its two values.
const (
	WelcomeSeries = "letters.welcomeSeries"
	On            = "on"
	off           = "off"
)

// Figures returns the specified figures. Only development shows them by
// default. An operator must enter figures that can be proved.
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

// Cards returns default texts, which are true for every site.
func Cards() Values {
	return Values{
		"cards.expertResearch":    "Every figure is worked out on the page, from prices and assumptions that you can check against your own bills.",
		"cards.communityVerified": "When a script falls flat or a form has changed, readers write to us. We check it, correct the page, and say in a note what was wrong.",
		"cards.weeklyUpdates":     "One email a week, plus up to three in your first two weeks: an idea worth your time, what it is worth in dollars, and the first step to take.",
	}
}

// Site holds the settings that pages get.
type Site struct {
	Figures Values `json:"figures"`
	Cards   Values `json:"cards"`
	Social  Values `json:"social"`
	Contact Values `json:"contact"`
}

// Site returns the values as pages get them.
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
