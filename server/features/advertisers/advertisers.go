// Package advertisers records what partners report about the clicks sent to
// them: conversions, by postback or by importing a report.
package advertisers

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
)

// Advertiser is a partner that pays for clicks, leads or sales.
type Advertiser struct {
	ID        int64     `json:"id"`
	Name      string    `json:"name"`
	Preset    string    `json:"preset"`
	Note      string    `json:"note"`
	IsActive  bool      `json:"isActive"` // its postbacks are accepted
	KeyMadeAt time.Time `json:"keyMadeAt"`
	// The contact, and what was agreed.
	ContactName  *string `json:"contactName"`
	ContactEmail *string `json:"contactEmail"`
	ContactPhone *string `json:"contactPhone"`
	Terms        string  `json:"terms"`
	editable.Meta
}

// logged is an advertiser in the audit log, without its contact.
type logged struct {
	Advertiser
	ContactName  *string `json:"contactName,omitempty"`
	ContactEmail *string `json:"contactEmail,omitempty"`
	ContactPhone *string `json:"contactPhone,omitempty"`
}

// Maximum lengths of the fields, in characters.
const (
	maxName  = 100
	maxNote  = 2000
	maxPhone = 40
)

// email accepts an address like the site's forms.
func email() editable.Rule {
	line := editable.Line(form.MaxEmail)
	return editable.Rule{Control: line.Control, Schema: line.Schema, Read: func(value json.RawMessage) (any, string) {
		text, wrong := line.Read(value)
		if wrong != "" {
			return nil, wrong
		}
		var c form.Checker
		address := c.Email("", text.(string))
		if refused := new(fault.Error); errors.As(c.Err(), &refused) {
			return nil, refused.Detail
		}
		return address, ""
	}}
}

var phoneForm = regexp.MustCompile(`^\+?[0-9(][0-9 ().-]{5,}( ?(x|ext\.?) ?[0-9]+)?$`)

// phone accepts a number from any country.
func phone() editable.Rule {
	return editable.And(editable.Line(maxPhone), func(number string) (wrong string) {
		if !phoneForm.MatchString(number) {
			wrong = "Enter a phone number, such as 201-555-0123."
		}
		return wrong
	})
}

// ErrNotFound is returned if no advertiser has the ID.
var ErrNotFound = fault.Missing("Advertiser")

// Tag is the cache tag of advertisers and their keys.
const Tag = "advertisers"

// Overlap is how long the previous key still works after a rotation.
const Overlap = 7 * 24 * time.Hour

// KeepRefused is how long refused postbacks are kept.
const KeepRefused = 30 * 24 * time.Hour

// Key is what a postback key allows.
type Key struct {
	AdvertiserID int64
	preset       preset
	endsAt       *time.Time // nil for the current key
}

// Keys are the valid keys, by hash.
type Keys map[[sha256.Size]byte]Key

// find returns the key; ok is false if it isn't valid.
func (k Keys) find(secret string, now time.Time) (Key, bool) {
	key, known := k[hashOf(secret)]
	return key, known && (key.endsAt == nil || now.Before(*key.endsAt))
}

func newKey() string { return rand.Text() }

func hashOf(key string) [sha256.Size]byte { return sha256.Sum256([]byte(key)) }

// Status is the state of a conversion. Only approved ones earn their payout.
type Status string

// The statuses. A conversion is reversed if it was approved before.
const (
	Pending  Status = "pending"
	Approved Status = "approved"
	Rejected Status = "rejected"
	Reversed Status = "reversed"
)

// statuses returns every status.
func statuses() []Status { return []Status{Pending, Approved, Rejected, Reversed} }

// corrected is the suffix of the event of a conversion that takes back part of
// another one, which has the same click, transaction and event without it.
const corrected = "correction"

// Report is a partner's report of a conversion. Amounts are in the currency's
// smallest unit, and negative for a refund.
type Report struct {
	ClickID       string
	TransactionID string
	Event         string
	Status        Status
	Payout        *int64 // nil if not reported
	Sale          *int64 // the order's amount, which the payout is a part of
	Currency      string // "" if not reported
}

