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
	Hold            *string    `json:"hold" enum:"upcoming|ended|dailyCap|totalCap|brokenLink"` // why it is not shown though it is active; see the Holds
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

// Priority declares the priority of an offer (specification, section 9).
func Priority() editable.Field {
	return editable.Field{Column: "priority", Label: "Priority", Rule: editable.Number(1, 10), Initial: "1", Hint: "From 1 to 10; the highest is shown first"}
}

// fields declares what a body may set of a Deal, of an offer in the list at path.
func fields(path string) []editable.Field {
	money := []editable.Field{
		{Column: "advertiser_id", Label: "Advertiser", Rule: editable.ID(), Nullable: true, Unknown: "Please choose an advertiser that exists.", List: "/api/admin/advertisers"},
		{Column: "payout_model", Label: "Paid for", Rule: editable.Choice("Please choose click, lead or sale.", Click, Lead, Sale), Nullable: true, Options: []string{"Each click", "Each lead", "Each sale"}, Hint: "Clicks are counted here; leads and sales are reported by the advertiser."},
		{Column: "payout_amount", Label: "Payout", Rule: editable.Number(1, maxAmount), Control: "money", Nullable: true, Hint: "Of each, such as 12.50", Doc: "In the smallest unit of the currency."},
		{Column: "payout_currency", Label: "Currency", Rule: currency(), Nullable: true, Doc: "ISO 4217; the site's, when there is an amount and this is left out."},
		{Column: "starts_at", Label: "Starts", Rule: editable.Time(), Nullable: true, Doc: "Not shown before."},
		{Column: "ends_at", Label: "Ends", Rule: editable.Time(), Nullable: true, Doc: "Not shown from then on."},
		{Column: "daily_cap", Label: "Daily cap", Rule: editable.Number(1, maxCap), Nullable: true, Hint: "After so many clicks, leads or sales of a day the offer is not shown until the next. What comes within 5 seconds of that, and leads and sales of earlier clicks, come on top. One network’s clicks count up to a tenth of it. Empty: no cap."},
		{Column: "total_cap", Label: "Total cap", Rule: editable.Number(1, maxCap), Nullable: true, Hint: "The same, over the offer’s lifetime"},
		{Column: "fallback_offer_id", Label: "Fallback", Rule: editable.ID(), Nullable: true, Unknown: noSuchFallback, List: path, Hint: "Takes its place before its start, after its end and at a cap", Doc: "Of the same kind and page: shown in its place while it is on hold."},
		{Column: "pause_when_broken", Label: "Pause when the link is broken", Rule: editable.Flag(), Hint: "After three checks in a row that failed or led elsewhere; the fallback takes its place"},
		{Column: "terms", Label: "Terms", Rule: editable.Text(editable.MaxText), Hint: "For staff: what was agreed"},
		{Column: "sub_id_param", Label: "Sub-id parameter", Rule: parameter(), Nullable: true, Hint: "The parameter that the advertiser wants the click’s id in, such as subid. {clickid} in the address does the same."},
	}
	for i := range money {
		money[i].Group = "Money"
	}
	return append(factFields(), money...)
}

// currency takes a code of ISO 4217.
func currency() editable.Rule {
	rule := editable.Line(3)
	read := rule.Read
	rule.Control, rule.Read = "currency", func(value json.RawMessage) (any, string) {
		code, wrong := read(value)
		if text, ok := code.(string); !ok || wrong != "" || !money.IsCurrency(text) {
			return nil, "Please give a currency by its code of three letters, such as USD."
		}
		return code, ""
	}
	return rule
}

var parameterForm = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)

// parameter takes the name of a parameter of an address.
func parameter() editable.Rule {
	return editable.And(editable.Line(64), func(name string) (wrong string) {
		if !parameterForm.MatchString(name) {
			wrong = "Please use letters, digits, dots, hyphens and underscores, such as subid."
		}
		return wrong
	})
}
