package subscribers

import (
	"cmp"
	"context"
	"errors"
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

// row is a row of a file, in our own columns.
type row struct {
	Email, FirstName, LastName           string
	EmailConsent, ConsentAt, ConsentFrom string
	Phone, SMSConsent, SMSConsentAt      string
	Topics, Frequency                    string
	Left                                 bool // unsubscribed in the other program; other fields don't count
}

// layout converts a record of a file to a row.
type layout func(csvfile.Record) row

// exportColumns returns the columns of exported files. Imports use those before
// state.
func exportColumns() []string {
	return []string{"email", "firstName", "lastName", "emailConsent", "consentAt", "consentSource", "phone", "smsConsent", "smsConsentAt", "topics", "frequency",
		"state", "suppressed", "createdAt", "leftAt"}
}

// layoutOf detects the program that a file comes from by its columns.
func layoutOf(file *csvfile.Reader) (layout, error) {
	has := func(columns ...string) bool {
		return !slices.ContainsFunc(columns, func(name string) bool { return !file.Has(name) })
	}
	switch {
	case has("email", "emailConsent", "consentAt"):
		return ownLine, nil
	case has("uuid", "email", "status", "created_at"):
		return listmonkLine, nil
	case has("Email Address", "CONFIRM_TIME"):
		return mailchimpLine, nil
	}
	return nil, fault.Form([]fault.Field{{Field: "file", Message: "The header row must name the columns email, emailConsent, and consentAt, or come from a listmonk or Mailchimp export."}})
}

func ownLine(r csvfile.Record) row {
	return row{
		r.Get("email"), r.Get("firstName"), r.Get("lastName"), r.Get("emailConsent"), r.Get("consentAt"), r.Get("consentSource"),
		r.Get("phone"), r.Get("smsConsent"), r.Get("smsConsentAt"), r.Get("topics"), r.Get("frequency"), false,
	}
}

// listmonkLine converts a row of listmonk, where enabled people have agreed.
func listmonkLine(r csvfile.Record) row {
	first, last, _ := strings.Cut(r.Get("name"), " ")
	agreed := "no"
	if r.Get("status") == "enabled" {
		agreed = "yes"
	}
	return row{Email: r.Get("email"), FirstName: first, LastName: last, EmailConsent: agreed, ConsentAt: r.Get("created_at"), ConsentFrom: "listmonk"}
}

// mailchimpLine converts a row of Mailchimp. Its times are in UTC. The files
// with unsubscribed people and bounces have an additional column.
func mailchimpLine(r csvfile.Record) row {
	agreed := "yes"
	if r.Get("UNSUB_TIME") != "" || r.Get("CLEAN_TIME") != "" {
		agreed = "no"
	}
	return row{
		Email: r.Get("Email Address"), FirstName: r.Get("First Name"), LastName: r.Get("Last Name"),
		EmailConsent: agreed, ConsentAt: cmp.Or(r.Get("CONFIRM_TIME"), r.Get("OPTIN_TIME")) + "Z", ConsentFrom: "Mailchimp",
	}
}

// incoming is a validated row.
type incoming struct {
	line        int
	hash        []byte
	profile     profile
	texts       bool
	textsAt     time.Time
	topics      []string
	frequency   string
	consentAt   time.Time
	consentFrom string
}

// maxConsentSource is the length limit of a consent's source, in characters.
const maxConsentSource = 200

// check validates a row, and returns a sentence if it's refused.
func (l row) check(now time.Time, zone *time.Location, dayFirst bool) (in incoming, refusal string) {
	var c form.Checker
	in.profile.Email = c.Email("email", l.Email)
	for field, text := range map[*string]string{&in.profile.FirstName: l.FirstName, &in.profile.LastName: l.LastName} {
		var wrong string
		if *field, wrong = form.Line(text, form.MaxName); wrong != "" {
			c.Wrong("name", "The name: "+wrong)
		}
	}
	var wrong string
	if in.consentFrom, wrong = form.Line(l.ConsentFrom, maxConsentSource); wrong != "" {
		c.Wrong("consentSource", "The source of the consent: "+wrong)
	}
	agreed, err := yes(l.EmailConsent)
	if err != nil {
		c.Wrong("emailConsent", "We can't tell whether this person agreed to emails. Use true or false.")
	} else if !agreed {
		c.Wrong("emailConsent", "This person hasn't agreed to emails.")
	}
	if in.consentAt, err = csvfile.ParseTime(l.ConsentAt, zone, dayFirst); err != nil {
		c.Wrong("consentAt", "The date of consent must look like 2026-03-01 or 2026-03-01T09:30:00Z.")
	} else if in.consentAt.After(now) {
		c.Wrong("consentAt", "The date of consent is in the future.")
	}
	if in.texts, err = yes(l.SMSConsent); err != nil {
		c.Wrong("smsConsent", "We can't tell whether this person agreed to texts. Use true or false.")
	}
	in.textsAt = in.consentAt
	if in.texts && l.SMSConsentAt != "" {
		if in.textsAt, err = csvfile.ParseTime(l.SMSConsentAt, zone, dayFirst); err != nil {
			c.Wrong("smsConsentAt", "The date of the consent to texts must look like 2026-03-01 or 2026-03-01T09:30:00Z.")
		} else if in.textsAt.After(now) {
			c.Wrong("smsConsentAt", "The date of the consent to texts is in the future.")
		}
	}
	in.profile.Phone = c.Phone("phone", l.Phone, in.texts)
	in.frequency = cmp.Or(strings.ToLower(l.Frequency), frequencies()[0])
	in.topics = splitTopics(l.Topics)
	wish := Change{Frequency: &in.frequency, Topics: &in.topics}
	return in, cmp.Or(firstError(c.Err()), firstError(wish.check()))
}

// splitTopics returns the topics in a cell.
func splitTopics(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(",;| ", r) })
}

// firstError returns the first field's message of a form error, or "".
func firstError(err error) string {
	if f := new(fault.Error); errors.As(err, &f) && len(f.Fields) > 0 {
		return f.Fields[0].Message
	}
	return ""
}

// isNo reports whether a cell says no or is empty.
func isNo(text string) bool {
	agreed, err := yes(text)
	return err == nil && !agreed
}

var errUnclear = errors.New("neither yes nor no")

func yes(text string) (bool, error) {
	switch strings.ToLower(text) {
	case "true", "yes", "y", "1":
		return true, nil
	case "false", "no", "n", "0", "":
		return false, nil
	}
	return false, errUnclear
}

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
