package webhooks

import (
	"encoding/json"
	"slices"

	"thriftwell/server/platform/mail"
)

// event is what became of a mail to an address. The mail is the id that we gave
// it, "" where the sender does not tell.
type event struct {
	email string
	what  mail.Event
	mail  string
}

type sesAddress struct {
	EmailAddress string `json:"emailAddress"`
}

// sesEvents reads the message of a notification of SES; what is none tells of
// nothing.
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
			Headers struct { // of our mail, if the notifications are set to include them
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

// postmarkEvents reads a webhook of Postmark.
func postmarkEvents(body []byte) ([]event, error) {
	var m struct {
		RecordType, Type, Email string
		Metadata                map[string]string // ours, by names in small letters
		// Of a change of what Postmark itself suppresses:
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
			return nil, nil // what Postmark sends again is no consent
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
