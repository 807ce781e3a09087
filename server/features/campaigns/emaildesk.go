package campaigns

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/revisions"
)

// EmailDesk is where staff write and send emails.
type EmailDesk struct {
	Desk[Email]
	store    *Store
	composer Composer
	mailer   *mail.Mailer
	results  Reports
}

// Reports returns what visits from a source by a campaign did since a time.
type Reports func(ctx context.Context, source, campaign string, since time.Time) (Results, error)

// Emails declares the kind of emails.
func Emails(site editable.Site, composer Composer, mailer *mail.Mailer, reports Reports) *EmailDesk {
	store := composer.Store
	kind := editable.Kind[Email, Email]{
		Site: site, TagsOf: tags, MaxBody: maxBody, Missing: fault.Missing("Campaign"),
		Orders: map[string]editable.Order{"subject": {By: "lower(subject)", Type: "text"}},
		Fields: slices.Concat([]editable.Field{
			{Column: "subject", Label: "Subject", Rule: editable.Line(maxSubject), Required: "Enter a subject."},
			{Column: "preheader", Label: "Preview text", Rule: editable.Line(maxPreheader), Hint: "Shown after the subject in the inbox"},
			{Column: "body", Label: "Text", Rule: pieces.Text(composer.Offers), Doc: "Markdown."},
			{Column: "pieces", Label: "Articles and guides", Rule: picked(composer.BaseURL), Doc: "Addresses of articles and guides on this site, in order."},
			{Column: "offers", Label: "Sponsored offers", Rule: offers(), Doc: "IDs of carousel offers to include, labeled as sponsored."},
			{Column: "audience", Label: "Audience", Rule: audience(store.Engagement)},
		}, byEmail().scheduling(), []editable.Field{revisions.Autosave("Autosave, for drafts only. One person's autosaves within five minutes share one audit log entry.")}),
		Prepare: name, Derive: derive(byEmail(), contents(), store.checkEmail),
	}
	kept := revisions.Of[Email]{
		DB: site.DB, Name: EmailKind, Fields: contents(), Key: func(e Email) (int64, editable.Meta) { return e.ID, e.Meta },
		Fit: store.fit,
	}
	kind.Written = kept.Keep
	d := &EmailDesk{Desk: declare(store.DB, byEmail(), kind), store: store, composer: composer, mailer: mailer, results: reports}
	kind = d.of
	checks := d.reads(http.MethodGet, "/:id/checks", d.show(d.checks), editable.Doc{Name: "check", Does: "Returns the checks to pass before a campaign is sent.", Gives: []any{Check{}}})
	send := d.acts("send", send(&d.Desk, d.checkSend), editable.Doc{
		Does:  "Sends a campaign, or schedules it if scheduledAt is in the future. If a blocking check fails or scheduledAt has passed, it returns 409 unless confirmed.",
		Takes: confirmed{}, Optional: true, Gives: Email{},
	})
	checks.Deadline, send.Deadline = checksTime, checksTime
	scheme := []editable.Field{{Name: "scheme", Rule: editable.Choice("", "light", "dark"), Doc: "Color scheme; the system's by default."}}
	kind.More = slices.Concat([]editable.Call{
		d.reads(http.MethodPost, "/audience", ask(d.count), editable.Doc{Name: "countAudienceOf", Does: "Returns how many subscribers would get a campaign.", Takes: counting{}, Gives: AudienceCount{}}),
		d.reads(http.MethodGet, "/series", read(store.series), editable.Doc{Name: "getSeriesOf", Does: "Returns delivery counts for each email of the welcome series.", Gives: []any{SeriesStep{}}}),
		d.reads(http.MethodGet, "/:id/preview", d.show(d.preview), editable.Doc{Name: "preview", Does: "Returns the email as it would be sent, without each reader's personal links.", Gives: Preview{}}),
		d.reads(http.MethodGet, "/:id/preview/html", d.page(d.frame), editable.Doc{Name: "show", Does: "Returns the email as a page without scripts, for a frame.", Query: scheme, Gives: editable.Media{"text/html": ""}}),
		checks,
		d.reads(http.MethodGet, "/:id/report", d.show(d.report), editable.Doc{Name: "report", Does: "Returns delivery counts of a campaign.", Gives: EmailReport{}}),
		d.acts("test", test(&d.Desk, readAddress, d.prepareTest), editable.Doc{Does: "Sends a test to one address right away.", Takes: tested{}, Gives: editable.Status{}}),
		send,
	}, d.turns(), kept.Calls(kind))
	d.Records = kind
	return d
}

// Request bodies.
type (
	counting struct {
		Audience Audience `json:"audience,omitzero"`
	}
	tested struct {
		Email string `json:"email" format:"email"`
	}
	confirmed struct {
		Confirmed bool `json:"confirmed,omitempty"` // send it even if checks fail, and right away if its time has passed
		Version   *int `json:"version,omitempty"`   // the version the user saw; if it has changed, the response is 409
	}
)

