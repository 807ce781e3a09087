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

// What an advertiser pays for.
const (
	Click = "click" // the click-out of a person
	Lead  = "lead"  // a conversion of either kind, which the advertiser reports
	Sale  = "sale"
)

// Deal is what was agreed with an offer's advertiser, with the facts that visitors
// are told. Amounts are in the
// smallest unit of the currency.
type Deal struct {
	Facts
	AdvertiserID    *int64     `json:"advertiserId"`
	PayoutModel     *string    `json:"payoutModel"`
	PayoutAmount    *int64     `json:"payoutAmount"`
	PayoutCurrency  *string    `json:"payoutCurrency"`
	StartsAt        *time.Time `json:"startsAt"`
	EndsAt          *time.Time `json:"endsAt"`
	DailyCap        *int64     `json:"dailyCap"` // of click-outs or, of leads and sales, of conversions
	TotalCap        *int64     `json:"totalCap"`
	FallbackOfferID *int64     `json:"fallbackOfferId"` // of the same kind; shown in its place while it is on hold
	SubIDParam      *string    `json:"subIdParam" gorm:"column:sub_id_param"`
	Terms           string     `json:"terms"`
	PauseWhenBroken bool       `json:"pauseWhenBroken"`
	Hold            *string    `json:"hold"` // why it is not shown though it is active; see the Holds
	LinkHealth      LinkHealth `json:"linkHealth" gorm:"embedded;embeddedPrefix:link_"`
}

// deal gives what a record has as a Deal.
func (d Deal) deal() Deal { return d }

// The Holds.
const (
	Upcoming   = "upcoming"
	Ended      = "ended"
	DailyCap   = "dailyCap"
	TotalCap   = "totalCap"
	BrokenLink = "brokenLink" // its link failed three times in a row, and it is to pause then
)

// Limits of a deal.
const (
	maxAmount = 100_000_000 // a million dollars
	maxCap    = 1_000_000_000
)

// fields declares what a body may set of a Deal.
func fields() []editable.Field {
	return append(factFields(), []editable.Field{
		{Column: "advertiser_id", Rule: editable.ID(), Nullable: true, Unknown: "Please choose an advertiser that exists."},
		{Column: "payout_model", Rule: editable.Choice("Please choose click, lead or sale.", Click, Lead, Sale), Nullable: true},
		{Column: "payout_amount", Rule: editable.Number(1, maxAmount), Nullable: true},
		{Column: "payout_currency", Rule: currency(), Nullable: true},
		{Column: "starts_at", Rule: editable.Time(), Nullable: true},
		{Column: "ends_at", Rule: editable.Time(), Nullable: true},
		{Column: "daily_cap", Rule: editable.Number(1, maxCap), Nullable: true},
		{Column: "total_cap", Rule: editable.Number(1, maxCap), Nullable: true},
		{Column: "fallback_offer_id", Rule: editable.ID(), Nullable: true, Unknown: noSuchFallback},
		{Column: "sub_id_param", Rule: parameter(), Nullable: true},
		{Column: "terms", Rule: editable.Text(editable.MaxText)},
		{Column: "pause_when_broken", Rule: editable.Flag()},
	}...)
}

// currency takes a code of ISO 4217.
func currency() editable.Rule {
	line := editable.Line(3)
	return func(value json.RawMessage) (any, string) {
		code, wrong := line(value)
		if text, ok := code.(string); !ok || wrong != "" || !money.IsCurrency(text) {
			return nil, "Please give a currency by its code of three letters, such as USD."
		}
		return code, ""
	}
}

var parameterForm = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)

// parameter takes the name of a parameter of an address.
func parameter() editable.Rule {
	line := editable.Line(64)
	return func(value json.RawMessage) (any, string) {
		name, wrong := line(value)
		if text, ok := name.(string); wrong == "" && (!ok || !parameterForm.MatchString(text)) {
			wrong = "Please use letters, digits, dots, hyphens and underscores, such as subid."
		}
		return name, wrong
	}
}
