package subscribers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"thriftwell/db"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/vault"
)

// unsubscribeByID stops email and texts to a subscriber, if they still exist.
func (s *Store) unsubscribeByID(ctx context.Context, id uuid.UUID, v Visit) error {
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		p, err := s.find(tx, "id = ?", id)
		if err != nil || !p.known() {
			return err
		}
		_, err = s.withdraw(tx, p, v, channelEmail, channelSMS)
		return err
	})
}

// withdraw stops channels for a subscriber and returns those that were on. If
// others share the phone number, it stops texts to the number, since a text
// can't reach only one of them.
func (s *Store) withdraw(tx db.Tx, p person, v Visit, channels ...string) (ended []string, err error) {
	ended, err = s.end(tx, p, v, channels...)
	if err != nil || !slices.Contains(ended, channelSMS) || p.Phone == "" {
		return ended, err
	}
	shared, err := s.isShared(tx, p)
	if err == nil && shared {
		err = s.Stops.Add(tx.DB, p.Phone)
	}
	return ended, err
}

// isShared reports whether another subscriber agreed to texts at p's number,
// confirmed or not.
func (s *Store) isShared(tx db.Tx, p person) (shared bool, err error) {
	err = tx.Raw("SELECT EXISTS (SELECT FROM subscribers WHERE id <> ? AND sms_allowed AND phone_hash = ?)", p.ID, s.phoneHash(p.Phone)).Scan(&shared).Error
	return shared, err
}

// end stops channels for one subscriber, and returns those that were on. It
// adds ledger entries and enqueues a receipt.
func (s *Store) end(tx db.Tx, p person, v Visit, channels ...string) (ended []string, err error) {
	state, texts, left := p.State, p.SMSAllowed, p.LeftAt
	if slices.Contains(channels, channelEmail) {
		if err := s.Suppressions.Add(tx.DB, p.AddressHash, mail.Unsubscribed); err != nil {
			return nil, err
		}
		left = &v.At
		if state != stateUnsubscribed {
			state, ended = stateUnsubscribed, append(ended, channelEmail)
		}
	}
	if slices.Contains(channels, channelSMS) && texts {
		texts, ended = false, append(ended, channelSMS)
		if state == stateUnsubscribed {
			left = &v.At // the last channel ends now
		}
	}
	if err := tx.Exec("UPDATE subscribers SET state = @state, sms_allowed = @texts, left_at = @left, engaged_on = CASE @state WHEN 'active' THEN engaged_on END WHERE id = @id",
		map[string]any{"state": state, "texts": texts, "left": left, "id": p.ID}).Error; err != nil {
		return nil, fmt.Errorf("unsubscribe: %w", err)
	}
	lines := ended
	if v.Means != "" && slices.Contains(channels, channelEmail) && !slices.Contains(ended, channelEmail) {
		lines = append(slices.Clone(ended), channelEmail) // record a revocation even if the channel was off
	}
	if v.Means != "" && v.Means != byText && slices.Contains(channels, channelSMS) && !slices.Contains(ended, channelSMS) {
		byTextBefore, err := agreedToTexts(tx, p)
		if err != nil {
			return nil, err
		}
		if byTextBefore {
			lines = append(slices.Clone(lines), channelSMS) // likewise, so that START doesn't undo it
		}
	}
	for _, channel := range lines {
		if err := writeEntry(tx, p, entry{channel, withdrawn, withdrawal(channel)}, v, true); err != nil {
			return nil, err
		}
	}
	if len(ended) == 0 {
		return nil, nil
	}
	return ended, tx.Enqueue(ReceiptEmail{SubscriberID: p.ID, Ended: ended, Unseen: v.Means != ""}, nil)
}

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

// AuditKind is the kind of revocations in the audit log.
const AuditKind = "revocation"

// Means is how a revocation reached staff.
type Means string

// The means of a Revocation.
const (
	ByPhone   Means = "phone"
	ByMessage Means = "message"

	byText Means = "text" // by the person; staff can't record it
)

// Revocation is a request to stop, made to staff: everything to an email
// address, or calls and texts to a phone number.
type Revocation struct {
	Email string `json:"email"`
	Phone string `json:"phone"`
	Means Means  `json:"means"`
}

// Revoked is the result of a revocation.
type Revoked struct {
	People int      `json:"people"` // with this address or number
	Ended  []string `json:"ended"`  // channels that were on
}

// Check validates a revocation and normalizes its address or number.
func (r *Revocation) Check() error {
	var c form.Checker
	switch {
	case r.Phone == "" || r.Email != "":
		r.Email = c.Email("email", r.Email)
		if r.Phone != "" {
			c.Wrong("phone", "Enter an email address or a phone number, not both.")
		}
	default:
		r.Phone = c.AnyPhone("phone", r.Phone)
	}
	if r.Means != ByPhone && r.Means != ByMessage {
		c.Wrong("means", "Choose phone or message.")
	}
	return c.Err()
}

// Revoke records a revocation, with an audit log entry for each person
// concerned. It suppresses an address even if it has no subscriber.
func (s *Store) Revoke(ctx context.Context, by session.Actor, r Revocation) (Revoked, error) {
	if err := r.Check(); err != nil {
		return Revoked{}, err
	}
	out := Revoked{Ended: []string{}}
	v := Visit{At: time.Now(), Page: "recorded by staff", Means: r.Means}
	err := s.DB.Transaction(ctx, func(tx db.Tx) error {
		people, channels, err := s.revoking(tx, r)
		if err != nil {
			return err
		}
		for _, p := range people {
			ended, err := s.withdraw(tx, p, v, channels...)
			if err != nil {
				return err
			}
			out.People++
			out.Ended = append(out.Ended, ended...)
			if err := audit.Write(tx.DB, by, revocationOf(p.ID, r.Means, ended)); err != nil {
				return err
			}
		}
		if out.People == 0 {
			return audit.Write(tx.DB, by, revocationOf("nobody", r.Means, nil))
		}
		return nil
	})
	slices.Sort(out.Ended)
	out.Ended = slices.Compact(out.Ended)
	if err != nil {
		return Revoked{}, fmt.Errorf("record a revocation: %w", err)
	}
	return out, nil
}

func revocationOf(id any, means Means, ended []string) audit.Entry {
	return audit.Entry{Action: audit.Create, Kind: AuditKind, ID: id, After: map[string]any{"means": means, "ended": append([]string{}, ended...)}}
}

// revoking returns the people concerned, locked, and the channels to stop.
func (s *Store) revoking(tx db.Tx, r Revocation) (people []person, channels []string, err error) {
	if r.Phone != "" {
		// Also those who said stop: a later START must not turn their texts on again.
		if people, err = s.agreedAt(tx, r.Phone); err != nil {
			return nil, nil, err
		}
		return people, []string{channelSMS}, s.Stops.Add(tx.DB, r.Phone)
	}
	hash := s.Secret.AddressHash(r.Email)
	if err := s.Suppressions.Add(tx.DB, hash, mail.Unsubscribed); err != nil {
		return nil, nil, err
	}
	p, err := s.find(tx, "address_hash = ?", hash)
	if err == nil && p.known() {
		people = []person{p}
	}
	return people, []string{channelEmail, channelSMS}, err
}
