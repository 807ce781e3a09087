package subscribers

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"thriftwell/server/platform/csvfile"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
)

// Mapping sets the fields of the columns of a file in an unknown layout.
type Mapping struct {
	Fields        []string `json:"fields"`        // one for each column; "" isn't imported
	ConsentAt     string   `json:"consentAt"`     // for rows without one
	ConsentSource string   `json:"consentSource"` // for rows without one
}

// The fields of columns. Any number of columns may be fieldLeft.
const (
	fieldEmail         = "email"
	fieldName          = "name" // first and last
	fieldFirstName     = "firstName"
	fieldLastName      = "lastName"
	fieldSubscribed    = "subscribed" // yes, no, or a status
	fieldLeft          = "left"       // a date or yes for someone who must not get email
	fieldConsentAt     = "consentAt"
	fieldConsentSource = "consentSource"
	fieldPhone         = "phone"
	fieldTexts         = "smsConsent"
	fieldTextsAt       = "smsConsentAt"
	fieldTopics        = "topics"
	fieldFrequency     = "frequency"
)

func (s *Store) guesses() []csvfile.Guess {
	isDate := func(cell string) bool {
		_, err := csvfile.ParseTime(cell, s.Location, csvfile.IsDayFirst(cell))
		return err == nil
	}
	isAddress := func(cell string) bool { return strings.Contains(cell, "@") }
	isStatus := func(cell string) bool { says := agreement(cell); return says == "yes" || says == "no" }
	isNoLink := func(cell string) bool { return !strings.Contains(cell, "://") }
	return []csvfile.Guess{
		{Field: fieldEmail, Names: "email emailaddress subscriber subscriberemail mail", Fits: isAddress},
		{Field: fieldFirstName, Names: "firstname fname givenname"},
		{Field: fieldLastName, Names: "lastname lname surname familyname"},
		{Field: fieldName, Names: "name fullname subscribername"},
		{Field: fieldConsentAt, Names: "consentat emailconsenttimestamp emailmarketingconsenttimestamp consenttimestamp optintime optinat optindate confirmtime confirmedat " +
			"subscribed subscribedat subscriptiondate signupdate signedupat createdat created startdate joined joinedat", Fits: isDate},
		{Field: fieldSubscribed, Names: "emailconsent emailmarketingconsent"},
		{Field: fieldSubscribed, Names: "confirmed isconfirmed doubleoptin", Fits: isStatus}, // a status counts beside it, as fieldLeft
		{Field: fieldSubscribed, Names: "status subscriberstatus subscriptionstatus emailstatus"},
		{Field: fieldSubscribed, Names: "subscribed state *subscribedto* *accepts* *optin* *optedin* *permission*", Not: "sms text", Fits: isStatus}, // not a state of the US
		{Field: fieldConsentSource, Names: "consentsource emailconsentsource acquisitionsource subscriptionsourcefree signupsource source utmsource"},
		{Field: fieldPhone, Names: "phone phonenumber mobile mobilenumber smsphonenumber"},
		{Field: fieldTexts, Names: "smsconsent smsmarketingconsent textconsent"},
		{Field: fieldTextsAt, Names: "smsconsentat smsconsenttimestamp smsmarketingconsenttimestamp", Fits: isDate},
		{Field: fieldTopics, Names: "topics tags groups interests"},
		{Field: fieldFrequency, Names: "frequency"},
		{Field: fieldLeft, Names: "*unsub* *optout* *optedout* *suppress* *bounce* *complain* *disabled* *deleted* *blacklist* *blocklist* *donot* " +
			"canceldate cancelledat cleantime stoptime leftat status subscriberstatus subscriptionstatus emailstatus", Not: "sms text", Fits: isNoLink, Many: true},
	}
}

// NeedsMapping reports whether staff have to map the columns of a file. It
// returns false for a file that isn't a table; importing it reports that. It
// fails if the first row has a subscriber, who would be lost.
func (s *Store) NeedsMapping(text io.Reader) (bool, error) {
	file, err := csvfile.NewReader(text)
	if err != nil {
		return false, nil
	}
	if _, err = layoutOf(file); err == nil {
		return false, nil
	}
	for _, name := range file.Columns() {
		var c form.Checker
		if c.Email("email", name); c.Err() == nil {
			return false, fault.New(fault.UnsupportedType, "The first row has an email address. Add a row above it that names the columns.")
		}
	}
	return true, nil
}

// Columns returns the columns of a file with guessed fields, and its first rows.
func (s *Store) Columns(_ context.Context, text io.Reader) (csvfile.Columns, error) {
	c, err := csvfile.ReadColumns(text, s.guesses())
	for n := range c.Columns { // fall back to the values
		if c.Columns[n].Field == "" && !c.Has(fieldEmail) && len(c.Rows) > 0 && strings.Contains(c.Rows[0][n], "@") {
			c.Columns[n].Field = fieldEmail
		}
	}
	return c, err
}

