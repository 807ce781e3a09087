package subscribers

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Export is what is kept of a subscriber, for a privacy request.
type Export struct {
	profile
	State      string    `json:"state"`
	SMSAllowed bool      `json:"smsAllowed"`
	Frequency  string    `json:"frequency"`
	Topics     []string  `json:"topics"`
	CreatedAt  time.Time `json:"createdAt"`
}

// Export gives what is kept of the subscriber with an address, and the lines of
// the ledger, oldest first; nil when there is none.
func (s *Store) Export(ctx context.Context, email string) (*Export, []Consent, error) {
	p, err := s.look(ctx, "address_hash = ?", s.Secret.AddressHash(email))
	if err != nil || !p.known() {
		return nil, []Consent{}, err
	}
	var rows []struct {
		Consent `gorm:"embedded"`
		Sealed  []byte
	}
	err = s.DB.Gorm.WithContext(ctx).Raw(`SELECT channel, action, created_at, page, wording_version, wording, evidence AS sealed
		FROM consents WHERE subscriber_id = ? ORDER BY id`, p.ID).Scan(&rows).Error
	if err != nil {
		return nil, nil, fmt.Errorf("read the ledger: %w", err)
	}
	entries := []Consent{}
	for _, r := range rows {
		c := r.Consent
		if err := openJSON(p.key, r.Sealed, aboutEvidence(p.ID), &c.Evidence); err != nil {
			return nil, nil, err
		}
		entries = append(entries, c)
	}
	return &Export{p.profile, p.State, p.SMSAllowed, p.Frequency, append([]string{}, p.Topics...), p.CreatedAt}, entries, nil
}

// IDOf gives the id of the subscriber with an address; the nil id when there
// is none.
func (s *Store) IDOf(ctx context.Context, addressHash []byte) (uuid.UUID, error) {
	p, err := s.look(ctx, "address_hash = ?", addressHash)
	return p.ID, err
}

// StateOf tells whether an address gets mail: active, pending, unsubscribed,
// or unknown. One that is suppressed counts as unsubscribed.
func (s *Store) StateOf(ctx context.Context, email string) (string, error) {
	hash := s.Secret.AddressHash(email)
	reason, err := s.Suppressions.Reason(ctx, hash)
	if err != nil {
		return "", err
	}
	if reason != "" {
		return stateUnsubscribed, nil
	}
	state := "unknown"
	err = s.DB.Gorm.WithContext(ctx).Raw("SELECT state FROM subscribers WHERE address_hash = ?", hash).Scan(&state).Error
	return state, err
}

// Erase forgets a subscriber: with the row goes the person's key, without
// which nobody can read what the ledger keeps of the person.
func (s *Store) Erase(ctx context.Context, id uuid.UUID) error {
	if err := s.DB.Gorm.WithContext(ctx).Exec("DELETE FROM subscribers WHERE id = ?", id).Error; err != nil {
		return fmt.Errorf("erase a subscriber: %w", err)
	}
	return nil
}

// Reseal seals every person's key under the first key that an older one sealed.
func (s *Store) Reseal(ctx context.Context) (int, error) {
	return s.Keys.ResealColumn(ctx, s.DB.Pool, "subscribers", "sealed_key", aboutKey)
}
