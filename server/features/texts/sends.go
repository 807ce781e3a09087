package texts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// States of a text to one number.
const (
	pending = "pending"
	sent    = "sent"
	unsure  = "unsure"
	failed  = "failed"
	skipped = "skipped" // the recipient stopped texts, reached the limit or was deleted, or the text was canceled
)

// send is a text to one number.
type send struct {
	ID           int64
	TextID       *int64 // nil for the question that asks for confirmation
	SubscriberID uuid.UUID
	Body         string
	At           time.Time
	AgreedAt     *time.Time // when the form was submitted, for the question; nil for other texts
}

// justAgreed reports whether the person agreed to texts on the site so recently
// that they expect the question.
func (m send) justAgreed(now time.Time) bool {
	return m.AgreedAt != nil && now.Sub(*m.AgreedAt) < agreedLately
}

// name returns the text's ID for the carrier.
func (m send) name() string { return fmt.Sprint("text-", m.ID) }

// recoverInterrupted marks texts as uncertain whose sender was interrupted before it stored
// the result. The caller holds the sender's lock, so no other sender is
// handling them.
func (s *Store) recoverInterrupted(ctx context.Context, now time.Time) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE text_sends SET state = 'unsure', due_at = $1 WHERE state = 'sending'", now.Add(lookPause))
	if err != nil {
		return fmt.Errorf("recover interrupted texts: %w", err)
	}
	return nil
}

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
		UPDATE subscribers SET texts_asked_at = $1 WHERE id IN (SELECT id FROM wanted)`, now, monthDays, chunk)
	if err != nil {
		return fmt.Errorf("list subscribers to ask about texts: %w", err)
	}
	return nil
}

// list stores who gets each text, once.
func (s *Store) list(ctx context.Context, now time.Time) error {
	_, err := s.DB.Pool.Exec(ctx, `
		WITH listed AS (UPDATE texts SET listed_at = $1 WHERE status = 'sending' AND listed_at IS NULL AND deleted_at IS NULL RETURNING id)
		INSERT INTO text_sends (text_id, subscriber_id, phone_hash, due_at, at)
		SELECT DISTINCT ON (l.id, s.phone_hash) l.id, s.id, s.phone_hash, CAST($1 AS timestamptz), CAST($1 AS timestamptz)
		FROM listed l, subscribers s WHERE `+saidYes+" AND "+eligibleAt("$1")+` ORDER BY l.id, s.phone_hash, s.id
		ON CONFLICT DO NOTHING`, now)
	if err != nil {
		return fmt.Errorf("list recipients of a text: %w", err)
	}
	return nil
}

// due returns a batch of due texts in a state. Texts tried before come last, so
// one that always fails doesn't block the others.
func (s *Store) due(ctx context.Context, state string, now time.Time) ([]send, error) {
	rows, err := s.DB.Pool.Query(ctx, `SELECT m.id, m.text_id, m.subscriber_id, coalesce(t.body, ''), m.at,
			CASE WHEN m.text_id IS NULL THEN (SELECT max(c.created_at) FROM consents c
				WHERE c.subscriber_id = m.subscriber_id AND c.channel = 'sms' AND c.action = 'given' AND c.page LIKE '/%') END
		FROM text_sends m LEFT JOIN texts t ON t.id = m.text_id
		WHERE m.state = $1 AND m.due_at <= $2 AND (m.text_id IS NULL OR $1 = 'unsure' OR t.status = 'sending' AND t.deleted_at IS NULL)
		ORDER BY m.at, m.id LIMIT $3`, state, now, chunk)
	if err != nil {
		return nil, fmt.Errorf("find the texts that are due: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[send])
}

// errNotDue means that a text was paused, canceled or taken by another sender
// meanwhile.
var errNotDue = errors.New("text not due")

// take claims a text for the caller, unless it may no longer be sent. This is
// the last check that the number may get it. It returns the text's current
// state, or errNotDue.
func (s *Store) take(ctx context.Context, m send, now time.Time) (state string, err error) {
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

// settle stores the result of a text that was claimed or uncertain. If the
// recipient has been erased meanwhile, it doesn't store the carrier's ID, which
// would identify the number.
func (s *Store) settle(ctx context.Context, m send, state, reason, carrier string) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE text_sends SET state = $2, reason = $3, carrier_id = CASE subscriber_id WHEN $5 THEN '' ELSE $4 END WHERE id = $1 AND state <> 'sent'",
		m.ID, state, reason, carrier, uuid.Nil)
	return err
}

// postpone schedules a text in a state to be tried again later.
func (s *Store) postpone(ctx context.Context, m send, state string, until time.Time) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE text_sends SET state = $2, due_at = $3 WHERE id = $1 AND state IN ('pending', 'sending', 'unsure')", m.ID, state, until)
	return err
}

// postponeAll postpones everything that is due, and records the reason in the texts
// being sent.
func (s *Store) postponeAll(ctx context.Context, now, until time.Time, why string) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE text_sends SET due_at = $2 WHERE state = 'pending' AND due_at <= $1", now, until)
	if err != nil {
		return err
	}
	return s.note(ctx, why)
}

// note records in the texts being sent why they are waiting; "" means they are
// not.
func (s *Store) note(ctx context.Context, trouble string) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE texts SET trouble = $1 WHERE status = 'sending' AND trouble <> $1", trouble)
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

// completed returns the texts being sent that have nothing left to send.
func (s *Store) completed(ctx context.Context) ([]int64, error) {
	rows, err := s.DB.Pool.Query(ctx, `SELECT id FROM texts t WHERE status = 'sending' AND listed_at IS NOT NULL AND deleted_at IS NULL
		AND NOT EXISTS (SELECT FROM text_sends m WHERE m.text_id = t.id AND m.state IN ('pending', 'sending', 'unsure')) ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("find texts awaiting delivery: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

// Undelivered records that a text accepted by the carrier was not delivered.
func (s *Store) Undelivered(ctx context.Context, carrier string) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE text_sends SET state = 'failed', reason = 'undelivered' WHERE carrier_id = $1 AND state = 'sent'", carrier)
	if err != nil {
		return fmt.Errorf("record an undelivered text: %w", err)
	}
	return nil
}

