package campaigns

import (
	"context"
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

// claim records that emails are about to be handed over. It returns the state of
// each: sending, skipped if the recipient left meanwhile, or "" if the campaign
// isn't being sent. It doesn't wait for the disk: if Postgres loses this, it also
// loses the results of these emails, which are then sent again anyway.
func (s *Store) claim(ctx context.Context, email int64, to []uuid.UUID) ([]string, error) {
	rows, err := s.DB.Pool.Query(ctx, `UPDATE letter_sends m SET at = now(), repeats = repeats + CAST(m.state = 'unsure' AS int),
			state = CASE WHEN EXISTS (SELECT FROM subscribers p WHERE p.id = m.subscriber_id AND p.state = 'active' AND (p.frequency <> 'monthly' OR m.state = 'unsure'
				OR NOT EXISTS (SELECT FROM letter_sends l WHERE l.subscriber_id = p.id AND l.letter_id <> $1 AND l.state IN ('sent', 'unsure', 'sending') AND l.at > now() - interval '27 days')))
				THEN 'sending' ELSE 'skipped' END
		WHERE letter_id = $1 AND subscriber_id = ANY($2) AND state IN ('pending', 'unsure')
			AND EXISTS (SELECT FROM letters l WHERE l.id = $1 AND l.status = 'sending' AND l.deleted_at IS NULL)
		RETURNING subscriber_id, state, set_config('synchronous_commit', 'off', true)`, email, binary(to))
	if err != nil {
		return nil, fmt.Errorf("claim emails of campaign %d: %w", email, err)
	}
	states, id, state := map[uuid.UUID]string{}, uuid.UUID{}, ""
	_, err = pgx.ForEachRow(rows, []any{&id, &state, nil}, func() error {
		states[id] = state
		return nil
	})
	out := make([]string, len(to))
	for i, id := range to {
		out[i] = states[id]
	}
	return out, err
}

// release records that claimed emails were not handed over, unless they have a
// result.
func (s *Store) release(ctx context.Context, email int64, to []uuid.UUID) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE letter_sends SET state = 'pending' WHERE letter_id = $1 AND subscriber_id = ANY($2) AND state = 'sending'", email, to)
	if err != nil {
		return fmt.Errorf("release emails of campaign %d: %w", email, err)
	}
	return nil
}

// binary returns IDs as pgx sends them without converting them to text.
func binary(ids []uuid.UUID) [][16]byte {
	out := make([][16]byte, len(ids))
	for i, id := range ids {
		out[i] = id
	}
	return out
}

// settled is the result of an email to one recipient.
type settled struct {
	to            uuid.UUID
	state, reason string
}

// settle stores the result of a claimed email, together with those of others that
// were sent meanwhile.
func (r *emailRun) settle(ctx context.Context, to EmailRecipient, state, reason string) error {
	_, err := r.settles.Ask(ctx, settled{to.ID, state, reason}, func(ctx context.Context, results []settled) ([]struct{}, error) {
		to, states, reasons := make([]uuid.UUID, len(results)), make([]string, len(results)), make([]string, len(results))
		for i, one := range results {
			to[i], states[i], reasons[i] = one.to, one.state, one.reason
		}
		_, err := r.Desk.db.Pool.Exec(ctx, `UPDATE letter_sends m SET at = now(), state = ($3::text[])[array_position($2::uuid[], m.subscriber_id)], reason = ($4::text[])[array_position($2::uuid[], m.subscriber_id)]
			WHERE letter_id = $1 AND subscriber_id = ANY($2) AND state = 'sending'`, r.email.ID, binary(to), states, reasons)
		return make([]struct{}, len(results)), err
	})
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
