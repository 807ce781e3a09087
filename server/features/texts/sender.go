package texts

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/sms"
)

// Limits of sending.
const (
	chunk     = 200              // texts fetched at a time
	handing   = 30 * time.Second // timeout for handing one text to the carrier
	awayPause = time.Minute      // pause after the carrier was unreachable
	lookPause = time.Minute      // delay before asking the carrier about an uncertain text
	mostLost  = 3                // texts without a response before sending stops

	agreedLately = 5 * time.Minute // after the form, while the question may also be sent at night
)

// Recipient is a person who gets a text.
type Recipient struct {
	Number  string // E.164
	Address string // as entered
}

// Sender sends texts. Only one Sender per database sends at a time, so any text
// still marked as being sent when a run starts was interrupted.
type Sender struct {
	Desk *Desk
	Line sms.Line // nil if not configured; then nothing is sent
	// Recipient returns where to text a subscriber, if known.
	Recipient func(ctx context.Context, subscriber uuid.UUID) (r Recipient, known bool, err error)
	Zones     *Zones // nil if texts are only stored, so the hour doesn't matter
	Now       func() time.Time
	Log       *slog.Logger
}

// errAway means that the carrier did not accept a text. errLost means that
// there was no response.
var (
	errAway = errors.New("carrier unavailable")
	errLost = errors.New("carrier timed out")
)

// Run starts the texts that are due, asks people who have agreed but not
// confirmed, and sends what is due. If ctx ends, Run finishes the current text
// and leaves the rest to the next run.
func (s *Sender) Run(ctx context.Context) error {
	if s.Line == nil {
		return nil
	}
	return s.Desk.store.DB.Alone(ctx, "texts", func() error {
		store, now := s.Desk.store, s.Now()
		if err := store.recoverInterrupted(ctx, now); err != nil {
			return err
		}
		if err := s.begin(ctx, now); err != nil {
			return err
		}
		if err := store.ask(ctx, now); err != nil {
			return err
		}
		if err := store.list(ctx, now); err != nil {
			return err
		}
		if err := s.checkUnsure(ctx, now); err != nil {
			return err
		}
		if err := s.send(ctx, now); err != nil {
			return err
		}
		return s.finish(ctx)
	})
}

// begin starts the texts that are due. A text that can't be sent becomes a
// draft again and doesn't block others.
func (s *Sender) begin(ctx context.Context, now time.Time) error {
	rows, err := s.Desk.store.DB.Pool.Query(ctx, "SELECT id FROM texts WHERE status = 'scheduled' AND scheduled_at <= $1 AND deleted_at IS NULL ORDER BY id", now)
	if err != nil {
		return fmt.Errorf("find texts that are due: %w", err)
	}
	due, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	for _, id := range due {
		_, failed := s.Desk.Become(ctx, session.Schedule(), id, nil, Sending, "")
		if fault.Is(failed, fault.Conflict) {
			_, failed = s.Desk.Become(ctx, session.Schedule(), id, nil, Draft, "Nobody was eligible for this text at its scheduled time. Check it and send it again.")
		}
		err = errors.Join(err, failed)
	}
	return err
}

