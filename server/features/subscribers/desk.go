package subscribers

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
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

// providerPage is the page of a consent entry that came from the email
// provider.
const providerPage = "sender of our mail"

// Record handles an event that the email provider reported for an address,
// subscribed or not. It suppresses the address, or only counts a soft bounce.
func (s *Store) Record(ctx context.Context, addressHash []byte, e mail.Event) error {
	if e == mail.Left {
		return s.unsubscribe(ctx, addressHash, Visit{At: time.Now(), Page: providerPage})
	}
	if e != mail.SoftBounce {
		return s.Suppressions.Record(ctx, addressHash, e)
	}
	err := s.DB.Gorm.WithContext(ctx).Exec("UPDATE subscribers SET soft_bounces = soft_bounces + 1, soft_bounced_at = now() WHERE address_hash = ?", addressHash).Error
	if err != nil {
		return fmt.Errorf("count a bounce: %w", err)
	}
	return nil
}

// lift ends a suppression because of bounces or by staff. Unsubscribed
// subscribers stay unsubscribed.
func (s *Store) lift(ctx context.Context, by session.Actor, id uuid.UUID) error {
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		p, err := s.find(tx, "id = ?", id)
		if err != nil {
			return err
		}
		if !p.known() {
			return ErrNotFound
		}
		reason, err := s.Suppressions.Reason(ctx, p.AddressHash)
		if err != nil {
			return err
		}
		if reason != mail.Bounce && reason != mail.Manual {
			return fault.New(fault.Conflict, "You can only lift bounces and blocks added by staff.")
		}
		if err := s.Suppressions.End(tx.DB, p.AddressHash, reason); err != nil {
			return err
		}
		if p.State == stateUnsubscribed {
			if err := s.Suppressions.Add(tx.DB, p.AddressHash, mail.Unsubscribed); err != nil {
				return err
			}
		}
		if err := tx.Exec("UPDATE subscribers SET soft_bounces = 0, soft_bounced_at = NULL WHERE id = ?", id).Error; err != nil {
			return fmt.Errorf("lift a suppression: %w", err)
		}
		return audit.Write(tx.DB, by, audit.Entry{Action: "lift", Kind: PersonKind, ID: id, Before: map[string]any{"suppressed": reason}})
	})
}

// rowsAtOnce is the number of rows of an export read at once: few, to delay
// other queries little.
const rowsAtOnce = 100

// size returns the number of rows of an export.
func (s *Store) size(ctx context.Context) (n int, err error) {
	return n, s.DB.Gorm.WithContext(ctx).Raw("SELECT count(*) FROM subscribers").Scan(&n).Error
}

// exportAll writes all subscribers in the columns of exportColumns, keeping
// rowsAtOnce in memory. It records the export in the audit log first, and calls
// progress with the rows written so far.
func (s *Store) exportAll(ctx context.Context, by session.Actor, write func(row ...any) error, progress func(done int)) error {
	err := audit.Write(s.DB.Gorm.WithContext(ctx), by, audit.Entry{Action: "export", Kind: PersonKind, ID: listID})
	if err != nil {
		return err
	}
	done := 0
	for last, n := uuid.Nil, rowsAtOnce; n == rowsAtOnce; {
		var rows []struct {
			Record     record `gorm:"embedded"`
			Suppressed string
			AgreedAt   *time.Time
			AgreedOn   string
			TextsAt    *time.Time
		}
		err := s.DB.Gorm.WithContext(ctx).Raw(`SELECT s.*, coalesce(x.reason, '') AS suppressed, c.created_at AS agreed_at, coalesce(c.page, '') AS agreed_on, t.created_at AS texts_at
			FROM subscribers s LEFT JOIN suppressions x ON x.address_hash = s.address_hash
			LEFT JOIN LATERAL (SELECT created_at, page FROM consents WHERE subscriber_id = s.id AND channel = ? AND action = ? ORDER BY id DESC LIMIT 1) c ON true
			LEFT JOIN LATERAL (SELECT created_at FROM consents WHERE s.sms_allowed AND subscriber_id = s.id AND channel = ? AND action = ? ORDER BY id DESC LIMIT 1) t ON true
			WHERE s.id > ? ORDER BY s.id LIMIT ?`, channelEmail, granted, channelSMS, granted, last, rowsAtOnce).Scan(&rows).Error
		if err != nil {
			return fmt.Errorf("export subscribers: %w", err)
		}
		for _, r := range rows {
			for _, p := range s.readable(ctx, []record{r.Record}) {
				on := p.State == stateActive && r.Suppressed == mail.NotSuppressed
				err := write(p.Email, p.FirstName, p.LastName, on, utc(r.AgreedAt), r.AgreedOn, p.Phone, p.SMSAllowed, utc(r.TextsAt),
					strings.Join(p.Topics, ";"), p.Frequency, p.State, r.Suppressed, utc(&p.CreatedAt), utc(p.LeftAt))
				if err != nil {
					return err
				}
			}
		}
		if n = len(rows); n > 0 {
			last = rows[n-1].Record.ID
		}
		done += n
		progress(done)
	}
	return nil
}

// utc returns a time as in exported files; "" for nil.
func utc(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
