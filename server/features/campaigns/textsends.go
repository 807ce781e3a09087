package campaigns

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

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
