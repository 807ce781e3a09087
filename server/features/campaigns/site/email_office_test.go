package site_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/features/campaigns"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
)

// emailOffice is a desk for emails with its sender and recipients.
type emailOffice struct {
	*office
	sink   *sink
	desk   *campaigns.EmailDesk
	sender *campaigns.EmailSender
	known  map[uuid.UUID]string // addresses
	ids    []uuid.UUID          // in their order
	email  campaigns.Email
}

// openEmails opens an office with an email to so many people, which is being sent.
func openEmails(t *testing.T, people int) *emailOffice {
	t.Helper()
	o := &emailOffice{sink: newSink(t), known: map[uuid.UUID]string{}}
	o.office = openOffice(t, "SMTP_URL="+o.sink.url())
	composer := campaigns.Composer{SiteName: o.config.SiteName, BaseURL: o.config.BaseURL, Store: o.people.Campaigns, IsPage: func(string) bool { return true }}
	o.desk = campaigns.Emails(o.site(), composer, o.people.Mailer, nil)
	o.sender = &campaigns.EmailSender{Sender: campaigns.Sender{Now: time.Now, Log: quiet()}, Desk: o.desk, Recipients: func(_ context.Context, ids []uuid.UUID) (map[uuid.UUID]mail.Message, error) {
		out := map[uuid.UUID]mail.Message{}
		for _, id := range ids {
			link := "http://site.example/unsubscribe?eid=" + id.String()
			out[id] = mail.Message{To: o.known[id], Unsubscribe: link, Preferences: link}
		}
		return out, nil
	}}
	for n := range people {
		o.join(fmt.Sprintf("p%04d@example.com", n))
	}
	o.begin("a-newsletter")
	return o
}

// begin starts sending a new email.
func (o *emailOffice) begin(slug string) {
	o.t.Helper()
	o.email = campaigns.Email{Slug: slug}
	o.scan("INSERT INTO letters (slug, subject, body) VALUES ($1, 'A newsletter', 'Hello **you**.') RETURNING id", slug, &o.email.ID)
	o.turn(campaigns.Sending)
}

func (o *emailOffice) join(email string) {
	o.t.Helper()
	id := uuid.Must(uuid.NewV7())
	o.exec("INSERT INTO subscribers (id, address_hash, sealed_key, profile, state) VALUES ($1, $2, '', '', 'active')", id, o.people.Secret.AddressHash(email))
	o.known[id], o.ids = email, append(o.ids, id)
}

// leave unsubscribes someone.
func (o *emailOffice) leave(id uuid.UUID) {
	o.exec("UPDATE subscribers SET state = 'unsubscribed', left_at = now() WHERE id = $1", id)
	if err := o.people.Suppressions.Add(o.db.Gorm, o.people.Secret.AddressHash(o.known[id]), mail.Unsubscribed); err != nil {
		o.t.Error(err)
	}
}

func (o *emailOffice) turn(to string) {
	o.t.Helper()
	if _, err := o.desk.Become(context.Background(), session.CommandLine(), o.email.ID, nil, to, ""); err != nil {
		o.t.Fatal(err)
	}
}

// run sends until the run ends. If ctx ends, that is like a crash.
func (o *emailOffice) run(ctx context.Context) error { return o.sender.Run(ctx, nil) }

func (o *emailOffice) report() campaigns.EmailReport {
	o.t.Helper()
	r, err := o.people.Campaigns.ReportEmail(context.Background(), o.email.ID)
	if err != nil {
		o.t.Fatal(err)
	}
	return r
}

func (o *emailOffice) status() (status, trouble string) {
	o.t.Helper()
	o.scan("SELECT status, trouble FROM letters WHERE id = $1", o.email.ID, &status, &trouble)
	return status, trouble
}
