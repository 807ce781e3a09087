// Package texts lets staff write deal alerts by text message, sends each once
// to every number that has agreed and confirmed, and handles the replies.
package texts

import (
	"strings"
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/outgoing"
	"thriftwell/server/platform/sms"
)

// Statuses of a text.
const (
	Draft     = outgoing.Draft
	Scheduled = outgoing.Scheduled
	Sending   = outgoing.Sending
	Paused    = outgoing.Paused
	Sent      = outgoing.Sent
	Cancelled = outgoing.Cancelled
)

// Text is a deal alert as written by staff.
type Text struct {
	ID          int64      `json:"id"`
	Body        string     `json:"body"`
	Status      string     `json:"status" enum:"draft|scheduled|sending|paused|sent|cancelled"`
	ScheduledAt *time.Time `json:"scheduledAt"`
	Trouble     string     `json:"trouble"` // why it is paused or waiting; empty if it is neither
	SentAt      *time.Time `json:"sentAt"`
	editable.Meta

	ListedAt *time.Time `json:"-"` // when its recipients were stored
}

// TableName returns the table's name for GORM.
func (Text) TableName() string { return "texts" }

func (t Text) state() outgoing.State {
	return outgoing.State{Status: t.Status, ScheduledAt: t.ScheduledAt}
}

// maxBody is the maximum length of what staff write, in characters.
const maxBody = 400

// mostTexts is the maximum number of texts a number gets in monthDays,
// including the question. People agree to that many a month, and no month is
// longer.
const (
	mostTexts = 4
	monthDays = 31
)

// ErrNotFound means that no text has the ID.
var ErrNotFound = fault.Missing("Text")

// KindName is the audit log's name for a text.
const KindName = "text"

// Wording provides what the site adds to staff's texts.
type Wording struct {
	SiteName, BaseURL string
	Support           func() string // the support address
}

// alert returns a text as it is sent. How to stop texts is on its own line,
// because a text may end in a URL or without a period.
func (w Wording) alert(body string) string {
	return w.SiteName + ": " + strings.TrimSpace(body) + "\nReply STOP to end"
}

func (w Wording) question() string {
	return w.SiteName + ": Reply YES to get deal alerts, up to 4 messages a month. Message and data rates may apply. Reply HELP for help, STOP to end"
}

func (w Wording) welcome() string {
	return w.SiteName + ": You are signed up for deal alerts, up to 4 messages a month. Message and data rates may apply. Reply HELP for help, STOP to end"
}

func (w Wording) unknown() string {
	return w.SiteName + ": This number is not signed up for texts. Sign up at " + w.BaseURL + "/subscribe"
}

func (w Wording) goodbye() string {
	return w.SiteName + ": You will get no more calls or texts from us. Reply START if you change your mind"
}

func (w Wording) help() string {
	return w.SiteName + " deal alerts, up to 4 messages a month. Message and data rates may apply. Help: " + w.Support() + ". Reply STOP to end"
}

// Measured is a text as it would be sent, and its length.
type Measured struct {
	Text string `json:"text"`
	sms.Size
}

func (w Wording) measure(body string) Measured {
	text := w.alert(body)
	return Measured{text, sms.Measure(text)}
}
