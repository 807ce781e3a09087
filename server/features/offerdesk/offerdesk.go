// Package offerdesk lets staff list all offers, place them, and edit many at
// once.
package offerdesk

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
)

// Offer is an offer in the list. ID, Kind, PageID and Page are those of its
// first placement.
type Offer struct {
	ID             string     `json:"id"` // as in reports, such as carousel:12
	OfferID        int64      `json:"offerId"`
	Kind           string     `json:"kind"`
	PageID         *int64     `json:"pageId"` // of its content page
	Page           *string    `json:"page"`   // its title
	Title          string     `json:"title"`
	Address        string     `json:"address"`
	ImageURL       *string    `json:"imageUrl"`
	AdvertiserID   *int64     `json:"advertiserId"`
	Advertiser     *string    `json:"advertiser"`
	State          string     `json:"state"`
	LinkState      string     `json:"linkState"`
	PayoutModel    *string    `json:"payoutModel"`
	PayoutAmount   *int64     `json:"payoutAmount"`
	PayoutCurrency *string    `json:"payoutCurrency"`
	StartsAt       *time.Time `json:"startsAt"`
	EndsAt         *time.Time `json:"endsAt"` // or the end of its last day to claim, if earlier
	Version        int        `json:"version"`
	UpdatedAt      time.Time  `json:"updatedAt"`

	Placements []offer.Placement `json:"placements" gorm:"-"`
}

// The states of an offer. Ending and Broken also apply to offers in other
// states.
const (
	Shown    = "shown"
	Upcoming = "upcoming"
	Ending   = "ending" // shown, and ends within 7 days
	Ended    = "ended"
	Capped   = "capped"
	Broken   = "broken" // its link is broken
	Off      = "off"    // at all placements, or their content pages are off
)

func states() []string { return []string{Shown, Upcoming, Ending, Ended, Capped, Broken, Off} }

// Summary is the number of offers in each state.
type Summary struct {
	Total    int64 `json:"total"`
	Shown    int64 `json:"shown"`
	Upcoming int64 `json:"upcoming"`
	Ending   int64 `json:"ending"`
	Ended    int64 `json:"ended"`
	Capped   int64 `json:"capped"`
	Broken   int64 `json:"broken"`
	Off      int64 `json:"off"`
}

// Query limits the list; the zero Query matches everything.
type Query struct {
	Text       string
	Advertiser int64
	Placement  Placement
	State      string
	Idle       bool   // earned nothing in the last 30 days, including today
	Order      string // a leading minus sign sorts descending
	After      string // the previous part's cursor
	Limit      int
}

// Placement is a kind of placement and, for content pages, optionally the page.
type Placement struct {
	Kind   string
	PageID int64
}

// placementOf parses a placement: carousel, daily, static, content or
// content-12.
func placementOf(text string) (p Placement, ok bool) {
	kind, page, ofPage := strings.Cut(text, "-")
	if ofPage {
		id, err := strconv.ParseInt(page, 10, 64)
		if err != nil || id < 1 || kind != offer.Content {
			return p, false
		}
		p.PageID = id
	}
	p.Kind = kind
	_, ok = offer.KindOf(kind)
	return p, ok
}

// name returns what staff call a placement.
func (p Placement) name() string {
	return map[string]string{"carousel": "the carousel", "daily": "daily offers", "static": "hot offers", offer.Content: "a content page"}[p.Kind]
}

// key identifies a placement.
type key struct {
	kind string
	id   int64
}

var keyForm = regexp.MustCompile(`^(carousel|content|daily|static):([1-9]\d{0,17})$`)

// keyOf parses a placement's ID.
func keyOf(text string) (k key, ok bool) {
	parts := keyForm.FindStringSubmatch(text)
	if parts == nil {
		return k, false
	}
	k.kind = parts[1]
	k.id, _ = strconv.ParseInt(parts[2], 10, 64)
	return k, true
}

// traits are what copying needs to know about a kind of offer.
type traits struct {
	kind    string
	address string   // field of the address
	fields  []string // fields that a body may set
	labels  map[string]string
	ofPage  bool
}

// called returns the labels of fields, in the order of the form.
func (t traits) called(set state) (all []string) {
	for _, name := range t.fields {
		if _, there := set[name]; there {
			all = append(all, t.labels[name])
		}
	}
	return all
}

// state holds an offer's fields by name.
type state map[string]json.RawMessage

