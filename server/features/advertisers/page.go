package advertisers

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"thriftwell/server/platform/calendar"
)

// AdvertiserWithKey is an advertiser with a new key, which is shown this once.
type AdvertiserWithKey struct {
	Advertiser
	PostbackKey string `json:"postbackKey"` // only a hash of it is kept
	// PostbackAddress is what the network is given to call, with its macros.
	PostbackAddress string `json:"postbackAddress"`
}

func (d *Desk) withKey(a Advertiser, key string) AdvertiserWithKey {
	return AdvertiserWithKey{a, key, fmt.Sprintf("%s/postback/%s?%s", d.BaseURL, key, presetOf(a.Preset).address)}
}

// Page is an advertiser with what it reports and what its offers earned.
type Page struct {
	Advertiser
	// PostbackAddress is what the network is given to call, with KEY in the place of
	// the key.
	PostbackAddress string     `json:"postbackAddress"`
	LastPostbackAt  *time.Time `json:"lastPostbackAt"` // that was taken
	LastRefusedAt   *time.Time `json:"lastRefusedAt"`
	Revenue         []Revenue  `json:"revenue"` // of the last 12 months, this one first
}

// Revenue is what an advertiser's offers earned in a month in a currency, by the
// day of the click. Amounts are in the smallest unit of the currency.
type Revenue struct {
	Month    string `json:"month"` // such as 2026-11
	Currency string `json:"currency"`
	Approved int64  `json:"approved"` // of paid clicks and approved conversions, as the reports say
	Pending  int64  `json:"pending"`
	Reversed int64  `json:"reversed"`
}

// Earned is what the reports say of a month.
type Earned struct {
	Month    string
	Revenue  int64            // in the site's currency
	Pending  int64            // likewise
	InOthers map[string]int64 // revenue in other currencies
	Clicks   map[string]int64 // what of the revenue paid clicks earned, by currency
}

// reported is what the reports don't say of a month.
type reported struct {
	Month, Currency   string
	Pending, Reversed int64
}

const (
	shownMonths = 12
	monthForm   = "2006-01"
	errMonth    = "Enter a month, such as 2026-11."
)

// revenueOf returns the revenue of months, those of one month by currency, the
// site's first. It leaves out what is all zero.
func revenueOf(months []Earned, sums []reported, currency string) []Revenue {
	revenue := []Revenue{}
	for _, m := range months {
		byCurrency := map[string]Revenue{currency: {Approved: m.Revenue, Pending: m.Pending}}
		for code, amount := range m.InOthers {
			byCurrency[code] = Revenue{Approved: amount}
		}
		for _, sum := range sums {
			if sum.Month != m.Month {
				continue
			}
			r := byCurrency[sum.Currency]
			r.Reversed = sum.Reversed
			if sum.Currency != currency { // of which the reports show what is approved
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

// paidClicks returns the lines of an invoice for what an advertiser's paid clicks of a
// month earned, one a currency. With them its approved lines add up to what the
// page says.
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
