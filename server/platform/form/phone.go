package form

import (
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// premiumExchange is the exchange of premium numbers in each area code.
const premiumExchange = "976"

// Phone checks a US number, which may be left out unless it is required, and
// returns it as E.164. A premium number is nobody's own.
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
	e164 := phonenumbers.Format(number, phonenumbers.E164)
	if phonenumbers.GetNumberType(number) == phonenumbers.PREMIUM_RATE || e164[len("+1201"):][:len(premiumExchange)] == premiumExchange {
		c.Wrong(field, PhoneWrong)
		return ""
	}
	return e164
}
