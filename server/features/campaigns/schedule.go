package campaigns

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// Statuses of a campaign. Staff can edit drafts and what is scheduled, pause
// what is sending, and cancel what isn't sent.
const (
	Draft     = "draft"
	Scheduled = "scheduled"
	Sending   = "sending"
	Paused    = "paused"
	Sent      = "sent"
	Cancelled = "cancelled"
)

// isOpen reports whether staff may still edit a campaign.
func (c Campaign) isOpen() bool { return c.Status == Draft || c.Status == Scheduled }

// follows reports whether a status may follow another.
func follows(from, to string) bool {
	return slices.Contains(map[string][]string{
		Draft:     {Draft, Scheduled, Sending, Cancelled},
		Scheduled: {Draft, Scheduled, Sending, Cancelled},
		Sending:   {Paused, Cancelled, Sent},
		Paused:    {Sending, Cancelled},
	}[from], to)
}

// scheduling returns the fields with which staff schedule a campaign.
func (ch channel) scheduling() []editable.Field {
	return []editable.Field{
		{Column: "scheduled_at", Label: "Send at", Rule: editable.SoonTime(), Nullable: true, Doc: "When to send the " + ch.noun + ". If this time has passed, it's sent right away."},
		{Column: "status", Label: "Status", Rule: editable.Choice("Choose draft or scheduled. The other statuses are set automatically.", Draft, Scheduled), Initial: Draft},
	}
}

// next checks that a write may follow the status of a campaign, and returns the
// campaign after the write. Changes says whether the write changes what people
// get. A campaign moved to the trash becomes a draft, so that it isn't sent when
// it is restored.
func (ch channel) next(before Campaign, values map[string]any, changes bool) (Campaign, error) {
	after := before
	if values["deleted_at"] != nil && before.Status == Scheduled {
		values["status"] = Draft
	}
	status, turns := values["status"].(string)
	if turns {
		after.Status = status
	}
	if status == Sent {
		values["sent_at"] = time.Now()
	}
	scheduled, timed := values["scheduled_at"]
	if timed {
		after.ScheduledAt = nil
		if at, ok := scheduled.(time.Time); ok {
			after.ScheduledAt = &at
		}
	}
	switch {
	case turns && !follows(before.Status, status), !before.isOpen() && (changes || timed):
		return after, fault.New(fault.Conflict, "This "+ch.noun+" is sending, or has been sent or canceled, so you can't change it.")
	case values["deleted_at"] != nil && (before.Status == Sending || before.Status == Paused):
		return after, fault.New(fault.Conflict, "This "+ch.noun+" is sending. Cancel it first.")
	case after.Status == Scheduled && after.ScheduledAt == nil:
		return after, untimely("Choose when to send this " + ch.noun + ".")
	case (turns || timed) && after.Status == Scheduled && after.ScheduledAt.Before(time.Now()):
		return after, untimely("Choose a time in the future, or send this " + ch.noun + " now.")
	}
	return after, nil
}

func untimely(sentence string) error {
	return fault.Form([]fault.Field{{Field: "scheduledAt", Message: sentence}})
}

// begin starts the campaigns that are due. One that can't be sent becomes a
// draft again and doesn't block others.
func (d *Desk[T]) begin(ctx context.Context, now time.Time) error {
	rows, err := d.db.Pool.Query(ctx, "SELECT id FROM "+d.campaigns+" WHERE status = 'scheduled' AND scheduled_at <= $1 AND deleted_at IS NULL ORDER BY id", now)
	if err != nil {
		return fmt.Errorf("find campaigns that are due: %w", err)
	}
	due, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	for _, id := range due {
		failed := d.become(ctx, id, Sending, "")
		if fault.Is(failed, fault.Conflict) || fault.Is(failed, fault.Invalid) {
			failed = d.become(ctx, id, Draft, "At its scheduled time, this "+d.noun+" was empty or had no audience. Check it and send it again.")
		}
		err = errors.Join(err, failed)
	}
	return err
}

// sending returns the campaigns that are being sent, oldest first.
func (d *Desk[T]) sending(ctx context.Context) (out []T, err error) {
	err = d.db.Gorm.WithContext(ctx).Where("status = ? AND deleted_at IS NULL", Sending).Order("id").Find(&out).Error
	if err != nil {
		err = fmt.Errorf("find campaigns to send: %w", err)
	}
	return out, err
}

// finish marks a campaign as sent if no one is left to get it.
func (d *Desk[T]) finish(ctx context.Context, id int64) error {
	var over bool
	err := d.db.Pool.QueryRow(ctx, fmt.Sprintf(`SELECT NOT EXISTS (SELECT FROM %[1]s WHERE %[2]s = $1 AND %[3]s)
		AND NOT EXISTS (SELECT FROM %[1]s WHERE %[2]s = $1 AND state = 'sending')`, d.sends, d.campaign, d.open), id).Scan(&over)
	if err != nil || !over {
		return err
	}
	if err = d.become(ctx, id, Sent, ""); fault.Is(err, fault.Conflict) {
		return nil // paused or canceled meanwhile
	}
	return err
}

// note records in a campaign that is being sent why it is waiting, or with "" that
// it isn't. With the ID 0 it does so in all of them.
func (d *Desk[T]) note(ctx context.Context, id int64, trouble string) error {
	_, err := d.db.Pool.Exec(ctx, "UPDATE "+d.campaigns+" SET trouble = $1 WHERE status = 'sending' AND deleted_at IS NULL AND trouble <> $1 AND $2::bigint IN (0, id)", trouble, id)
	return err
}

func (d *Desk[T]) become(ctx context.Context, id int64, to, trouble string) error {
	_, err := d.Become(ctx, session.Schedule(), id, nil, to, trouble)
	return err
}

// errAway means that the mail server or the carrier accepts nothing.
var errAway = errors.New("unavailable")

// awayPause is how long a sender waits after that.
const awayPause = 30 * time.Second

// Sender is what the senders of all channels share.
type Sender struct {
	Now   func() time.Time
	Log   *slog.Logger
	again time.Time // not before, after it was unavailable
}

// start runs a sender, which should end what it has begun when stopping is closed,
// but must not be canceled meanwhile.
func (s *Sender) start(ctx context.Context, run func(ctx context.Context, stopping <-chan struct{}) error) error {
	if s.Now().Before(s.again) {
		return nil
	}
	err := run(context.WithoutCancel(ctx), ctx.Done())
	if errors.Is(err, errAway) {
		s.again = s.Now().Add(awayPause)
		return nil
	}
	return err
}

// alone begins what is due and then sends, unless another sender of the channel is
// at work on any instance. So one sends at a time: rates hold for all instances,
// and what is marked as being sent before was interrupted. It may have been sent,
// and is due after wait.
func (d *Desk[T]) alone(ctx context.Context, now time.Time, wait time.Duration, send func() error) error {
	return d.db.Alone(ctx, d.campaigns, func() error {
		_, err := d.db.Pool.Exec(ctx, "UPDATE "+d.sends+" SET state = 'unsure', due_at = $1 WHERE state = 'sending'", now.Add(wait))
		if err != nil {
			return fmt.Errorf("recover interrupted messages: %w", err)
		}
		return errors.Join(d.begin(ctx, now), send())
	})
}
