package health

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"time"
)

// outage is what this instance knows of the database's being away. The database
// can't remember it, so a file does, for the process after this one.
type outage struct {
	admins          []string // their addresses while it was there
	Since           time.Time
	Posted, Emailed bool
}

func (o outage) isOn() bool { return !o.Since.IsZero() }

// Recall reads what the process before this one announced of an outage that hadn't
// ended.
func (n *Notices) Recall() error {
	text, err := os.ReadFile(n.OutageFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(err, json.Unmarshal(text, &n.outage))
}

// save writes down what was announced of the outage.
func (n *Notices) save() error {
	text, err := json.Marshal(n.outage)
	return errors.Join(err, os.WriteFile(n.OutageFile, text, 0o600))
}

// databaseCause is the cause of alerts about an outage.
const databaseCause = "database"

// again returns the facts after AwayFor: a restart of Postgres takes seconds.
func (n *Notices) again(ctx context.Context) Facts {
	n.outage.Since = time.Now()
	select {
	case <-time.After(n.AwayFor):
	case <-ctx.Done():
	}
	return n.Watch.Facts(ctx)
}

// away alerts admins to an outage of the database, once. Every instance does, as
// they can't agree on one.
func (n *Notices) away(ctx context.Context, f Facts) error {
	if ctx.Err() != nil {
		return nil
	}
	o, t := &n.outage, n.Watch.database(f).Troubles[0]
	t.Cause = databaseCause
	var failed []error
	if n.Webhook != nil && !o.Posted {
		err := n.Webhook.post(ctx, n.alert(t, "problem", t.What+". "+t.Mend))
		o.Posted, failed = err == nil, append(failed, err)
	}
	if !o.Emailed {
		err := n.send(ctx, n.Mailer.Try, o.admins, t, t.What, n.SiteName+" needs your attention", t.What+".", t.Mend)
		o.Emailed, failed = err == nil, append(failed, err)
	}
	return errors.Join(append(failed, n.save())...)
}

// back says that an outage is over, where it was announced, and notes whom to tell
// of the next.
func (n *Notices) back(ctx context.Context) error {
	o, t := n.outage, Trouble{Cause: databaseCause, What: "We can't reach the database"}
	over := "We can reach the database again. It was away for " + long(time.Since(o.Since)) + "."
	var failed []error
	if o.Posted {
		failed = append(failed, n.Webhook.post(ctx, n.alert(t, "resolved", over)))
	}
	if o.Emailed {
		failed = append(failed, n.mail(ctx, t, "Resolved: "+t.What, "This is resolved", over))
	}
	admins, err := n.Admins(ctx)
	if err != nil {
		admins = o.admins
	}
	if n.outage = (outage{admins: admins}); o.isOn() {
		failed = append(failed, os.RemoveAll(n.OutageFile))
	}
	return errors.Join(failed...) // others report err
}
