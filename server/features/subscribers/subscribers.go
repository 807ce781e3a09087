// Package subscribers implements the newsletter's signup, preferences and
// unsubscription, with a ledger that proves each consent.
package subscribers

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/tracking"
)

// Ages in years: younger people are refused and nothing of them is kept;
// older ones have mistyped.
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

	// What the page adds; a version that is left out means the current one.
	EmailWording string            `json:"emailWording"`
	SMSWording   string            `json:"smsWording"`
	Page         string            `json:"page"`
	Source       map[string]string `json:"source"`
	tracking.Sent
	form.Robot
}

// profile is what identifies a person; it is kept sealed under the person's key.
type profile struct {
	Email       string `json:"email"`
	FirstName   string `json:"firstName"`
	LastName    string `json:"lastName"`
	Address     string `json:"address"`
	DateOfBirth string `json:"dateOfBirth"`
	Gender      string `json:"gender"`
	Phone       string `json:"phone,omitempty"` // E.164
}

// States of a subscriber. Only an active one gets the newsletter.
const (
	statePending      = "pending" // has not confirmed yet (double opt-in)
	stateActive       = "active"
	stateUnsubscribed = "unsubscribed"
)

// What a list may be narrowed to beside a state: those whose mail came back for
// good, and those who complained of it.
const (
	stateBounced    = "bounced"
	stateComplained = "complained"
)

func genders() []string { return []string{"male", "female", "other", "prefer-not-to-say"} }

// check validates the signup by the rules of section 5 and returns the profile
// to store.
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

// age is in full years; somebody born on February 29 has the birthday on March
// 1 of other years.
func age(born, today calendar.Day) int {
	years := today.Year() - born.Year()
	if today.Month() < born.Month() || (today.Month() == born.Month() && today.Day() < born.Day()) {
		years--
	}
	return years
}

// newID makes a person's id.
func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }
