package subscribers

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"thriftwell/db"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
)

// providerPage is the page of a consent entry that came from the email
// provider.
const providerPage = "sender of our mail"

// Record handles an event that the email provider reported for an address,
// subscribed or not. It suppresses the address, or only counts a soft bounce.
func (s *Store) Record(ctx context.Context, addressHash []byte, e mail.Event) error {
	if e == mail.Left {
		return s.unsubscribe(ctx, addressHash, Visit{At: time.Now(), Page: providerPage})
	}
	if e != mail.SoftBounce {
		return s.Suppressions.Record(ctx, addressHash, e)
	}
	err := s.DB.Gorm.WithContext(ctx).Exec("UPDATE subscribers SET soft_bounces = soft_bounces + 1, soft_bounced_at = now() WHERE address_hash = ?", addressHash).Error
	if err != nil {
		return fmt.Errorf("count a bounce: %w", err)
	}
	return nil
}

// lift ends a suppression because of bounces or by staff. Unsubscribed
// subscribers stay unsubscribed.
func (s *Store) lift(ctx context.Context, by session.Actor, id uuid.UUID) error {
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		p, err := s.find(tx, "id = ?", id)
		if err != nil {
			return err
		}
		if !p.known() {
			return ErrNotFound
		}
		reason, err := s.Suppressions.Reason(ctx, p.AddressHash)
		if err != nil {
			return err
		}
		if reason != mail.Bounce && reason != mail.Manual {
			return fault.New(fault.Conflict, "You can only lift bounces and blocks added by staff.")
		}
		if err := s.Suppressions.End(tx.DB, p.AddressHash, reason); err != nil {
			return err
		}
		if p.State == stateUnsubscribed {
			if err := s.Suppressions.Add(tx.DB, p.AddressHash, mail.Unsubscribed); err != nil {
				return err
			}
		}
		if err := tx.Exec("UPDATE subscribers SET soft_bounces = 0, soft_bounced_at = NULL WHERE id = ?", id).Error; err != nil {
			return fmt.Errorf("lift a suppression: %w", err)
		}
		return audit.Write(tx.DB, by, audit.Entry{Action: "lift", Kind: PersonKind, ID: id, Before: map[string]any{"suppressed": reason}})
	})
}
