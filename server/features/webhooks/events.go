package webhooks

import (
	"encoding/json"
	"slices"

	"thriftwell/server/platform/mail"
)

// event is a delivery event of an email. email is the address, and mail the id
// that we gave the email, or "" if the provider doesn't return it.
type event struct {
	email string
	what  mail.Event
	mail  string
}

type sesAddress struct {
	EmailAddress string `json:"emailAddress"`
}

// sesEvents parses the message of a notification from SES. Other messages have
// no events.
func sesEvents(message string) (out []event) {
	var m struct {
		NotificationType string `json:"notificationType"` // of an identity
		EventType        string `json:"eventType"`        // of a configuration set
		Bounce           struct {
			BounceType string       `json:"bounceType"`
			Recipients []sesAddress `json:"bouncedRecipients"`
		} `json:"bounce"`
		Complaint struct {
			FeedbackType string       `json:"complaintFeedbackType"`
			Recipients   []sesAddress `json:"complainedRecipients"`
		} `json:"complaint"`
		Mail struct {
			Headers struct { // of the original email, if SES is set to include them
				MessageID string `json:"messageId"`
			} `json:"commonHeaders"`
		} `json:"mail"`
	}
	if json.Unmarshal([]byte(message), &m) != nil {
		return nil
	}
	switch m.NotificationType + m.EventType {
	case "Bounce":
		what := mail.SoftBounce
		if m.Bounce.BounceType == "Permanent" {
			what = mail.HardBounce
		}
		for _, r := range m.Bounce.Recipients {
			out = append(out, event{r.EmailAddress, what, m.Mail.Headers.MessageID})
		}
	case "Complaint":
		if m.Complaint.FeedbackType == "not-spam" {
			return nil
		}
		for _, r := range m.Complaint.Recipients {
			out = append(out, event{r.EmailAddress, mail.Complained, m.Mail.Headers.MessageID})
		}
	}
	return out
}

// postmarkEvents parses a webhook from Postmark.
func postmarkEvents(body []byte) ([]event, error) {
	var m struct {
		RecordType, Type, Email string
		Metadata                map[string]string // ours, with lower-case names
		// For changes of Postmark's suppressions:
		Recipient, SuppressionReason string
		SuppressSending              bool
	}
	if err := json.Unmarshal(body, &m); err != nil {
		return nil, err
	}
	id := m.Metadata[mail.PostmarkID]
	switch {
	case m.RecordType == "SubscriptionChange":
		if m.Recipient == "" || !m.SuppressSending {
			return nil, nil // reactivation by Postmark isn't consent
		}
		why := map[string]mail.Event{"HardBounce": mail.HardBounce, "SpamComplaint": mail.Complained}[m.SuppressionReason]
		if why == mail.NoEvent {
			why = mail.Left
		}
		return []event{{m.Recipient, why, id}}, nil
	case m.Email == "":
		return nil, nil
	case m.RecordType == "SpamComplaint", m.RecordType == "Bounce" && m.Type == "SpamComplaint":
		return []event{{m.Email, mail.Complained, id}}, nil
	case m.RecordType == "Bounce" && slices.Contains([]string{"HardBounce", "BadEmailAddress"}, m.Type):
		return []event{{m.Email, mail.HardBounce, id}}, nil
	case m.RecordType == "Bounce" && slices.Contains([]string{"SoftBounce", "Transient", "DnsError", "Blocked", "SpamNotification"}, m.Type):
		return []event{{m.Email, mail.SoftBounce, id}}, nil
	}
	return nil, nil
}
