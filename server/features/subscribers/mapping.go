package subscribers

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
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

// Columns are the columns of a file and its first rows.
type Columns struct {
	Columns []Column   `json:"columns"`
	Rows    [][]string `json:"rows"`
}

// Column is a column of a file.
type Column struct {
	Name  string `json:"name"`
	Field string `json:"field"` // a guess
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

// guess lists the names that other programs use for a field, the most certain
// first, as patterns of path.Match.
type guess struct {
	field, names string
	fits         func(cell string) bool // nil: any
}

// matches reports whether a column may be a pattern's. Patterns with a star are
// about email, so columns about texts don't match them.
func matches(pattern, column string) bool {
	fits, err := path.Match(pattern, column)
	return err == nil && fits && !(strings.Contains(pattern, "*") && (strings.Contains(column, "sms") || strings.Contains(column, "text")))
}

func (s *Store) guesses() []guess {
	isDate := func(cell string) bool { _, err := parseTime(cell, s.Location, isDayFirst(cell)); return err == nil }
	isAddress := func(cell string) bool { return strings.Contains(cell, "@") }
	isStatus := func(cell string) bool { says := agreement(cell); return says == "yes" || says == "no" }
	isNoLink := func(cell string) bool { return !strings.Contains(cell, "://") }
	return []guess{
		{fieldEmail, "email emailaddress subscriber subscriberemail mail", isAddress},
		{fieldFirstName, "firstname fname givenname", nil},
		{fieldLastName, "lastname lname surname familyname", nil},
		{fieldName, "name fullname subscribername", nil},
		{fieldConsentAt, "consentat emailconsenttimestamp emailmarketingconsenttimestamp consenttimestamp optintime optinat optindate confirmtime confirmedat " +
			"subscribed subscribedat subscriptiondate signupdate signedupat createdat created startdate joined joinedat", isDate},
		{fieldSubscribed, "emailconsent emailmarketingconsent", nil},
		{fieldSubscribed, "confirmed isconfirmed doubleoptin", isStatus}, // a status counts beside it, as fieldLeft
		{fieldSubscribed, "status subscriberstatus subscriptionstatus emailstatus", nil},
		{fieldSubscribed, "subscribed state *subscribedto* *accepts* *optin* *optedin* *permission*", isStatus}, // not a state of the US
		{fieldConsentSource, "consentsource emailconsentsource acquisitionsource subscriptionsourcefree signupsource source utmsource", nil},
		{fieldPhone, "phone phonenumber mobile mobilenumber smsphonenumber", nil},
		{fieldTexts, "smsconsent smsmarketingconsent textconsent", nil},
		{fieldTextsAt, "smsconsentat smsconsenttimestamp smsmarketingconsenttimestamp", isDate},
		{fieldTopics, "topics tags groups interests", nil},
		{fieldFrequency, "frequency", nil},
		{fieldLeft, "*unsub* *optout* *optedout* *suppress* *bounce* *complain* *disabled* *deleted* *blacklist* *blocklist* *donot* " +
			"canceldate cancelledat cleantime stoptime leftat status subscriberstatus subscriptionstatus emailstatus", isNoLink},
	}
}

// How much of a file is shown before it is imported.
const (
	shownRows = 10
	shownCell = 80 // characters
)

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
func (s *Store) Columns(text io.Reader) (Columns, error) {
	file, err := csvfile.NewReader(text)
	if err != nil {
		return Columns{}, noHead(err)
	}
	out := Columns{Rows: [][]string{}}
	for _, name := range file.Columns() {
		out.Columns = append(out.Columns, Column{Name: strings.TrimSpace(name)})
	}
	for len(out.Rows) < shownRows {
		record, err := file.Next()
		if wrong := new(csvfile.LineError); errors.As(err, &wrong) {
			continue
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Columns{}, err
		}
		row := make([]string, len(out.Columns))
		for n := range row {
			row[n] = record.At(n)
		}
		out.Rows = append(out.Rows, row)
	}
	s.guess(out)
	for _, row := range out.Rows {
		for n, cell := range row {
			if runes := []rune(cell); len(runes) > shownCell {
				row[n] = string(runes[:shownCell]) + "…"
			}
		}
	}
	return out, nil
}

// guess sets the likely field of each column.
func (s *Store) guess(c Columns) {
	has := func(field string) bool {
		return slices.ContainsFunc(c.Columns, func(column Column) bool { return column.Field == field })
	}
	for _, g := range s.guesses() {
		for _, pattern := range strings.Fields(g.names) {
			for n, column := range c.Columns {
				isFree := column.Field == "" && (g.field == fieldLeft || !has(g.field))
				if isFree && matches(pattern, csvfile.Plain(column.Name)) && c.fit(n, g) {
					c.Columns[n].Field = g.field
				}
			}
		}
	}
	for n := range c.Columns { // fall back to the values
		if c.Columns[n].Field == "" && !has(fieldEmail) && len(c.Rows) > 0 && strings.Contains(c.Rows[0][n], "@") {
			c.Columns[n].Field = fieldEmail
		}
	}
}

// fit reports whether most values of a column fit a guess.
func (c Columns) fit(n int, g guess) bool {
	most := 0
	for _, row := range c.Rows {
		switch {
		case row[n] == "" || g.fits == nil:
		case g.fits(row[n]):
			most++
		default:
			most--
		}
	}
	return most >= 0
}

// CheckMapping checks a mapping for a file and returns it normalized.
func (s *Store) CheckMapping(text io.Reader, m Mapping) (Mapping, error) {
	file, err := csvfile.NewReader(text)
	if err != nil {
		return m, noHead(err)
	}
	var c form.Checker
	known := map[string]bool{"": true}
	for _, g := range s.guesses() {
		known[g.field] = true
	}
	taken := map[string]int{}
	called := func(n int) string { // as on the screen
		if names := file.Columns(); n <= len(names) && strings.TrimSpace(names[n-1]) != "" {
			return "“" + strings.TrimSpace(names[n-1]) + "”"
		}
		return fmt.Sprintf("Column %d", n)
	}
	for n, field := range m.Fields {
		switch {
		case !known[field]:
			c.Wrong("fields", called(n+1)+": choose one of the fields.")
		case taken[field] > 0 && field != "" && field != fieldLeft:
			c.Wrong("fields", fmt.Sprintf("%s and %s are the same field. Choose one of them.", called(taken[field]), called(n+1)))
		}
		taken[field] = cmp.Or(taken[field], n+1)
	}
	switch {
	case len(m.Fields) != len(file.Columns()):
		c.Wrong("fields", "Choose a field, or none, for each column of the file.")
	case taken[fieldEmail] == 0:
		c.Wrong("fields", "Choose which column has the email addresses.")
	case taken[fieldTexts] > 0 && taken[fieldPhone] == 0:
		c.Wrong("fields", "Choose which column has the phone numbers, or skip the consent to texts.")
	}
	switch at, err := parseTime(m.ConsentAt, s.Location, false); {
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

// noHead returns the error for a file without a header row.
func noHead(err error) error {
	if errors.Is(err, csvfile.ErrNoHead) {
		return fault.Form([]fault.Field{{Field: "file", Message: "The file has no header row."}})
	}
	return err
}
