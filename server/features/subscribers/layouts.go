package subscribers

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

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
