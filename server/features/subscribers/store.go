package subscribers

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/vault"
)

// Store keeps subscribers and the ledger of their consents.
//
// Nothing may tell a known address from an unknown one, not even the time an
// answer takes. So the writes here do the same for both: the same statements
// and a job in each transaction, and it is the job that finds out later.
type Store struct {
	DB           *db.DB
	Keys         *vault.Keys
	Secret       vault.Secret
	Suppressions *mail.Suppressions
	DoubleOptIn  bool // a signup counts only once its mail's link was followed
}

// record is a row of the table subscribers.
type record struct {
	ID           uuid.UUID
	AddressHash  []byte
	SealedKey    []byte
	Profile      []byte
	State        string
	SMSAllowed   bool `gorm:"column:sms_allowed"`
	Frequency    string
	Topics       []string `gorm:"serializer:json"`
	LinkMailedAt *time.Time
	CreatedAt    time.Time
}

func (record) TableName() string { return "subscribers" }

// person is a subscriber whose profile was opened. The zero person, with a key
// that opens nothing, stands for whom we don't know.
type person struct {
	record
	profile
	key vault.Key
}

func (p person) known() bool { return p.ID != uuid.Nil }

func aboutKey(id uuid.UUID) string      { return "key of " + id.String() }
func aboutProfile(id uuid.UUID) string  { return "profile of " + id.String() }
func aboutEvidence(id uuid.UUID) string { return "evidence of " + id.String() }

// signUp keeps a new subscriber, the consents and the job of the first mail,
// all or none, and gives the new person's id. When the address is known, it
// keeps the job alone, and nobody has that id.
func (s *Store) signUp(ctx context.Context, p profile, entries []entry, v Visit) (uuid.UUID, error) {
	id, key := newID(), vault.NewKey()
	hash := s.Secret.AddressHash(p.Email)
	sealed, err := sealJSON(key, p, aboutProfile(id))
	if err != nil {
		return id, err
	}
	r := record{
		ID: id, AddressHash: hash, SealedKey: s.Keys.SealKey(key, aboutKey(id)), Profile: sealed,
		State: stateActive, SMSAllowed: len(entries) > 1,
	}
	if s.DoubleOptIn {
		r.State = statePending
	}
	fresh := person{r, p, key}
	return id, s.DB.Transaction(ctx, func(tx db.Tx) error {
		kept := tx.Exec(`INSERT INTO subscribers (id, address_hash, sealed_key, profile, state, sms_allowed)
			VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (address_hash) DO NOTHING`,
			r.ID, r.AddressHash, r.SealedKey, r.Profile, r.State, r.SMSAllowed)
		if kept.Error != nil {
			return fmt.Errorf("keep a subscriber: %w", kept.Error)
		}
		for _, e := range entries {
			if err := enter(tx, fresh, e, v, kept.RowsAffected == 1); err != nil {
				return err
			}
		}
		return tx.Enqueue(SignupMail{SubscriberID: id, AddressHash: hash}, nil)
	})
}

// enter writes a line of the ledger when it applies. When it does not, the
// same statement writes nothing.
func enter(tx db.Tx, p person, e entry, v Visit, applies bool) error {
	destination := p.Email
	if e.channel == channelSMS {
		destination = p.Phone
	}
	sealed, err := sealJSON(p.key, evidence{destination, v}, aboutEvidence(p.ID))
	if err != nil {
		return err
	}
	err = tx.Exec(`INSERT INTO consents (subscriber_id, channel, action, wording_version, wording, page, evidence, created_at)
		SELECT ?::uuid, ?, ?, ?, ?, ?, ?::bytea, ?::timestamptz WHERE ?`,
		p.ID, e.channel, e.action, e.wording.Version, e.wording.Text, v.Page, sealed, v.At, applies).Error
	if err != nil {
		return fmt.Errorf("write the ledger: %w", err)
	}
	return nil
}

// find gives the person that a condition selects, locked until tx ends, or the
// zero person.
func (s *Store) find(tx db.Tx, where string, args ...any) (person, error) {
	return s.open(tx.Raw("SELECT * FROM subscribers WHERE "+where+" FOR UPDATE", args...))
}

