package campaigns

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/platform/sms"
)

// Limits of sending texts.
const (
	textChunk = 200              // texts fetched at a time
	handing   = 30 * time.Second // timeout for handing one text to the carrier
	lookPause = time.Minute      // delay before asking the carrier about an uncertain text
	mostLost  = 3                // texts without a response before sending stops

	agreedLately = 5 * time.Minute // after the form, while the question may also be sent at night
)

// TextSender sends texts.
type TextSender struct {
	Sender
	Desk *TextDesk
	Line sms.Line // nil if not configured; then nothing is sent
	// Recipient returns the number (E.164) and postal address of a subscriber, or no number if unknown.
	Recipient func(ctx context.Context, subscriber uuid.UUID) (number, address string, err error)
	Zones     *Zones // nil if texts are only stored, so the hour doesn't matter
}

// errLost means that there was no response to a text.
var errLost = errors.New("carrier timed out")

// Start sends texts until none is due, or ctx ends.
func (s *TextSender) Start(ctx context.Context) error { return s.start(ctx, s.Run) }

// Run asks people who have agreed but not confirmed, and sends what is due. Once
// stopping is closed, it finishes the current text and leaves the rest to the next
// run.
func (s *TextSender) Run(ctx context.Context, stopping <-chan struct{}) error {
	if s.Line == nil {
		return nil
	}
	now := s.Now()
	return s.Desk.alone(ctx, now, lookPause, func() error {
		store := s.Desk.store
		if err := store.ask(ctx, now); err != nil {
			return err
		}
		texts, err := s.Desk.sending(ctx)
		if err != nil {
			return err
		}
		for _, t := range texts {
			if err := s.list(ctx, t, now); err != nil {
				return err
			}
		}
		if err := s.checkUnsure(ctx, now); err != nil {
			return err
		}
		err = errors.Join(s.send(ctx, now, stopping), store.settleCanceled(ctx))
		for _, t := range texts {
			err = errors.Join(err, s.Desk.finish(ctx, t.ID))
		}
		return err
	})
}

// list stores who gets a text.
func (s *TextSender) list(ctx context.Context, t Text, now time.Time) error {
	return s.Desk.list(ctx, t.ID, map[string]any{"listed_at": now},
		`subscriber_id, phone_hash, due_at, at) SELECT DISTINCT ON (s.phone_hash) CAST(? AS bigint), s.id, s.phone_hash, CAST(? AS timestamptz), CAST(? AS timestamptz)
		FROM subscribers s WHERE `+saidYes+" AND "+eligibleAt("?")+" ORDER BY s.phone_hash, s.id ON CONFLICT DO NOTHING", t.ID, now, now, now)
}

// checkUnsure asks the carrier about texts that it may or may not have, until it
// doesn't respond. Texts it doesn't have are sent again.
func (s *TextSender) checkUnsure(ctx context.Context, now time.Time) error {
	store := s.Desk.store
	all, err := store.dueTexts(ctx, unsure, now)
	if err != nil {
		return err
	}
	for _, m := range all {
		number, _, err := s.Recipient(ctx, m.SubscriberID)
		if err != nil {
			return err
		}
		if number == "" {
			err = store.settleText(ctx, m, skipped, "gone", "")
		} else {
			id, missing := s.Line.Find(ctx, s.message(m, number), m.At)
			switch {
			case missing == nil:
				err = store.settleText(ctx, m, sent, "", id)
			case errors.Is(missing, sms.ErrNone):
				err = store.postponeText(ctx, m, pending, now)
			default:
				s.Log.WarnContext(ctx, "couldn't look up a text at the carrier", "text", m.name(), "error", missing)
				return store.postponeText(ctx, m, unsure, now.Add(lookPause))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// send hands due texts to the carrier.
func (s *TextSender) send(ctx context.Context, now time.Time, stopping <-chan struct{}) error {
	store, lost := s.Desk.store, 0
	for {
		all, err := store.dueTexts(ctx, pending, now)
		if err != nil || len(all) == 0 {
			return err
		}
		for _, m := range all {
			select {
			case <-stopping:
				return nil
			default:
			}
			err := s.sendOne(ctx, m)
			if errors.Is(err, errLost) {
				if lost++; lost < mostLost {
					continue
				}
				err = fmt.Errorf("carrier %w: %w", errAway, err)
			}
			if errors.Is(err, errAway) {
				s.Log.WarnContext(ctx, "texts are waiting for the carrier", "error", err)
				return errors.Join(err, s.Desk.note(ctx, 0, "The carrier isn't accepting texts right now. Sending resumes automatically. For details, run bin/server doctor or see the log."))
			}
			if err != nil {
				return err
			}
		}
		if err := s.Desk.note(ctx, 0, ""); err != nil {
			return err
		}
	}
}

// sendOne sends one text if it is daytime where its number may be, or if it is the
// question to someone who has just agreed to texts.
func (s *TextSender) sendOne(ctx context.Context, m textSend) error {
	store, now := s.Desk.store, s.Now()
	number, address, err := s.Recipient(ctx, m.SubscriberID)
	if err != nil {
		return err
	}
	if number == "" {
		return store.settleText(ctx, m, skipped, "gone", "")
	}
	message := s.message(m, number)
	if s.Zones != nil {
		at, until := s.Zones.Next(now, number, address)
		if at.After(now) {
			if !m.justAgreed(now) {
				return store.postponeText(ctx, m, pending, at)
			}
			until = now.Add(agreedLately)
		}
		message.Within = until.Sub(now)
	}
	state, err := store.claimText(ctx, m, now)
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
		return store.settleText(ctx, m, sent, "", carrier)
	case sms.Stopped:
		if err := s.Desk.replies.Stop(ctx, number, "(said to the carrier)"); err != nil {
			return err
		}
		return store.settleText(ctx, m, failed, "stopped", "")
	case sms.Refused:
		s.Log.WarnContext(ctx, "a number rejects texts", "text", m.name(), "error", why)
		return store.settleText(ctx, m, failed, "refused", "")
	case sms.Unsure:
		s.Log.WarnContext(ctx, "unknown whether the carrier accepted a text", "text", m.name(), "error", why)
		if err := store.postponeText(ctx, m, unsure, now.Add(lookPause)); err != nil {
			return err
		}
		return fmt.Errorf("%w: %w", errLost, why)
	}
	if err := store.postponeText(ctx, m, pending, now); err != nil {
		return err
	}
	return fmt.Errorf("carrier %w: %w", errAway, why)
}

func (s *TextSender) message(m textSend, number string) sms.Message {
	body := s.Desk.replies.question()
	if m.TextID != nil {
		body = s.Desk.replies.alert(m.Body)
	}
	return sms.Message{ID: m.name(), To: number, Body: body}
}
