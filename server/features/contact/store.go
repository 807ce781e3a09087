package contact

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/vault"
)

// Store stores messages, encrypted.
type Store struct {
	DB     *db.DB
	Keys   *vault.Keys
	Secret vault.Secret
}

// Kept is a stored message.
type Kept struct {
	Message
	Note       string     `json:"note"` // the staff's note
	CreatedAt  time.Time  `json:"at"`
	AnsweredAt *time.Time `json:"answeredAt"`
}

type record struct {
	ID         uuid.UUID
	Letter     []byte
	CreatedAt  time.Time
	AnsweredAt *time.Time
	AnsweredBy *string
	Version    int
}

// sealedMessage is the encrypted part of a message.
type sealedMessage struct {
	Message
	Note string `json:"note,omitempty"`
}

func about(id uuid.UUID) string { return "message " + id.String() }

// keep stores m and queues its emails, all or nothing: one to the inbox and, if
// receipt is set, one to the sender.
func (s *Store) keep(ctx context.Context, m Message, receipt bool) error {
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		id, err := s.insert(tx, sealedMessage{Message: m})
		if err != nil {
			return fmt.Errorf("save a message: %w", err)
		}
		if err := tx.Enqueue(ForwardEmail{MessageID: id}, nil); err != nil || !receipt {
			return err
		}
		return tx.Enqueue(ReceiptEmail{MessageID: id}, nil)
	})
}

// setAside stores a message that looks like a robot's, with a note for staff,
// and sends no emails.
func (s *Store) setAside(ctx context.Context, m Message) error {
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		_, err := s.insert(tx, sealedMessage{m, "Probably spam: a field hidden from people was filled in. We emailed nobody about this message."})
		return err
	})
}

func (s *Store) insert(tx db.Tx, l sealedMessage) (uuid.UUID, error) {
	id := uuid.Must(uuid.NewV7())
	sealed, err := vault.SealJSON(s.Keys, l, about(id))
	if err != nil {
		return id, err
	}
	err = tx.Exec("INSERT INTO contact_messages (id, address_hash, inquiry_type, letter) VALUES (?, ?, ?, ?)",
		id, s.Secret.AddressHash(l.Email), l.InquiryType, sealed).Error
	return id, err
}

// errNotFound means that a message does not exist, for example because it was
// erased meanwhile.
var errNotFound = fault.Missing("Message")

// get returns one message, or errNotFound.
func (s *Store) get(ctx context.Context, id uuid.UUID) (Kept, error) {
	all, err := s.list(s.DB.Gorm.WithContext(ctx), "id = ?", id)
	if err == nil && len(all) == 0 {
		err = errNotFound
	}
	if err != nil {
		return Kept{}, err
	}
	return all[0].Kept, nil
}

// list returns the messages that match a condition, decrypted.
func (s *Store) list(tx *gorm.DB, where string, args ...any) ([]Received, error) {
	rows, err := s.rows(tx, where, args...)
	out := []Received{}
	for _, r := range rows {
		m, err := s.open(r)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, err
}

// rows returns the messages that match a condition, encrypted.
func (s *Store) rows(tx *gorm.DB, where string, args ...any) (rows []record, err error) {
	err = tx.Raw("SELECT id, letter, created_at, answered_at, answered_by, version FROM contact_messages WHERE "+where, args...).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read messages: %w", err)
	}
	return rows, nil
}

func (s *Store) open(r record) (Received, error) {
	var l sealedMessage
	if err := vault.OpenJSON(s.Keys, r.Letter, about(r.ID), &l); err != nil {
		return Received{}, err
	}
	kept := Kept{l.Message, l.Note, r.CreatedAt, r.AnsweredAt}
	return Received{r.ID, kept, r.AnsweredBy, r.Version, kept.late()}, nil
}

// Of returns the messages from an address, oldest first.
func (s *Store) Of(ctx context.Context, email string) ([]Kept, error) {
	all, err := s.list(s.DB.Gorm.WithContext(ctx), "address_hash = ? ORDER BY id", s.Secret.AddressHash(email))
	out := []Kept{}
	for _, m := range all {
		out = append(out, m.Kept)
	}
	return out, err
}

// Erase deletes the messages that an address sent before until.
func (s *Store) Erase(ctx context.Context, addressHash []byte, until time.Time) error {
	err := s.DB.Gorm.WithContext(ctx).Exec("DELETE FROM contact_messages WHERE address_hash = ? AND created_at <= ?", addressHash, until).Error
	if err != nil {
		return fmt.Errorf("erase messages: %w", err)
	}
	return nil
}

// Reseal re-encrypts messages encrypted with older keys with the first key.
func (s *Store) Reseal(ctx context.Context) (int, error) {
	return s.Keys.ResealColumn(ctx, s.DB.Pool, "contact_messages", "letter", about)
}

// Unreadable returns the number of messages that none of the keys can decrypt.
func (s *Store) Unreadable(ctx context.Context) (int, error) {
	return s.Keys.UnreadableIn(ctx, s.DB.Pool, "contact_messages", "letter", about)
}

// Sweep deletes messages from before a time.
func (s *Store) Sweep(ctx context.Context, before time.Time) error {
	if err := s.DB.Gorm.WithContext(ctx).Exec("DELETE FROM contact_messages WHERE created_at < ?", before).Error; err != nil {
		return fmt.Errorf("delete old messages: %w", err)
	}
	return nil
}
