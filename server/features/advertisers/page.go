package advertisers

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/offer"
)

// AdvertiserWithKey is an advertiser with a new key, which is shown only once.
type AdvertiserWithKey struct {
	Advertiser
	PostbackKey string `json:"postbackKey"` // only its hash is stored
	// PostbackAddress is the URL to enter at the network, with its macros.
	PostbackAddress string `json:"postbackAddress"`
}

func (d *Desk) withKey(a Advertiser, key string) AdvertiserWithKey {
	return AdvertiserWithKey{a, key, fmt.Sprintf("%s/postback/%s?%s", d.BaseURL, key, presetOf(a.Preset).address)}
}

// Page is an advertiser with a summary of its reports and what its offers
// earned.
type Page struct {
	Advertiser
	// PostbackAddress is the URL to enter at the network, with KEY instead of
	// the key.
	PostbackAddress string     `json:"postbackAddress"`
	LastPostbackAt  *time.Time `json:"lastPostbackAt"` // last one accepted
	LastRefusedAt   *time.Time `json:"lastRefusedAt"`
	Revenue         []Revenue  `json:"revenue"` // of the last 12 months, latest first
}

// Revenue is what an advertiser's offers earned in a month and currency, by the
// day of the click. Amounts are in the currency's smallest unit.
type Revenue struct {
	Month    string `json:"month"` // such as 2026-11
	Currency string `json:"currency"`
	Approved int64  `json:"approved"` // from paid clicks and approved conversions, as in the reports
	Pending  int64  `json:"pending"`
	Reversed int64  `json:"reversed"`
}

// reported is what the reports leave out of a month.
type reported struct {
	Month, Currency   string
	Pending, Reversed int64
}

const (
	shownMonths = 12
	monthForm   = "2006-01"
	errMonth    = "Enter a month, such as 2026-11."
)

// revenueOf returns the revenue of months, each by currency with the site's
// first. Rows of zeros are left out.
func revenueOf(months []offer.Month, sums []reported, currency string) []Revenue {
	revenue := []Revenue{}
	for _, m := range months {
		byCurrency := map[string]Revenue{}
		for code, amount := range m.Earned {
			byCurrency[code] = Revenue{Approved: amount}
		}
		byCurrency[currency] = Revenue{Approved: m.Earned[currency], Pending: m.Pending}
		for _, sum := range sums {
			if sum.Month != m.Month {
				continue
			}
			r := byCurrency[sum.Currency]
			r.Reversed = sum.Reversed
			if sum.Currency != currency { // the reports show its approved part
				r.Pending = sum.Pending
			}
			byCurrency[sum.Currency] = r
		}
		codes := []string{currency}
		for code := range byCurrency {
			if code != currency {
				codes = append(codes, code)
			}
		}
		slices.Sort(codes[1:])
		for _, code := range codes {
			r := byCurrency[code]
			if r != (Revenue{}) {
				revenue = append(revenue, Revenue{m.Month, code, r.Approved, r.Pending, r.Reversed})
			}
		}
	}
	return revenue
}

// paidClicks returns the invoice lines for an advertiser's paid clicks of a
// month, one per currency. With them, the approved lines add up to the total on
// the page.
func (d *Desk) paidClicks(ctx context.Context, id int64, month time.Time) (rows [][]any, err error) {
	today, last := calendar.Today(d.Store.Location), calendar.Day{Time: month.AddDate(0, 1, -1)}
	if month.After(today.Time) {
		return nil, nil
	}
	if last.After(today.Time) {
		last = today
	}
	earned, err := d.Earned(ctx, id, last, 1)
	for _, m := range earned {
		for _, code := range slices.Sorted(maps.Keys(m.Clicks)) {
			rows = append(rows, []any{m.Month, "Paid clicks", "", "", string(Approved), figureOf(m.Clicks[code], code), code})
		}
	}
	return rows, err
}
