package subscribers

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"thriftwell/db"
	"thriftwell/server/platform/mail"
)

// errand is what a job is to do for somebody whom the handler must not look
// up. It travels sealed under DATA_KEYS.
type errand struct {
	Phone   string // to add, E.164
	Texts   bool   // were agreed to
	Wording string // version of what was agreed to
	Visit   Visit
	At      time.Time // Visit's, which its own JSON leaves out
	Page    string    // likewise
}

const aboutErrand = "errand"

func (s *Store) seal(e errand) ([]byte, error) {
	e.At, e.Page = e.Visit.At, e.Visit.Page
	plain, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	return s.Keys.Seal(plain, aboutErrand), nil
}

func (s *Store) openErrand(sealed []byte) (e errand, err error) {
	plain, err := s.Keys.Open(sealed, aboutErrand)
	if err != nil {
		return e, fmt.Errorf("open an errand: %w", err)
	}
	err = json.Unmarshal(plain, &e)
	e.Visit.At, e.Visit.Page = e.At, e.Page
	return e, err
}

// addPhone takes down the phone number for the signup that t was made for. It
// reports false, and does nothing, when t was used before.
func (s *Store) addPhone(ctx context.Context, t token, hash []byte, e errand) (first bool, err error) {
	sealed, err := s.seal(e)
	if err != nil {
		return false, err
	}
	err = s.DB.Transaction(ctx, func(tx db.Tx) error {
		spent := tx.Exec("INSERT INTO spent_tokens (until, token) VALUES (?, ?) ON CONFLICT DO NOTHING", time.Unix(t.expires, 0), t.body())
		if first = spent.RowsAffected == 1; spent.Error != nil || !first {
			return spent.Error
		}
		return tx.Enqueue(PhoneGiven{SubscriberID: t.subscriber, AddressHash: hash, Errand: sealed}, nil)
	})
	if err != nil {
		err = fmt.Errorf("remove a phone number: %w", err)
	}
	return first, err
}

// finishPhone adds the phone number, and the consent to texts, to the
// subscriber, if there is one. Who left meanwhile has signed up again.
func (s *Store) finishPhone(ctx context.Context, job PhoneGiven) error {
	e, err := s.openErrand(job.Errand)
	if err != nil {
		return err
	}
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		p, err := s.find(tx, "id = ? AND address_hash = ?", job.SubscriberID, job.AddressHash)
		if err != nil || !p.known() {
			return err
		}
		if p.State == stateUnsubscribed {
			return tx.Enqueue(SignupMail{SubscriberID: newID(), AddressHash: job.AddressHash}, nil)
		}
		if e.Phone == "" || p.Phone == e.Phone && p.SMSAllowed == e.Texts {
			return nil // none given, or done before
		}
		p.Phone = e.Phone
		if err := s.keepProfile(tx, p); err != nil {
			return err
		}
		if err := tx.Exec("UPDATE subscribers SET sms_allowed = ? WHERE id = ?", e.Texts, p.ID).Error; err != nil {
			return fmt.Errorf("save a phone number: %w", err)
		}
		return enter(tx, p, entry{channelSMS, given, s.Seller.agreed(e.Wording, channelSMS)}, e.Visit, e.Texts)
	})
}

// unsubscribe ends the mail to an address, known or not. What follows from it
// for a known one, such as the end of texts, is left to the job.
func (s *Store) unsubscribe(ctx context.Context, hash []byte, v Visit) error {
	sealed, err := s.seal(errand{Visit: v})
	if err != nil {
		return err
	}
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		if err := s.Suppressions.Add(tx.DB, hash, mail.Unsubscribed); err != nil {
			return err
		}
		return tx.Enqueue(Leaving{AddressHash: hash, Errand: sealed}, nil)
	})
}

// finishLeaving ends mail and texts to the subscriber, if there is one. Who
// came back meanwhile keeps the mail.
func (s *Store) finishLeaving(ctx context.Context, job Leaving) error {
	e, err := s.openErrand(job.Errand)
	if err != nil {
		return err
	}
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		p, err := s.find(tx, "address_hash = ?", job.AddressHash)
		if err != nil || !p.known() {
			return err
		}
		reason, err := s.Suppressions.Reason(ctx, job.AddressHash)
		if err != nil {
			return err
		}
		channels := []string{channelSMS, channelEmail}
		if reason == mail.NotSuppressed {
			channels = channels[:1]
		}
		_, err = s.withdraw(tx, p, e.Visit, channels...)
		return err
	})
}
