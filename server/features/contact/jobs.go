package contact

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"thriftwell/server/platform/mail"
)

// ForwardMail is the job that forwards a message to its inbox.
type ForwardMail struct {
	MessageID uuid.UUID `json:"messageId"`
}

// Kind returns the name of the job.
func (ForwardMail) Kind() string { return "contact.forward_mail" }

// ReceiptMail is the job that confirms to the sender that the message arrived.
type ReceiptMail struct {
	MessageID uuid.UUID `json:"messageId"`
}

// Kind returns the name of the job.
func (ReceiptMail) Kind() string { return "contact.receipt_mail" }

// Postman runs the mail jobs of the contact form. Each may run twice.
type Postman struct {
	Store    *Store
	Mailer   *mail.Mailer
	SiteName string
	BaseURL  string
	Inbox    func(inquiryType string) string // its address
}

// ForwardMail does the job of that name.
func (m *Postman) ForwardMail(ctx context.Context, job *river.Job[ForwardMail]) error {
	k, err := m.Store.get(ctx, job.Args.MessageID)
	switch {
	case errors.Is(err, errNotFound):
		return nil
	case err != nil:
		return err
	}
	return m.Mailer.Send(ctx, mail.Message{
		ID:      "contact-forward-" + job.Args.MessageID.String(),
		To:      m.Inbox(k.InquiryType),
		Answers: true,
		ReplyTo: k.Email,
		Letter: mail.Letter{
			Subject: fmt.Sprintf("Message from the contact form (%s)", k.InquiryType),
			Heading: "A visitor wrote to us",
			Paragraphs: []string{
				"From: " + k.FirstName + " " + k.LastName + ", " + k.Email,
				"Received: " + k.CreatedAt.UTC().Format("January 2, 2006, 15:04 UTC") + ". We promised an answer within 24 hours; a reply to this mail goes to the sender.",
			},
			Quote:  k.Message.Message,
			Reason: "Sent by the contact form of " + m.SiteName + " to the inbox for this kind of inquiry.",
		},
	})
}

// ReceiptMail acknowledges a message. It repeats no word of it, nor a name: the
// address may be somebody else's.
func (m *Postman) ReceiptMail(ctx context.Context, job *river.Job[ReceiptMail]) error {
	k, err := m.Store.get(ctx, job.Args.MessageID)
	switch {
	case errors.Is(err, errNotFound):
		return nil
	case err != nil:
		return err
	}
	return m.Mailer.Send(ctx, mail.Message{
		ID: "contact-receipt-" + job.Args.MessageID.String(),
		To: k.Email, ReplyTo: m.Inbox(k.InquiryType), Answers: true,
		Letter: mail.Letter{
			Subject:    "We received your message to " + m.SiteName,
			Heading:    "Your message is here",
			Paragraphs: []string{"Thank you for writing to us. Somebody will answer you within 24 hours."},
			Button:     &mail.Link{Text: "Read our guides meanwhile", URL: m.BaseURL + "/guides"},
			Reason:     "You get this mail because this address was entered in the contact form at " + m.SiteName + ". If it was not you, there is nothing to do.",
		},
	})
}
