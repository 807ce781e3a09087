package subscribers

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"thriftwell/db"
)

// EraseProfiles erases the profiles of people who left before a time, except
// for their email addresses. Those are needed to recognize someone who signs up
// again, and to email them a link.
func (s *Store) EraseProfiles(ctx context.Context, before time.Time) error {
	err := s.each(ctx, "state = ? AND NOT sms_allowed AND left_at < ? AND profile_erased_at IS NULL", []any{stateUnsubscribed, before}, func(tx db.Tx, p person) error {
		p.profile = profile{Email: p.Email}
		if err := s.saveProfile(tx, p); err != nil {
			return err
		}
		return tx.Exec("UPDATE subscribers SET profile_erased_at = now() WHERE id = ?", p.ID).Error
	})
	if err != nil {
		return fmt.Errorf("erase profiles of former subscribers: %w", err)
	}
	return nil
}

// HashPhones fills in missing hashes of phone numbers, from before hashes were
// stored.
func (s *Store) HashPhones(ctx context.Context) error {
	err := s.each(ctx, "sms_allowed AND phone_hash IS NULL", nil, func(tx db.Tx, p person) error {
		return tx.Exec("UPDATE subscribers SET phone_hash = ? WHERE id = ?", s.phoneHash(p.Phone), p.ID).Error
	})
	if err != nil {
		return fmt.Errorf("hash phone numbers: %w", err)
	}
	return nil
}

// batch is the number of profiles decrypted per transaction.
const batch = 1000

// each calls do for the subscribers selected by where, locked, in transactions
// of batch rows. It skips rows that can't be decrypted or that are locked.
func (s *Store) each(ctx context.Context, where string, args []any, do func(db.Tx, person) error) error {
	for last, n := uuid.Nil, batch; n == batch; {
		err := s.DB.Transaction(ctx, func(tx db.Tx) error {
			var rows []record
			err := tx.Raw("SELECT * FROM subscribers WHERE "+where+" AND id > ? ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED", append(slices.Clone(args), last, batch)...).Scan(&rows).Error
			n = len(rows)
			for _, p := range s.readable(ctx, rows) {
				if err := do(tx, p); err != nil {
					return err
				}
			}
			if n > 0 {
				last = rows[n-1].ID
			}
			return err
		})
		if err != nil {
			return err
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
