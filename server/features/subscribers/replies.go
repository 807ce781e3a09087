package subscribers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"thriftwell/db"
	"thriftwell/server/platform/vault"
)

// StopTexts stops calls and texts to a number that replied STOP, until it
// replies START.
func (s *Store) StopTexts(ctx context.Context, number, said string) error {
	v := Visit{At: time.Now(), Page: textReply, Means: byText, Said: truncate(said)}
	err := s.DB.Transaction(ctx, func(tx db.Tx) error {
		people, err := s.agreedAt(tx, number)
		if err != nil {
			return err
		}
		// Lock the people before the number, in the same order as withdraw.
		if err := s.Stops.Add(tx.DB, number); err != nil {
			return err
		}
		for _, p := range people {
			if _, err := s.end(tx, p, v, channelSMS); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		err = fmt.Errorf("end the texts to a number: %w", err)
	}
	return err
}

// TextsStopped reports whether a number replied STOP, and not START since.
func (s *Store) TextsStopped(ctx context.Context, number string) (bool, error) {
	return s.Stops.Has(s.DB.Gorm.WithContext(ctx), number)
}

// StartTexts turns on texts to a number that replied YES or START, for
// subscribers who agreed to texts at this number or who stopped them by text.
// It returns how many.
func (s *Store) StartTexts(ctx context.Context, number, said string) (people int, err error) {
	v := Visit{At: time.Now(), Page: textReply, Means: byText, Said: truncate(said)}
	err = s.DB.Transaction(ctx, func(tx db.Tx) error {
		stopped, err := s.Stops.Has(tx.DB, number)
		if err != nil {
			return err
		}
		agreed, err := s.agreedAt(tx, number)
		if err != nil {
			return err
		}
		people = len(agreed)
		if err := s.Stops.End(tx.DB, number); err != nil {
			return err
		}
		for _, p := range agreed {
			if p.SMSAllowed && p.TextsConfirmed != nil && !stopped {
				continue // confirmed before
			}
			if err := tx.Exec("UPDATE subscribers SET sms_allowed = true, texts_confirmed_at = ? WHERE id = ?", v.At, p.ID).Error; err != nil {
				return err
			}
			if err := writeEntry(tx, p, entry{channelSMS, granted, replied()}, v, true); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		err = fmt.Errorf("let texts go to a number: %w", err)
	}
	return people, err
}

// agreedAt returns the subscribers, locked, who agreed to texts at a number, and
// have withdrawn that by text at most.
func (s *Store) agreedAt(tx db.Tx, number string) (people []person, err error) {
	var rows []record
	err = tx.Raw("SELECT * FROM subscribers WHERE phone_hash = ? ORDER BY id FOR UPDATE", s.phoneHash(number)).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("find a phone number: %w", err)
	}
	for _, p := range s.readable(tx.Statement.Context, rows) {
		agreed, err := agreedToTexts(tx, p)
		if err != nil {
			return nil, err
		}
		if agreed {
			people = append(people, p)
		}
	}
	return people, nil
}

// agreedToTexts reports whether a subscriber agreed to texts, and has withdrawn
// that by text at most.
func agreedToTexts(tx db.Tx, p person) (bool, error) {
	if p.SMSAllowed {
		return true, nil
	}
	var byText bool
	err := tx.Raw("SELECT action = ? AND page = ? FROM consents WHERE subscriber_id = ? AND channel = ? ORDER BY id DESC LIMIT 1", withdrawn, textReply, p.ID, channelSMS).Scan(&byText).Error
	return byText, err
}

// Texted returns the phone number and postal address of a subscriber, or "" if
// there is none. One who can't be decrypted is logged and counts as unknown, so
// that others get their texts.
func (s *Store) Texted(ctx context.Context, id uuid.UUID) (number, address string, err error) {
	p, err := s.look(ctx, "id = ?", id)
	if errors.Is(err, vault.ErrUnreadable) {
		slog.ErrorContext(ctx, "skipped texting a subscriber that can't be decrypted", "id", id, "error", err)
		return "", "", nil
	}
	return p.Phone, p.Address, err
}
