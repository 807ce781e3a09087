package sitetest

import (
	"encoding/json"
	"maps"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"thriftwell/server/personal"
	"thriftwell/server/platform/mail"
)

// Jane returns a valid signup. Changes are pairs of field and value; a nil
// value removes the field.
func Jane(changes ...any) string {
	return changed(map[string]any{
		"email": "jane@example.com", "emailConsent": true, "firstName": "Jane", "lastName": "Doe", "address": "1 Main St, Springfield",
		"dateOfBirth": "1990-04-23", "gender": "female", "fillMs": 60_000,
	}, changes...)
}

// Note returns a valid contact message, with changes as in Jane.
func Note(changes ...any) string {
	return changed(map[string]any{
		"firstName": "Joe", "lastName": "Roe", "email": "joe@example.com", "inquiryType": "affiliate", "message": "Hello,\nmay I join?", "fillMs": 60_000,
	}, changes...)
}

func changed(body map[string]any, changes ...any) string {
	body = maps.Clone(body)
	for i := 0; i+1 < len(changes); i += 2 {
		if changes[i+1] == nil {
			delete(body, changes[i].(string))
			continue
		}
		body[changes[i].(string)] = changes[i+1]
	}
	out, _ := json.Marshal(body)
	return string(out)
}

// Email waits for an email to an address whose subject contains words.
func (s *Site) Email(to, words string) (found mail.Kept) {
	s.T.Helper()
	Eventually(s.T, "the email "+words+" to "+to, func() bool {
		for _, found = range s.Emails(to) {
			if strings.Contains(found.Subject, words) {
				return true
			}
		}
		return false
	})
	return found
}

// Emails returns the emails to an address, newest first.
func (s *Site) Emails(to string) (out []mail.Kept) {
	s.T.Helper()
	all, err := mail.Folder{Dir: personal.EmailFolder(s.Config)}.List(1000)
	if err != nil {
		s.T.Fatal(err)
	}
	for _, k := range all {
		if strings.Contains(k.To, "<"+to+">") {
			out = append(out, k)
		}
	}
	return out
}

// EmailHeader returns a header of an email.
func EmailHeader(k mail.Kept, name string) string {
	for _, h := range k.Headers {
		if h.Name == name {
			return h.Value
		}
	}
	return ""
}

// EID returns the token of the first link to a page in an email.
func EID(t testing.TB, k mail.Kept, page string) string {
	t.Helper()
	m := regexp.MustCompile(regexp.QuoteMeta(page) + `\?eid=([\w%-]+)`).FindStringSubmatch(k.Text)
	if m == nil {
		t.Fatalf("no link to %s in %s", page, k.Text)
	}
	token, err := url.QueryUnescape(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// Exported returns everything stored about a person, as JSON.
func (s *Site) Exported(email string) string {
	s.T.Helper()
	all, err := s.People.Export(s.T.Context(), email)
	if err != nil {
		s.T.Fatal(err)
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		s.T.Fatal(err)
	}
	return string(text)
}
