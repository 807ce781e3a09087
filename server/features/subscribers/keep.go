package subscribers

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"thriftwell/db"
)

// batch is the number of profiles decrypted per transaction.
const batch = 1000

// EraseProfiles erases the profiles of people who left before a time, except
// for their email addresses. Those are needed to recognize someone who signs up
// again, and to email them a link. It skips rows that can't be decrypted or
// that are locked.
func (s *Store) EraseProfiles(ctx context.Context, before time.Time) error {
	for last, n := uuid.Nil, batch; n == batch; {
		err := s.DB.Transaction(ctx, func(tx db.Tx) error {
			var rows []record
			err := tx.Raw(`SELECT * FROM subscribers WHERE state = ? AND NOT sms_allowed AND left_at < ? AND profile_erased_at IS NULL
				AND id > ? ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED`, stateUnsubscribed, before, last, batch).Scan(&rows).Error
			if n = len(rows); n > 0 {
				last = rows[n-1].ID
			}
			for _, p := range s.readable(ctx, rows) {
				p.profile = profile{Email: p.Email}
				if err := s.saveProfile(tx, p); err != nil {
					return err
				}
				if err := tx.Exec("UPDATE subscribers SET profile_erased_at = now() WHERE id = ?", p.ID).Error; err != nil {
					return err
				}
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("erase profiles of former subscribers: %w", err)
		}
	}
	return nil
}

// readable decrypts rows. It logs and skips those it can't decrypt.
func (s *Store) readable(ctx context.Context, rows []record) (people []person) {
	for _, r := range rows {
		p, err := s.openRecord(r)
		if err != nil {
			slog.ErrorContext(ctx, "skipped a subscriber that can't be decrypted", "id", r.ID, "error", err)
			continue
		}
		people = append(people, p)
	}
	return people
}

// SweepProof deletes the keys to evidence that isn't needed anymore: of erased
// people when their term ends, and of people who left before a time.
func (s *Store) SweepProof(ctx context.Context, before time.Time) error {
	for _, q := range []struct {
		sql  string
		args []any
	}{
		{"DELETE FROM proof_keys WHERE until < now()", nil},
		{"DELETE FROM subscribers WHERE state = ? AND NOT sms_allowed AND left_at < ?", []any{stateUnsubscribed, before}},
	} {
		if err := s.DB.Gorm.WithContext(ctx).Exec(q.sql, q.args...).Error; err != nil {
			return fmt.Errorf("sweep the proof of consents: %w", err)
		}
	}
	return nil
}

// SweepUnconfirmed deletes signups whose last link has expired. It keeps
// evidence of consent to texts.
func (s *Store) SweepUnconfirmed(ctx context.Context) error {
	err := s.DB.Gorm.WithContext(ctx).Exec(`
		WITH gone AS (DELETE FROM subscribers WHERE state = ? AND greatest(created_at, link_mailed_at, signup_mailed_at, monthly_mailed_at) < ? RETURNING *)
		INSERT INTO proof_keys (id, address_hash, sealed_key, until) SELECT id, address_hash, sealed_key, ?::timestamptz FROM gone WHERE sms_allowed`,
		statePending, time.Now().Add(-confirmLifetime), time.Now().AddDate(0, s.ProofMonths, 0)).Error
	if err != nil {
		return fmt.Errorf("sweep unconfirmed signups: %w", err)
	}
	return nil
}

// Erase deletes a subscriber; at is when they asked for it. The key to the
// evidence in the ledger is kept for ProofMonths.
func (s *Store) Erase(ctx context.Context, id uuid.UUID, at time.Time) error {
	err := s.DB.Transaction(ctx, func(tx db.Tx) error {
		until := at.AddDate(0, s.ProofMonths, 0)
		err := tx.Exec(`INSERT INTO proof_keys (id, address_hash, sealed_key, until)
			SELECT id, address_hash, sealed_key, ?::timestamptz FROM subscribers WHERE id = ? AND ?::timestamptz > now() ON CONFLICT DO NOTHING`,
			until, id, until).Error
		if err != nil {
			return err
		}
		return tx.Exec("DELETE FROM subscribers WHERE id = ?", id).Error
	})
	if err != nil {
		return fmt.Errorf("erase a subscriber: %w", err)
	}
	return nil
}
