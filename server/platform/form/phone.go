package form

import (
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// Phone checks a US number, which may be left out unless it is required, and
// returns it as E.164.
func (c *Checker) Phone(field, value string, required bool) string {
	value = strings.TrimSpace(value)
	if value == "" {
		if required {
			c.Wrong(field, PhoneMissing)
		}
		return ""
	}
	if len(value) > MaxName {
		c.Wrong(field, PhoneWrong)
		return ""
	}
	number, err := phonenumbers.Parse(value, "US")
	if err != nil || number.GetCountryCode() != 1 || number.GetExtension() != "" || !phonenumbers.IsValidNumberForRegion(number, "US") {
		c.Wrong(field, PhoneWrong)
		return ""
	}
	return phonenumbers.Format(number, phonenumbers.E164)
}