// checkUnsure asks the carrier about texts that it may or may not have, until it
// doesn't respond. Texts it doesn't have are sent again.
func (s *Sender) checkUnsure(ctx context.Context, now time.Time) error {
	store := s.Desk.store
	all, err := store.due(ctx, unsure, now)
	if err != nil {
		return err
	}
	for _, m := range all {
		to, known, err := s.Recipient(ctx, m.SubscriberID)
		if err != nil {
			return err
		}
		if !known {
			err = store.settle(ctx, m, skipped, "gone", "")
		} else {
			id, missing := s.Line.Find(ctx, s.message(m, to), m.At)
			switch {
			case missing == nil:
				err = store.settle(ctx, m, sent, "", id)
			case errors.Is(missing, sms.ErrNone):
				err = store.postpone(ctx, m, pending, now)
			default:
				s.Log.WarnContext(ctx, "couldn't look up a text at the carrier", "text", m.name(), "error", missing)
				return store.postpone(ctx, m, unsure, now.Add(lookPause))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// send hands due texts to the carrier.
func (s *Sender) send(ctx context.Context, now time.Time) error {
	store, lost := s.Desk.store, 0
	for {
		all, err := store.due(ctx, pending, now)
		if err != nil || len(all) == 0 {
			return err
		}
		for _, m := range all {
			if ctx.Err() != nil {
				return nil
			}
			err := s.sendOne(context.WithoutCancel(ctx), m)
			if errors.Is(err, errLost) {
				if lost++; lost < mostLost {
					continue
				}
			}
			if errors.Is(err, errAway) || errors.Is(err, errLost) {
				s.Log.WarnContext(ctx, "texts are waiting for the carrier", "error", err)
				return store.postponeAll(ctx, now, now.Add(awayPause), "The carrier isn't accepting texts right now. Sending resumes automatically. For details, run bin/server doctor or see the log.")
			}
			if err != nil {
				return err
			}
		}
		if err := store.note(ctx, ""); err != nil {
			return err
		}
	}
}

// sendOne sends one text if it is daytime where its number may be, or if it is the
// question to someone who has just agreed to texts.
func (s *Sender) sendOne(ctx context.Context, m send) error {
	store, now := s.Desk.store, s.Now()
	to, known, err := s.Recipient(ctx, m.SubscriberID)
	if err != nil {
		return err
	}
	if !known {
		return store.settle(ctx, m, skipped, "gone", "")
	}
	message := s.message(m, to)
	if s.Zones != nil {
		at, until := s.Zones.Next(now, to.Number, to.Address)
		if at.After(now) {
			if !m.justAgreed(now) {
				return store.postpone(ctx, m, pending, at)
			}
			until = now.Add(agreedLately)
		}
		message.Within = until.Sub(now)
	}
	state, err := store.take(ctx, m, now)
	if errors.Is(err, errNotDue) {
		return nil
	}
	if err != nil || state == skipped {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, handing)
	defer cancel()
	outcome, carrier, why := s.Line.Send(bounded, message)
	switch outcome {
	case sms.Taken:
		return store.settle(ctx, m, sent, "", carrier)
	case sms.Stopped:
		if _, err := s.Desk.replies.Stop(ctx, to.Number, "(said to the carrier)"); err != nil {
			return err
		}
		return store.settle(ctx, m, failed, "stopped", "")
	case sms.Refused:
		s.Log.WarnContext(ctx, "a number rejects texts", "text", m.name(), "error", why)
		return store.settle(ctx, m, failed, "refused", "")
	case sms.Unsure:
		s.Log.WarnContext(ctx, "unknown whether the carrier accepted a text", "text", m.name(), "error", why)
		if err := store.postpone(ctx, m, unsure, now.Add(lookPause)); err != nil {
			return err
		}
		return fmt.Errorf("%w: %w", errLost, why)
	}
	if err := store.postpone(ctx, m, pending, now); err != nil {
		return err
	}
	return fmt.Errorf("%w: %w", errAway, why)
}

func (s *Sender) message(m send, to Recipient) sms.Message {
	body := s.Desk.wording.question()
	if m.TextID != nil {
		body = s.Desk.wording.alert(m.Body)
	}
	return sms.Message{ID: m.name(), To: to.Number, Body: body}
}

// finish marks the texts that are completely sent, and settles the remains of
// canceled ones.
func (s *Sender) finish(ctx context.Context) error {
	if err := s.Desk.store.settleCanceled(ctx); err != nil {
		return err
	}
	over, err := s.Desk.store.completed(ctx)
	for _, id := range over {
		_, failed := s.Desk.Become(ctx, session.Schedule(), id, nil, Sent, "")
		if fault.Is(failed, fault.Conflict) {
			failed = nil // paused or canceled meanwhile
		}
		err = errors.Join(err, failed)
	}
	return err
}
