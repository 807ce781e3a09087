// Package subscribers is the newsletter's people: signing up, choosing what to
// get, leaving, and the proof of what each agreed to.
package subscribers

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/nyaruka/phonenumbers"

	"thriftwell/server/platform/form"
)

// Ages in years: younger people are refused and nothing of them is kept
// (COPPA); older ones have mistyped.
const (
	leastAge = 13
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

func genders() []string { return []string{"male", "female", "other", "prefer-not-to-say"} }

// check holds the signup against the rules of section 5 and gives the profile
// to keep. today is the site's calendar day.
func (s *Signup) check(today time.Time) (profile, error) {
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
	p.Phone = checkPhone(&c, s.Phone, s.TCPAConsent)
	if !knownWording(s.EmailWording, channelEmail) {
		c.Wrong("emailConsent", form.WordingUnknown)
	}
	if !knownWording(s.SMSWording, channelSMS) {
		c.Wrong("tcpaConsent", form.WordingUnknown)
	}
	return p, c.Err()
}

func checkBirth(c *form.Checker, value string, today time.Time) string {
	value = strings.TrimSpace(value)
	born, err := time.Parse(time.DateOnly, value)
	switch {
	case value == "":
		c.Wrong("dateOfBirth", form.DateOfBirthMissing)
	case err != nil:
		c.Wrong("dateOfBirth", form.DateOfBirthWrong)
	case born.After(today):
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
func age(born, today time.Time) int {
	years := today.Year() - born.Year()
	if today.Month() < born.Month() || (today.Month() == born.Month() && today.Day() < born.Day()) {
		years--
	}
	return years
}

// checkPhone gives a US number as E.164. It is optional, unless texts are
// agreed to.
func checkPhone(c *form.Checker, value string, texts bool) string {
	value = strings.TrimSpace(value)
	if value == "" {
		if texts {
			c.Wrong("phone", form.PhoneMissing)
		}
		return ""
	}
	if len(value) > form.MaxName {
		c.Wrong("phone", form.PhoneWrong)
		return ""
	}
	number, err := phonenumbers.Parse(value, "US")
	if err != nil || number.GetCountryCode() != 1 || number.GetExtension() != "" || !phonenumbers.IsValidNumberForRegion(number, "US") {
		c.Wrong("phone", form.PhoneWrong)
		return ""
	}
	return phonenumbers.Format(number, phonenumbers.E164)
}

// newID makes a person's id.
func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }
