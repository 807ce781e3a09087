// Package texts writes the deal alerts by text, sends each of them once to every
// number that agreed and said yes, and listens to what comes back.
package texts

import (
	"strings"
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/outgoing"
	"thriftwell/server/platform/sms"
)

// The statuses of a text.
const (
	Draft     = outgoing.Draft
	Scheduled = outgoing.Scheduled
	Sending   = outgoing.Sending
	Paused    = outgoing.Paused
	Sent      = outgoing.Sent
	Cancelled = outgoing.Cancelled
)

// Text is a deal alert as staff write it.
type Text struct {
	ID          int64      `json:"id"`
	Body        string     `json:"body"`
	Status      string     `json:"status" enum:"draft|scheduled|sending|paused|sent|cancelled"`
	ScheduledAt *time.Time `json:"scheduledAt"`
	Trouble     string     `json:"trouble"` // why it is paused, or waits; empty if neither
	SentAt      *time.Time `json:"sentAt"`
	editable.Meta

	ListedAt *time.Time `json:"-"` // when it was written down who gets it
}

// TableName tells GORM where texts are kept.
func (Text) TableName() string { return "texts" }

func (t Text) state() outgoing.State {
	return outgoing.State{Status: t.Status, ScheduledAt: t.ScheduledAt}
}

// maxBody is how many characters of a text are staff's own.
const maxBody = 400

// mostTexts is how many texts a number gets in monthDays, the question whether it
// may get any among them: so many are promised where people agree to them, and
// no month is longer.
const (
	mostTexts = 4
	monthDays = 31
)

// ErrNotFound is the error for an id that no text has.
var ErrNotFound = fault.Missing("Text")

// KindName is what the audit log calls a text.
const KindName = "text"

// Wording is what the site says in texts beside what staff write.
type Wording struct {
	SiteName, BaseURL string
	Support           func() string // the address that helps
}

// alert is a text as it goes out. How to end them is on a line of its own, as a
// text may end in an address or without a full stop.
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

// Measured is a text as it goes out, and how long it is.
type Measured struct {
	Text string `json:"text"`
	sms.Size
}

func (w Wording) measure(body string) Measured {
	text := w.alert(body)
	return Measured{text, sms.Measure(text)}
}
