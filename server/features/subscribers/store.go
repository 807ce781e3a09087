package subscribers

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
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
	kept := tx.Exec(`INSERT INTO subscribers (id, address_hash, phone_hash, sealed_key, profile, state, sms_allowed, source)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (address_hash) DO NOTHING`,
		id, s.Secret.AddressHash(p.Email), s.phoneHash(p.Phone), s.Keys.SealKey(key, aboutKey(id)), sealed,
		state, len(entries) > 1, strings.ToLower(strings.TrimSpace(v.Source["utm_source"])))
	if kept.Error != nil {
		return id, false, fmt.Errorf("save a subscriber: %w", kept.Error)
	}
	isNew = kept.RowsAffected == 1
	for _, e := range entries {
		if err := writeEntry(tx, person{record{ID: id}, p, key}, e, v, isNew); err != nil {
			return id, false, err
		}
	}
	return id, isNew, nil
}

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

// newID returns a new person's id.
func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// phoneHash returns the hash stored for a number, or nil for "".
func (s *Store) phoneHash(number string) []byte {
	if number == "" {
		return nil
	}
	return s.Secret.MAC("phone", []byte(number))
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

func aboutKey(id uuid.UUID) string { return "key of " + id.String() }

func aboutProfile(id uuid.UUID) string { return "profile of " + id.String() }

func aboutEvidence(id uuid.UUID) string { return "evidence of " + id.String() }

// find returns the person selected by where, locked, or the zero person.
func (s *Store) find(tx db.Tx, where string, args ...any) (person, error) {
	return s.open(tx.Raw("SELECT * FROM subscribers WHERE "+where+" FOR UPDATE", args...))
}

// look is find without a transaction and lock.
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

// readable decrypts rows. It logs and skips those it can't decrypt.
func (s *Store) readable(ctx context.Context, rows []record) (people []person) {
	for _, r := range rows {
		p, err := s.openRecord(r)
		if err != nil {
			slog.ErrorContext(ctx, "skipped a subscriber that can't be decrypted", "id", r.ID, "error", err)
			continue
		}
		people = append(people, p)
	}
	return people
}

// known returns a subscriber, or ErrNotFound.
func (s *Store) known(ctx context.Context, id uuid.UUID) (person, error) {
	p, err := s.look(ctx, "id = ?", id)
	if err == nil && !p.known() {
		err = ErrNotFound
	}
	return p, err
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
