package health

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"thriftwell/server/platform/mail"
)

// Notices alert admins to problems: by email at most once a day for each cause,
// and once when it's over; by webhook once when it begins and once when it's over.
// They bypass the queue, which may be the problem.
type Notices struct {
	Watch    *Watch
	Mailer   *mail.Mailer
	Admins   func(context.Context) ([]string, error) // their addresses
	Webhook  *Webhook                                // nil for none
	SiteName string
	BaseURL  string
	AwayFor  time.Duration // how long the database must be away before an alert
	// OutageFile keeps what was announced while the database is away.
	OutageFile string

	outage outage
}

// Run looks for problems. Several instances alert once.
func (n *Notices) Run(ctx context.Context) error {
	failed := []error{n.Watch.lookDaily(ctx)}
	facts := n.Watch.Facts(ctx)
	if facts.Database != nil && !n.outage.isOn() {
		facts = n.again(ctx)
	}
	if facts.Database != nil { // which knows whom we told
		return errors.Join(append(failed, facts.Database, n.away(ctx, facts))...)
	}
	failed = append(failed, n.back(ctx))
	emails := facts.Outcomes[Email].State != Failing || n.Watch.reach(ctx) // else they have to wait
	for _, t := range n.Watch.Troubles(facts) {
		failed = append(failed, n.begin(ctx, t, emails))
	}
	return errors.Join(append(failed, n.end(ctx, emails))...)
}

// begin alerts admins to a problem unless that has been done.
func (n *Notices) begin(ctx context.Context, t Trouble, emails bool) error {
	store := n.Watch.Store
	if err := store.Note(ctx, t.Cause, t.What); err != nil {
		return err
	}
	var failed []error
	if n.Webhook != nil {
		isNew, err := store.claimPost(ctx, t.Cause)
		if err == nil && isNew {
			if err = n.Webhook.post(ctx, n.alert(t, "problem", t.What+". "+t.Mend)); err != nil {
				err = errors.Join(err, store.unclaimPost(ctx, t.Cause))
			}
		}
		failed = append(failed, err)
	}
	if emails && !t.NoEmail {
		isNew, err := store.claimEmail(ctx, t.Cause)
		if err == nil && isNew {
			if err = n.mail(ctx, t, t.What, n.SiteName+" needs your attention", t.What+".", t.Mend); err != nil {
				err = errors.Join(err, store.unclaimEmail(ctx, t.Cause))
			}
		}
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// end says which problems are over.
func (n *Notices) end(ctx context.Context, emails bool) error {
	store := n.Watch.Store
	var failed []error
	if n.Webhook != nil {
		over, err := store.closePosted(ctx)
		failed = append(failed, err)
		for _, t := range over {
			if err := n.Webhook.post(ctx, n.alert(t, "resolved", "Resolved: "+t.What+".")); err != nil {
				failed = append(failed, err, store.reopenPosted(ctx, t.Cause))
			}
		}
	}
	if !emails {
		return errors.Join(failed...)
	}
	over, err := store.closeEmailed(ctx)
	failed = append(failed, err)
	for _, t := range over {
		if err := n.mail(ctx, t, "Resolved: "+t.What, "This is resolved", "We told you: "+t.What+". We haven’t seen it in the last 15 minutes."); err != nil {
			failed = append(failed, err, store.reopenEmailed(ctx, t.Cause))
		}
	}
	return errors.Join(failed...)
}

func (n *Notices) alert(t Trouble, event, text string) alert {
	return alert{Text: n.SiteName + ": " + text, Event: event, Cause: t.Cause, URL: n.BaseURL + page(t)}
}

// page is where admins see to a problem.
func page(t Trouble) string {
	if t.Page == "" {
		return "/admin/health"
	}
	return t.Page
}

// mail emails every admin. It fails if it reaches none of them.
func (n *Notices) mail(ctx context.Context, t Trouble, subject, heading string, paragraphs ...string) error {
	admins, err := n.Admins(ctx)
	if err != nil {
		return err
	}
	return n.send(ctx, n.Mailer.Send, admins, t, subject, heading, paragraphs...)
}

// send is mail to these admins, by a method of Mailer.
func (n *Notices) send(ctx context.Context, send func(context.Context, mail.Message) error, admins []string, t Trouble, subject, heading string, paragraphs ...string) error {
	content := mail.Content{
		Subject: n.SiteName + ": " + subject, Heading: heading, Paragraphs: paragraphs,
		Button: &mail.Link{Text: "Take a look", URL: n.BaseURL + page(t)},
		Reason: "You’re getting this email because you’re an admin of " + n.SiteName + " (" + n.BaseURL + "). We send at most one a day for each problem.",
	}
	cause := sha256.Sum256([]byte(t.Cause))
	var failed []error
	for i, to := range admins {
		err := send(ctx, mail.Message{
			ID: fmt.Sprintf("notice-%x-%d-%d", cause[:8], time.Now().UnixMicro(), i),
			To: to, Answers: true, Content: content,
		})
		if err != nil {
			failed = append(failed, err)
		}
	}
	if len(failed) < len(admins) || len(admins) == 0 {
		return nil
	}
	return fmt.Errorf("notify admins of a problem (%s): %w", t.Cause, errors.Join(failed...))
}
