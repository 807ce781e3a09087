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

// Desk is where staff write texts and send them.
type Desk struct {
	editable.Records
	outgoing.Desk[Text]
	store   *Store
	wording Wording
	replies Replies
	line    sms.Line // nil where none is set
	stops   sms.Stops
	missing []string // the settings that a line lacks
}

// Texts declares the texts. Where line is nil, missing says which settings it
// lacks.
func Texts(site editable.Site, store *Store, replies Replies, line sms.Line, stops sms.Stops, missing []string) *Desk {
	d := &Desk{store: store, wording: replies.Wording, replies: replies, line: line, stops: stops, missing: append([]string{}, missing...)}
	kind := editable.Kind[Text, Text]{
		Site: site, Name: KindName, Table: "texts",
		Path:       path,
		Descending: true, Missing: ErrNotFound,
		Orders: map[string]editable.Order{"body": {By: "lower(body)", Type: "text"}, "updatedAt": editable.ByChange()},
		Brief:  &editable.Brief[Text]{Columns: "*", Show: func(t Text) any { return t }},
		Fields: []editable.Field{
			{Column: "body", Label: "Text", Rule: editable.Text(maxBody), Required: "Please enter the text.", Doc: "Without the sender's name and the way out, which every text has."},
			{Column: "scheduled_at", Label: "Goes out", Rule: editable.SoonTime(), Nullable: true, Doc: "When the text is to go out; one in the past goes out at once when it is sent."},
			{Column: "status", Label: "Status", Rule: editable.Choice("Please choose draft or scheduled; the other statuses follow from what is done.", Draft, Scheduled), Initial: Draft},
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
		read(http.MethodGet, path+"/audience", d.audience, editable.Doc{Name: "countAudienceOf", Does: "How many would get a text now, why others don't, and which settings texts lack.", Gives: TextAudience{}}),
		read(http.MethodPost, path+"/measure", d.measure, editable.Doc{Name: "measure", Does: "A text as it would go out, and how long it is.", Takes: measured{}, Gives: Measured{}}),
		read(http.MethodGet, path+"/:id/report", d.report, editable.Doc{Name: "report", Does: "What became of a text.", Gives: Report{}}),
		act("test", d.test, editable.Doc{Does: "Sends a text as it is to one number, at once.", Takes: tested{}, Gives: editable.Status{}}),
		act("send", d.send, editable.Doc{Does: "Sends a text or, if its scheduledAt is still to come, schedules it.", Takes: sending{}, Optional: true, Gives: Text{}}),
		act("pause", d.Turn(Paused, "Only a text that is on its way can be paused.", Sending), editable.Doc{Does: "Stops a text that is on its way.", Gives: Text{}}),
		act("resume", d.Turn(Sending, "Only a text that is paused can go on.", Paused), editable.Doc{Does: "Goes on with a text that was paused.", Gives: Text{}}),
		act("cancel", d.Turn(Cancelled, "This text was sent or cancelled before.", Draft, Scheduled, Sending, Paused), editable.Doc{Does: "Ends a text for good; whoever did not get it yet does not.", Gives: Text{}}),
	}
	d.Records = kind
	return d
}

// The bodies of the calls.
type (
	measured struct {
		Body string `json:"body,omitempty"`
	}
	tested struct {
		Phone string `json:"phone"`
	}
	sending struct {
		Version *int `json:"version,omitempty"` // that was looked at; with another one the answer is 409
	}
)

// TextAudience is an audience, and whether a text can go out to it.
type TextAudience struct {
	Audience
	Missing []string `json:"missing"` // the settings that texts lack; empty if they can go out
}

// ready fails where nothing is set that texts go out by.
func (d *Desk) ready() error {
	if d.line == nil {
		return fault.New(fault.Conflict, "Texts can't go out yet: the settings of their carrier are missing.")
	}
	return nil
}

// audience answers GET …/audience: how many would get a text now, and whether
// one can go out.
func (d *Desk) audience(c *gin.Context) error {
	a, err := d.store.Count(c.Request.Context())
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, TextAudience{a, d.missing})
	return nil
}

// measure answers POST …/measure: a text as it would go out, and how long it is.
func (d *Desk) measure(c *gin.Context) error {
	var in measured
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return err
	}
	c.JSON(http.StatusOK, d.wording.measure(in.Body))
	return nil
}

// report answers GET …/:id/report.
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

// test answers POST …/:id/test: it sends the text as it is to one number.
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
	refused := fault.New(fault.Conflict, "This number takes no texts from us. Please choose another one.")
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
	return fault.Busy("The carrier did not take the test. Please try again in a minute.", time.Minute, err)
}

// send answers POST …/:id/send. A text whose time is still to come is scheduled;
// any other goes out now.
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
		return fault.New(fault.Conflict, "This text was sent or cancelled, or is on its way already.")
	}
	if err := d.ready(); err != nil {
		return err
	}
	return d.Send(c, t, in.Version)
}
