package subscribers

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/sms"
	"thriftwell/server/platform/vault"
)

// Store stores subscribers and the ledger of their consents.
//
// Nothing may reveal whether an address is known, not even response times. So
// handlers run the same statements and enqueue the same job for every address,
// and the job looks the address up.
type Store struct {
	DB           *db.DB
	Keys         *vault.Keys
	Secret       vault.Secret
	Suppressions *mail.Suppressions
	Stops        sms.Stops
	Seller       Seller
	Location     *time.Location // for times in imported files without a zone
	ProofMonths  int            // how long evidence of consents is kept after an erasure
	DoubleOptIn  bool           // signups must be confirmed by email
	Engagement   bool           // record the day of each subscriber's last click in a campaign
}

// record is a row of the table subscribers.
type record struct {
	ID              uuid.UUID
	AddressHash     []byte
	PhoneHash       []byte
	SealedKey       []byte
	Profile         []byte
	State           string
	SMSAllowed      bool `gorm:"column:sms_allowed"`
	Frequency       string
	Source          string   // utm_source of the signup
	Topics          []string `gorm:"serializer:json"`
	LinkMailedAt    *time.Time
	SignupMailedAt  *time.Time
	MonthlyMailedAt *time.Time
	LeftAt          *time.Time
	RejoinMails     []sentEmail `gorm:"serializer:json"`
	SoftBounces     int
	SoftBouncedAt   *time.Time
	TextsConfirmed  *time.Time `gorm:"column:texts_confirmed_at"` // when the number confirmed by text
	EngagedOn       *time.Time // day of the last click in a campaign
	CreatedAt       time.Time
}

func (record) TableName() string { return "subscribers" }

// person is a subscriber with a decrypted profile. The zero person, whose key
// decrypts nothing, stands for an unknown one.
type person struct {
	record
	profile
	key vault.Key
}

func (p person) known() bool { return p.ID != uuid.Nil }

// departure binds a confirmation link to when p last left, so that
// unsubscribing revokes it.
func (p person) departure() []byte {
	if p.LeftAt == nil {
		return nil
	}
	return binary.BigEndian.AppendUint64(nil, uint64(p.LeftAt.UnixMicro()))
}

func aboutKey(id uuid.UUID) string      { return "key of " + id.String() }
func aboutProfile(id uuid.UUID) string  { return "profile of " + id.String() }
func aboutEvidence(id uuid.UUID) string { return "evidence of " + id.String() }

// writeEntry writes a line of the ledger when it applies. When it does not, the
// same statement writes nothing.
func writeEntry(tx db.Tx, p person, e entry, v Visit, applies bool) error {
	destination := p.Email
	if e.channel == channelSMS {
		destination = p.Phone
	}
	sealed, err := vault.SealJSON(p.key, evidence{destination, v}, aboutEvidence(p.ID))
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

// find returns the person selected by where, locked, or the zero person.
func (s *Store) find(tx db.Tx, where string, args ...any) (person, error) {
	return s.open(tx.Raw("SELECT * FROM subscribers WHERE "+where+" FOR UPDATE", args...))
}

// look is find without a transaction and lock.
func (s *Store) look(ctx context.Context, where string, args ...any) (person, error) {
	return s.open(s.DB.Gorm.WithContext(ctx).Raw("SELECT * FROM subscribers WHERE "+where, args...))
}

// lookUp returns the subscriber with an address, or the zero person, and the
// reason if the address is suppressed.
func (s *Store) lookUp(ctx context.Context, addressHash []byte) (p person, suppressed string, err error) {
	if p, err = s.look(ctx, "address_hash = ?", addressHash); err != nil {
		return p, "", err
	}
	suppressed, err = s.Suppressions.Reason(ctx, addressHash)
	return p, suppressed, err
}

func (s *Store) open(query *gorm.DB) (person, error) {
	var rows []record
	if err := query.Scan(&rows).Error; err != nil {
		return person{}, fmt.Errorf("find a subscriber: %w", err)
	}
	if len(rows) == 0 {
		return person{key: vault.NewKey()}, nil
	}
	return s.openRecord(rows[0])
}

func (s *Store) openRecord(r record) (person, error) {
	p := person{record: r}
	key, err := s.Keys.OpenKey(p.SealedKey, aboutKey(p.ID))
	if err != nil {
		return person{}, fmt.Errorf("open the key of %s: %w", p.ID, err)
	}
	p.key = key
	return p, vault.OpenJSON(key, p.Profile, aboutProfile(p.ID), &p.profile)
}

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

// askForLink enqueues the email with a link: to change preferences, or to get
// one email a month.
func (s *Store) askForLink(ctx context.Context, hash []byte, monthly bool) error {
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		return tx.Enqueue(LinkEmail{AddressHash: hash, Monthly: monthly}, nil)
	})
}

