package subscribers

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"thriftwell/db"
	"thriftwell/server/platform/vault"
)

// signUp stores a new subscriber, the consents and the job of the first mail in
// one transaction and returns the new person's id. If the address is known, it
// stores the job alone, and nobody has that id.
func (s *Store) signUp(ctx context.Context, p profile, entries []entry, v Visit) (id uuid.UUID, isNew bool, err error) {
	state := stateActive
	if s.DoubleOptIn {
		state = statePending
	}
	hash := s.Secret.AddressHash(p.Email)
	err = s.DB.Transaction(ctx, func(tx db.Tx) error {
		if id, isNew, err = s.insert(tx, p, state, entries, v); err != nil {
			return err
		}
		return tx.Enqueue(SignupMail{SubscriberID: id, AddressHash: hash}, nil)
	})
	return id, isNew, err
}

// setAside stores a signup that looks like a robot's, mails nobody and leaves
// it to staff to send the link by which the person confirms.
func (s *Store) setAside(ctx context.Context, p profile, wording string, v Visit) error {
	v.Source["form"] = "hidden field filled in"
	consent := entry{channelEmail, given, s.Seller.agreed(wording, channelEmail)}
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		_, _, err := s.insert(tx, p, statePending, []entry{consent}, v)
		return err
	})
}

// insert stores a new subscriber and the consents. If the address is known, it
// stores nothing.
func (s *Store) insert(tx db.Tx, p profile, state string, entries []entry, v Visit) (id uuid.UUID, isNew bool, err error) {
	id, key := newID(), vault.NewKey()
	sealed, err := sealJSON(key, p, aboutProfile(id))
	if err != nil {
		return id, false, err
	}
	r := record{
		ID: id, AddressHash: s.Secret.AddressHash(p.Email), PhoneHash: s.phoneHash(p.Phone), SealedKey: s.Keys.SealKey(key, aboutKey(id)), Profile: sealed,
		State: state, SMSAllowed: len(entries) > 1, Source: strings.ToLower(strings.TrimSpace(v.Source["utm_source"])),
	}
	kept := tx.Exec(`INSERT INTO subscribers (id, address_hash, phone_hash, sealed_key, profile, state, sms_allowed, source)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (address_hash) DO NOTHING`,
		r.ID, r.AddressHash, r.PhoneHash, r.SealedKey, r.Profile, r.State, r.SMSAllowed, r.Source)
	if kept.Error != nil {
		return id, false, fmt.Errorf("keep a subscriber: %w", kept.Error)
	}
	isNew = kept.RowsAffected == 1
	for _, e := range entries {
		if err := enter(tx, person{r, p, key}, e, v, isNew); err != nil {
			return id, false, err
		}
	}
	return id, isNew, nil
}
