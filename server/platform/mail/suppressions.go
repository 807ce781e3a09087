package mail

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/server/platform/vault"
)

// Reasons for suppressing an address. One that unsubscribed can return and
// still gets emails it asks for; the others get none.
const (
	NotSuppressed = "" // it gets email

	Unsubscribed = "unsubscribed"
	Bounce       = "bounce"
	Complaint    = "complaint"
	Manual       = "manual" // added by staff
)

// IsFinal reports whether the owner of an address can't lift a reason by
// signing up again.
func IsFinal(reason string) bool { return reason != NotSuppressed && reason != Unsubscribed }

// Suppressions is the list of suppressed addresses, stored as hashes.
type Suppressions struct {
	DB     *db.DB
	Secret vault.Secret
}

// Add suppresses an address in the transaction tx. If it is suppressed already,
// the reason that is harder to lift wins: a complaint, then a bounce or staff,
// then unsubscribing.
func (*Suppressions) Add(tx *gorm.DB, addressHash []byte, reason string) error {
	// GORM treats bytes after a parenthesis as a list, so the hash isn't first.
	err := tx.Exec(`INSERT INTO suppressions (reason, address_hash) VALUES (?, ?)
		ON CONFLICT (address_hash) DO UPDATE SET reason = excluded.reason, created_at = now() WHERE suppressions.reason = ? OR excluded.reason = ? AND suppressions.reason <> excluded.reason`,
		reason, addressHash, Unsubscribed, Complaint).Error
	if err != nil {
		return fmt.Errorf("suppress an address: %w", err)
	}
	return nil
}

// End ends the suppression of an address for a reason.
func (*Suppressions) End(tx *gorm.DB, addressHash []byte, reason string) error {
	err := tx.Exec("DELETE FROM suppressions WHERE address_hash = ? AND reason = ?", addressHash, reason).Error
	if err != nil {
		return fmt.Errorf("lift a suppression: %w", err)
	}
	return nil
}

// Reason returns why an address is suppressed, or NotSuppressed.
func (s *Suppressions) Reason(ctx context.Context, addressHash []byte) (string, error) {
	reason, _, err := s.Since(ctx, addressHash)
	return reason, err
}

// Since is like Reason, and also returns the time.
func (s *Suppressions) Since(ctx context.Context, addressHash []byte) (reason string, at *time.Time, err error) {
	var rows []struct {
		Reason    string
		CreatedAt time.Time
	}
	err = s.DB.Gorm.WithContext(ctx).Raw("SELECT reason, created_at FROM suppressions WHERE address_hash = ?", addressHash).Scan(&rows).Error
	if err != nil {
		return "", nil, fmt.Errorf("check the suppression list: %w", err)
	}
	if len(rows) == 0 {
		return NotSuppressed, nil, nil
	}
	return rows[0].Reason, &rows[0].CreatedAt, nil
}

// Record suppresses an address that bounced permanently or complained.
func (s *Suppressions) Record(ctx context.Context, addressHash []byte, e Event) error {
	switch e {
	case HardBounce:
		return s.Add(s.DB.Gorm.WithContext(ctx), addressHash, Bounce)
	case Complained:
		return s.Add(s.DB.Gorm.WithContext(ctx), addressHash, Complaint)
	}
	return nil
}
