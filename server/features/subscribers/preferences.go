package subscribers

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"thriftwell/db"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/mail"
)

// Preferences is what the person behind a link gets.
type Preferences struct {
	Email     string   `json:"email"` // mostly hidden: a mail with the link may be forwarded
	EmailOn   bool     `json:"emailOn"`
	SMSOn     bool     `json:"smsOn"`
	HasPhone  bool     `json:"hasPhone"`
	Frequency string   `json:"frequency"`
	Topics    []string `json:"topics"` // empty means all
	LinkSent  bool     `json:"linkSent"`
}

// Change is the body of PUT /api/preferences. What is left out stays.
type Change struct {
	EID          string    `json:"eid"`
	EmailOn      *bool     `json:"emailOn"`
	SMSOn        *bool     `json:"smsOn"`
	Frequency    *string   `json:"frequency"`
	Topics       *[]string `json:"topics"`
	EmailWording string    `json:"emailWording"`
	SMSWording   string    `json:"smsWording"`
}

// frequencies are how often tips can come.
func frequencies() []string { return []string{"weekly", "monthly"} }

// topics are the article topics (specification, section 1).
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
	return c.Err()
}

// preferences gives what a subscriber gets, or errLink.
func (s *Store) preferences(ctx context.Context, id uuid.UUID) (Preferences, error) {
	p, err := s.look(ctx, "id = ?", id)
	if err != nil {
		return Preferences{}, err
	}
	if !p.known() {
		return Preferences{}, errLink()
	}
	reason, err := s.Suppressions.Reason(ctx, p.AddressHash)
	return p.preferences(reason), err
}

func (p person) preferences(suppressed string) Preferences {
	return Preferences{
		Email: hidden(p.Email), EmailOn: p.State == stateActive && suppressed == "", SMSOn: p.SMSAllowed,
		HasPhone: p.Phone != "", Frequency: p.Frequency, Topics: append([]string{}, p.Topics...),
	}
}

// hidden shows the first letter of an address, and where it is.
func hidden(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 1 {
		return ""
	}
	return address[:1] + "***" + address[at:]
}

// change applies ch to the subscriber of t and gives what holds then. Only a
// link that was mailed on request turns mail or texts on; by any other, such a
// link is mailed.
func (s *Store) change(ctx context.Context, t token, ch Change, v Visit) (out Preferences, err error) {
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
		suppressed, err := s.Suppressions.Reason(ctx, p.AddressHash)
		if err != nil {
			return err
		}
		now := p.preferences(suppressed)
		mayTurnOn := t.purpose == forManage
		emailOn, emailOff := turns(ch.EmailOn, now.EmailOn)
		smsOn, smsOff := turns(ch.SMSOn, now.SMSOn)
		if emailOn && (suppressed == mail.Bounce || suppressed == mail.Complaint) {
			return fault.Form([]fault.Field{{Field: "emailOn", Message: "Our mail to this address came back or was reported, so we send no more. Please sign up with another address."}})
		}
		if smsOn && p.Phone == "" {
			return fault.Form([]fault.Field{{Field: "smsOn", Message: form.PhoneMissing}})
		}
		if (emailOn || smsOn) && !mayTurnOn {
			out.LinkSent = true
			if err := tx.Enqueue(LinkMail{AddressHash: p.AddressHash}, nil); err != nil {
				return err
			}
		}
		if emailOn && mayTurnOn {
			err = s.turnOn(tx, p, ch.EmailWording, v)
		} else if emailOff {
			err = s.leave(tx, p, v)
		}
		if err != nil {
			return err
		}
		if smsOn && mayTurnOn {
			return s.setSMS(tx, p, true, entry{channelSMS, given, wordingOf(ch.SMSWording, channelSMS)}, v)
		}
		if smsOff {
			return s.setSMS(tx, p, false, entry{channelSMS, withdrawn, withdrawal(channelSMS)}, v)
		}
		return nil
	})
	if err != nil {
		return Preferences{}, err
	}
	sent := out.LinkSent
	out, err = s.preferences(ctx, t.subscriber)
	out.LinkSent = sent
	return out, err
}

// turns says whether a wish switches something on or off.
func turns(wish *bool, is bool) (on, off bool) {
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
		return fmt.Errorf("keep the choices: %w", err)
	}
	return nil
}

func (s *Store) setSMS(tx db.Tx, p person, on bool, e entry, v Visit) error {
	if err := tx.Exec("UPDATE subscribers SET sms_allowed = ? WHERE id = ?", on, p.ID).Error; err != nil {
		return fmt.Errorf("keep the choices: %w", err)
	}
	return enter(tx, p, e, v, true)
}
