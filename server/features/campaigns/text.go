package campaigns

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
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

// TextDesk is where staff write and send texts.
type TextDesk struct {
	Desk[Text]
	store   *Store
	replies Replies
	line    sms.Line // nil if not configured
	stops   sms.Stops
	missing []string // settings still needed for a line
}

// Texts declares the kind of texts. If line is nil, missing lists the settings
// it needs.
func Texts(site editable.Site, store *Store, replies Replies, line sms.Line, stops sms.Stops, missing []string) *TextDesk {
	d := &TextDesk{store: store, replies: replies, line: line, stops: stops, missing: append([]string{}, missing...)}
	d.Desk = declare(store.DB, byText(), editable.Kind[Text, Text]{
		Site: site, Missing: fault.Missing("Text"),
		Orders: map[string]editable.Order{"body": {By: "lower(body)", Type: "text"}},
		Fields: append([]editable.Field{
			{Column: "body", Label: "Text", Rule: editable.Text(maxTextBody), Required: "Please enter the text.", Doc: "Without the sender's name and the opt-out line, which we add to every text."},
		}, byText().scheduling()...),
		Derive: derive(byText(), []string{"body"}, store.checkText(d.ready)),
	})
	kind := d.of
	kind.More = slices.Concat([]editable.Call{
		d.reads(http.MethodGet, "/audience", read(d.count), editable.Doc{Name: "countAudienceOf", Does: "Returns how many subscribers would get a text now, why others wouldn't, and which settings are missing.", Gives: TextAudience{}}),
		d.reads(http.MethodPost, "/measure", ask(d.measure), editable.Doc{Name: "measure", Does: "Returns a text as it would be sent, and its length.", Takes: measured{}, Gives: Measured{}}),
		d.reads(http.MethodGet, "/:id/report", d.show(d.report), editable.Doc{Name: "report", Does: "Returns delivery counts of a text.", Gives: TextReport{}}),
		d.acts("test", test(&d.Desk, readNumber, d.prepareTest), editable.Doc{Does: "Sends a test to one number right away.", Takes: testedText{}, Gives: editable.Status{}}),
		d.acts("send", send(&d.Desk, d.checkSend), editable.Doc{Does: "Sends a text, or schedules it if scheduledAt is in the future.", Takes: seen{}, Optional: true, Gives: Text{}}),
	}, d.turns())
	d.Records = kind
	return d
}

// Request bodies.
type (
	measured struct {
		Body string `json:"body,omitempty"`
	}
	testedText struct {
		Phone string `json:"phone"`
	}
	seen struct {
		Version *int `json:"version,omitempty"` // the version the user saw; if it has changed, the response is 409
	}
)

// ready returns an error if texts are not configured.
func (d *TextDesk) ready() error {
	if d.line == nil {
		return fault.New(fault.Conflict, "We can't send texts yet. The carrier isn't set up.")
	}
	return nil
}

// count handles GET …/audience.
func (d *TextDesk) count(ctx context.Context) (TextAudience, error) {
	a, err := d.store.CountTexts(ctx)
	a.Missing = d.missing
	return a, err
}

// measure handles POST …/measure: a text as it would be sent, and its length.
func (d *TextDesk) measure(_ context.Context, in measured) (Measured, error) {
	return d.replies.measure(in.Body), nil
}

// report handles GET …/:id/report.
func (d *TextDesk) report(ctx context.Context, t Text) (any, error) {
	return d.store.ReportText(ctx, t.ID)
}

// readNumber reads where a test is sent.
func readNumber(checker *form.Checker, in testedText) string {
	return checker.Phone("phone", in.Phone, true)
}

// prepareTest prepares POST …/:id/test.
func (d *TextDesk) prepareTest(ctx context.Context, t Text, to string) (deliver func() error, about map[string]any, err error) {
	if err := d.ready(); err != nil {
		return nil, nil, err
	}
	refused := fault.New(fault.Conflict, "This number has opted out of our texts. Choose another one.")
	stopped, err := d.stops.Has(d.db.Gorm.WithContext(ctx), to)
	if err == nil && stopped {
		err = refused
	}
	m := sms.Message{ID: "text-test-" + strconv.FormatInt(time.Now().UnixMicro(), 36), To: to, Body: "[Test] " + d.replies.alert(t.Body)}
	return func() error {
		switch outcome, _, err := d.line.Send(ctx, m); outcome {
		case sms.Refused, sms.Stopped:
			return refused
		case sms.Taken:
			return nil
		default:
			return fault.Busy("The carrier rejected the test. Try again in a minute.", time.Minute, err)
		}
	}, map[string]any{"body": t.Body}, err
}

// checkSend checks POST …/:id/send.
func (d *TextDesk) checkSend(_ context.Context, _ Text, in seen) (version *int, err error) {
	return in.Version, d.ready()
}
