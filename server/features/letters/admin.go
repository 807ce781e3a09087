package letters

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/outgoing"
	"thriftwell/server/platform/revisions"
	"thriftwell/server/platform/session"
)

const path = "/api/admin/letters"

// Desk is where staff write letters and send them.
type Desk struct {
	editable.Records
	outgoing.Desk[Letter]
	store    *Store
	composer Composer
	mailer   *mail.Mailer
	brought  Reports
}

// Reports returns what visits that came from a source by a campaign did since a
// time.
type Reports func(ctx context.Context, source, campaign string, since time.Time) (Brought, error)

// Letters declares the letters.
func Letters(site editable.Site, composer Composer, mailer *mail.Mailer, reports Reports) *Desk {
	store := composer.Store
	d := &Desk{store: store, composer: composer, mailer: mailer, brought: reports}
	kind := editable.Kind[Letter, Letter]{
		Site: site, Name: KindName, Table: "letters", TagsOf: tags,
		Path: path, MaxBody: maxBody,
		Descending: true, Missing: ErrNotFound,
		Orders: map[string]editable.Order{
			"subject": {By: "lower(subject)", Type: "text"}, "updatedAt": editable.ByChange(),
		},
		Brief:  &editable.Brief[Letter]{Columns: "*", Show: func(l Letter) any { return l }},
		Fields: fields(composer.BaseURL, store.Engagement, composer.Offers), Prepare: store.name, Derive: store.derive,
		Key: func(l Letter) editable.Key { return editable.Key{ID: l.ID, Version: l.Version} },
	}
	kept := revisions.Of[Letter]{
		DB: site.DB, Name: KindName, Fields: texts(), Key: func(l Letter) (int64, editable.Meta) { return l.ID, l.Meta },
		Fit: store.fit,
	}
	kind.Written = kept.Keep
	d.Desk = outgoing.Desk[Letter]{Of: kind, State: Letter.state}
	read := func(method, path string, handle func(*gin.Context) error, doc editable.Doc) editable.Call {
		return editable.Call{Method: method, Path: path, Roles: session.Readers(), Handle: handle, Doc: doc}
	}
	act := func(name string, handle func(*gin.Context) error, doc editable.Doc) editable.Call {
		doc.Name = name
		return editable.Call{Method: http.MethodPost, Path: path + "/:id/" + name, Roles: session.Editors(), Handle: handle, Doc: doc}
	}
	checks := read(http.MethodGet, path+"/:id/checks", d.checks, editable.Doc{Name: "check", Does: "Returns the checks to pass before a campaign is sent.", Gives: []any{Check{}}})
	send := act("send", d.send, editable.Doc{
		Does:  "Sends a campaign, or schedules it if scheduledAt is in the future. If a blocking check fails or scheduledAt has passed, it returns 409 unless confirmed.",
		Takes: confirmed{}, Optional: true, Gives: Letter{},
	})
	checks.Deadline, send.Deadline = checksTime, checksTime
	scheme := []editable.Field{{Name: "scheme", Rule: editable.Choice("", "light", "dark"), Doc: "Color scheme; the system's by default."}}
	kind.More = []editable.Call{
		read(http.MethodPost, path+"/audience", d.count, editable.Doc{Name: "countAudienceOf", Does: "Returns how many subscribers would get a campaign.", Takes: counting{}, Gives: AudienceCount{}}),
		read(http.MethodGet, path+"/series", d.series, editable.Doc{Name: "getSeriesOf", Does: "Returns delivery counts for each email of the welcome series.", Gives: []any{SeriesStep{}}}),
		read(http.MethodGet, path+"/:id/preview", d.preview, editable.Doc{Name: "preview", Does: "Returns the email as it would be sent, without each reader's personal links.", Gives: Preview{}}),
		read(http.MethodGet, path+"/:id/preview/html", d.show, editable.Doc{Name: "show", Does: "Returns the email as a page without scripts, for a frame.", Query: scheme, Gives: editable.Media{"text/html": ""}}),
		checks,
		read(http.MethodGet, path+"/:id/report", d.report, editable.Doc{Name: "report", Does: "Returns delivery counts of a campaign.", Gives: Report{}}),
		act("test", d.test, editable.Doc{Does: "Sends a test to one address right away.", Takes: tested{}, Gives: editable.Status{}}),
		send,
		act("pause", d.Turn(Paused, "You can only pause a campaign that is sending.", Sending), editable.Doc{Does: "Pauses sending. Emails already being handed over are still sent.", Gives: Letter{}}),
		act("resume", d.Turn(Sending, "You can only resume a paused campaign.", Paused), editable.Doc{Does: "Resumes sending, accepting the rejections so far.", Gives: Letter{}}),
		act("cancel", d.Turn(Cancelled, "This campaign has already been sent or canceled.", Draft, Scheduled, Sending, Paused), editable.Doc{Does: "Cancels a campaign for good. Readers who haven't gotten it yet won't.", Gives: Letter{}}),
	}
	kind.More = append(kind.More, kept.Calls(kind)...)
	d.Records = kind
	return d
}

