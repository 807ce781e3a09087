package campaigns

import (
	"strings"

	"thriftwell/server/platform/sms"
)

// Text is a deal alert by text message.
type Text struct {
	Campaign
	Body string `json:"body"`
}

// TableName returns the table's name for GORM.
func (Text) TableName() string { return byText().campaigns }

// maxTextBody is the maximum length of what staff write, in characters.
const maxTextBody = 400

// mostTexts is the maximum number of texts a number gets in monthDays,
// including the question. People agree to that many a month, and no month is
// longer.
const (
	mostTexts = 4
	monthDays = 31
)

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