// CheckMapping checks a mapping for a file and returns it normalized.
func (s *Store) CheckMapping(_ context.Context, text io.Reader, read func(into any) error) (any, error) {
	var m Mapping
	if err := read(&m); err != nil {
		return nil, err
	}
	file, err := csvfile.Open(text)
	if err != nil {
		return nil, err
	}
	var c form.Checker
	taken := file.CheckFields(m.Fields, s.guesses(), func(sentence string) { c.Wrong("fields", sentence) })
	switch {
	case taken[fieldEmail] == 0:
		c.Wrong("fields", "Choose which column has the email addresses.")
	case taken[fieldTexts] > 0 && taken[fieldPhone] == 0:
		c.Wrong("fields", "Choose which column has the phone numbers, or skip the consent to texts.")
	}
	switch at, err := csvfile.ParseTime(m.ConsentAt, s.Location, false); {
	case strings.TrimSpace(m.ConsentAt) == "":
		if taken[fieldConsentAt] == 0 {
			c.Wrong("consentAt", "Enter the date these people agreed to your emails.")
		}
	case err != nil:
		c.Wrong("consentAt", "Enter a date.")
	case at.After(time.Now()):
		c.Wrong("consentAt", "Enter a date in the past.")
	}
	var wrong string
	if m.ConsentSource, wrong = form.Line(m.ConsentSource, maxConsentSource); wrong != "" {
		c.Wrong("consentSource", wrong)
	} else if m.ConsentSource == "" && taken[fieldConsentSource] == 0 {
		c.Wrong("consentSource", "Enter where these people agreed to your emails.")
	}
	return m, c.Err()
}

// layout returns the layout of a mapped file.
func (m Mapping) layout() layout {
	at := map[string]int{}
	var left []int
	for n, field := range m.Fields {
		if field == fieldLeft {
			left = append(left, n)
		} else {
			at[field] = n
		}
	}
	return func(r csvfile.Record) row {
		get := func(field string) string {
			if n, mapped := at[field]; mapped {
				return r.At(n)
			}
			return ""
		}
		l := row{
			Email: get(fieldEmail), FirstName: get(fieldFirstName), LastName: get(fieldLastName), Phone: get(fieldPhone),
			EmailConsent: agreement(get(fieldSubscribed)), ConsentAt: cmp.Or(get(fieldConsentAt), m.ConsentAt), ConsentFrom: cmp.Or(get(fieldConsentSource), m.ConsentSource),
			SMSConsent: agreement(get(fieldTexts)), SMSConsentAt: get(fieldTextsAt), Topics: ourTopics(get(fieldTopics)), Frequency: get(fieldFrequency),
		}
		switch name := get(fieldName); {
		case l.FirstName == "" && l.LastName == "":
			l.FirstName, l.LastName, _ = strings.Cut(name, " ")
		case l.FirstName == "":
			l.FirstName = name
		}
		if _, said := at[fieldSubscribed]; !said {
			l.EmailConsent = "yes"
		}
		l.Left = l.EmailConsent == "no" || slices.ContainsFunc(left, func(n int) bool { return hasLeft(r.At(n)) })
		return l
	}
}

// agreement returns yes or no for a status of another program, or the text itself
// if it's unknown.
func agreement(text string) string {
	start, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, "[]'\" "))
	if !unicode.IsLetter(start) && !unicode.IsDigit(start) {
		return text // -1 isn't a 1
	}
	switch word := csvfile.Plain(text); {
	case isOn(word):
		return "yes"
	case slices.Contains(strings.Fields("false no n 0 inactive unsubscribed neversubscribed notsubscribed unconfirmed pending validating invalid needsattention "+
		"cancelled canceled bounced complained complaint spam junk blocked blocklisted suppressed cleaned archived deleted disabled optedout optout"), word):
		return "no"
	}
	return text
}

func isOn(word string) bool {
	return slices.Contains(strings.Fields("true yes y 1 active subscribed confirmed enabled optedin optin"), word)
}

// hasLeft reports whether a cell marks someone who must not get email: by a date,
// a yes, a status, or a sign such as ✓. Brackets, dashes and zeros alone, such as
// [] or 0000-00-00, mark nobody.
func hasLeft(text string) bool {
	if strings.Trim(text, "[]{}()'\"-–—.:/% 0") == "" {
		return false
	}
	switch csvfile.Plain(text) {
	case "false", "no", "n", "null", "none", "na", "active", "subscribed", "confirmed", "enabled":
		return false
	}
	return true
}

// ourTopics returns the tags that are topics of this site.
func ourTopics(tags string) string {
	return strings.Join(slices.DeleteFunc(splitTopics(tags), func(tag string) bool { return !slices.Contains(topics(), tag) }), ",")
}
