// Package subscribers implements the newsletter's signup, preferences and
// unsubscription, with a ledger of consents as evidence.
package subscribers

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/form"
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

func genders() []string { return []string{"male", "female", "other", "prefer-not-to-say"} }

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

// newID returns a new person's id.
func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }
