package offer

import (
	"time"

	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/tracking"
)

// Active holds what the site needs to know about an active offer besides what
// visitors see.
type Active struct {
	ID              int64      `json:"id"`
	EndsAt          *time.Time `json:"endsAt" gorm:"column:leaves_at"`     // when it stops being shown
	CheckedAt       time.Time  `json:"checkedAt" gorm:"column:updated_at"` // when staff last saved it
	Hold            *string    `json:"-"`
	FallbackOfferID *int64     `json:"-"`
	Payout          `gorm:"embedded"`
}

func (a Active) active() Active { return a }

// Public is what visitors see of an offer of any kind.
type Public struct {
	Active
	Facts
	Title       string           `json:"title"`
	Description string           `json:"description"`
	ImageURL    *string          `json:"imageUrl"`
	Picture     *picture.Picture `json:"picture" gorm:"->;serializer:json"`
}

// Payout is what an offer pays, and its caps.
type Payout struct {
	OfferID        int64   `json:"-"`
	PayoutModel    *string `json:"-"`
	PayoutAmount   *int64  `json:"-"`
	PayoutCurrency *string `json:"-"`
	DailyCap       *int64  `json:"-"`
	TotalCap       *int64  `json:"-"`
}

// Columns are the columns of Active, for a SELECT.
const Columns = "id, leaves_at, hold, fallback_offer_id, payout_model, payout_amount, payout_currency, offer_id, daily_cap, total_cap"

// Hit returns the click-out of an offer: what it earns in a currency, and how
// many clicks from one network count per day.
func (p Payout) Hit(subject tracking.Subject, id int64, action tracking.Action, currency string) tracking.Hit {
	hit := tracking.Hit{Subject: subject, ID: id, Action: action, Earns: p.PerClick(currency), NetworkLimit: p.networkLimit(), Offer: p.OfferID}
	if hit.Earns == 0 && p.PayoutCurrency != nil {
		hit.ForeignPay = p.PerClick(*p.PayoutCurrency)
	}
	if hit.ForeignPay != 0 {
		hit.Currency = *p.PayoutCurrency
	}
	return hit
}

// capShare is the part of a cap that one network may fill per day: a tenth. A
// single rival can't stop an offer.
const capShare = 10

// networkLimit returns how many clicks from one network count per day: its
// share of the lower cap, but at least 1. It returns 0, for no limit, if no cap
// counts clicks.
func (p Payout) networkLimit() int64 {
	if p.PayoutModel != nil && *p.PayoutModel != Click {
		return 0
	}
	limit := int64(0)
	for _, most := range []*int64{p.DailyCap, p.TotalCap} {
		if most != nil && (limit == 0 || *most/capShare < limit) {
			limit = max(1, *most/capShare)
		}
	}
	return limit
}

// PerClick returns what each click-out earns in a currency: 0 if the offer pays
// for something else or in another currency.
func (p Payout) PerClick(currency string) int64 {
	if p.PayoutModel == nil || *p.PayoutModel != Click || p.PayoutAmount == nil || p.PayoutCurrency == nil || *p.PayoutCurrency != currency {
		return 0
	}
	return *p.PayoutAmount
}

// Shown returns the offers to show for a list of active ones, in its order. An
// offer on hold is replaced by its fallback, and none is shown twice. Instead
// maps the IDs of offers on hold to their replacements.
func Shown[T interface{ active() Active }](list []T) (shown []T, instead map[int64]T) {
	byID, seen := make(map[int64]T, len(list)), make(map[int64]bool, len(list))
	for _, o := range list {
		byID[o.active().ID] = o
	}
	shown, instead = []T{}, map[int64]T{}
	for _, o := range list {
		stand, ok := standIn(o, byID)
		if !ok {
			continue
		}
		if o.active().Hold != nil {
			instead[o.active().ID] = stand
		}
		if id := stand.active().ID; !seen[id] {
			seen[id] = true
			shown = append(shown, stand)
		}
	}
	return shown, instead
}

// Previewed returns the offers that would be shown, led by the offer with an ID
// even if it is on hold.
func Previewed[T interface{ active() Active }](list []T, id int64) ([]T, error) {
	previewed, others := []T{}, []T{}
	for _, o := range list {
		if o.active().ID == id {
			previewed = append(previewed, o)
		} else {
			others = append(others, o)
		}
	}
	if len(previewed) == 0 {
		return nil, ErrMissing
	}
	shown, _ := Shown(others)
	return append(previewed, shown...), nil
}

// standIn follows the fallbacks of an offer to the first that isn't on hold.
func standIn[T interface{ active() Active }](o T, byID map[int64]T) (T, bool) {
	for range byID { // bounds a cycle
		a := o.active()
		if a.Hold == nil {
			return o, true
		}
		if a.FallbackOfferID == nil {
			break
		}
		next, active := byID[*a.FallbackOfferID]
		if !active {
			break
		}
		o = next
	}
	return o, false
}
