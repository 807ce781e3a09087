// Package form validates what people type: texts and addresses, with the
// message to show at the field. The site's forms use it, and by way of
// platform/editable so do the records of staff. It also has the forms'
// protection against robots.
package form

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/net/idna"

	"thriftwell/server/platform/address"
	"thriftwell/server/platform/fault"
)

// Maximum lengths of fields, in characters. ui/shared/sentences.ts repeats
// them.
const (
	MaxEmail   = 254
	MaxName    = 100
	MaxAddress = 200
	MaxMessage = 5000
)

// LeastFillTime is the shortest time in which a person can fill in a form, and
// how long a faster sender has to wait.
const LeastFillTime = 1500 * time.Millisecond

// Checker collects what is wrong with a form.
type Checker struct{ fields []fault.Field }

// Wrong adds a message to a field, unless it has one.
func (c *Checker) Wrong(field, sentence string) {
	for _, f := range c.fields {
		if f.Field == field {
			return
		}
	}
	c.fields = append(c.fields, fault.Field{Field: field, Message: sentence})
}

// Err returns an Invalid error with all messages, or nil.
func (c *Checker) Err() error { return fault.Form(c.fields) }

// Line validates a required text of one line and returns it trimmed.
func (c *Checker) Line(field, value, missing string, most int) string {
	value, wrong := Line(value, most)
	return c.required(field, value, missing, wrong)
}

// Text validates a required text of several lines and returns it trimmed, with
// line breaks as
// .
func (c *Checker) Text(field, value, missing string, most int) string {
	value, wrong := Text(value, most)
	return c.required(field, value, missing, wrong)
}

func (c *Checker) required(field, value, missing, wrong string) string {
	if value == "" {
		wrong = missing
	}
	if wrong != "" {
		c.Wrong(field, wrong)
	}
	return value
}

// EmailPattern is the rule for addresses in forms and imports, and of staff.
// The part before the @ is any ASCII that RFC 5321 allows without quotes. Other
// letters (EAI) are rejected because many mail servers can't deliver to them.
// The domain, here in ASCII, has a dot and doesn't end in a number, as an IP
// address does.
const EmailPattern = "^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@" + `([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`

var emailForm = regexp.MustCompile(EmailPattern)

// Email validates a required address and returns it normalized: trimmed, in
// lower case, with the domain in ASCII.
func (c *Checker) Email(field, value string) string {
	value = address.Normal(value)
	if value == "" {
		c.Wrong(field, EmailMissing)
		return value
	}
	if len(value) > 4*MaxEmail {
		c.Wrong(field, EmailWrong)
		return ""
	}
	at := strings.LastIndexByte(value, '@')
	if domain, err := idna.Lookup.ToASCII(value[at+1:]); err == nil && at > 0 {
		value = value[:at+1] + domain
	}
	if len(value) > MaxEmail || !isEmail(value) {
		c.Wrong(field, EmailWrong)
	}
	return value
}

func isEmail(s string) bool {
	local, _, _ := strings.Cut(s, "@")
	return emailForm.MatchString(s) &&
		!strings.HasPrefix(local, ".") && !strings.HasSuffix(local, ".") && !strings.Contains(local, "..")
}

// Robot has the fields that distinguish robots from people. Both may be
// omitted.
type Robot struct {
	Website string `json:"website"` // a field that people don't see
	FillMS  *int64 `json:"fillMs"`  // milliseconds from showing the form to sending it
}

// Caught reports whether the hidden field was filled in. Such a form gets the
// usual answer, but sends no email.
func (r Robot) Caught() bool { return r.Website != "" }

// Untimed reports whether the form doesn't say how long it was filled in, as
// browsers do.
func (r Robot) Untimed() bool { return r.FillMS == nil }

// Check returns a TooMany error for a form that was sent faster than a person
// can.
func (r Robot) Check() error {
	if r.FillMS == nil || *r.FillMS >= LeastFillTime.Milliseconds() {
		return nil
	}
	f := fault.New(fault.TooMany, TooFast)
	f.RetryAfter = LeastFillTime
	return f
}

// Line returns a text of one line, trimmed, and what is wrong with it, or "".
func Line(text string, most int) (trimmed, wrong string) {
	return plain(strings.TrimSpace(text), most, func(r rune) bool { return breaksLine(r) || unprintable(r) }, OneLine)
}

// Text returns a text of several lines without empty lines around it, with line
// breaks as
// , and what is wrong with it, or "". Its first line keeps an indentation that
// makes it code in Markdown.
func Text(text string, most int) (trimmed, wrong string) {
	text = emptyLines.ReplaceAllString(strings.TrimRightFunc(strings.ReplaceAll(text, "\r\n", "\n"), unicode.IsSpace), "")
	if !indentedCode.MatchString(text) {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
	}
	return plain(text, most, func(r rune) bool { return r != '\n' && r != '\t' && unprintable(r) }, PlainText)
}

var (
	emptyLines   = regexp.MustCompile(`^\s*\n`)
	indentedCode = regexp.MustCompile(`^(?: {4}| {0,3}\t)`)
)

func plain(text string, most int, odd func(rune) bool, sentence string) (trimmed, wrong string) {
	switch {
	case utf8.RuneCountInString(text) > most:
		return text, fmt.Sprintf(TooLong, most)
	case strings.ContainsFunc(text, odd):
		return text, sentence
	}
	return text, ""
}

func breaksLine(r rune) bool {
	return r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085'
}

// unprintable reports whether r is a control character or changes the direction
// of the text after it.
func unprintable(r rune) bool {
	return unicode.IsControl(r) || (r >= '\u202a' && r <= '\u202e') || (r >= '\u2066' && r <= '\u2069')
}

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
