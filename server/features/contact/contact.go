// Package contact stores messages from the contact form and forwards each to
// the right inbox.
package contact

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"thriftwell/server/platform/form"
	"thriftwell/server/platform/mail"
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

// ForwardEmail is the job that forwards a message to its inbox.
type ForwardEmail struct {
	MessageID uuid.UUID `json:"messageId"`
}

// Kind returns the job's name.
func (ForwardEmail) Kind() string { return "contact.forward_mail" }

// ReceiptEmail is the job that confirms to the sender that the message was
// received.
type ReceiptEmail struct {
	MessageID uuid.UUID `json:"messageId"`
}

// Kind returns the job's name.
func (ReceiptEmail) Kind() string { return "contact.receipt_mail" }

// Postman runs the email jobs of the contact form. Each may run twice.
type Postman struct {
	Store    *Store
	Mailer   *mail.Mailer
	SiteName string
	BaseURL  string
	Inbox    func(inquiryType string) string // returns the inbox's address
}

// ForwardEmail runs the job of the same name.
func (m *Postman) ForwardEmail(ctx context.Context, job *river.Job[ForwardEmail]) error {
	k, err := m.Store.get(ctx, job.Args.MessageID)
	if err != nil {
		return ignoreMissing(err)
	}
	return m.Mailer.Send(ctx, mail.Message{
		ID:      "contact-forward-" + job.Args.MessageID.String(),
		To:      m.Inbox(k.InquiryType),
		Answers: true,
		ReplyTo: k.Email,
		Content: mail.Content{
			Subject: fmt.Sprintf("Message from the contact form (%s)", k.InquiryType),
			Heading: "A new message from a visitor",
			Paragraphs: []string{
				"From: " + k.FirstName + " " + k.LastName + ", " + k.Email,
				"Received: " + k.CreatedAt.UTC().Format("January 2, 2006, 15:04 UTC") + ". We promised an answer within 24 hours. Reply to this email to answer the sender.",
			},
			Quote:  k.Message.Message,
			Reason: "The contact form at " + m.SiteName + " sends messages of this type to this inbox.",
		},
	})
}

// ReceiptEmail confirms a message. It includes neither the message nor a name,
// because the address may belong to someone else.
func (m *Postman) ReceiptEmail(ctx context.Context, job *river.Job[ReceiptEmail]) error {
	k, err := m.Store.get(ctx, job.Args.MessageID)
	if err != nil {
		return ignoreMissing(err)
	}
	return m.Mailer.Send(ctx, mail.Message{
		ID: "contact-receipt-" + job.Args.MessageID.String(),
		To: k.Email, ReplyTo: m.Inbox(k.InquiryType), Answers: true,
		Content: mail.Content{
			Subject:    "We received your message to " + m.SiteName,
			Heading:    "We got your message",
			Paragraphs: []string{"Thanks for writing to us. We’ll answer within 24 hours."},
			Button:     &mail.Link{Text: "Read our guides", URL: m.BaseURL + "/guides"},
			Reason:     "You’re getting this email because someone entered this address in the contact form at " + m.SiteName + ". If it wasn’t you, ignore this email.",
		},
	})
}

// ignoreMissing returns nil for a message that was erased since its job was
// queued, and other errors as they are.
func ignoreMissing(err error) error {
	if errors.Is(err, errNotFound) {
		return nil
	}
	return err
}
