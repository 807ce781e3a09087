package offer

import (
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/tracking"
)

// Active is what the site needs to know of an active offer beside what visitors
// see of its kind.
type Active struct {
	ID              int64      `json:"id"`
	EndsAt          *time.Time `json:"endsAt" gorm:"column:leaves_at"`     // when it leaves its place
	CheckedAt       time.Time  `json:"checkedAt" gorm:"column:updated_at"` // when staff last saved it
	Hold            *string    `json:"-"`
	FallbackOfferID *int64     `json:"-"`
	Payout          `gorm:"embedded"`
}

func (a Active) active() Active { return a }

// Payout is what an offer pays, and for how many.
type Payout struct {
	OfferID        int64   `json:"-"`
	PayoutModel    *string `json:"-"`
	PayoutAmount   *int64  `json:"-"`
	PayoutCurrency *string `json:"-"`
	DailyCap       *int64  `json:"-"`
	TotalCap       *int64  `json:"-"`
}

// Columns are those of Active, for a SELECT.
const Columns = "id, leaves_at, hold, fallback_offer_id, payout_model, payout_amount, payout_currency, offer_id, daily_cap, total_cap"

// Hit returns the way out to an offer: what it earns in a currency, and how many
// of one network count within a day.
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

// capShare is the part of a cap that one network may fill within a day: a tenth.
// So it takes ten networks to stop an offer, and not one rival.
const capShare = 10

// networkLimit returns how many clicks of one network count within a day: the
// share of the lower cap, at least 1; 0, for any number, where no cap counts
// clicks.
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

// PerClick returns what each click-out earns in a currency; other currencies
// are never added to it.
func (p Payout) PerClick(currency string) int64 {
	if p.PayoutModel == nil || *p.PayoutModel != Click || p.PayoutAmount == nil || p.PayoutCurrency == nil || *p.PayoutCurrency != currency {
		return 0
	}
	return *p.PayoutAmount
}

// Shown returns what is shown of the active offers of a list, in its order: one
// that is on hold gives its place to its fallback. None is shown twice.
// Instead is what is shown in the place of those on hold, by their ids.
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

// Previewed returns what would be shown of the active offers of a list, and before
// them the one of an id, whether it is on hold or not.
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
		return nil, fault.Missing("Offer")
	}
	shown, _ := Shown(others)
	return append(previewed, shown...), nil
}

// Countable returns what is counted of active offers, and what each pays: also
// of those that went on hold while somebody had their page open. These pay
// nothing any more.
func Countable[T interface{ active() Active }](list []T) map[int64]Payout {
	pays := make(map[int64]Payout, len(list))
	for _, o := range list {
		switch a := o.active(); {
		case a.Hold == nil:
			pays[a.ID] = a.Payout
		case *a.Hold != Upcoming:
			a.PayoutAmount = nil
			pays[a.ID] = a.Payout
		}
	}
	return pays
}

// standIn follows the fallbacks of an offer to the first that is not on hold.
func standIn[T interface{ active() Active }](o T, byID map[int64]T) (T, bool) {
	for range byID { // at most: a circle has an end here
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
