// Package form checks what people type: texts and addresses, each with the
// sentence to show at its field, for the site's forms and, by platform/editable,
// for the records of staff. It also holds the forms' defence against robots.
package form

import (
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/idna"

	"thriftwell/server/platform/address"
	"thriftwell/server/platform/fault"
)

// The maximum lengths of fields, in characters. ui/shared/sentences.ts repeats
// them.
const (
	MaxEmail   = 254
	MaxName    = 100
	MaxAddress = 200
	MaxMessage = 5000
)

// LeastFillTime is the least time that a person needs for a form, and how long
// a faster sender is asked to wait.
const LeastFillTime = 1500 * time.Millisecond

// Checker collects what is wrong with a form.
type Checker struct{ fields []fault.Field }

// Wrong adds a sentence to a field; only the first one of a field counts.
func (c *Checker) Wrong(field, sentence string) {
	for _, f := range c.fields {
		if f.Field == field {
			return
		}
	}
	c.fields = append(c.fields, fault.Field{Field: field, Message: sentence})
}

// Err returns an Invalid error over all that is wrong, or nil.
func (c *Checker) Err() error { return fault.Form(c.fields) }

// Line checks a required text of one line and returns it trimmed.
func (c *Checker) Line(field, value, missing string, most int) string {
	value, wrong := Line(value, most)
	return c.required(field, value, missing, wrong)
}

// Text checks a required text of many lines and returns it trimmed, its line
// breaks as \n.
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

// EmailPattern is the rule for addresses on forms, in imports and of staff. What
// stands before the @ is any ASCII that RFC 5321 allows without quotes; other
// letters (EAI) are refused, since many mail servers can't deliver to them. The
// domain, in ASCII here, has a dot and doesn't end in a number, as an IP does.
const EmailPattern = "^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@" + `([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`

var emailForm = regexp.MustCompile(EmailPattern)

// Email checks a required address and returns it normalized: trimmed, in lower
// case, the domain in ASCII.
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

// Robot holds the fields by which a form distinguishes people from robots; both
// may be omitted.
type Robot struct {
	Website string `json:"website"` // a field that people do not see
	FillMS  *int64 `json:"fillMs"`  // milliseconds from the form's showing to its sending
}

// Caught reports whether the hidden field was filled in. Then the form is
// answered as usual, and mails nobody.
func (r Robot) Caught() bool { return r.Website != "" }

// Untimed reports whether the form does not say how long it was filled in, as
// that of a browser does.
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
