package health

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"thriftwell/server/platform/mail"
)

// Notices mail admins of trouble: at most once a day for each cause, and once
// when it is over. The mails do not go through the queue, which may be what is
// in trouble.
type Notices struct {
	Watch    *Watch
	Mailer   *mail.Mailer
	Admins   func(context.Context) ([]string, error) // their addresses
	SiteName string
	BaseURL  string
}

// Run looks for trouble. Several instances tell of it once.
func (n *Notices) Run(ctx context.Context) error {
	failed := []error{n.Watch.lookDaily(ctx)}
	facts := n.Watch.Facts(ctx)
	if facts.Database != nil {
		return errors.Join(append(failed, facts.Database)...) // without it, nobody knows what was mailed
	}
	store := n.Watch.Store
	for _, t := range facts.Troubles() {
		isNew, err := store.see(ctx, t)
		if err == nil && isNew {
			if err = n.mail(ctx, t, t.What, n.SiteName+" needs your attention", t.What+".", t.Mend); err != nil {
				err = errors.Join(err, store.forget(ctx, t.Cause))
			}
		}
		failed = append(failed, err)
	}
	over, err := store.over(ctx)
	failed = append(failed, err)
	for _, t := range over {
		failed = append(failed, n.mail(ctx, t, "Resolved: "+t.What, "This is resolved", "We told you: "+t.What+". We haven’t seen it in the last 15 minutes."))
	}
	return errors.Join(failed...)
}

// mail mails every admin; it fails when nobody could be.
func (n *Notices) mail(ctx context.Context, t Trouble, subject, heading string, paragraphs ...string) error {
	admins, err := n.Admins(ctx)
	if err != nil {
		return err
	}
	letter := mail.Letter{
		Subject: n.SiteName + ": " + subject, Heading: heading, Paragraphs: paragraphs,
		Reason: "You’re getting this email because you’re an admin of " + n.SiteName + " (" + n.BaseURL + "). We send at most one a day for each problem.",
	}
	if t.Page != "" {
		letter.Button = &mail.Link{Text: "Take a look", URL: n.BaseURL + t.Page}
	}
	cause := sha256.Sum256([]byte(t.Cause))
	var failed []error
	for i, to := range admins {
		err := n.Mailer.Send(ctx, mail.Message{
			ID: fmt.Sprintf("notice-%x-%d-%d", cause[:8], time.Now().UnixMicro(), i),
			To: to, Answers: true, Letter: letter,
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