// text returns the report as text, to recognize repeats.
func (r Report) text() string {
	parts := []string{string(r.Status)}
	for _, amount := range []*int64{r.Payout, r.Sale} {
		if amount == nil {
			parts = append(parts, "-")
		} else {
			parts = append(parts, strconv.FormatInt(*amount, 10))
		}
	}
	return strings.Join(append(parts, r.Currency), " ")
}

// Via is how a report arrived.
type Via string

// The ways reports arrive.
const (
	ByPostback Via = "postback"
	ByImport   Via = "import"
	ByMatch    Via = "match" // its click was found by Store.Match or chosen by staff
	ByStaff    Via = "staff" // by Store.Adjust
)

// Outcome is the effect of a report.
type Outcome string

// The outcomes.
const (
	New       Outcome = "new"
	Updated   Outcome = "update"
	Unchanged Outcome = "unchanged"
	Unknown   Outcome = "unknown" // new, of an unknown click: kept for staff
	Refused   Outcome = "refused"
)

// Conversion is a conversion as shown to staff. Its click is known if ClickDate
// is set.
type Conversion struct {
	ID            int64     `json:"id"`
	AdvertiserID  int64     `json:"advertiserId"`
	Advertiser    string    `json:"advertiser"`
	ClickID       string    `json:"clickId"`
	TransactionID string    `json:"transactionId"`
	Event         string    `json:"event"`
	Status        Status    `json:"status" enum:"pending|approved|rejected|reversed"`
	Payout        int64     `json:"payout"`
	Sale          *int64    `json:"sale"`
	Currency      string    `json:"currency"`
	ClickDate     *string   `json:"clickDate"`                      // nil if unknown
	Offer         string    `json:"offer"`                          // its title; may be empty
	Changes       []Change  `json:"changes" gorm:"serializer:json"` // oldest first
	CreatedAt     time.Time `json:"createdAt"`
	UpdatedAt     time.Time `json:"updatedAt"`
}

// cells returns the conversion as a row of the CSV.
func (v Conversion) cells() []any {
	day, sale := "", figure{}
	if v.ClickDate != nil {
		day = *v.ClickDate
	}
	if v.Sale != nil {
		sale = figureOf(*v.Sale, v.Currency)
	}
	return []any{v.ID, v.Advertiser, v.Offer, v.ClickID, day, v.TransactionID, v.Event, string(v.Status), figureOf(v.Payout, v.Currency), sale, v.Currency,
		v.CreatedAt.Format(time.RFC3339), v.UpdatedAt.Format(time.RFC3339)}
}

// Change is the effect of a report on a conversion.
type Change struct {
	At       time.Time `json:"at"`
	Via      Via       `json:"via" enum:"postback|import|match|staff"` // match: its unknown click was found
	Actor    string    `json:"actor"`                                  // who imported or changed it
	Reason   string    `json:"reason"`                                 // why staff changed it
	Status   Status    `json:"status" enum:"pending|approved|rejected|reversed"`
	Payout   int64     `json:"payout"`
	Currency string    `json:"currency"`
	Repeated bool      `json:"repeated"` // changed nothing, because a later report had replaced it or staff had decided the same
}

// RefusedPostback is a postback with a valid key that couldn't be processed.
type RefusedPostback struct {
	ID           int64     `json:"id"`
	AdvertiserID int64     `json:"advertiserId"`
	Advertiser   string    `json:"advertiser"`
	Sent         string    `json:"sent"` // its parameters
	Reason       string    `json:"reason"`
	Times        int       `json:"times"`
	CreatedAt    time.Time `json:"createdAt"`
	LastAt       time.Time `json:"lastAt"`
}

var errForeignClick = fault.Form([]fault.Field{{Field: "clickid", Message: "This click belongs to another advertiser's offer."}})