// AudienceCount is the size of an audience.
type AudienceCount struct {
	Count      int64 `json:"count"`
	Engagement bool  `json:"engagement"` // audiences by engagement are available
	Unknown    int64 `json:"unknown"`    // with not-clicked-90, how many more haven't been getting emails that record clicks for 90 days
}

// Preview is an email as it would be sent.
type Preview struct {
	Subject string `json:"subject"`
	HTML    string `json:"html"`
	Text    string `json:"text"`
}

// count handles POST …/audience: how many subscribers would get an email and, if
// they are those who haven't clicked, of how many more that is unknown.
func (d *EmailDesk) count(ctx context.Context, in counting) (c AudienceCount, err error) {
	if wrong := in.Audience.check(d.store.Engagement); wrong != "" {
		return c, fault.Form([]fault.Field{{Field: "audience", Message: wrong}})
	}
	n, err := d.store.Count(ctx, in.Audience)
	more := int64(0)
	if err == nil && in.Audience.Engagement == NotClicked {
		in.Audience.Engagement = unknown
		more, err = d.store.Count(ctx, in.Audience)
	}
	return AudienceCount{n, d.store.Engagement, more}, err
}

// preview handles GET …/:id/preview.
func (d *EmailDesk) preview(ctx context.Context, e Email) (any, error) {
	html, text, err := d.sample(ctx, e)
	return Preview{e.Subject, html, text}, err
}

// sample returns an email as it would be sent, to no one in particular.
func (d *EmailDesk) sample(ctx context.Context, e Email) (html, text string, err error) {
	message, err := d.composer.anonymous(ctx, e)
	if err != nil {
		return "", "", err
	}
	return d.mailer.Show(message)
}

// frame handles GET …/:id/preview/html: only the email, as an email app shows it,
// light or dark.
func (d *EmailDesk) frame(ctx context.Context, e Email, scheme string) (string, error) {
	html, _, err := d.sample(ctx, e)
	return mail.InScheme(html, scheme), err
}

// checks handles GET …/:id/checks.
func (d *EmailDesk) checks(ctx context.Context, e Email) (any, error) {
	return d.composer.check(ctx, e, d.mailer)
}

// report handles GET …/:id/report.
func (d *EmailDesk) report(ctx context.Context, e Email) (any, error) {
	r, err := d.store.ReportEmail(ctx, e.ID)
	if err == nil && e.ListedAt != nil {
		r.Results, err = d.results(ctx, source, e.Slug, *e.ListedAt)
	}
	return r, err
}

// readAddress reads where a test is sent.
func readAddress(checker *form.Checker, in tested) string { return checker.Email("email", in.Email) }

// prepareTest prepares POST …/:id/test.
func (d *EmailDesk) prepareTest(ctx context.Context, e Email, to string) (deliver func() error, about map[string]any, err error) {
	message, err := d.composer.anonymous(ctx, e)
	message.ID, message.To = "letter-test-"+strconv.FormatInt(time.Now().UnixMicro(), 36), to
	message.Content.Subject = "[Test] " + message.Content.Subject
	return func() error {
		delivered := make(chan error, 1)
		go func() { delivered <- d.deliver(context.WithoutCancel(ctx), message) }()
		select {
		case err := <-delivered:
			return err
		case <-time.After(testTime):
			return fault.Busy("The mail server hasn't answered yet. The test may still arrive, so check your inbox before you send another.", time.Minute, errors.New("timed out"))
		}
	}, map[string]any{"subject": e.Subject}, err
}

// testTime is how long a test waits for the mail server: less than its request may
// take, because the server may take minutes to accept an email.
const testTime = 25 * time.Second

// deliver sends one test.
func (d *EmailDesk) deliver(ctx context.Context, message mail.Message) error {
	outcome, err := d.mailer.Deliver(ctx, message)
	var away mail.UnreachableError
	switch {
	case outcome == mail.Silenced, outcome == mail.Refused:
		return fault.New(fault.Conflict, "This address is suppressed. Choose another one.")
	case errors.As(err, &away):
		return fault.Busy("Nothing answers at "+away.Addr+". Check SMTP_URL, and that the mail server is running.", time.Minute, err)
	case err != nil:
		return fault.Busy("The mail server rejected the test. Try again in a minute.", time.Minute, err)
	}
	return nil
}

// checkSend checks POST …/:id/send. A time that has passed, and failed checks, must
// be confirmed.
func (d *EmailDesk) checkSend(ctx context.Context, e Email, in confirmed) (version *int, err error) {
	if version = in.Version; version == nil {
		version = &e.Version // as the checks see it
	}
	if in.Confirmed {
		return version, nil
	}
	if e.ScheduledAt != nil && e.ScheduledAt.Before(time.Now()) {
		return nil, fault.New(fault.Conflict, "That time has passed, so this campaign would be sent right away. Choose a later time, or confirm to send it now.")
	}
	found, err := d.composer.check(ctx, e, d.mailer)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(found, func(f Check) bool { return f.Blocks && !f.OK }); i >= 0 {
		return nil, fault.New(fault.Conflict, found[i].Detail+" Fix this, or confirm you want to send it anyway.")
	}
	return version, nil
}
