package subscribers

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"thriftwell/db"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/mail"
)

// Preferences are what the owner of a link receives.
type Preferences struct {
	Email     string   `json:"email"` // masked, since the email with the link may have been forwarded
	EmailOn   bool     `json:"emailOn"`
	SMSOn     bool     `json:"smsOn"`    // the number has confirmed by text
	SMSAsked  bool     `json:"smsAsked"` // agreed on the site, but not confirmed by text
	HasPhone  bool     `json:"hasPhone"`
	Frequency string   `json:"frequency"`
	Topics    []string `json:"topics"` // empty means all
	LinkSent  bool     `json:"linkSent"`
	// TextsStopped reports whether the number replied STOP, so that it gets no
	// texts until it replies START.
	TextsStopped bool `json:"textsStopped"`

	Details *Details `json:"details,omitempty"`
}

// Change is the body of PUT /api/preferences. Omitted fields keep their value.
type Change struct {
	EID          string    `json:"eid"`
	EmailOn      *bool     `json:"emailOn"`
	SMSOn        *bool     `json:"smsOn"`
	Frequency    *string   `json:"frequency"`
	Topics       *[]string `json:"topics"`
	EmailWording string    `json:"emailWording"`
	SMSWording   string    `json:"smsWording"`
	Correction
}

// monthly is the lower frequency.
const monthly = "monthly"

// frequencies returns the newsletter's frequencies, the default first.
func frequencies() []string { return []string{"weekly", monthly} }

// topics returns the article topics (specification, section 1).
func topics() []string {
	return []string{"insurance", "utilities", "cashback", "shopping", "banking", "phone"}
}

func (ch *Change) check() error {
	var c form.Checker
	if ch.Frequency != nil && !slices.Contains(frequencies(), *ch.Frequency) {
		c.Wrong("frequency", "Please choose weekly or monthly.")
	}
	if ch.Topics != nil {
		for _, t := range *ch.Topics {
			if !slices.Contains(topics(), t) {
				c.Wrong("topics", "Please choose from the list of topics.")
			}
		}
		slices.Sort(*ch.Topics)
		*ch.Topics = slices.Compact(*ch.Topics)
	}
	if !knownWording(ch.EmailWording, channelEmail) {
		c.Wrong("emailOn", form.WordingUnknown)
	}
	if !knownWording(ch.SMSWording, channelSMS) {
		c.Wrong("smsOn", form.WordingUnknown)
	}
	ch.Correction.check(&c)
	return c.Err()
}

// preferences returns the preferences of t's subscriber, or errLink. A token
// that was emailed on request also gets the details.
func (s *Store) preferences(ctx context.Context, t token) (Preferences, error) {
	p, err := s.look(ctx, "id = ?", t.subscriber)
	if err != nil {
		return Preferences{}, err
	}
	if !p.known() {
		return Preferences{}, errLink()
	}
	reason, err := s.Suppressions.Reason(ctx, p.AddressHash)
	if err != nil {
		return Preferences{}, err
	}
	out := p.preferences(reason)
	if p.Phone != "" {
		if out.TextsStopped, err = s.TextsStopped(ctx, p.Phone); err != nil {
			return Preferences{}, err
		}
	}
	if t.purpose == forManage {
		out.Details, err = s.details(ctx, p)
	}
	return out, err
}

func (p person) preferences(suppressed string) Preferences {
	return Preferences{
		Email: masked(p.Email), EmailOn: p.State == stateActive && suppressed == mail.NotSuppressed,
		SMSOn: p.SMSAllowed && p.TextsConfirmed != nil, SMSAsked: p.SMSAllowed && p.TextsConfirmed == nil,
		HasPhone: p.Phone != "", Frequency: p.Frequency, Topics: append([]string{}, p.Topics...),
	}
}

// masked returns an address with only its first letter and domain.
func masked(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 1 {
		return ""
	}
	return address[:1] + "***" + address[at:]
}

