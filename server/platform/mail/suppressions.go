package mail

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"thriftwell/server/platform/vault"
)

// Reasons for which an address gets no mail. Who unsubscribed can come back,
// and gets answers to what they do; the others get nothing at all.
const (
	Unsubscribed = "unsubscribed"
	Bounce       = "bounce"
	Complaint    = "complaint"
)

// Suppressions are the addresses that get no mail, known by their hash alone.
type Suppressions struct {
	DB     *gorm.DB
	Secret vault.Secret
}

// Add suppresses an address in the transaction tx. A bounce or a complaint
// stays what it is; an address that unsubscribed can become one.
func (*Suppressions) Add(tx *gorm.DB, addressHash []byte, reason string) error {
	// GORM takes bytes that follow a bracket for a list, so the hash is not first.
	err := tx.Exec(`INSERT INTO suppressions (reason, address_hash) VALUES (?, ?)
		ON CONFLICT (address_hash) DO UPDATE SET reason = excluded.reason WHERE suppressions.reason = ?`,
		reason, addressHash, Unsubscribed).Error
	if err != nil {
		return fmt.Errorf("suppress an address: %w", err)
	}
	return nil
}

// Lift lets an address that unsubscribed have mail again. It leaves bounces
// and complaints alone.
func (*Suppressions) Lift(tx *gorm.DB, addressHash []byte) error {
	err := tx.Exec("DELETE FROM suppressions WHERE address_hash = ? AND reason = ?", addressHash, Unsubscribed).Error
	if err != nil {
		return fmt.Errorf("lift a suppression: %w", err)
	}
	return nil
}

// Reason is why an address is suppressed; "" when it is not.
func (s *Suppressions) Reason(ctx context.Context, addressHash []byte) (string, error) {
	var reasons []string
	err := s.DB.WithContext(ctx).Raw("SELECT reason FROM suppressions WHERE address_hash = ?", addressHash).Scan(&reasons).Error
	if err != nil {
		return "", fmt.Errorf("look at the suppression list: %w", err)
	}
	if len(reasons) == 0 {
		return "", nil
	}
	return reasons[0], nil
}

// Silences reports whether m must not go out.
func (s *Suppressions) Silences(ctx context.Context, m Message) (bool, error) {
	reason, err := s.Reason(ctx, s.Secret.AddressHash(m.To))
	if err != nil {
		return false, err
	}
	return reason != "" && !(m.Answers && reason == Unsubscribed), nil
}

// Bounced suppresses an address that the mail server refused for good.
func (s *Suppressions) Bounced(ctx context.Context, address string) error {
	return s.Add(s.DB.WithContext(ctx), s.Secret.AddressHash(address), Bounce)
}