// The bodies and the answers of the calls.
type (
	counting struct {
		Audience Audience `json:"audience,omitzero"`
	}
	tested struct {
		Email string `json:"email" format:"email"`
	}
	confirmed struct {
		Confirmed bool `json:"confirmed,omitempty"` // it is to go out whatever the checks say, and at once if its time is over
		Version   *int `json:"version,omitempty"`   // that was looked at; with another one the answer is 409
	}
)

// AudienceCount is how many an audience has.
type AudienceCount struct {
	Count      int64 `json:"count"`
	Engagement bool  `json:"engagement"` // audiences by engagement can be chosen
	Unknown    int64 `json:"unknown"`    // with not-clicked-90, of how many more it is not known: no letter that would tell went to them 90 days ago
}

// Preview is the mail of a letter.
type Preview struct {
	Subject string `json:"subject"`
	HTML    string `json:"html"`
	Text    string `json:"text"`
}

// tags are those of the pages that show a letter which began to go out.
func tags(before *Letter, after Letter) []string {
	if !after.state().IsOpen() || before != nil && !before.state().IsOpen() {
		return []string{Tag}
	}
	return nil
}

// count answers POST …/audience: how many would get a letter to an audience and,
// of those who did not click for a while, of how many more that is not known.
func (d *Desk) count(c *gin.Context) error {
	var in counting
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return err
	}
	if wrong := in.Audience.check(d.store.Engagement); wrong != "" {
		return fault.Form([]fault.Field{{Field: "audience", Message: wrong}})
	}
	n, err := d.store.Count(c.Request.Context(), in.Audience)
	if err != nil {
		return err
	}
	unknown := int64(0)
	if in.Audience.Engagement == NotClicked {
		in.Audience.Engagement = untold
		if unknown, err = d.store.Count(c.Request.Context(), in.Audience); err != nil {
			return err
		}
	}
	c.JSON(http.StatusOK, AudienceCount{n, d.store.Engagement, unknown})
	return nil
}

// series answers GET …/series: what became of the welcome series.
func (d *Desk) series(c *gin.Context) error {
	steps, err := d.store.series(c.Request.Context())
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, steps)
	return nil
}

// preview answers GET …/:id/preview: the mail as it would go out.
func (d *Desk) preview(c *gin.Context) error {
	l, err := d.Find(c)
	if err != nil {
		return err
	}
	html, text, err := d.shown(c.Request.Context(), l)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, Preview{l.Subject, html, text})
	return nil
}

// shown is the mail of a letter to nobody in particular.
func (d *Desk) shown(ctx context.Context, l Letter) (html, text string, err error) {
	message, err := d.composer.message(ctx, l)
	if err != nil {
		return "", "", err
	}
	message.Unsubscribe, message.Preferences = d.composer.BaseURL+"/unsubscribe", d.composer.BaseURL+"/preferences"
	return d.mailer.Show(message)
}

// show answers GET …/:id/preview/html: the mail alone, as a mail program shows
// it, light or dark, for a frame of the admin. Nothing in it runs.
func (d *Desk) show(c *gin.Context) error {
	l, err := d.Find(c)
	if err != nil {
		return err
	}
	html, _, err := d.shown(c.Request.Context(), l)
	if err != nil {
		return err
	}
	html = mail.InScheme(html, c.Query("scheme"))
	c.Header("Content-Security-Policy", "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox")
	c.Data(http.StatusOK, "text/html; charset=utf-8", []byte(html))
	return nil
}

// checks answers GET …/:id/checks.
func (d *Desk) checks(c *gin.Context) error {
	l, err := d.Find(c)
	if err != nil {
		return err
	}
	found, err := d.composer.check(c.Request.Context(), l, d.mailer)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, found)
	return nil
}

