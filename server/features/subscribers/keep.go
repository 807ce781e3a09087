package subscribers

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"thriftwell/db"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/vault"
)

// Export is a subscriber's data, for a privacy request.
type Export struct {
	ID uuid.UUID `json:"-"`
	profile
	State      string    `json:"state"`
	SMSAllowed bool      `json:"smsAllowed"`
	Frequency  string    `json:"frequency"`
	Topics     []string  `json:"topics"`
	CreatedAt  time.Time `json:"createdAt"`
	EngagedOn  string    `json:"engagedOn,omitempty"` // day of the last click in a campaign
}

// ErrNotFound is the error for an unknown subscriber.
var ErrNotFound = fault.Missing("Subscriber")

// Export returns the data of the subscriber with an address, or ErrNotFound,
// and all consents, oldest first. Consents include those of erased subscribers
// with the address, while their keys are kept.
func (s *Store) Export(ctx context.Context, email string) (*Export, []Consent, error) {
	hash := s.Secret.AddressHash(email)
	entries, err := s.proof(ctx, hash)
	if err != nil {
		return nil, nil, err
	}
	p, err := s.look(ctx, "address_hash = ?", hash)
	if err != nil {
		return nil, nil, err
	}
	if !p.known() {
		return nil, entries, ErrNotFound
	}
	own, err := s.ledger(ctx, p.ID, p.key)
	if err != nil {
		return nil, nil, err
	}
	engaged := ""
	if p.EngagedOn != nil {
		engaged = p.EngagedOn.Format(time.DateOnly)
	}
	return &Export{p.ID, p.profile, p.State, p.SMSAllowed, p.Frequency, append([]string{}, p.Topics...), p.CreatedAt, engaged}, append(entries, own...), nil
}

// proof returns the consents of erased subscribers with an address.
func (s *Store) proof(ctx context.Context, addressHash []byte) ([]Consent, error) {
	var kept []struct {
		ID        uuid.UUID
		SealedKey []byte
	}
	err := s.DB.Gorm.WithContext(ctx).Raw("SELECT id, sealed_key FROM proof_keys WHERE address_hash = ? ORDER BY id", addressHash).Scan(&kept).Error
	if err != nil {
		return nil, fmt.Errorf("read the keys to proof: %w", err)
	}
	entries := []Consent{}
	for _, k := range kept {
		key, err := s.Keys.OpenKey(k.SealedKey, aboutKey(k.ID))
		if err != nil {
			return nil, fmt.Errorf("open the key of %s: %w", k.ID, err)
		}
		more, err := s.ledger(ctx, k.ID, key)
		if err != nil {
			return nil, err
		}
		entries = append(entries, more...)
	}
	return entries, nil
}

// ledger returns a person's consents, decrypted with the person's key.
func (s *Store) ledger(ctx context.Context, id uuid.UUID, key vault.Key) ([]Consent, error) {
	var rows []struct {
		Consent `gorm:"embedded"`
		Sealed  []byte
	}
	err := s.DB.Gorm.WithContext(ctx).Raw(`SELECT channel, action, created_at, page, wording_version, wording, evidence AS sealed
		FROM consents WHERE subscriber_id = ? ORDER BY id`, id).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	entries := []Consent{}
	for _, r := range rows {
		c := r.Consent
		if err := vault.OpenJSON(key, r.Sealed, aboutEvidence(id), &c.Evidence); err != nil {
			return nil, err
		}
		entries = append(entries, c)
	}
	return entries, nil
}

// IDOf returns the id of the subscriber with an address, or ErrNotFound.
func (s *Store) IDOf(ctx context.Context, addressHash []byte) (uuid.UUID, error) {
	p, err := s.look(ctx, "address_hash = ?", addressHash)
	if err == nil && !p.known() {
		err = ErrNotFound
	}
	return p.ID, err
}

// StateOf returns the state of an address: active, pending, unsubscribed or
// unknown. A suppressed address counts as unsubscribed.
func (s *Store) StateOf(ctx context.Context, email string) (string, error) {
	hash := s.Secret.AddressHash(email)
	reason, err := s.Suppressions.Reason(ctx, hash)
	if err != nil {
		return "", err
	}
	if reason != mail.NotSuppressed {
		return stateUnsubscribed, nil
	}
	state := "unknown"
	err = s.DB.Gorm.WithContext(ctx).Raw("SELECT state FROM subscribers WHERE address_hash = ?", hash).Scan(&state).Error
	return state, err
}

// keyTables returns the tables with people's keys.
func keyTables() []string { return []string{"subscribers", "proof_keys"} }

// Reseal re-encrypts people's keys with the current data key, and returns how
// many it changed.
func (s *Store) Reseal(ctx context.Context) (n int, err error) {
	for _, table := range keyTables() {
		more, err := s.Keys.ResealColumn(ctx, s.DB.Pool, table, "sealed_key", aboutKey)
		if n += more; err != nil {
			return n, err
		}
	}
	return n, nil
}

// Unreadable returns how many people's keys can't be decrypted.
func (s *Store) Unreadable(ctx context.Context) (n int, err error) {
	for _, table := range keyTables() {
		more, err := s.Keys.UnreadableIn(ctx, s.DB.Pool, table, "sealed_key", aboutKey)
		if n += more; err != nil {
			return n, err
		}
	}
	return n, nil
}

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
