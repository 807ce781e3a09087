// Package contact stores messages from the contact form and forwards each to
// the right inbox.
package contact

import (
	"slices"

	"thriftwell/server/platform/form"
)

// Message is the body of POST /api/contact (specification, section 3).
type Message struct {
	FirstName   string `json:"firstName"`
	LastName    string `json:"lastName"`
	Email       string `json:"email"`
	InquiryType string `json:"inquiryType"`
	Message     string `json:"message"`
}

// InquiryTypes returns what a message may be about.
func InquiryTypes() []string { return []string{"support", "affiliate", "advertiser"} }

// check validates m by the rules in section 5 and normalizes it.
func (m *Message) check() error {
	var c form.Checker
	m.FirstName = c.Line("firstName", m.FirstName, form.FirstNameMissing, form.MaxName)
	m.LastName = c.Line("lastName", m.LastName, form.LastNameMissing, form.MaxName)
	m.Email = c.Email("email", m.Email)
	if !slices.Contains(InquiryTypes(), m.InquiryType) {
		c.Wrong("inquiryType", form.InquiryTypeMissing)
	}
	m.Message = c.Text("message", m.Message, form.MessageMissing, form.MaxMessage)
	return c.Err()
}