// stateOf returns the fields of a record.
func stateOf(record any) (is state, err error) {
	text, err := json.Marshal(record)
	if err == nil {
		err = json.Unmarshal(text, &is)
	}
	return is, err
}

// same reports whether a field has a value.
func same(is json.RawMessage, value any) bool {
	at, ok := value.(time.Time)
	var was time.Time
	if ok && json.Unmarshal(is, &was) == nil {
		return at.Equal(was)
	}
	return string(is) == string(encoded(value))
}

// copyTo returns the body of a copy at a placement: the fields that both kinds
// have, and those that the other kind requires. It leaves out the order, dates
// and fallback of the original placement.
func (s state) copyTo(from, to traits, at Placement, active bool) state {
	same := from.kind == to.kind && (!to.ofPage || string(s["pageId"]) == strconv.FormatInt(at.PageID, 10))
	body := state{}
	for _, name := range to.fields {
		if value, there := s[name]; there {
			body[name] = value
		}
	}
	body[to.address] = s[from.address]
	for _, own := range []string{"position", "placementStartsAt", "placementEndsAt"} {
		delete(body, own)
	}
	if !same {
		delete(body, "fallbackOfferId")
	}
	if _, typed := body["type"]; !typed && slices.Contains(to.fields, "type") {
		body["type"] = encoded("linkout")
	}
	if to.ofPage {
		body["pageId"] = encoded(at.PageID)
	}
	var title string
	_ = json.Unmarshal(s["title"], &title)
	r := []rune("Copy of " + title)
	body["title"], body["isActive"] = encoded(string(r[:min(len(r), editable.MaxTitle)])), encoded(active)
	return body
}

func encoded(value any) json.RawMessage {
	b, _ := json.Marshal(value) // of texts, numbers and flags
	return b
}

// Bulk is a change of many offers.
type Bulk struct {
	Offers []struct {
		ID      string `json:"id"`
		Version *int   `json:"version"` // as shown, so that no newer change is overwritten
	} `json:"offers"`
	Set state `json:"set"`
}

// Changed is the result of a Bulk.
type Changed struct {
	Offers  []Offer   `json:"offers"`  // as changed
	Refused []Refused `json:"refused"` // unchanged
}

// Refused is an offer that wasn't changed.
type Refused struct {
	ID      string `json:"id"`
	Message string `json:"message"`
}

// bulkFields returns the fields that a Bulk may set.
func bulkFields() []string {
	return []string{"advertiserId", "endsAt", "isActive", "payoutAmount", "payoutCurrency", "payoutModel"}
}

// check validates a Bulk against the rules of all kinds.
func (b Bulk) check() error {
	switch {
	case len(b.Offers) == 0 || len(b.Offers) > editable.MaxBatch:
		return fault.Form([]fault.Field{{Field: "offers", Message: fmt.Sprintf("Select from 1 to %d offers.", editable.MaxBatch)}})
	case len(b.Set) == 0:
		return fault.Form([]fault.Field{{Field: "set", Message: "Choose what to change."}})
	}
	var wrong []fault.Field
	for _, name := range slices.Sorted(maps.Keys(b.Set)) {
		if !slices.Contains(bulkFields(), name) {
			wrong = append(wrong, fault.Field{Field: name, Message: "This can't be changed for many offers at once."})
		}
	}
	return fault.Form(wrong)
}

// Errors of the desk.
var (
	ErrMissing    = fault.Missing("Offer")
	errPlacement  = fault.Form([]fault.Field{{Field: "placement", Message: "Choose carousel, content, daily, static, or a content page such as content-12."}})
	errPlacements = fault.Form([]fault.Field{{Field: "placements", Message: fmt.Sprintf("Choose from 1 to %d placements.", editable.MaxRecords)}})
	errNoPlace    = fault.Form([]fault.Field{{Field: "placements", Message: "Choose carousel, daily, static, or a content page such as content-12."}})
	errPlaced     = fault.Form([]fault.Field{{Field: "placements", Message: "The offer is already shown there. Choose another placement."}})
	errNoPage     = fault.Form([]fault.Field{{Field: "placements", Message: "Choose an existing content page."}})
	errState      = fault.Form([]fault.Field{{Field: "state", Message: "Choose " + strings.Join(states(), ", ") + "."}})
	errAdvertiser = fault.Form([]fault.Field{{Field: "advertiser", Message: "Choose an existing advertiser."}})
)
