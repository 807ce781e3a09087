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

// StopTexts ends calls and texts to a number whose owner said so by text, and
// returns for how many people that was. The number gets none until it says
// start.
func (s *Store) StopTexts(ctx context.Context, number, said string) (people int, err error) {
	v := Visit{At: time.Now(), Page: textReply, Means: byText, Said: short(said)}
	err = s.DB.Transaction(ctx, func(tx db.Tx) error {
		found, err := s.withPhone(tx, number)
		if err != nil {
			return err
		}
		// The people are locked before the number, as where one of them leaves.
		if err := s.Stops.Add(tx.DB, number); err != nil {
			return err
		}
		people = len(found)
		for _, p := range found {
			if _, err := s.end(tx, p, v, channelSMS); err != nil {
				return err
			}
		}
		return err
	})
	if err != nil {
		err = fmt.Errorf("end the texts to a number: %w", err)
	}
	return people, err
}

// TextsStopped reports whether the owner of a number said stop by text, and no
// start since.
func (s *Store) TextsStopped(ctx context.Context, number string) (bool, error) {
	return s.Stops.Has(s.DB.Gorm.WithContext(ctx), number)
}

// StartTexts lets texts go to a number whose owner said yes or start by text:
// for those who agreed to them at this number, and for those who ended them by
// text. It returns for how many people that was.
func (s *Store) StartTexts(ctx context.Context, number, said string) (people int, err error) {
	v := Visit{At: time.Now(), Page: textReply, Means: byText, Said: short(said)}
	err = s.DB.Transaction(ctx, func(tx db.Tx) error {
		stopped, err := s.Stops.Has(tx.DB, number)
		if err != nil {
			return err
		}
		var rows []record
		if err := tx.Raw("SELECT * FROM subscribers WHERE phone_hash = ? ORDER BY id FOR UPDATE", s.phoneHash(number)).Scan(&rows).Error; err != nil {
			return err
		}
		if err := s.Stops.End(tx.DB, number); err != nil {
			return err
		}
		for _, p := range s.readable(ctx, rows) {
			agreed, err := agreedToTexts(tx, p)
			if err != nil {
				return err
			}
			if !agreed {
				continue
			}
			people++
			if p.SMSAllowed && p.TextsConfirmed != nil && !stopped {
				continue // said before
			}
			if err := tx.Exec("UPDATE subscribers SET sms_allowed = true, texts_confirmed_at = ? WHERE id = ?", v.At, p.ID).Error; err != nil {
				return err
			}
			if err := enter(tx, p, entry{channelSMS, given, replied()}, v, true); err != nil {
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

// agreedToTexts reports whether a subscriber agreed to texts, and took it back
// in no other way than by text, if at all.
func agreedToTexts(tx db.Tx, p person) (bool, error) {
	if p.SMSAllowed {
		return true, nil
	}
	var byText bool
	err := tx.Raw("SELECT action = ? AND page = ? FROM consents WHERE subscriber_id = ? AND channel = ? ORDER BY id DESC LIMIT 1", withdrawn, textReply, p.ID, channelSMS).Scan(&byText).Error
	return byText, err
}

// Texted is a subscriber as a text needs one.
type Texted struct {
	Number  string // E.164
	Address string // as it was typed
}

// Texted returns where a text to a subscriber goes, and where they live. One
// whom nobody can read is not known, and holds up no other.
func (s *Store) Texted(ctx context.Context, id uuid.UUID) (t Texted, known bool, err error) {
	p, err := s.look(ctx, "id = ?", id)
	if errors.Is(err, vault.ErrUnreadable) {
		slog.ErrorContext(ctx, "skipped texting a subscriber that can't be decrypted", "id", id, "error", err)
		return Texted{}, false, nil
	}
	return Texted{p.Phone, p.Address}, p.known() && p.Phone != "", err
}
