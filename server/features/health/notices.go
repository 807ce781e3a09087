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
	ways := n.ways(facts.Outcomes[Email].State != Failing || n.Watch.reach(ctx))
	for _, t := range n.Watch.Troubles(facts) {
		if err := n.Watch.Store.Note(ctx, t.Cause, t.What); err != nil {
			failed = append(failed, err)
			continue
		}
		for _, by := range ways {
			failed = append(failed, n.begin(ctx, t, by))
		}
	}
	for _, by := range ways {
		failed = append(failed, n.end(ctx, by))
	}
	return errors.Join(failed...)
}

// way is a way of alerting admins.
type way struct {
	channel
	isEmail    bool
	begin, end func(context.Context, Trouble) error
}

// ways returns the ways that work now: without the mail server, emails have to
// wait.
func (n *Notices) ways(emailWorks bool) (all []way) {
	if n.Webhook != nil {
		all = append(all, way{posts(), false,
			func(ctx context.Context, t Trouble) error {
				return n.Webhook.post(ctx, n.alert(t, "problem", t.What+". "+t.Mend))
			},
			func(ctx context.Context, t Trouble) error {
				return n.Webhook.post(ctx, n.alert(t, "resolved", "Resolved: "+t.What+"."))
			}})
	}
	if emailWorks {
		all = append(all, way{emails(), true,
			func(ctx context.Context, t Trouble) error {
				return n.mail(ctx, t, t.What, n.SiteName+" needs your attention", t.What+".", t.Mend)
			},
			func(ctx context.Context, t Trouble) error {
				return n.mail(ctx, t, "Resolved: "+t.What, "This is resolved", "We told you: "+t.What+". We haven’t seen it in the last 15 minutes.")
			}})
	}
	return all
}

// begin alerts admins to a problem unless that has been done.
func (n *Notices) begin(ctx context.Context, t Trouble, by way) error {
	if by.isEmail && t.NoEmail {
		return nil
	}
	isNew, err := n.Watch.Store.claim(ctx, by.channel, t.Cause)
	if err != nil || !isNew {
		return err
	}
	if err := by.begin(ctx, t); err != nil {
		return errors.Join(err, n.Watch.Store.change(ctx, by.unclaim, t.Cause))
	}
	return nil
}

// end says which problems are over.
func (n *Notices) end(ctx context.Context, by way) error {
	over, err := n.Watch.Store.end(ctx, by.channel)
	for _, t := range over {
		if failed := by.end(ctx, t); failed != nil {
			err = errors.Join(err, failed, n.Watch.Store.change(ctx, by.reopen, t.Cause))
		}
	}
	return err
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
