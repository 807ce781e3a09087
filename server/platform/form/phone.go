package form

import (
	"slices"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// premiumExchange is the exchange of premium numbers in each area code.
const premiumExchange = "976"

// regions are the states, Puerto Rico, the US Virgin Islands, Guam, American
// Samoa and the Northern Mariana Islands.
var regions = []string{"US", "PR", "VI", "GU", "AS", "MP"}

// Phone validates a US number and returns it in E.164. Unless required is set,
// it may be empty. Toll-free and premium numbers are rejected, because they
// belong to no person who could consent to texts.
func (c *Checker) Phone(field, value string, required bool) string {
	value = strings.TrimSpace(value)
	if value == "" {
		if required {
			c.Wrong(field, PhoneMissing)
		}
		return ""
	}
	number := c.AnyPhone(field, value)
	if number == "" {
		return ""
	}
	parsed, _ := phonenumbers.Parse(number, "US")
	kind := phonenumbers.GetNumberType(parsed)
	if kind == phonenumbers.TOLL_FREE || kind == phonenumbers.PREMIUM_RATE || number[len("+1201"):][:len(premiumExchange)] == premiumExchange {
		c.Wrong(field, PhoneWrong)
		return ""
	}
	return number
}

// AnyPhone validates a required US number of any kind, such as one whose
// consent ends, and returns it in E.164.
func (c *Checker) AnyPhone(field, value string) string {
	if len(value) <= MaxName {
		number, err := phonenumbers.Parse(value, "US")
		if err == nil && number.GetExtension() == "" && slices.Contains(regions, phonenumbers.GetRegionCodeForNumber(number)) {
			return phonenumbers.Format(number, phonenumbers.E164)
		}
	}
	c.Wrong(field, PhoneWrong)
	return ""
}
