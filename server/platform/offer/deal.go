// Package offer is what offers of every kind have in common: what they earn,
// when and how often they are shown, and what takes their place when they are
// not.
package offer

import (
	"encoding/json"
	"regexp"
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/money"
)

// What an advertiser pays for: the payout models.
const (
	Click = "click" // a person's click-out
	Lead  = "lead"  // a conversion that the advertiser reports
	Sale  = "sale"
)

// Deal is the agreement with an offer's advertiser, and the facts shown to
// visitors. Amounts are in the currency's smallest unit.
type Deal struct {
	Facts
	OfferID         int64      `json:"offerId"`
	AdvertiserID    *int64     `json:"advertiserId"`
	PayoutModel     *string    `json:"payoutModel"`
	PayoutAmount    *int64     `json:"payoutAmount"`
	PayoutCurrency  *string    `json:"payoutCurrency"`
	StartsAt        *time.Time `json:"startsAt"`
	EndsAt          *time.Time `json:"endsAt"`
	DailyCap        *int64     `json:"dailyCap"` // of click-outs, or of conversions if leads or sales are paid for
	TotalCap        *int64     `json:"totalCap"`
	FallbackOfferID *int64     `json:"fallbackOfferId"` // of the same kind; replaces it while it is on hold
	SubIDParam      *string    `json:"subIdParam" gorm:"column:sub_id_param"`
	Terms           string     `json:"terms"`
	PauseWhenBroken bool       `json:"pauseWhenBroken"`
	Hold            *string    `json:"hold" enum:"upcoming|ended|dailyCap|totalCap|brokenLink"` // why an active offer isn't shown
	LinkHealth      LinkHealth `json:"linkHealth" gorm:"embedded;embeddedPrefix:link_"`

	PlacementStartsAt *time.Time  `json:"placementStartsAt"`
	PlacementEndsAt   *time.Time  `json:"placementEndsAt"`
	Placements        []Placement `json:"placements" gorm:"-"` // all of the offer
}

func (d *Deal) place(at []Placement) { d.Placements = at }

func (d Deal) deal() Deal { return d }

// The reasons for Hold.
const (
	Upcoming   = "upcoming"
	Ended      = "ended"
	DailyCap   = "dailyCap"
	TotalCap   = "totalCap"
	BrokenLink = "brokenLink" // its link failed three times in a row and PauseWhenBroken is set
)

// Limits of a deal.
const (
	maxAmount = 100_000_000 // a million dollars
	maxCap    = 1_000_000_000
)

// Priority declares the priority of an offer (specification, section 9).
func Priority() editable.Field {
	return editable.Field{Column: "priority", Label: "Priority", Rule: editable.Number(1, 10), Initial: "1", Hint: "Importance from 1 to 10. Highest first."}
}

// moneyFields declares the money fields of offers in the list at path.
func moneyFields(path string) []editable.Field {
	money := []editable.Field{
		{Column: "payout_model", Label: "Payout for", Rule: editable.Choice("Choose click, lead, or sale.", Click, Lead, Sale), Nullable: true, Options: []string{"Each click", "Each lead", "Each sale"}, Hint: "We count clicks; the advertiser reports leads and sales."},
		{Column: "payout_amount", Label: "Payout", Rule: editable.Number(1, maxAmount), Control: "money", Nullable: true, Hint: "For each, such as 12.50", Doc: "In the smallest unit of the currency."},
		{Column: "payout_currency", Label: "Currency", Rule: currency(), Nullable: true, Doc: "ISO 4217 code. The site's currency by default."},
		{Column: "starts_at", Label: "Starts", Rule: editable.Time(), Nullable: true, Doc: "Not shown before this time."},
		{Column: "ends_at", Label: "Ends", Rule: editable.Time(), Nullable: true, Doc: "Not shown from this time on."},
		{Column: "daily_cap", Label: "Daily cap", Rule: editable.Number(1, maxCap), Nullable: true, Hint: "Clicks, leads, or sales a day before the offer is hidden until the next day. It takes up to 5 seconds to hide. One network’s clicks fill at most a tenth of it. Empty means no cap."},
		{Column: "total_cap", Label: "Total cap", Rule: editable.Number(1, maxCap), Nullable: true, Hint: "The most over the offer’s lifetime"},
		{Column: "fallback_offer_id", Label: "Fallback", Rule: editable.ID(), Nullable: true, Unknown: noSuchFallback, List: path, Hint: "Shown instead before the start, after the end, or at a cap", Doc: "An offer of the same kind and page, shown while this one is on hold."},
		{Column: "pause_when_broken", Label: "Pause when the link is broken", Rule: editable.Flag(), Hint: "After three failed checks in a row. The fallback is shown instead."},
		{Column: "terms", Label: "Terms", Rule: editable.Text(editable.MaxText), Hint: "For staff: the terms you agreed on"},
		{Column: "sub_id_param", Label: "Sub-ID parameter", Rule: parameter(), Nullable: true, Hint: "URL parameter for the click ID, such as subid. Or use {clickid} in the URL."},
	}
	for i := range money {
		money[i].Group = "Money"
	}
	return money
}

// placementFields declares the fields that every placement has.
func placementFields() []editable.Field {
	return []editable.Field{
		{Column: "placement_starts_at", Label: "Shown here from", Rule: editable.Time(), Nullable: true, Doc: "Not shown in this place before this time."},
		{Column: "placement_ends_at", Label: "Shown here until", Rule: editable.Time(), Nullable: true, Doc: "Not shown in this place from this time on."},
	}
}

// currency accepts an ISO 4217 code.
func currency() editable.Rule {
	rule := editable.Line(3)
	read := rule.Read
	rule.Control, rule.Read = "currency", func(value json.RawMessage) (any, string) {
		code, wrong := read(value)
		if text, ok := code.(string); !ok || wrong != "" || !money.IsCurrency(text) {
			return nil, "Enter a three-letter currency code, such as USD."
		}
		return code, ""
	}
	return rule
}

var parameterForm = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)

// parameter accepts the name of a query parameter.
func parameter() editable.Rule {
	return editable.And(editable.Line(64), func(name string) (wrong string) {
		if !parameterForm.MatchString(name) {
			wrong = "Use letters, digits, dots, hyphens, and underscores, such as subid."
		}
		return wrong
	})
}