// change applies ch to t's subscriber and returns the new preferences.
func (s *Store) change(ctx context.Context, t token, ch Change, v Visit) (out Preferences, err error) {
	var linkSent bool
	err = s.DB.Transaction(ctx, func(tx db.Tx) error {
		p, err := s.find(tx, "id = ?", t.subscriber)
		if err != nil {
			return err
		}
		if !p.known() {
			return errLink()
		}
		if err := s.choose(tx, p, ch); err != nil {
			return err
		}
		if t.purpose == forManage {
			if p, err = s.correct(tx, p, ch.Correction, v); err != nil {
				return err
			}
		}
		linkSent, err = s.switchChannels(ctx, tx, p, t, ch, v)
		return err
	})
	if err != nil {
		return Preferences{}, err
	}
	out, err = s.preferences(ctx, t)
	out.LinkSent = linkSent
	return out, err
}

// switchChannels turns email and texts on or off. Turning on, and corrections,
// require a link that was emailed on request. With another link, which may be
// from a forwarded email, it emails such a link instead.
func (s *Store) switchChannels(ctx context.Context, tx db.Tx, p person, t token, ch Change, v Visit) (linkSent bool, err error) {
	suppressed, err := s.Suppressions.Reason(ctx, p.AddressHash)
	if err != nil {
		return false, err
	}
	emailOn, emailOff := switched(ch.EmailOn, p.preferences(suppressed).EmailOn)
	smsOn, smsOff := switched(ch.SMSOn, p.SMSAllowed)
	if emailOn && mail.IsFinal(suppressed) {
		return false, errUndeliverable("emailOn")
	}
	if smsOn && p.Phone == "" {
		return false, fault.Form([]fault.Field{{Field: "smsOn", Message: form.PhoneMissing}})
	}
	mayTurnOn, mayCorrect := t.purpose == forManage || t.purpose == forReturn, t.purpose == forManage
	corrects := !mayCorrect && ch.Correction != (Correction{})
	if !mayTurnOn && (emailOn || smsOn) || corrects {
		linkSent = true
		less := emailOn && ch.Frequency != nil && *ch.Frequency == monthly && !smsOn && !corrects
		if err := tx.Enqueue(LinkEmail{AddressHash: p.AddressHash, Monthly: less}, nil); err != nil {
			return false, err
		}
	}
	var off []string
	if emailOff {
		off = append(off, channelEmail)
	}
	if smsOff || emailOff && ch.SMSOn == nil { // texts stay on only if explicitly kept
		off = append(off, channelSMS)
	}
	if len(off) > 0 {
		if _, err := s.withdraw(tx, p, v, off...); err != nil {
			return false, err
		}
	}
	if emailOn && mayTurnOn {
		if err := s.turnOn(tx, p, ch.EmailWording, v); err != nil {
			return false, err
		}
		// They get the first tips again.
		if err := tx.Enqueue(SignupEmail{SubscriberID: p.ID, AddressHash: p.AddressHash}, nil); err != nil {
			return false, err
		}
	}
	if smsOn && mayTurnOn {
		return false, s.turnTextsOn(tx, p, ch.SMSWording, v)
	}
	return linkSent, nil
}

// errUndeliverable is the error for an address to which email can't be turned
// on again.
func errUndeliverable(field string) error {
	return fault.Form([]fault.Field{{Field: field, Message: "Our email to this address bounced or was reported as spam, so we can’t send any more. Please sign up with another address."}})
}

// switched reports whether a wish turns something on or off.
func switched(wish *bool, is bool) (on, off bool) {
	return wish != nil && *wish && !is, wish != nil && !*wish && is
}

func (s *Store) choose(tx db.Tx, p person, ch Change) error {
	if ch.Frequency != nil {
		p.Frequency = *ch.Frequency
	}
	if ch.Topics != nil {
		p.Topics = *ch.Topics
	}
	list, err := json.Marshal(append([]string{}, p.Topics...))
	if err != nil {
		return err
	}
	if err := tx.Exec("UPDATE subscribers SET frequency = ?, topics = ?::jsonb WHERE id = ?", p.Frequency, string(list), p.ID).Error; err != nil {
		return fmt.Errorf("save preferences: %w", err)
	}
	return nil
}

// turnTextsOn turns texts on with a consent of this version.
func (s *Store) turnTextsOn(tx db.Tx, p person, version string, v Visit) error {
	// A number that hasn't confirmed is asked once more by text.
	if err := tx.Exec("UPDATE subscribers SET sms_allowed = true, texts_asked_at = NULL WHERE id = ?", p.ID).Error; err != nil {
		return fmt.Errorf("save preferences: %w", err)
	}
	return writeEntry(tx, p, entry{channelSMS, granted, s.Seller.agreed(version, channelSMS)}, v, true)
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
