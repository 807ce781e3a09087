package subscribers

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"thriftwell/db"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/vault"
)

// Queue is for jobs that record consents and withdrawals, so that they don't
// wait behind emails.
const Queue = "consents"

// PhoneGiven is the job that adds a phone number to a recent signup.
type PhoneGiven struct {
	SubscriberID uuid.UUID `json:"subscriberId"` // unused if the address was known
	AddressHash  []byte    `json:"addressHash"`
	Errand       []byte    `json:"errand"`
}

// Kind returns the name of the job.
func (PhoneGiven) Kind() string { return "subscribers.phone_given" }

// InsertOpts returns the job's queue.
func (PhoneGiven) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: Queue} }

// Leaving is the job that completes unsubscribing by form.
type Leaving struct {
	AddressHash []byte `json:"addressHash"`
	Errand      []byte `json:"errand"`
}

// Kind returns the name of the job.
func (Leaving) Kind() string { return "subscribers.leaving" }

// InsertOpts returns the job's queue.
func (Leaving) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: Queue} }

// request is what a visitor asked for, stored encrypted in a job. Handlers
// can't do it themselves: they must not look up whether the address is known.
type request struct {
	Phone   string // number to add, E.164
	Texts   bool   // agreed to texts
	Wording string // version of the consent to texts
	Visit   Visit
	At      time.Time // of Visit, whose JSON omits it
	Page    string    // likewise
}

const aboutRequest = "errand"

func (s *Store) seal(e request) ([]byte, error) {
	e.At, e.Page = e.Visit.At, e.Visit.Page
	return vault.SealJSON(s.Keys, e, aboutRequest)
}

func (s *Store) openRequest(sealed []byte) (e request, err error) {
	err = vault.OpenJSON(s.Keys, sealed, aboutRequest, &e)
	e.Visit.At, e.Visit.Page = e.At, e.Page
	return e, err
}

// addPhone enqueues a phone number for the signup that t was made for. It
// reports false, and does nothing, if t has been used.
func (s *Store) addPhone(ctx context.Context, t token, hash []byte, e request) (first bool, err error) {
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
		err = fmt.Errorf("add a phone number: %w", err)
	}
	return first, err
}

// FinishPhone works the job PhoneGiven: it adds the phone number and the consent
// to texts to the subscriber, if the signup made one. If the person has
// unsubscribed since, the signup counts as a new one.
func (s *Store) FinishPhone(ctx context.Context, job *river.Job[PhoneGiven]) error {
	e, err := s.openRequest(job.Args.Errand)
	if err != nil {
		return err
	}
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		p, err := s.find(tx, "id = ? AND address_hash = ?", job.Args.SubscriberID, job.Args.AddressHash)
		if err != nil || !p.known() {
			return err
		}
		if p.State == stateUnsubscribed {
			return tx.Enqueue(SignupEmail{SubscriberID: newID(), AddressHash: job.Args.AddressHash}, nil)
		}
		if e.Phone == "" || p.Phone == e.Phone && p.SMSAllowed == e.Texts {
			return nil // no number, or the job ran before
		}
		p.Phone = e.Phone
		if err := s.saveProfile(tx, p); err != nil {
			return err
		}
		if err := tx.Exec("UPDATE subscribers SET sms_allowed = ? WHERE id = ?", e.Texts, p.ID).Error; err != nil {
			return fmt.Errorf("save a phone number: %w", err)
		}
		return writeEntry(tx, p, entry{channelSMS, granted, s.Seller.agreed(e.Wording, channelSMS)}, e.Visit, e.Texts)
	})
}

// unsubscribe stops email to an address, known or not. A job does the rest for
// a known one, such as stopping texts.
func (s *Store) unsubscribe(ctx context.Context, hash []byte, v Visit) error {
	sealed, err := s.seal(request{Visit: v})
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

// FinishLeaving works the job Leaving: it stops email and texts to the subscriber
// with the address, if any. It doesn't stop email if the person has come back
// since.
func (s *Store) FinishLeaving(ctx context.Context, job *river.Job[Leaving]) error {
	e, err := s.openRequest(job.Args.Errand)
	if err != nil {
		return err
	}
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		p, err := s.find(tx, "address_hash = ?", job.Args.AddressHash)
		if err != nil || !p.known() {
			return err
		}
		reason, err := s.Suppressions.Reason(ctx, job.Args.AddressHash)
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

// SweepTokens deletes expired spent tokens.
func (s *Store) SweepTokens(ctx context.Context) error {
	return s.DB.Gorm.WithContext(ctx).Exec("DELETE FROM spent_tokens WHERE until < now()").Error
}

// askForLink enqueues the email with a link: to change preferences, or to get
// one email a month.
func (s *Store) askForLink(ctx context.Context, hash []byte, monthly bool) error {
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		return tx.Enqueue(LinkEmail{AddressHash: hash, Monthly: monthly}, nil)
	})
}
