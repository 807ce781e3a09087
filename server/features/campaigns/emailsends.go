package campaigns

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// maxRepeats is how often an email is sent again whose sender was interrupted; then
// it stays unsure. One to a server that accepts it and doesn't respond in time is
// repeated once.
const maxRepeats = 10

// due returns some of those who should get an email now.
func (s *Store) due(ctx context.Context, email int64, limit int) ([]uuid.UUID, error) {
	rows, err := s.DB.Pool.Query(ctx, `SELECT subscriber_id FROM letter_sends
		WHERE letter_id = $1 AND state IN ('pending', 'unsure') AND due_at <= now() AND repeats < $2 ORDER BY due_at, subscriber_id LIMIT $3`, email, maxRepeats, limit)
	if err != nil {
		return nil, fmt.Errorf("find recipients of campaign %d: %w", email, err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

// claim records that an email is about to be handed over. It returns its state:
// sending, or skipped if the recipient left meanwhile. If the campaign isn't being
// sent, it returns errHalt.
func (s *Store) claim(ctx context.Context, email int64, to uuid.UUID) (state string, err error) {
	err = s.DB.Pool.QueryRow(ctx, `UPDATE letter_sends m SET at = now(), repeats = repeats + CAST(m.state = 'unsure' AS int),
			state = CASE WHEN EXISTS (SELECT FROM subscribers p WHERE p.id = m.subscriber_id AND p.state = 'active' AND (p.frequency <> 'monthly' OR m.state = 'unsure'
				OR NOT EXISTS (SELECT FROM letter_sends l WHERE l.subscriber_id = p.id AND l.letter_id <> $1 AND l.state IN ('sent', 'unsure', 'sending') AND l.at > now() - interval '27 days')))
				THEN 'sending' ELSE 'skipped' END
		WHERE letter_id = $1 AND subscriber_id = $2 AND state IN ('pending', 'unsure')
			AND EXISTS (SELECT FROM letters l WHERE l.id = $1 AND l.status = 'sending' AND l.deleted_at IS NULL)
		RETURNING state`, email, to).Scan(&state)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", errHalt
	}
	if err != nil {
		err = fmt.Errorf("claim an email of campaign %d: %w", email, err)
	}
	return state, err
}

// settle stores the result of a claimed email.
func (s *Store) settle(ctx context.Context, email int64, to uuid.UUID, state, reason string) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE letter_sends SET at = now(), state = $3, reason = $4 WHERE letter_id = $1 AND subscriber_id = $2 AND state = 'sending'", email, to, state, reason)
	return err
}

// An email that was deferred is tried again after firstPause, then after twice
// that and so on, up to lastPause; after maxAttempts it has failed.
const (
	firstPause  = time.Minute
	lastPause   = time.Hour
	maxAttempts = 30
)

// postpone schedules a claimed email to be sent later. Attempts is 1 if the mail
// server deferred it, and 0 if we did.
func (s *Store) postpone(ctx context.Context, email int64, to uuid.UUID, state, reason string, attempts int) error {
	_, err := s.DB.Pool.Exec(ctx, `UPDATE letter_sends SET at = now(), reason = $4, attempts = attempts + $5,
			state = CASE WHEN attempts + $5 >= $6 THEN 'failed' ELSE $3 END,
			due_at = CASE WHEN $3 = 'unsure' AND repeats > 0 THEN 'infinity' WHEN $5 = 0 THEN now() ELSE now() + least(make_interval(secs => $7 * power(2, least(attempts, 20))), make_interval(secs => $8)) END
		WHERE letter_id = $1 AND subscriber_id = $2 AND state = 'sending'`,
		email, to, state, reason, attempts, maxAttempts, firstPause.Seconds(), lastPause.Seconds())
	return err
}
