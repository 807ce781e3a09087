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
		Site: site, Name: KindName, Table: "texts", Bin: true,
		Path: path, Readers: session.Readers(), Editors: session.Editors(),
		Descending: true, Search: "search", Show: editable.AsIs[Text], Missing: ErrNotFound,
		Orders: map[string]editable.Order{"body": {By: "lower(body)", Type: "text"}, "updatedAt": editable.ByChange()},
		Brief:  &editable.Brief[Text]{Columns: "*", Show: func(t Text) any { return t }},
		Fields: []editable.Field{
			{Column: "body", Rule: editable.Text(maxBody), Required: "Please write what the text is to say."},
			{Column: "scheduled_at", Rule: editable.SoonTime(), Nullable: true},
			{Column: "status", Rule: editable.Choice("Please choose draft or scheduled; the other statuses follow from what is done.", Draft, Scheduled)},
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
	read := func(method, path string, handle func(*gin.Context) error) editable.Call {
		return editable.Call{Method: method, Path: path, Roles: session.Readers(), Handle: handle}
	}
	act := func(name string, handle func(*gin.Context) error) editable.Call {
		return editable.Call{Method: http.MethodPost, Path: path + "/:id/" + name, Roles: session.Editors(), Handle: handle}
	}
	kind.More = []editable.Call{
		read(http.MethodGet, path+"/audience", d.audience),
		read(http.MethodPost, path+"/measure", d.measure),
		read(http.MethodGet, path+"/:id/report", d.report),
		act("test", d.test),
		act("send", d.send),
		act("pause", d.Turn(Paused, "Only a text that is on its way can be paused.", Sending)),
		act("resume", d.Turn(Sending, "Only a text that is paused can go on.", Paused)),
		act("cancel", d.Turn(Cancelled, "This text was sent or cancelled before.", Draft, Scheduled, Sending, Paused)),
	}
	d.Records = kind
	return d
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
	c.JSON(http.StatusOK, struct {
		Audience
		Missing []string `json:"missing"`
	}{a, d.missing})
	return nil
}

// measure answers POST …/measure: a text as it would go out, and how long it is.
func (d *Desk) measure(c *gin.Context) error {
	var in struct {
		Body string `json:"body"`
	}
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
	var in struct {
		Phone string `json:"phone"`
	}
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
		c.JSON(http.StatusOK, gin.H{"status": "sent"})
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
	var in struct {
		Version *int `json:"version"`
	}
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
