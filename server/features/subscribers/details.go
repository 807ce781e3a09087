package subscribers

import (
	"context"
	"fmt"
	"time"

	"thriftwell/db"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/vault"
)

// Details are the personal data shown to the owner of a link that was emailed
// on request. Other emails may have been forwarded, so their links don't show
// it.
type Details struct {
	FirstName string   `json:"firstName"`
	LastName  string   `json:"lastName"`
	Address   string   `json:"address"`
	Phone     string   `json:"phone"`
	Agreed    []Agreed `json:"agreed"`
}

// Agreed is an entry of the ledger as shown to its owner.
type Agreed struct {
	Channel   string    `json:"channel"`
	Action    string    `json:"action"`
	CreatedAt time.Time `json:"at"`
	Wording   string    `json:"wording"`
}

// Correction changes a profile. Omitted fields keep their value; an empty phone
// number removes it.
type Correction struct {
	FirstName *string `json:"firstName"`
	LastName  *string `json:"lastName"`
	Address   *string `json:"address"`
	Phone     *string `json:"phone"`
}

// check validates the correction and normalizes its fields.
func (x *Correction) check(c *form.Checker) {
	line := func(field string, value *string, missing string, most int) {
		if value != nil {
			*value = c.Line(field, *value, missing, most)
		}
	}
	line("firstName", x.FirstName, form.FirstNameMissing, form.MaxName)
	line("lastName", x.LastName, form.LastNameMissing, form.MaxName)
	line("address", x.Address, form.AddressMissing, form.MaxAddress)
	if x.Phone != nil {
		*x.Phone = c.Phone("phone", *x.Phone, false)
	}
}

// details returns a subscriber's data.
func (s *Store) details(ctx context.Context, p person) (*Details, error) {
	agreed := []Agreed{}
	err := s.DB.Gorm.WithContext(ctx).Raw("SELECT channel, action, created_at, wording FROM consents WHERE subscriber_id = ? ORDER BY id DESC", p.ID).Scan(&agreed).Error
	if err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	return &Details{p.FirstName, p.LastName, p.Address, p.Phone, agreed}, nil
}

// correct stores a correction and returns the updated person. A new phone
// number, or none, ends the consent to texts, since it was for the old number.
func (s *Store) correct(tx db.Tx, p person, x Correction, v Visit) (person, error) {
	before := p
	set := func(field *string, value *string) {
		if value != nil {
			*field = *value
		}
	}
	set(&p.FirstName, x.FirstName)
	set(&p.LastName, x.LastName)
	set(&p.Address, x.Address)
	set(&p.Phone, x.Phone)
	if p.profile == before.profile {
		return p, nil
	}
	if p.Phone != before.Phone && p.SMSAllowed {
		if _, err := s.end(tx, before, v, channelSMS); err != nil {
			return p, err
		}
		p.SMSAllowed = false
	}
	return p, s.saveProfile(tx, p)
}

// saveProfile stores a changed profile.
func (s *Store) saveProfile(tx db.Tx, p person) error {
	sealed, err := vault.SealJSON(p.key, p.profile, aboutProfile(p.ID))
	if err != nil {
		return err
	}
	hash := s.phoneHash(p.Phone)
	// A new number must confirm before it gets texts.
	err = tx.Exec(`UPDATE subscribers SET profile = ?, phone_hash = ?, profile_erased_at = NULL,
			texts_asked_at = CASE WHEN phone_hash = ? THEN texts_asked_at END, texts_confirmed_at = CASE WHEN phone_hash = ? THEN texts_confirmed_at END
		WHERE id = ?`, sealed, hash, hash, hash, p.ID).Error
	if err != nil {
		return fmt.Errorf("save a profile: %w", err)
	}
	return nil
}
