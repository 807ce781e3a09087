package subscribers

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"thriftwell/db"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/keyset"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
)

// PersonKind is the kind of subscribers in the audit log.
const PersonKind = "subscriber"

// Listed is a subscriber in the list for staff.
type Listed struct {
	ID         uuid.UUID  `json:"id"`
	Email      string     `json:"email"`
	FirstName  string     `json:"firstName"`
	LastName   string     `json:"lastName"`
	State      string     `json:"state"`
	Suppressed string     `json:"suppressed"` // the reason; "" if the address isn't suppressed
	SMSAllowed bool       `json:"smsAllowed"`
	CreatedAt  time.Time  `json:"createdAt"`
	LeftAt     *time.Time `json:"leftAt"`
}

// Shown is a subscriber for staff. It omits the postal address, the date of
// birth and the gender, which nobody needs to answer a question.
type Shown struct {
	Listed
	Phone        string     `json:"phone"`
	Frequency    string     `json:"frequency"`
	Topics       []string   `json:"topics"`
	LinkMailedAt *time.Time `json:"linkMailedAt"`
	SuppressedAt *time.Time `json:"suppressedAt"`
	// SoftBounces is the number of soft bounces.
	SoftBounces   int        `json:"softBounces"`
	SoftBouncedAt *time.Time `json:"softBouncedAt"`
	Consents      []Consent  `json:"consents"`
}

// part selects a page of subscribers: with one state or any, with one email
// address or any, and older than one subscriber.
type part struct {
	state, email string
	keyset.Part
}

// part returns a page of subscribers, newest first, and the next page's start,
// uuid.Nil after the last. It decrypts only profiles on the page, and skips
// those it can't decrypt.
func (s *Store) part(ctx context.Context, p part) (people []Listed, next uuid.UUID, err error) {
	where, args := "true", []any{}
	switch p.state {
	case "":
	case stateBounced:
		where, args = where+" AND s.address_hash IN (SELECT address_hash FROM suppressions WHERE reason = ?)", append(args, mail.Bounce)
	case stateComplained:
		where, args = where+" AND s.address_hash IN (SELECT address_hash FROM suppressions WHERE reason = ?)", append(args, mail.Complaint)
	default:
		where, args = where+" AND state = ?", append(args, p.state)
	}
	if p.email != "" {
		where, args = where+" AND s.address_hash = ?", append(args, s.Secret.AddressHash(p.email))
	}
	if p.Before != uuid.Nil {
		where, args = where+" AND id < ?", append(args, p.Before)
	}
	var rows []struct {
		Record     record `gorm:"embedded"`
		Suppressed string
	}
	err = s.DB.Gorm.WithContext(ctx).Raw(`SELECT s.*, coalesce((SELECT reason FROM suppressions x WHERE x.address_hash = s.address_hash), '') AS suppressed
		FROM subscribers s WHERE `+where+" ORDER BY id DESC LIMIT ?", append(args, p.Limit)...).Scan(&rows).Error
	if err != nil {
		return nil, uuid.Nil, fmt.Errorf("list subscribers: %w", err)
	}
	if len(rows) == p.Limit {
		next = rows[len(rows)-1].Record.ID
	}
	people = []Listed{}
	for _, r := range rows {
		opened, err := s.openRecord(r.Record)
		if err != nil {
			slog.ErrorContext(ctx, "skipped a subscriber that can't be decrypted", "id", r.Record.ID, "error", err)
			continue
		}
		people = append(people, opened.listed(r.Suppressed))
	}
	return people, next, nil
}

func (p person) listed(suppressed string) Listed {
	return Listed{p.ID, p.Email, p.FirstName, p.LastName, p.State, suppressed, p.SMSAllowed, p.CreatedAt, p.LeftAt}
}

// Show returns a subscriber with all consents, oldest first, or ErrNotFound.
func (s *Store) Show(ctx context.Context, id uuid.UUID) (Shown, error) {
	p, err := s.known(ctx, id)
	if err != nil {
		return Shown{}, err
	}
	suppressed, at, err := s.Suppressions.Since(ctx, p.AddressHash)
	if err != nil {
		return Shown{}, err
	}
	entries, err := s.ledger(ctx, id, p.key)
	return Shown{
		Listed: p.listed(suppressed), Phone: p.Phone, Frequency: p.Frequency, Topics: append([]string{}, p.Topics...), LinkMailedAt: p.lastLink(),
		SuppressedAt: at, SoftBounces: p.SoftBounces, SoftBouncedAt: p.SoftBouncedAt, Consents: entries,
	}, err
}

// lastLink returns when p was last emailed a link for any reason, or nil.
func (p person) lastLink() (last *time.Time) {
	for _, why := range []linkReason{signedUpAgain, askedForLink, askedForMonthly} {
		if _, at := p.lastLinkFor(why); at != nil && (last == nil || at.After(*last)) {
			last = at
		}
	}
	return last
}

// known returns a subscriber, or ErrNotFound.
func (s *Store) known(ctx context.Context, id uuid.UUID) (person, error) {
	p, err := s.look(ctx, "id = ?", id)
	if err == nil && !p.known() {
		err = ErrNotFound
	}
	return p, err
}

// resend emails the confirmation link again to a subscriber who hasn't
// confirmed. It has the same limits as a signup.
func (s *Store) resend(ctx context.Context, by session.Actor, id uuid.UUID) error {
	p, err := s.known(ctx, id)
	if err != nil {
		return err
	}
	suppressed, err := s.Suppressions.Reason(ctx, p.AddressHash)
	if err != nil {
		return err
	}
	if p.State != statePending || suppressed != mail.NotSuppressed {
		return fault.New(fault.Conflict, "You can only resend the link to a signup that's waiting for confirmation and isn't suppressed.")
	}
	if p.SignupMailedAt != nil {
		if left := linkPause - time.Since(*p.SignupMailedAt); left > 0 {
			f := fault.New(fault.TooMany, "We sent a link to this address less than 15 minutes ago. Try again later.")
			f.RetryAfter = left
			return f
		}
	}
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		if err := tx.Enqueue(SignupEmail{AddressHash: p.AddressHash}, nil); err != nil {
			return err
		}
		return audit.Write(tx.DB, by, audit.Entry{Action: "mail", Kind: PersonKind, ID: id, After: map[string]any{"link": "confirm"}})
	})
}

// noteErasure adds an erasure to the audit log.
func (s *Store) noteErasure(ctx context.Context, by session.Actor, id uuid.UUID) error {
	return audit.Write(s.DB.Gorm.WithContext(ctx), by, audit.Entry{Action: "erase", Kind: PersonKind, ID: id})
}
