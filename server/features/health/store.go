package health

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"
)

// Store asks the database.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// queues returns the queues that hold jobs, and in any case those of emails and
// consents. It ignores finished jobs: there are many.
func (s *Store) queues(ctx context.Context) (out []Queue, err error) {
	err = s.db.WithContext(ctx).Raw(`
		SELECT name, count(id) FILTER (WHERE finalized_at IS NULL) AS waiting,
			count(id) FILTER (WHERE state IN ('retryable', 'discarded')) AS failed, count(id) FILTER (WHERE state = 'discarded') AS given_up,
			CAST(coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE finalized_at IS NULL AND (state <> 'scheduled' OR scheduled_at <= now()))), 0) * 1e9 AS bigint) AS oldest
		FROM (SELECT unnest(ARRAY['default', 'consents']) AS name UNION SELECT queue FROM river_job WHERE finalized_at IS NULL) AS names
		LEFT JOIN river_job ON queue = name AND state IN ('available', 'pending', 'retryable', 'running', 'scheduled', 'discarded')
		GROUP BY name ORDER BY name`).Scan(&out).Error
	if err != nil {
		return nil, fmt.Errorf("read the queue: %w", err)
	}
	return out, nil
}

// paused returns the campaigns that paused by themselves.
func (s *Store) paused(ctx context.Context) (out []PausedCampaign, err error) {
	err = s.db.WithContext(ctx).Raw("SELECT id, subject, trouble FROM letters WHERE status = 'paused' AND trouble <> '' AND deleted_at IS NULL ORDER BY id").Scan(&out).Error
	if err != nil {
		return nil, fmt.Errorf("find paused campaigns: %w", err)
	}
	return out, nil
}

// unowned returns the access tokens without an owner that still work.
func (s *Store) unowned(ctx context.Context) (out UnownedTokens, err error) {
	err = s.db.WithContext(ctx).Raw(`SELECT count(*) AS count, coalesce(max(expires_at), now()) AS until FROM tokens
		WHERE user_id IS NULL AND revoked_at IS NULL AND expires_at > now()`).Scan(&out).Error
	if err != nil {
		return out, fmt.Errorf("find tokens without an owner: %w", err)
	}
	return out, nil
}

// server returns the version of Postgres, the size of the database and its newest
// migration.
func (s *Store) server(ctx context.Context) (version string, bytes, schema int64, err error) {
	var found struct {
		Version       string
		Bytes, Schema int64
	}
	err = s.db.WithContext(ctx).Raw(`SELECT split_part(current_setting('server_version'), ' ', 1) AS version, pg_database_size(current_database()) AS bytes,
		(SELECT max(version_id) FROM goose_db_version) AS schema`).Scan(&found).Error
	if err != nil {
		return "", 0, 0, fmt.Errorf("read the version of Postgres: %w", err)
	}
	return found.Version, found.Bytes, found.Schema, nil
}

// Outcomes returns all that were recorded, by name.
func (s *Store) Outcomes(ctx context.Context) (map[string]Outcome, error) {
	var all []Outcome
	if err := s.db.WithContext(ctx).Raw("SELECT * FROM outcomes").Scan(&all).Error; err != nil {
		return nil, fmt.Errorf("read outcomes: %w", err)
	}
	byName := map[string]Outcome{}
	for _, o := range all {
		byName[o.Name] = o
	}
	return byName, nil
}

// record keeps the times of the last success and failure that o doesn't have.
func (s *Store) record(ctx context.Context, o Outcome) error {
	return s.db.WithContext(ctx).Exec(`INSERT INTO outcomes AS o (name, state, since, detail, succeeded_at, failed_at, problem) VALUES (?, ?, now(), ?, ?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET state = excluded.state, since = CASE WHEN o.state = excluded.state THEN o.since ELSE now() END, detail = excluded.detail,
			succeeded_at = coalesce(excluded.succeeded_at, o.succeeded_at), failed_at = coalesce(excluded.failed_at, o.failed_at),
			problem = CASE WHEN excluded.failed_at IS NULL THEN o.problem ELSE excluded.problem END`,
		o.Name, o.State, o.Detail, o.SucceededAt, o.FailedAt, o.Problem).Error
}

// takesWrites reports why the database would refuse a write.
func (s *Store) takesWrites(ctx context.Context) error {
	var state struct{ Recovery, ReadOnly bool }
	err := s.db.WithContext(ctx).Raw("SELECT pg_is_in_recovery() AS recovery, current_setting('default_transaction_read_only')::bool AS read_only").Scan(&state).Error
	switch {
	case err != nil:
		return err
	case state.Recovery:
		return errors.New("the database is a replica or still recovering")
	case state.ReadOnly:
		return errors.New("the database is read-only")
	}
	return nil
}

// Note notes a problem for the doctor and the alerts.
func (s *Store) Note(ctx context.Context, cause, what string) error {
	return s.db.WithContext(ctx).Exec("INSERT INTO notices (cause, subject, seen_at) VALUES (?, ?, now()) ON CONFLICT (cause) DO UPDATE SET subject = excluded.subject, seen_at = now()", cause, what).Error
}

// channel has the SQL for one way of alerting admins: conditions on the rows of
// notices, and changes of them.
type channel struct {
	due, claim, unclaim string // an alert is due; it is sent; sending failed
	open, end, reopen   string // admins were told of the problem; they are told that it's over; that failed
}

// emails tells of a problem once a day.
func emails() channel {
	return channel{
		due: "(mailed_at IS NULL OR mailed_at <= now() - interval '1 day')", claim: "mailed_at = now(), open = true", unclaim: "mailed_at = NULL, open = false",
		open: "open", end: "open = false", reopen: "open = true",
	}
}

// posts tells the webhook of a problem once.
func posts() channel {
	return channel{
		due: "posted_at IS NULL", claim: "posted_at = now()", unclaim: "posted_at = NULL",
		open: "posted_at IS NOT NULL", end: "posted_at = NULL", reopen: "posted_at = now()",
	}
}

// claim reports whether this instance is to alert admins to a problem.
func (s *Store) claim(ctx context.Context, by channel, cause string) (bool, error) {
	claimed := s.db.WithContext(ctx).Exec("UPDATE notices SET "+by.claim+" WHERE cause = ? AND "+by.due, cause)
	return claimed.RowsAffected == 1, claimed.Error
}

// change changes the row of a problem.
func (s *Store) change(ctx context.Context, change, cause string) error {
	return s.db.WithContext(ctx).Exec("UPDATE notices SET "+change+" WHERE cause = ?", cause).Error
}

// end closes and returns the problems that admins were told of and that no instance
// has seen for 15 minutes.
func (s *Store) end(ctx context.Context, by channel) (out []Trouble, err error) {
	err = s.db.WithContext(ctx).Raw("UPDATE notices SET " + by.end + " WHERE " + by.open + " AND seen_at < now() - interval '15 minutes' RETURNING cause, subject AS what").Scan(&out).Error
	return out, err
}
