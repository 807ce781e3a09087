package health

import (
	"context"
	"errors"
	"time"
)

// outage is what this instance knows of the database's being away. The database
// can't remember it.
type outage struct {
	admins          []string // their addresses while it was there
	since           time.Time
	posted, emailed bool
}

func (o outage) isOn() bool { return !o.since.IsZero() }

// databaseCause is the cause of alerts about an outage.
const databaseCause = "database"

// again returns the facts after AwayFor: a restart of Postgres takes seconds.
func (n *Notices) again(ctx context.Context) Facts {
	n.outage.since = time.Now()
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
	if n.Webhook != nil && !o.posted {
		err := n.Webhook.post(ctx, n.alert(t, "problem", t.What+". "+t.Mend))
		o.posted, failed = err == nil, append(failed, err)
	}
	if !o.emailed {
		err := n.send(ctx, n.Mailer.Try, o.admins, t, t.What, n.SiteName+" needs your attention", t.What+".", t.Mend)
		o.emailed, failed = err == nil, append(failed, err)
	}
	return errors.Join(failed...)
}

// back says that an outage is over, where it was announced, and notes whom to tell
// of the next.
func (n *Notices) back(ctx context.Context) error {
	o, t := n.outage, Trouble{Cause: databaseCause, What: "We can't reach the database"}
	over := "We can reach the database again. It was away for " + long(time.Since(o.since)) + "."
	var failed []error
	if o.posted {
		failed = append(failed, n.Webhook.post(ctx, n.alert(t, "resolved", over)))
	}
	if o.emailed {
		failed = append(failed, n.mail(ctx, t, "Resolved: "+t.What, "This is resolved", over))
	}
	admins, err := n.Admins(ctx)
	if err != nil {
		admins = o.admins
	}
	n.outage = outage{admins: admins}
	return errors.Join(failed...) // others report err
}
