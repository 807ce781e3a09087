package texts

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/outgoing"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/sms"
)

const path = "/api/admin/texts"

// Desk is where staff write and send texts.
type Desk struct {
	editable.Records
	outgoing.Desk[Text]
	store   *Store
	wording Wording
	replies Replies
	line    sms.Line // nil if not configured
	stops   sms.Stops
	missing []string // settings still needed for a line
}

// Texts declares the kind of texts. If line is nil, missing lists the settings
// it needs.
func Texts(site editable.Site, store *Store, replies Replies, line sms.Line, stops sms.Stops, missing []string) *Desk {
	d := &Desk{store: store, wording: replies.Wording, replies: replies, line: line, stops: stops, missing: append([]string{}, missing...)}
	kind := editable.Kind[Text, Text]{
		Site: site, Name: KindName, Table: "texts",
		Path:       path,
		Descending: true, Missing: ErrNotFound,
		Orders: map[string]editable.Order{"body": {By: "lower(body)", Type: "text"}, "updatedAt": editable.ByChange()},
		Brief:  &editable.Brief[Text]{Columns: "*", Show: func(t Text) any { return t }},
		Fields: []editable.Field{
			{Column: "body", Label: "Text", Rule: editable.Text(maxBody), Required: "Please enter the text.", Doc: "Without the sender's name and the opt-out line, which we add to every text."},
			{Column: "scheduled_at", Label: "Send at", Rule: editable.SoonTime(), Nullable: true, Doc: "When to send the text. If this time has passed, it's sent right away."},
			{Column: "status", Label: "Status", Rule: editable.Choice("Choose draft or scheduled. The other statuses are set automatically.", Draft, Scheduled), Initial: Draft},
		},
		Prepare: func(_ context.Context, _ *Text, values map[string]any) error {
			if values["status"] == Scheduled {
				return d.ready()
			}
			return nil
		},
		Derive: store.derive,
		Key:    func(t Text) editable.Key { return editable.Key{ID: t.ID, Version: t.Version} },
	}
	d.Desk = outgoing.Desk[Text]{Of: kind, State: Text.state}
	read := func(method, path string, handle func(*gin.Context) error, doc editable.Doc) editable.Call {
		return editable.Call{Method: method, Path: path, Roles: session.Readers(), Handle: handle, Doc: doc}
	}
	act := func(name string, handle func(*gin.Context) error, doc editable.Doc) editable.Call {
		doc.Name = name
		return editable.Call{Method: http.MethodPost, Path: path + "/:id/" + name, Roles: session.Editors(), Handle: handle, Doc: doc}
	}
	kind.More = []editable.Call{
		read(http.MethodGet, path+"/audience", d.audience, editable.Doc{Name: "countAudienceOf", Does: "Returns how many subscribers would get a text now, why others wouldn't, and which settings are missing.", Gives: TextAudience{}}),
		read(http.MethodPost, path+"/measure", d.measure, editable.Doc{Name: "measure", Does: "Returns a text as it would be sent, and its length.", Takes: measured{}, Gives: Measured{}}),
		read(http.MethodGet, path+"/:id/report", d.report, editable.Doc{Name: "report", Does: "Returns delivery counts of a text.", Gives: Report{}}),
		act("test", d.test, editable.Doc{Does: "Sends a test to one number right away.", Takes: tested{}, Gives: editable.Status{}}),
		act("send", d.send, editable.Doc{Does: "Sends a text, or schedules it if scheduledAt is in the future.", Takes: sending{}, Optional: true, Gives: Text{}}),
		act("pause", d.Turn(Paused, "You can only pause a text that is sending.", Sending), editable.Doc{Does: "Pauses sending.", Gives: Text{}}),
		act("resume", d.Turn(Sending, "You can only resume a paused text.", Paused), editable.Doc{Does: "Resumes sending.", Gives: Text{}}),
		act("cancel", d.Turn(Cancelled, "This text has already been sent or canceled.", Draft, Scheduled, Sending, Paused), editable.Doc{Does: "Cancels a text for good. Subscribers who haven't gotten it yet won't.", Gives: Text{}}),
	}
	d.Records = kind
	return d
}

// Request bodies.
type (
	measured struct {
		Body string `json:"body,omitempty"`
	}
	tested struct {
		Phone string `json:"phone"`
	}
	sending struct {
		Version *int `json:"version,omitempty"` // the version the user saw; if it has changed, the response is 409
	}
)

// TextAudience is an audience, and whether a text can be sent to it.
type TextAudience struct {
	Audience
	Missing []string `json:"missing"` // settings still needed to send texts; empty if they can be sent
}

// ready returns an error if texts are not configured.
func (d *Desk) ready() error {
	if d.line == nil {
		return fault.New(fault.Conflict, "We can't send texts yet. The carrier isn't set up.")
	}
	return nil
}

// audience handles GET …/audience: how many people would get a text now, and
// whether it can be sent.
func (d *Desk) audience(c *gin.Context) error {
	a, err := d.store.Count(c.Request.Context())
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, TextAudience{a, d.missing})
	return nil
}

// measure handles POST …/measure: a text as it would be sent, and its length.
func (d *Desk) measure(c *gin.Context) error {
	var in measured
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return err
	}
	c.JSON(http.StatusOK, d.wording.measure(in.Body))
	return nil
}

// report handles GET …/:id/report.
func (d *Desk) report(c *gin.Context) error {
	t, err := d.Find(c)
	if err != nil {
		return err
	}
	r, err := d.store.Report(c.Request.Context(), t.ID)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, r)
	return nil
}

// test handles POST …/:id/test. It sends the saved text to one number.
func (d *Desk) test(c *gin.Context) error {
	t, err := d.Find(c)
	if err != nil {
		return err
	}
	var in tested
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return err
	}
	var checker form.Checker
	to := checker.Phone("phone", in.Phone, true)
	if err := checker.Err(); err != nil {
		return err
	}
	if err := d.ready(); err != nil {
		return err
	}
	ctx := c.Request.Context()
	tx := d.store.DB.Gorm.WithContext(ctx)
	stopped, err := d.stops.Has(tx, to)
	if err != nil {
		return err
	}
	refused := fault.New(fault.Conflict, "This number has opted out of our texts. Choose another one.")
	if stopped {
		return refused
	}
	err = audit.Write(tx, session.ActorOf(ctx), audit.Entry{Action: "test", Kind: KindName, ID: t.ID, After: map[string]any{"body": t.Body}})
	if err != nil {
		return err
	}
	m := sms.Message{ID: "text-test-" + strconv.FormatInt(time.Now().UnixMicro(), 36), To: to, Body: "[Test] " + d.wording.alert(t.Body)}
	outcome, _, err := d.line.Send(ctx, m)
	switch outcome {
	case sms.Refused, sms.Stopped:
		return refused
	case sms.Taken:
		c.JSON(http.StatusOK, editable.Status{Status: "sent"})
		return nil
	}
	return fault.Busy("The carrier rejected the test. Try again in a minute.", time.Minute, err)
}

// send handles POST …/:id/send. It schedules a text with a future time, and
// sends any other now.
func (d *Desk) send(c *gin.Context) error {
	t, err := d.Find(c)
	if err != nil {
		return err
	}
	var in sending
	if c.Request.ContentLength != 0 {
		if err := httpx.ReadStrictJSON(c, &in); err != nil {
			return err
		}
	}
	if !t.state().IsOpen() {
		return fault.New(fault.Conflict, "This text is sending, or has been sent or canceled.")
	}
	if err := d.ready(); err != nil {
		return err
	}
	return d.Send(c, t, in.Version)
}