// look is find outside of a transaction, without a lock.
func (s *Store) look(ctx context.Context, where string, args ...any) (person, error) {
	return s.open(s.DB.Gorm.WithContext(ctx).Raw("SELECT * FROM subscribers WHERE "+where, args...))
}

func (s *Store) open(query *gorm.DB) (person, error) {
	var rows []record
	if err := query.Scan(&rows).Error; err != nil {
		return person{}, fmt.Errorf("find a subscriber: %w", err)
	}
	if len(rows) == 0 {
		return person{key: vault.NewKey()}, nil
	}
	p := person{record: rows[0]}
	key, err := s.Keys.OpenKey(p.SealedKey, aboutKey(p.ID))
	if err != nil {
		return person{}, fmt.Errorf("open the key of %s: %w", p.ID, err)
	}
	p.key = key
	return p, openJSON(key, p.Profile, aboutProfile(p.ID), &p.profile)
}

func sealJSON(key vault.Key, v any, about string) ([]byte, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return key.Seal(plain, about), nil
}

func openJSON(key vault.Key, sealed []byte, about string, out any) error {
	plain, err := key.Open(sealed, about)
	if err != nil {
		return fmt.Errorf("open the %s: %w", about, err)
	}
	return json.Unmarshal(plain, out)
}

// unsubscribeByID ends the mail to the subscriber of a link. One that was
// erased meanwhile gets none anyway.
func (s *Store) unsubscribeByID(ctx context.Context, id uuid.UUID, v Visit) error {
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		p, err := s.find(tx, "id = ?", id)
		if err != nil || !p.known() {
			return err
		}
		return s.leave(tx, p, v)
	})
}

// leave suppresses a subscriber's address first, then notes what follows from
// it. A second time changes nothing.
func (s *Store) leave(tx db.Tx, p person, v Visit) error {
	if err := s.Suppressions.Add(tx.DB, p.AddressHash, mail.Unsubscribed); err != nil {
		return err
	}
	if p.State == stateUnsubscribed {
		return nil
	}
	if err := tx.Exec("UPDATE subscribers SET state = ? WHERE id = ?", stateUnsubscribed, p.ID).Error; err != nil {
		return fmt.Errorf("unsubscribe: %w", err)
	}
	if err := enter(tx, p, entry{channelEmail, withdrawn, withdrawal(channelEmail)}, v, true); err != nil {
		return err
	}
	return tx.Enqueue(ReceiptMail{SubscriberID: p.ID}, nil)
}

// askForLink notes that somebody wants the preferences link of an address.
func (s *Store) askForLink(ctx context.Context, hash []byte) error {
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		return tx.Enqueue(LinkMail{AddressHash: hash}, nil)
	})
}

// linkMailed notes that a link was mailed to a subscriber now.
func (s *Store) linkMailed(ctx context.Context, id uuid.UUID) error {
	return s.DB.Gorm.WithContext(ctx).Exec("UPDATE subscribers SET link_mailed_at = now() WHERE id = ?", id).Error
}

// confirm makes a pending subscriber an active one and welcomes him. It gives
// errLink when there is no such subscriber.
func (s *Store) confirm(ctx context.Context, id uuid.UUID, v Visit) error {
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		p, err := s.find(tx, "id = ?", id)
		if err != nil {
			return err
		}
		if !p.known() {
			return errLink()
		}
		if p.State != statePending {
			return nil // followed twice
		}
		if err := s.turnOn(tx, p, "", v); err != nil {
			return err
		}
		return tx.Enqueue(SignupMail{SubscriberID: id, AddressHash: p.AddressHash}, nil)
	})
}

// turnOn lets a subscriber have mail again, by a consent of this version.
func (s *Store) turnOn(tx db.Tx, p person, version string, v Visit) error {
	if err := s.Suppressions.Lift(tx.DB, p.AddressHash); err != nil {
		return err
	}
	if err := tx.Exec("UPDATE subscribers SET state = ? WHERE id = ?", stateActive, p.ID).Error; err != nil {
		return err
	}
	return enter(tx, p, entry{channelEmail, given, wordingOf(version, channelEmail)}, v, true)
}

// SweepTokens forgets the spent tokens whose time is over anyway.
func (s *Store) SweepTokens(ctx context.Context) error {
	return s.DB.Gorm.WithContext(ctx).Exec("DELETE FROM spent_tokens WHERE until < now()").Error
}
