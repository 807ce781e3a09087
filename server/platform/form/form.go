// Package form is what the site's forms have in common: checks that name the
// field and the sentence to show there, and the defence against robots.
package form

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"thriftwell/server/platform/fault"
)

// The most that a field takes, in characters. ui/shared/sentences.ts holds the same.
const (
	MaxEmail   = 254
	MaxName    = 100
	MaxAddress = 200
	MaxMessage = 5000
)

// LeastFillTime is how long a person needs at least for a form, and how long
// one that was faster is asked to wait.
const LeastFillTime = 1500 * time.Millisecond

// Checker gathers what is wrong with a form.
type Checker struct{ fields []fault.Field }

// Wrong notes a sentence at a field; the first one of a field counts.
func (c *Checker) Wrong(field, sentence string) {
	for _, f := range c.fields {
		if f.Field == field {
			return
		}
	}
	c.fields = append(c.fields, fault.Field{Field: field, Message: sentence})
}

// Err is the Invalid error over all that is wrong, or nil.
func (c *Checker) Err() error { return fault.Form(c.fields) }

// Line checks a required text of one line and gives it trimmed.
func (c *Checker) Line(field, value, missing string, most int) string {
	value = strings.TrimSpace(value)
	switch {
	case value == "":
		c.Wrong(field, missing)
	case utf8.RuneCountInString(value) > most:
		c.Wrong(field, fmt.Sprintf(TooLong, most))
	case strings.ContainsFunc(value, func(r rune) bool { return breaksLine(r) || unprintable(r) }):
		c.Wrong(field, OneLine)
	}
	return value
}

// Text checks a required text of many lines and gives it trimmed, its line
// breaks as \n.
func (c *Checker) Text(field, value, missing string, most int) string {
	value = strings.TrimSpace(strings.ReplaceAll(value, "\r\n", "\n"))
	switch {
	case value == "":
		c.Wrong(field, missing)
	case utf8.RuneCountInString(value) > most:
		c.Wrong(field, fmt.Sprintf(TooLong, most))
	case strings.ContainsFunc(value, func(r rune) bool { return r != '\n' && r != '\t' && unprintable(r) }):
		c.Wrong(field, PlainText)
	}
	return value
}

func breaksLine(r rune) bool {
	return r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085'
}

// unprintable finds control characters and those that turn the direction of
// what follows.
func unprintable(r rune) bool {
	return unicode.IsControl(r) || (r >= '\u202a' && r <= '\u202e') || (r >= '\u2066' && r <= '\u2069')
}

// EmailPattern is the form of an address once its domain is in ASCII, as
// browsers check it, but with a dot in the domain.
const EmailPattern = `^[a-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`

var emailForm = regexp.MustCompile(EmailPattern)

// Email checks a required address and gives it as it is kept: trimmed, in
// lower case, the domain in ASCII.
func (c *Checker) Email(field, value string) string {
	value = strings.ToLower(strings.TrimSpace(value))
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

// Robot is what a form sends along to tell people from robots; both fields may
// be left out.
type Robot struct {
	Website string `json:"website"` // a field that people do not see
	FillMS  *int64 `json:"fillMs"`  // milliseconds from the form's showing to its sending
}

// Caught reports that the hidden field was filled in. Whoever did so is
// answered as if all were well, and nothing is kept.
func (r Robot) Caught() bool { return r.Website != "" }

// Check fails with TooMany for a form that was sent faster than a person can.
func (r Robot) Check() error {
	if r.FillMS == nil || *r.FillMS >= LeastFillTime.Milliseconds() {
		return nil
	}
	f := fault.New(fault.TooMany, TooFast)
	f.RetryAfter = LeastFillTime
	return f
}
