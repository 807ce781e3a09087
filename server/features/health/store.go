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

// queues returns the queues that hold jobs, and those of the mails and the
// consents in any case. Jobs that are done are not looked at: there are many.
func (s *Store) queues(ctx context.Context) (out []Queue, err error) {
	err = s.db.WithContext(ctx).Raw(`
		SELECT name, count(id) FILTER (WHERE finalized_at IS NULL) AS waiting,
			count(id) FILTER (WHERE state IN ('retryable', 'discarded')) AS failed,
			CAST(coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE finalized_at IS NULL AND (state <> 'scheduled' OR scheduled_at <= now()))), 0) * 1e9 AS bigint) AS oldest
		FROM (SELECT unnest(ARRAY['default', 'consents']) AS name UNION SELECT queue FROM river_job WHERE finalized_at IS NULL) AS names
		LEFT JOIN river_job ON queue = name AND state IN ('available', 'pending', 'retryable', 'running', 'scheduled', 'discarded')
		GROUP BY name ORDER BY name`).Scan(&out).Error
	if err != nil {
		return nil, fmt.Errorf("read the queue: %w", err)
	}
	return out, nil
}

// paused returns the letters that paused by themselves.
func (s *Store) paused(ctx context.Context) (out []PausedLetter, err error) {
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

// Note notes trouble of a cause, that the doctor may tell of it.
func (s *Store) Note(ctx context.Context, cause, what string) error {
	return s.db.WithContext(ctx).Exec("INSERT INTO notices (cause, subject, seen_at) VALUES (?, ?, now()) ON CONFLICT (cause) DO UPDATE SET subject = excluded.subject, seen_at = now()", cause, what).Error
}

// see notes that there is trouble, and reports whether admins are to be told:
// they were not within the last day.
func (s *Store) see(ctx context.Context, t Trouble) (tell bool, err error) {
	if err := s.Note(ctx, t.Cause, t.What); err != nil {
		return false, err
	}
	claimed := s.db.WithContext(ctx).Exec("UPDATE notices SET mailed_at = now(), open = true WHERE cause = ? AND (mailed_at IS NULL OR mailed_at <= now() - interval '1 day')", t.Cause)
	return claimed.RowsAffected == 1, claimed.Error
}

// forget notes that admins could not be told.
func (s *Store) forget(ctx context.Context, cause string) error {
	return s.db.WithContext(ctx).Exec("UPDATE notices SET mailed_at = NULL, open = false WHERE cause = ?", cause).Error
}

// over closes and returns the trouble that admins were told of and that no
// instance has seen for 15 minutes.
func (s *Store) over(ctx context.Context) (out []Trouble, err error) {
	err = s.db.WithContext(ctx).Raw("UPDATE notices SET open = false WHERE open AND seen_at < now() - interval '15 minutes' RETURNING cause, subject AS what").Scan(&out).Error
	return out, err
}