// recordLink records that a link was emailed to p.
func (s *Store) recordLink(ctx context.Context, p person, why linkReason) error {
	column, _ := p.lastLinkFor(why)
	return s.DB.Gorm.WithContext(ctx).Exec("UPDATE subscribers SET "+column+" = now() WHERE id = ?", p.ID).Error
}

// sentEmail is an email counted against a limit.
type sentEmail struct {
	ID string    `json:"id"`
	At time.Time `json:"at"`
}

// takeRejoinEmail reports whether the email emailID may be sent to someone who
// unsubscribed, and counts it. Asking again for the same emailID counts once.
func (s *Store) takeRejoinEmail(ctx context.Context, id uuid.UUID, emailID string) (may bool, err error) {
	err = s.DB.Transaction(ctx, func(tx db.Tx) error {
		p, err := s.find(tx, "id = ?", id)
		if err != nil || !p.known() {
			return err
		}
		now := time.Now()
		others := slices.DeleteFunc(p.RejoinMails, func(m sentEmail) bool { return m.ID == emailID || now.Sub(m.At) >= rejoinSpan })
		may = len(others) < rejoinMost && !slices.ContainsFunc(others, func(m sentEmail) bool { return now.Sub(m.At) < rejoinPause })
		if !may {
			return nil
		}
		list, err := json.Marshal(append(others, sentEmail{emailID, now}))
		if err != nil {
			return err
		}
		return tx.Exec("UPDATE subscribers SET rejoin_mails = ?::jsonb WHERE id = ?", string(list), p.ID).Error
	})
	if err != nil {
		err = fmt.Errorf("count an email to a former subscriber: %w", err)
	}
	return may, err
}

// confirm turns on email for the owner of a confirmation link and enqueues the
// welcome email. It returns the frequency, or errLink if the link is invalid or
// the owner has unsubscribed since.
func (s *Store) confirm(ctx context.Context, eid, version string, v Visit) (frequency string, err error) {
	err = s.DB.Transaction(ctx, func(tx db.Tx) error {
		p, err := s.find(tx, "id = ?", subscriberIn(eid))
		if err != nil {
			return err
		}
		t, err := (signer{s.Secret}).read(eid, p.departure(), forConfirm, forMonthly)
		if err != nil {
			return err
		}
		if !p.known() {
			return errLink()
		}
		frequency = p.Frequency
		if t.purpose == forMonthly {
			often := monthly
			frequency = often
			if err := s.choose(tx, p, Change{Frequency: &often}); err != nil {
				return err
			}
		}
		suppressed, err := s.Suppressions.Reason(ctx, p.AddressHash)
		if err != nil {
			return err
		}
		switch {
		case mail.IsFinal(suppressed):
			return errUndeliverable("eid")
		case p.State == stateActive && suppressed == mail.NotSuppressed:
			return nil // followed twice
		}
		if err := s.turnOn(tx, p, version, v); err != nil {
			return err
		}
		return tx.Enqueue(SignupEmail{SubscriberID: p.ID, AddressHash: p.AddressHash}, nil)
	})
	return frequency, err
}

// turnOn turns email on with a consent of this version.
func (s *Store) turnOn(tx db.Tx, p person, version string, v Visit) error {
	if err := s.Suppressions.End(tx.DB, p.AddressHash, mail.Unsubscribed); err != nil {
		return err
	}
	if err := tx.Exec("UPDATE subscribers SET state = ? WHERE id = ?", stateActive, p.ID).Error; err != nil {
		return err
	}
	return writeEntry(tx, p, entry{channelEmail, granted, s.Seller.agreed(version, channelEmail)}, v, true)
}

// SweepTokens deletes expired spent tokens.
func (s *Store) SweepTokens(ctx context.Context) error {
	return s.DB.Gorm.WithContext(ctx).Exec("DELETE FROM spent_tokens WHERE until < now()").Error
}
