package campaigns

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

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

// textSend is a text to one number.
type textSend struct {
	ID           int64
	TextID       *int64 // nil for the question that asks for confirmation
	SubscriberID uuid.UUID
	Body         string
	At           time.Time
	AgreedAt     *time.Time // when the form was submitted, for the question; nil for other texts
}

// justAgreed reports whether the person agreed to texts on the site so recently
// that they expect the question.
func (m textSend) justAgreed(now time.Time) bool {
	return m.AgreedAt != nil && now.Sub(*m.AgreedAt) < agreedLately
}

// name returns the text's ID for the carrier.
func (m textSend) name() string { return fmt.Sprint("text-", m.ID) }

// ask queues the question to those who must confirm that their number may get
// texts: once per person, and at most once a month per number.
func (s *Store) ask(ctx context.Context, now time.Time) error {
	_, err := s.DB.Pool.Exec(ctx, `
		WITH wanted AS (
			SELECT DISTINCT ON (s.phone_hash) s.id, s.phone_hash FROM subscribers s
			WHERE s.texts_asked_at IS NULL AND s.texts_confirmed_at IS NULL AND `+eligibleAt("$1")+`
				AND NOT EXISTS (SELECT FROM text_sends q WHERE q.text_id IS NULL AND q.phone_hash = s.phone_hash
					AND (q.state IN ('pending', 'sending', 'unsure') OR q.at > CAST($1 AS timestamptz) - make_interval(days => $2)))
			ORDER BY s.phone_hash, s.id LIMIT $3),
		put AS (
			INSERT INTO text_sends (subscriber_id, phone_hash, due_at, at) SELECT id, phone_hash, $1, $1 FROM wanted
			ON CONFLICT (text_id, phone_hash) DO UPDATE SET subscriber_id = excluded.subscriber_id, state = 'pending', reason = '', due_at = $1, at = $1)
		UPDATE subscribers SET texts_asked_at = $1 WHERE id IN (SELECT id FROM wanted)`, now, monthDays, textChunk)
	if err != nil {
		return fmt.Errorf("list subscribers to ask about texts: %w", err)
	}
	return nil
}

// dueTexts returns a batch of due texts in a state. Texts tried before come last, so
// one that always fails doesn't block the others.
func (s *Store) dueTexts(ctx context.Context, state string, now time.Time) ([]textSend, error) {
	rows, err := s.DB.Pool.Query(ctx, `SELECT m.id, m.text_id, m.subscriber_id, coalesce(t.body, ''), m.at,
			CASE WHEN m.text_id IS NULL THEN (SELECT max(c.created_at) FROM consents c
				WHERE c.subscriber_id = m.subscriber_id AND c.channel = 'sms' AND c.action = 'given' AND c.page LIKE '/%') END
		FROM text_sends m LEFT JOIN texts t ON t.id = m.text_id
		WHERE m.state = $1 AND m.due_at <= $2 AND (m.text_id IS NULL OR $1 = 'unsure' OR t.status = 'sending' AND t.deleted_at IS NULL)
		ORDER BY m.at, m.id LIMIT $3`, state, now, textChunk)
	if err != nil {
		return nil, fmt.Errorf("find the texts that are due: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[textSend])
}

// errNotDue means that a text was paused, canceled or taken by another sender
// meanwhile.
var errNotDue = errors.New("text not due")

// claimText claims a text for the caller, unless it may no longer be sent. This is
// the last check that the number may get it. It returns the text's current
// state, or errNotDue.
func (s *Store) claimText(ctx context.Context, m textSend, now time.Time) (state string, err error) {
	err = s.DB.Pool.QueryRow(ctx, `UPDATE text_sends m SET at = $1,
			state = CASE WHEN EXISTS (SELECT FROM subscribers s WHERE s.id = m.subscriber_id AND s.phone_hash = m.phone_hash
				AND (m.text_id IS NULL) = (s.texts_confirmed_at IS NULL) AND `+eligibleAt("$1")+`) THEN 'sending' ELSE 'skipped' END
		WHERE m.id = $2 AND m.state = 'pending'
			AND (m.text_id IS NULL OR EXISTS (SELECT FROM texts t WHERE t.id = m.text_id AND t.status = 'sending' AND t.deleted_at IS NULL))
		RETURNING m.state`, now, m.ID).Scan(&state)
	if errors.Is(err, pgx.ErrNoRows) {
		err = errNotDue
	}
	return state, err
}

// settleText stores the result of a text that was claimed or uncertain. If the
// recipient has been erased meanwhile, it doesn't store the carrier's ID, which
// would identify the number.
func (s *Store) settleText(ctx context.Context, m textSend, state, reason, carrier string) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE text_sends SET state = $2, reason = $3, carrier_id = CASE subscriber_id WHEN $5 THEN '' ELSE $4 END WHERE id = $1 AND state <> 'sent'",
		m.ID, state, reason, carrier, uuid.Nil)
	return err
}

// postponeText schedules a text in a state to be tried again later.
func (s *Store) postponeText(ctx context.Context, m textSend, state string, until time.Time) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE text_sends SET state = $2, due_at = $3 WHERE id = $1 AND state IN ('pending', 'sending', 'unsure')", m.ID, state, until)
	return err
}

// settleCanceled settles the unsent messages of canceled texts.
func (s *Store) settleCanceled(ctx context.Context) error {
	_, err := s.DB.Pool.Exec(ctx, `UPDATE text_sends m SET state = 'skipped', reason = 'cancelled' FROM texts t
		WHERE t.id = m.text_id AND t.status = 'cancelled' AND m.state = 'pending'`)
	if err != nil {
		return fmt.Errorf("settle unsent messages of canceled texts: %w", err)
	}
	return nil
}

// Undelivered records that a text accepted by the carrier was not delivered.
func (s *Store) Undelivered(ctx context.Context, carrier string) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE text_sends SET state = 'failed', reason = 'undelivered' WHERE carrier_id = $1 AND state = 'sent'", carrier)
	if err != nil {
		return fmt.Errorf("record an undelivered text: %w", err)
	}
	return nil
}
