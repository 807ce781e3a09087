package subscribers

import (
	"context"
	"fmt"
	"slices"
	"time"

	"thriftwell/db"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
)

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

// phoneHash returns the hash stored for a number, or nil for "".
func (s *Store) phoneHash(number string) []byte {
	if number == "" {
		return nil
	}
	return s.Secret.MAC("phone", []byte(number))
}