// report answers GET …/:id/report.
func (d *Desk) report(c *gin.Context) error {
	l, err := d.Find(c)
	if err != nil {
		return err
	}
	r, err := d.store.Report(c.Request.Context(), l)
	if err != nil {
		return err
	}
	if l.ListedAt != nil {
		if r.Brought, err = d.brought(c.Request.Context(), source, l.Slug, *l.ListedAt); err != nil {
			return err
		}
	}
	c.JSON(http.StatusOK, r)
	return nil
}

// test answers POST …/:id/test: it sends the letter as it is to one address.
func (d *Desk) test(c *gin.Context) error {
	l, err := d.Find(c)
	if err != nil {
		return err
	}
	var in tested
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return err
	}
	var checker form.Checker
	to := checker.Email("email", in.Email)
	if err := checker.Err(); err != nil {
		return err
	}
	ctx := c.Request.Context()
	message, err := d.composer.message(ctx, l)
	if err != nil {
		return err
	}
	message.ID, message.To = "letter-test-"+strconv.FormatInt(time.Now().UnixMicro(), 36), to
	message.Letter.Subject = "[Test] " + message.Letter.Subject
	message.Unsubscribe, message.Preferences = d.composer.BaseURL+"/unsubscribe", d.composer.BaseURL+"/preferences" // of nobody
	err = audit.Write(d.store.DB.Gorm.WithContext(ctx), session.ActorOf(ctx), audit.Entry{Action: "test", Kind: KindName, ID: l.ID, After: map[string]any{"subject": l.Subject}})
	if err != nil {
		return err
	}
	delivered := make(chan error, 1)
	go func() { delivered <- d.deliver(context.WithoutCancel(ctx), message) }()
	select {
	case err = <-delivered:
	case <-time.After(testTime):
		return fault.Busy("The mail server hasn't answered yet. The test may still arrive, so check your inbox before you send another.", time.Minute, errors.New("timed out"))
	}
	if err == nil {
		c.JSON(http.StatusOK, editable.Status{Status: "sent"})
	}
	return err
}

// testTime is how long a test waits for the mail server: less than its request
// may take, while the server may think about a mail for minutes.
const testTime = 25 * time.Second

// deliver sends one mail that staff asked for.
func (d *Desk) deliver(ctx context.Context, message mail.Message) error {
	line := d.mailer.Connect(1)
	defer line.Close()
	outcome, err := line.Deliver(ctx, message)
	switch {
	case outcome == mail.Silenced, outcome == mail.Refused:
		return fault.New(fault.Conflict, "This address is suppressed. Choose another one.")
	case err != nil:
		return fault.Busy("The mail server rejected the test. Try again in a minute.", time.Minute, err)
	}
	return nil
}

// send answers POST …/:id/send. A letter whose time is still to come is
// scheduled; any other goes out now. That its time is over, and what the checks
// find wrong, has to be confirmed.
func (d *Desk) send(c *gin.Context) error {
	l, err := d.Find(c)
	if err != nil {
		return err
	}
	var in confirmed
	if c.Request.ContentLength != 0 {
		if err := httpx.ReadStrictJSON(c, &in); err != nil {
			return err
		}
	}
	ctx := c.Request.Context()
	if !l.state().IsOpen() {
		return fault.New(fault.Conflict, "This campaign is sending, or has been sent or canceled.")
	}
	if in.Version == nil {
		in.Version = &l.Version // as the checks saw it
	}
	if !in.Confirmed {
		if l.ScheduledAt != nil && l.ScheduledAt.Before(time.Now()) {
			return fault.New(fault.Conflict, "That time has passed, so this campaign would be sent right away. Choose a later time, or confirm to send it now.")
		}
		found, err := d.composer.check(ctx, l, d.mailer)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(found, func(f Check) bool { return f.Blocks && !f.OK }); i >= 0 {
			return fault.New(fault.Conflict, found[i].Detail+" Fix this, or confirm you want to send it anyway.")
		}
	}
	return d.Send(c, l, in.Version)
}

// Add writes a new draft.
func (d *Desk) Add(ctx context.Context, by session.Actor, subject, body string, pieces ...string) (Letter, error) {
	sent := map[string]json.RawMessage{}
	for name, value := range map[string]any{"subject": subject, "body": body, "pieces": append([]string{}, pieces...)} {
		text, err := json.Marshal(value)
		if err != nil {
			return Letter{}, err
		}
		sent[name] = text
	}
	return d.Of.Add(ctx, by, sent)
}
