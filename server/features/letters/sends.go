package letters

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// States of a mail of a letter to one person.
const (
	pending = "pending"
	sending = "sending"
	sent    = "sent"
	unsure  = "unsure"
	failed  = "failed"
	skipped = "skipped" // they left, or may not be written to
)

// maxRepeats is how often a mail is sent again whose sender was cut off; then it
// stays unsure. One to a server that takes it and does not answer in time is
// repeated once.
const maxRepeats = 10

// adopt takes on the mails whose sender was cut off before it wrote down the
// answer: nobody knows whether they went out. The caller holds the lock of
// whoever sends, so nobody has them in hand.
func (s *Store) adopt(ctx context.Context) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE letter_sends SET state = 'unsure', due_at = now() WHERE state = 'sending'")
	if err != nil {
		return fmt.Errorf("recover interrupted emails: %w", err)
	}
	return nil
}

// due returns some of those who are to get a letter now.
func (s *Store) due(ctx context.Context, letter int64, limit int) ([]uuid.UUID, error) {
	rows, err := s.DB.Pool.Query(ctx, `SELECT subscriber_id FROM letter_sends
		WHERE letter_id = $1 AND state IN ('pending', 'unsure') AND due_at <= now() AND repeats < $2 ORDER BY due_at, subscriber_id LIMIT $3`, letter, maxRepeats, limit)
	if err != nil {
		return nil, fmt.Errorf("find recipients of campaign %d: %w", letter, err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

// isOver reports whether nobody is left to get a letter.
func (s *Store) isOver(ctx context.Context, letter int64) (over bool, err error) {
	err = s.DB.Pool.QueryRow(ctx, `SELECT NOT EXISTS (SELECT FROM letter_sends WHERE letter_id = $1 AND state IN ('pending', 'unsure') AND repeats < $2 AND due_at < 'infinity')
		AND NOT EXISTS (SELECT FROM letter_sends WHERE letter_id = $1 AND state = 'sending')`, letter, maxRepeats).Scan(&over)
	return over, err
}

// take notes that the mails to some people are about to be handed over. It gives
// the state that each has then: sending, skipped if they left meanwhile, or "" if
// the letter is not to go on. It need not wait for the disk: should Postgres lose
// it, it loses the answers of these mails as well, and they go out again anyway.
func (s *Store) take(ctx context.Context, letter int64, to []uuid.UUID) ([]string, error) {
	rows, err := s.DB.Pool.Query(ctx, `UPDATE letter_sends m SET at = now(), repeats = repeats + CAST(m.state = 'unsure' AS int),
			state = CASE WHEN EXISTS (SELECT FROM subscribers p WHERE p.id = m.subscriber_id AND p.state = 'active' AND (p.frequency <> 'monthly' OR m.state = 'unsure'
				OR NOT EXISTS (SELECT FROM letter_sends l WHERE l.subscriber_id = p.id AND l.letter_id <> $1 AND l.state IN ('sent', 'unsure', 'sending') AND l.at > now() - interval '27 days')))
				THEN 'sending' ELSE 'skipped' END
		WHERE letter_id = $1 AND subscriber_id = ANY($2) AND state IN ('pending', 'unsure')
			AND EXISTS (SELECT FROM letters l WHERE l.id = $1 AND l.status = 'sending' AND l.deleted_at IS NULL)
		RETURNING subscriber_id, state, set_config('synchronous_commit', 'off', true)`, letter, binary(to))
	if err != nil {
		return nil, fmt.Errorf("claim emails of campaign %d: %w", letter, err)
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

// putBack notes that some mails were not handed over after all. It leaves alone
// what is settled.
func (s *Store) putBack(ctx context.Context, letter int64, to []uuid.UUID) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE letter_sends SET state = 'pending' WHERE letter_id = $1 AND subscriber_id = ANY($2) AND state = 'sending'", letter, to)
	if err != nil {
		return fmt.Errorf("release emails of campaign %d: %w", letter, err)
	}
	return nil
}

// binary is a list of ids as pgx sends it without a detour by their text.
func binary(ids []uuid.UUID) [][16]byte {
	out := make([][16]byte, len(ids))
	for i, id := range ids {
		out[i] = id
	}
	return out
}

// settled is what became of a mail.
type settled struct {
	to            uuid.UUID
	state, reason string
}

// settle writes down what became of some mails.
func (s *Store) settle(ctx context.Context, letter int64, mails []settled) error {
	to, states, reasons := make([]uuid.UUID, len(mails)), make([]string, len(mails)), make([]string, len(mails))
	for i, m := range mails {
		to[i], states[i], reasons[i] = m.to, m.state, m.reason
	}
	_, err := s.DB.Pool.Exec(ctx, `UPDATE letter_sends m SET at = now(), state = ($3::text[])[array_position($2::uuid[], m.subscriber_id)], reason = ($4::text[])[array_position($2::uuid[], m.subscriber_id)]
		WHERE letter_id = $1 AND subscriber_id = ANY($2) AND state = 'sending'`, letter, binary(to), states, reasons)
	return err
}

// A mail that is put off is tried again after firstPause, then after twice that
// and so on, up to lastPause; after maxAttempts it has failed.
const (
	firstPause  = time.Minute
	lastPause   = time.Hour
	maxAttempts = 30
)

// putOff writes down that a mail goes out later: with countsAs 1 it was put off
// by the mail server, with 0 by us.
func (s *Store) putOff(ctx context.Context, letter int64, to uuid.UUID, state, reason string, countsAs int) error {
	_, err := s.DB.Pool.Exec(ctx, `UPDATE letter_sends SET at = now(), reason = $4, attempts = attempts + $5,
			state = CASE WHEN attempts + $5 >= $6 THEN 'failed' ELSE $3 END,
			due_at = CASE WHEN $3 = 'unsure' AND repeats > 0 THEN 'infinity' WHEN $5 = 0 THEN now() ELSE now() + least(make_interval(secs => $7 * power(2, least(attempts, 20))), make_interval(secs => $8)) END
		WHERE letter_id = $1 AND subscriber_id = $2 AND state = 'sending'`,
		letter, to, state, reason, countsAs, maxAttempts, firstPause.Seconds(), lastPause.Seconds())
	return err
}

// refusals returns how many mails of a letter were settled since it was last
// resumed, and how many of them were refused for good.
func (s *Store) refusals(ctx context.Context, l Letter) (settled, refused int64, err error) {
	err = s.DB.Pool.QueryRow(ctx, `SELECT count(*), count(*) FILTER (WHERE state = 'failed') FROM letter_sends
		WHERE letter_id = $1 AND state IN ('sent', 'failed') AND at >= coalesce($2, '-infinity'::timestamptz)`, l.ID, l.ResumedAt).Scan(&settled, &refused)
	return settled, refused, err
}

// Forget replaces somebody by nobody in what they got, so that the counts stay.
func (s *Store) Forget(ctx context.Context, subscriber uuid.UUID) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE letter_sends SET subscriber_id = gen_random_uuid() WHERE subscriber_id = $1", subscriber)
	if err == nil {
		_, err = s.DB.Pool.Exec(ctx, `UPDATE welcome_mails SET subscriber_id = gen_random_uuid(),
			state = CASE WHEN state IN ('pending', 'queued') THEN 'skipped' ELSE state END WHERE subscriber_id = $1`, subscriber)
	}
	if err != nil {
		return fmt.Errorf("delete old campaign recipients: %w", err)
	}
	return nil
}

// Got is a letter that somebody got or was to get.
type Got struct {
	Subject string    `json:"subject"`
	State   string    `json:"state"`
	At      time.Time `json:"at"`
}

// Of returns the letters that somebody got or was to get, the oldest first.
func (s *Store) Of(ctx context.Context, subscriber uuid.UUID) ([]Got, error) {
	rows, err := s.DB.Pool.Query(ctx, `SELECT l.subject, m.state, m.at FROM letter_sends m JOIN letters l ON l.id = m.letter_id WHERE m.subscriber_id = $1
		UNION ALL SELECT 'Welcome mail ' || step, state, at FROM welcome_mails WHERE subscriber_id = $1 ORDER BY at, subject`, subscriber)
	if err != nil {
		return nil, fmt.Errorf("find a subscriber's campaigns: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Got])
}

// Report is what became of a letter.
type Report struct {
	People  int64 `json:"people"` // who were to get it
	Pending int64 `json:"pending"`
	Sending int64 `json:"sending"` // in the hands of the mail server
	Sent    int64 `json:"sent"`
	Unsure  int64 `json:"unsure"` // handed over, with no answer seen; they are handed over once more
	Failed  int64 `json:"failed"`
	Skipped int64 `json:"skipped"` // they left before their turn
	Bounced int64 `json:"bounced"` // of those that failed: the address takes no mail
	Spoiled int64 `json:"spoiled"` // likewise: no mail could be made for them, or the mail server never takes it
	Repeats int64 `json:"repeats"` // mails that may have gone out twice
	Left    int64 `json:"left"`    // who unsubscribed within a week of it

	// Of those that were sent, as was told later:
	Returned   int64 `json:"returned"`   // they came back for good
	Complaints int64 `json:"complaints"` // their readers called them spam

	Loads []Loads `json:"loads"` // of the picture in its mails, if they have one

	Brought
}

// Brought is what visits that came by a letter did on the site, as the reports
// count it.
type Brought struct {
	Visitors    int64 `json:"visitors"` // the sum of each day's
	Views       int64 `json:"views"`
	Clickouts   int64 `json:"clickouts"`
	Signups     int64 `json:"signups"`
	Conversions int64 `json:"conversions"`
	Revenue     int64 `json:"revenue"` // in the smallest unit of the site's currency
}

// Report returns what became of a letter.
func (s *Store) Report(ctx context.Context, l Letter) (r Report, err error) {
	err = s.DB.Pool.QueryRow(ctx, `SELECT count(*), count(*) FILTER (WHERE state = 'pending'), count(*) FILTER (WHERE state = 'sending'), count(*) FILTER (WHERE state = 'sent'),
			count(*) FILTER (WHERE state = 'unsure'), count(*) FILTER (WHERE state = 'failed'), count(*) FILTER (WHERE state = 'skipped'),
			count(*) FILTER (WHERE state = 'failed' AND reason = 'bounce'), count(*) FILTER (WHERE state = 'failed' AND reason = 'spoiled'), coalesce(sum(repeats), 0),
			count(*) FILTER (WHERE state = 'sent' AND EXISTS (SELECT FROM consents c WHERE c.subscriber_id = m.subscriber_id AND c.channel = 'email' AND c.action = 'withdrawn'
				AND c.created_at BETWEEN m.at AND m.at + interval '7 days')),
			count(*) FILTER (WHERE told = 'bounce'), count(*) FILTER (WHERE told = 'complaint')
		FROM letter_sends m WHERE letter_id = $1`, l.ID).
		Scan(&r.People, &r.Pending, &r.Sending, &r.Sent, &r.Unsure, &r.Failed, &r.Skipped, &r.Bounced, &r.Spoiled, &r.Repeats, &r.Left, &r.Returned, &r.Complaints)
	if err != nil {
		return r, fmt.Errorf("count emails of campaign %d: %w", l.ID, err)
	}
	r.Loads, err = s.loads(ctx, l.ID)
	return r, err
}
