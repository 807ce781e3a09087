package subscribers

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"thriftwell/db"
	"thriftwell/server/platform/vault"
)

// signUp stores a new subscriber and the consents, enqueues the first email,
// and returns the new id. If the address is known, it only enqueues the job,
// with an unused id. A signup that was set aside is replaced.
func (s *Store) signUp(ctx context.Context, p profile, entries []entry, v Visit) (id uuid.UUID, isNew bool, err error) {
	state := stateActive
	if s.DoubleOptIn {
		state = statePending
	}
	hash := s.Secret.AddressHash(p.Email)
	err = s.DB.Transaction(ctx, func(tx db.Tx) error {
		if err := s.dropSetAside(tx, hash); err != nil {
			return err
		}
		if id, isNew, err = s.insert(tx, p, state, entries, v); err != nil {
			return err
		}
		return tx.Enqueue(SignupEmail{SubscriberID: id, AddressHash: hash}, nil)
	})
	return id, isNew, err
}

// Source of a signup that was set aside, in the evidence. Visitors can't send
// this name.
const (
	sourceForm = "form"
	trapped    = "hidden field filled in"
)

// setAside stores a signup that looks like a robot's, without sending email.
// Staff can send the link to confirm.
func (s *Store) setAside(ctx context.Context, p profile, wording string, v Visit) error {
	v.Source[sourceForm] = trapped
	consent := entry{channelEmail, granted, s.Seller.agreed(wording, channelEmail)}
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		_, _, err := s.insert(tx, p, statePending, []entry{consent}, v)
		return err
	})
}

// withoutLink selects unconfirmed signups to which no link was sent after the
// first email.
const withoutLink = "state = 'pending' AND signup_mailed_at IS NULL AND link_mailed_at IS NULL AND monthly_mailed_at IS NULL"

// dropSetAside deletes an address's signup if it was set aside and its link was
// never sent. Anyone may have made it, so the owner must not confirm its data.
// Only the evidence distinguishes it from an ordinary unconfirmed signup. The
// statements are the same for every address.
func (s *Store) dropSetAside(tx db.Tx, addressHash []byte) error {
	var found []struct {
		ID        uuid.UUID
		SealedKey []byte
		Evidence  []byte // of the first consent
	}
	err := tx.Raw(`SELECT s.id, s.sealed_key, c.evidence FROM subscribers s JOIN consents c ON c.subscriber_id = s.id
		WHERE s.address_hash = ? AND `+withoutLink+` ORDER BY c.id LIMIT 1`, addressHash).Scan(&found).Error
	if err != nil {
		return fmt.Errorf("find a held signup: %w", err)
	}
	id := uuid.Nil
	for _, r := range found {
		var e evidence
		key, err := s.Keys.OpenKey(r.SealedKey, aboutKey(r.ID))
		if err == nil && vault.OpenJSON(key, r.Evidence, aboutEvidence(r.ID), &e) == nil && e.Source[sourceForm] == trapped {
			id = r.ID
		}
	}
	if err := tx.Exec("DELETE FROM subscribers WHERE id = ? AND "+withoutLink, id).Error; err != nil {
		return fmt.Errorf("delete a held signup: %w", err)
	}
	return nil
}

// insert stores a new subscriber and the consents, or nothing if the address is
// known.
func (s *Store) insert(tx db.Tx, p profile, state string, entries []entry, v Visit) (id uuid.UUID, isNew bool, err error) {
	id, key := newID(), vault.NewKey()
	sealed, err := vault.SealJSON(key, p, aboutProfile(id))
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
		return id, false, fmt.Errorf("save a subscriber: %w", kept.Error)
	}
	isNew = kept.RowsAffected == 1
	for _, e := range entries {
		if err := writeEntry(tx, person{r, p, key}, e, v, isNew); err != nil {
			return id, false, err
		}
	}
	return id, isNew, nil
}
