package campaigns

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/db"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
)

// Desk is where staff write and send the campaigns of a channel.
type Desk[T record] struct {
	editable.Records
	channel
	db *db.DB
	of editable.Kind[T, T]
}

// declare completes a kind with what the campaigns of all channels have in common.
func declare[T record](d *db.DB, ch channel, kind editable.Kind[T, T]) Desk[T] {
	kind.Name, kind.Table, kind.Path, kind.Descending = ch.kind, ch.campaigns, "/api/admin/"+ch.campaigns, true
	kind.Orders["updatedAt"] = editable.ByChange()
	kind.Brief = &editable.Brief[T]{Columns: "*", Show: func(t T) any { return t }}
	kind.Key = func(t T) editable.Key { return editable.Key{ID: t.base().ID, Version: t.base().Version} }
	return Desk[T]{channel: ch, db: d, of: kind}
}

// reads returns a call that reads a campaign or its audience.
func (d *Desk[T]) reads(method, path string, handle func(*gin.Context) error, doc editable.Doc) editable.Call {
	return editable.Call{Method: method, Path: d.of.Path + path, Roles: session.Readers(), Handle: handle, Doc: doc}
}

// acts returns a call that does something with a campaign.
func (d *Desk[T]) acts(name string, handle func(*gin.Context) error, doc editable.Doc) editable.Call {
	doc.Name = name
	return editable.Call{Method: http.MethodPost, Path: d.of.Path + "/:id/" + name, Roles: session.Editors(), Handle: handle, Doc: doc}
}

// turns returns the calls that pause, resume and cancel a campaign.
func (d *Desk[T]) turns() []editable.Call {
	var t T
	return []editable.Call{
		d.acts("pause", d.turn(Paused, "You can only pause a "+d.noun+" that is sending.", Sending), editable.Doc{Does: "Pauses sending. Messages already being handed over are still sent.", Gives: t}),
		d.acts("resume", d.turn(Sending, "You can only resume a paused "+d.noun+".", Paused), editable.Doc{Does: "Resumes sending, accepting the rejections so far.", Gives: t}),
		d.acts("cancel", d.turn(Cancelled, "This "+d.noun+" has already been sent or canceled.", Draft, Scheduled, Sending, Paused), editable.Doc{Does: "Cancels a " + d.noun + " for good. Subscribers who haven't gotten it yet won't.", Gives: t}),
	}
}

// show returns a handler that answers with what give returns for a campaign.
func (d *Desk[T]) show(give func(context.Context, T) (any, error)) func(*gin.Context) error {
	return func(c *gin.Context) error {
		found, err := d.of.Of(c)
		if err != nil {
			return err
		}
		answer, err := give(c.Request.Context(), found)
		return httpx.JSON(c, answer, err)
	}
}

// page returns a handler that answers with a campaign as a page, for a frame on the
// staff's screen. Nothing in it runs.
func (d *Desk[T]) page(render func(ctx context.Context, t T, scheme string) (html string, err error)) func(*gin.Context) error {
	return func(c *gin.Context) error {
		found, err := d.of.Of(c)
		if err != nil {
			return err
		}
		html, err := render(c.Request.Context(), found, c.Query("scheme"))
		if err != nil {
			return err
		}
		c.Header("Content-Security-Policy", "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox")
		c.Data(http.StatusOK, "text/html; charset=utf-8", []byte(html))
		return nil
	}
}

// turn returns a handler that sets a status if the campaign has one of the
// statuses in from, and otherwise answers with refusal.
func (d *Desk[T]) turn(to, refusal string, from ...string) func(*gin.Context) error {
	return d.show(func(ctx context.Context, found T) (any, error) {
		if !slices.Contains(from, found.base().Status) {
			return nil, fault.New(fault.Conflict, refusal)
		}
		return d.Become(ctx, session.ActorOf(ctx), found.base().ID, nil, to, "")
	})
}

// send returns a handler that sends a campaign now, or schedules it if its time is
// in the future. Check may refuse it, and returns the version that the user saw.
func send[T record, Body any](d *Desk[T], check func(context.Context, T, Body) (version *int, err error)) func(*gin.Context) error {
	return func(c *gin.Context) error {
		found, err := d.of.Of(c)
		if err != nil {
			return err
		}
		var body Body
		if c.Request.ContentLength != 0 {
			if err := httpx.ReadStrictJSON(c, &body); err != nil {
				return err
			}
		}
		if !found.base().isOpen() {
			return fault.New(fault.Conflict, "This "+d.noun+" is sending, or has been sent or canceled.")
		}
		ctx, to := c.Request.Context(), Sending
		version, err := check(ctx, found, body)
		if err != nil {
			return err
		}
		if at := found.base().ScheduledAt; at != nil && at.After(time.Now()) {
			to = Scheduled
		}
		after, err := d.Become(ctx, session.ActorOf(ctx), found.base().ID, version, to, "")
		return httpx.JSON(c, after, err)
	}
}

// test returns a handler that sends a saved campaign to one address or number, which
// read takes from the body. Prepare may refuse it, and returns how it is sent and
// what the audit log says.
func test[T record, Body any](d *Desk[T], read func(*form.Checker, Body) (to string), prepare func(ctx context.Context, t T, to string) (deliver func() error, about map[string]any, err error)) func(*gin.Context) error {
	return func(c *gin.Context) error {
		found, err := d.of.Of(c)
		if err != nil {
			return err
		}
		var body Body
		if err := httpx.ReadStrictJSON(c, &body); err != nil {
			return err
		}
		var checker form.Checker
		to := read(&checker, body)
		if err := checker.Err(); err != nil {
			return err
		}
		ctx := c.Request.Context()
		deliver, about, err := prepare(ctx, found, to)
		if err != nil {
			return err
		}
		err = audit.Write(d.db.Gorm.WithContext(ctx), session.ActorOf(ctx), audit.Entry{Action: "test", Kind: d.kind, ID: found.base().ID, After: about})
		if err == nil {
			err = deliver()
		}
		return httpx.JSON(c, editable.Status{Status: "sent"}, err)
	}
}

// ask returns a handler that answers a body.
func ask[Body, Answer any](give func(context.Context, Body) (Answer, error)) func(*gin.Context) error {
	return func(c *gin.Context) error {
		var body Body
		if err := httpx.ReadStrictJSON(c, &body); err != nil {
			return err
		}
		answer, err := give(c.Request.Context(), body)
		return httpx.JSON(c, answer, err)
	}
}

// read returns a handler that answers a call without a body.
func read[Answer any](give func(context.Context) (Answer, error)) func(*gin.Context) error {
	return func(c *gin.Context) error {
		answer, err := give(c.Request.Context())
		return httpx.JSON(c, answer, err)
	}
}

// Become sets the status of a campaign, and why if there is trouble.
func (d *Desk[T]) Become(ctx context.Context, by session.Actor, id int64, version *int, to, trouble string) (T, error) {
	return d.of.Update(ctx, by, id, version, map[string]any{"status": to, "trouble": trouble})
}