// Got is a text that someone got or should have gotten.
type Got struct {
	Text  string    `json:"text"` // "" for the question that asks for confirmation
	State string    `json:"state"`
	At    time.Time `json:"at"`
}

// Of returns the texts that a subscriber got or should have gotten, oldest
// first.
func (s *Store) Of(ctx context.Context, subscriber uuid.UUID) ([]Got, error) {
	rows, err := s.DB.Pool.Query(ctx, `SELECT coalesce(t.body, ''), m.state, m.at FROM text_sends m LEFT JOIN texts t ON t.id = m.text_id
		WHERE m.subscriber_id = $1 ORDER BY m.at, m.id`, subscriber)
	if err != nil {
		return nil, fmt.Errorf("find the texts of a subscriber: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Got])
}

// Report counts the results of a text.
type Report struct {
	People  int64 `json:"people"`  // all recipients
	Pending int64 `json:"pending"` // waiting for daytime or for their turn
	Sent    int64 `json:"sent"`
	Unsure  int64 `json:"unsure"` // handed to the carrier, without a response
	Failed  int64 `json:"failed"`
	Skipped int64 `json:"skipped"` // stopped texts before their turn, or the text was canceled
	Stops   int64 `json:"stops"`   // said stop within a week, before any other text
}

// Report returns the results of a text.
func (s *Store) Report(ctx context.Context, id int64) (r Report, err error) {
	err = s.DB.Pool.QueryRow(ctx, `SELECT count(*), count(*) FILTER (WHERE state IN ('pending', 'sending')), count(*) FILTER (WHERE state = 'sent'),
			count(*) FILTER (WHERE state = 'unsure'), count(*) FILTER (WHERE state = 'failed'), count(*) FILTER (WHERE state = 'skipped'),
			count(*) FILTER (WHERE state = 'sent' AND EXISTS (SELECT FROM consents c WHERE c.subscriber_id = m.subscriber_id AND c.channel = 'sms' AND c.action = 'withdrawn'
				AND c.page = 'reply to a text' AND c.created_at BETWEEN m.at AND m.at + interval '7 days'
				AND NOT EXISTS (SELECT FROM text_sends l WHERE l.phone_hash = m.phone_hash AND l.state = 'sent' AND l.at > m.at AND l.at < c.created_at)))
		FROM text_sends m WHERE text_id = $1`, id).Scan(&r.People, &r.Pending, &r.Sent, &r.Unsure, &r.Failed, &r.Skipped, &r.Stops)
	if err != nil {
		err = fmt.Errorf("count deliveries of text %d: %w", id, err)
	}
	return r, err
}
