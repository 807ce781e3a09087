// Package advertisers takes what partners report of the clicks that were sent
// to them: conversions, by postback or by the import of a report.
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
	IsActive  bool      `json:"isActive"` // its postbacks are taken
	KeyMadeAt time.Time `json:"keyMadeAt"`
	// Whom staff talk to, and what was agreed.
	ContactName  *string `json:"contactName"`
	ContactEmail *string `json:"contactEmail"`
	ContactPhone *string `json:"contactPhone"`
	Terms        string  `json:"terms"`
	editable.Meta
}

// logged is an advertiser in the audit log, without the person.
type logged struct {
	Advertiser
	ContactName  *string `json:"contactName,omitempty"`
	ContactEmail *string `json:"contactEmail,omitempty"`
	ContactPhone *string `json:"contactPhone,omitempty"`
}

// The most that the fields take, in characters.
const (
	maxName  = 100
	maxNote  = 2000
	maxPhone = 40
)

// email takes an address as the site's forms do.
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

// phone takes a number of any country.
func phone() editable.Rule {
	return editable.And(editable.Line(maxPhone), func(number string) (wrong string) {
		if !phoneForm.MatchString(number) {
			wrong = "Enter a phone number, such as 201-555-0123."
		}
		return wrong
	})
}

// ErrNotFound is the error for an id that no advertiser has.
var ErrNotFound = fault.Missing("Advertiser")

// Tag is the cache tag of advertisers and their keys.
const Tag = "advertisers"

// Overlap is for how long the former key is taken after a rotation.
const Overlap = 7 * 24 * time.Hour

// KeepRefused is for how long refused postbacks stay in their log.
const KeepRefused = 30 * 24 * time.Hour

// Key is what a postback with a certain key may do.
type Key struct {
	AdvertiserID int64
	preset       preset
	endsAt       *time.Time // nil for the key that counts now
}

// Keys are the keys that are taken, by their hashes.
type Keys map[[sha256.Size]byte]Key

// find returns what a key stands for.
func (k Keys) find(secret string, now time.Time) (Key, bool) {
	key, known := k[hashOf(secret)]
	return key, known && (key.endsAt == nil || now.Before(*key.endsAt))
}

func newKey() string { return rand.Text() }

func hashOf(key string) [sha256.Size]byte { return sha256.Sum256([]byte(key)) }

// Status is what became of a conversion. An approved one earns its payout.
type Status string

// The statuses. A conversion is reversed that was approved before.
const (
	Pending  Status = "pending"
	Approved Status = "approved"
	Rejected Status = "rejected"
	Reversed Status = "reversed"
)

// statuses returns every status.
func statuses() []Status { return []Status{Pending, Approved, Rejected, Reversed} }

// corrected ends the event of a conversion that takes back some of another one,
// which has the same click, transaction and event without this word.
const corrected = "correction"

// Report is what a partner says of a conversion. Amounts are in the smallest
// unit of the currency; those of a refund are negative.
type Report struct {
	ClickID       string
	TransactionID string
	Event         string
	Status        Status
	Payout        *int64 // nil where it is not told
	Sale          *int64 // the order's amount, of which the payout is a part
	Currency      string // "" where it is not told
}

// text is what a report says of its conversion, by which one that is sent again
// is told.
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

// Via is the way by which a report came.
type Via string

// The ways.
const (
	ByPostback Via = "postback"
	ByImport   Via = "import"
	ByMatch    Via = "match" // its click was found, see Store.Match, or picked by staff
	ByStaff    Via = "staff" // see Store.Adjust
)

// Outcome is what a report changed.
type Outcome string

// The outcomes.
const (
	New       Outcome = "new"
	Updated   Outcome = "update"
	Unchanged Outcome = "unchanged"
	Unknown   Outcome = "unknown" // new, of a click that is not known: kept for staff
	Refused   Outcome = "refused"
)

// Conversion is a conversion as staff see it. Its click is known where it has a
// day.
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
	ClickDate     *string   `json:"clickDate"`                      // nil where it is not known
	Offer         string    `json:"offer"`                          // its title, where there is one
	Changes       []Change  `json:"changes" gorm:"serializer:json"` // what each report made of it, the first one first
	CreatedAt     time.Time `json:"createdAt"`
	UpdatedAt     time.Time `json:"updatedAt"`
}

// cells are those of a conversion in the CSV of conversions.
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

// Change is what a report made of a conversion.
type Change struct {
	At       time.Time `json:"at"`
	Via      Via       `json:"via" enum:"postback|import|match|staff"` // match: its click, which was not known before, was found
	Actor    string    `json:"actor"`                                  // who imported or changed it
	Reason   string    `json:"reason"`                                 // why staff changed it
	Status   Status    `json:"status" enum:"pending|approved|rejected|reversed"`
	Payout   int64     `json:"payout"`
	Currency string    `json:"currency"`
	Repeated bool      `json:"repeated"` // it changed nothing: another report had replaced it, or staff had decided the same
}

// RefusedPostback is a postback whose key was right, and the rest was not.
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
