package contact

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"thriftwell/db"
	"thriftwell/server/platform/vault"
)

// Store keeps messages, sealed.
type Store struct {
	DB     *db.DB
	Keys   *vault.Keys
	Secret vault.Secret
}

// Kept is a message as it is read.
type Kept struct {
	Message
	CreatedAt time.Time `json:"at"`
}

type record struct {
	ID        uuid.UUID
	Letter    []byte
	CreatedAt time.Time
}

func about(id uuid.UUID) string { return "message " + id.String() }

// keep stores m and the jobs of its two mails, all or none.
func (s *Store) keep(ctx context.Context, m Message) error {
	id := uuid.Must(uuid.NewV7())
	plain, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		err := tx.Exec("INSERT INTO contact_messages (id, address_hash, inquiry_type, letter) VALUES (?, ?, ?, ?)",
			id, s.Secret.AddressHash(m.Email), m.InquiryType, s.Keys.Seal(plain, about(id))).Error
		if err != nil {
			return fmt.Errorf("keep a message: %w", err)
		}
		if err := tx.Enqueue(ForwardMail{MessageID: id}, nil); err != nil {
			return err
		}
		return tx.Enqueue(ReceiptMail{MessageID: id}, nil)
	})
}

// get gives one message; found is false when it was erased meanwhile.
func (s *Store) get(ctx context.Context, id uuid.UUID) (m Kept, found bool, err error) {
	all, err := s.list(ctx, "id = ?", id)
	if err != nil || len(all) == 0 {
		return Kept{}, false, err
	}
	return all[0], true, nil
}

func (s *Store) list(ctx context.Context, where string, arg any) ([]Kept, error) {
	var rows []record
	err := s.DB.Gorm.WithContext(ctx).Raw("SELECT id, letter, created_at FROM contact_messages WHERE "+where+" ORDER BY id", arg).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read messages: %w", err)
	}
	out := []Kept{}
	for _, r := range rows {
		plain, err := s.Keys.Open(r.Letter, about(r.ID))
		if err != nil {
			return nil, fmt.Errorf("open the %s: %w", about(r.ID), err)
		}
		k := Kept{CreatedAt: r.CreatedAt}
		if err := json.Unmarshal(plain, &k.Message); err != nil {
			return nil, fmt.Errorf("read the %s: %w", about(r.ID), err)
		}
		out = append(out, k)
	}
	return out, nil
}

// Of gives every message from an address, oldest first.
func (s *Store) Of(ctx context.Context, email string) ([]Kept, error) {
	return s.list(ctx, "address_hash = ?", s.Secret.AddressHash(email))
}

// Erase deletes the messages from an address that came until a moment.
func (s *Store) Erase(ctx context.Context, addressHash []byte, until time.Time) error {
	err := s.DB.Gorm.WithContext(ctx).Exec("DELETE FROM contact_messages WHERE address_hash = ? AND created_at <= ?", addressHash, until).Error
	if err != nil {
		return fmt.Errorf("erase messages: %w", err)
	}
	return nil
}

// Reseal seals every message under the first key that an older one sealed.
func (s *Store) Reseal(ctx context.Context) (int, error) {
	return s.Keys.ResealColumn(ctx, s.DB.Pool, "contact_messages", "letter", about)
}
