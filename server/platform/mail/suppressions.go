package mail

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/server/platform/batch"
	"thriftwell/server/platform/vault"
)

// Reasons for which an address gets no mail. One that unsubscribed can come
// back and still gets answers; the others get nothing at all.
const (
	NotSuppressed = "" // it gets mail, as most do

	Unsubscribed = "unsubscribed"
	Bounce       = "bounce"
	Complaint    = "complaint"
	Manual       = "manual" // staff said so
)

// IsFinal reports whether a reason is one that the owner of the address can't
// lift by signing up again.
func IsFinal(reason string) bool { return reason != NotSuppressed && reason != Unsubscribed }

// Suppressions is the list of addresses that get no mail, stored by hash alone.
type Suppressions struct {
	DB     *db.DB
	Secret vault.Secret

	looks batch.Group[[]byte, string]
}

// Add suppresses an address in the transaction tx. Of two reasons the one counts
// that is harder to lift: a complaint, then a bounce or what staff decided, then
// that it unsubscribed.
func (*Suppressions) Add(tx *gorm.DB, addressHash []byte, reason string) error {
	// GORM takes bytes that follow a bracket for a list, so the hash is not first.
	err := tx.Exec(`INSERT INTO suppressions (reason, address_hash) VALUES (?, ?)
		ON CONFLICT (address_hash) DO UPDATE SET reason = excluded.reason, created_at = now() WHERE suppressions.reason = ? OR excluded.reason = ? AND suppressions.reason <> excluded.reason`,
		reason, addressHash, Unsubscribed, Complaint).Error
	if err != nil {
		return fmt.Errorf("suppress an address: %w", err)
	}
	return nil
}

// Lift ends the suppression of an address that unsubscribed, but no other.
func (s *Suppressions) Lift(tx *gorm.DB, addressHash []byte) error {
	return s.End(tx, addressHash, Unsubscribed)
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

// Since is Reason with the time.
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

// longestLook bounds a look, for which all mails wait.
const longestLook = 10 * time.Second

// Silences reports whether m must not be sent.
func (s *Suppressions) Silences(ctx context.Context, m Message) (bool, error) {
	// A look is for others too, who still want it when this one has gone.
	reason, err := s.looks.Ask(context.WithoutCancel(ctx), s.Secret.AddressHash(m.To), s.reasons)
	if err != nil {
		return false, err
	}
	return reason != NotSuppressed && !(m.Answers && reason == Unsubscribed), nil
}

// Look reports of some addresses which get no mail. A mail that says when it was
// looked for may go out within looksGoodFor without another look.
func (m *Mailer) Look(ctx context.Context, addresses []string) (silent []bool, err error) {
	hashes := make([][]byte, len(addresses))
	for i, address := range addresses {
		hashes[i] = m.suppressions.Secret.AddressHash(address)
	}
	reasons, err := m.suppressions.reasons(ctx, hashes)
	for _, reason := range reasons {
		silent = append(silent, reason != NotSuppressed)
	}
	return silent, err
}

// reasons returns why each of some addresses is suppressed, or NotSuppressed.
func (s *Suppressions) reasons(ctx context.Context, addressHashes [][]byte) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, longestLook)
	defer cancel()
	known := map[string]string{}
	var hash []byte
	var reason string
	rows, err := s.DB.Pool.Query(ctx, "SELECT address_hash, reason FROM suppressions WHERE address_hash = ANY($1)", addressHashes)
	if err == nil {
		_, err = pgx.ForEachRow(rows, []any{&hash, &reason}, func() error {
			known[string(hash)] = reason
			return nil
		})
	}
	if err != nil {
		return nil, fmt.Errorf("check the suppression list: %w", err)
	}
	out := make([]string, len(addressHashes))
	for i, hash := range addressHashes {
		out[i] = known[string(hash)]
	}
	return out, nil
}

// Record suppresses an address of which a mail came back for good, or whose
// owner complained.
func (s *Suppressions) Record(ctx context.Context, addressHash []byte, e Event) error {
	switch e {
	case HardBounce:
		return s.Add(s.DB.Gorm.WithContext(ctx), addressHash, Bounce)
	case Complained:
		return s.Add(s.DB.Gorm.WithContext(ctx), addressHash, Complaint)
	}
	return nil
}

// Bounced suppresses an address that the mail server refused permanently.
func (s *Suppressions) Bounced(ctx context.Context, address string) error {
	return s.Record(ctx, s.Secret.AddressHash(address), HardBounce)
}
