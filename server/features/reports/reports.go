// Package reports answers what was read, clicked and earned, by any property of
// an event: day, page, piece, offer, or where the visit came from. All staff
// screens read their figures from it, so they always agree.
package reports

import (
	"cmp"
	"math"
	"slices"
	"time"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/fault"
)

// Figures are sums of events. Clicks are clicks on offers. Clickouts are visits
// sent to partners: redirects from the carousel's offers, and clicks on all
// other offers, which link to the partner directly. Both count on the page
// where they happened.
type Figures struct {
	Views     int64 `json:"views"`
	Reads     int64 `json:"reads"`
	Uniques   int64 `json:"uniques"` // over several days, the sum of the daily numbers
	Clicks    int64 `json:"clicks"`
	Clickouts int64 `json:"clickouts"`
	Signups   int64 `json:"signups"`

	// Conversions are those that advertisers reported for known clicks and
	// approved. Pending conversions await approval. Revenue is what paid clicks
	// and approved conversions earned, and PendingRevenue is what pending ones
	// would earn. Both are in the smallest unit of the site's currency.
	Conversions    int64 `json:"conversions"`
	Revenue        int64 `json:"revenue" gorm:"column:earned"`
	Pending        int64 `json:"pending"`
	PendingRevenue int64 `json:"pendingRevenue" gorm:"column:pending_earned"`

	CTR float64 `json:"ctr" gorm:"-"` // clicks per hundred views
	EPC float64 `json:"epc" gorm:"-"` // revenue per clickout
}

func (f *Figures) add(g Figures) {
	f.Views, f.Reads, f.Uniques = f.Views+g.Views, f.Reads+g.Reads, f.Uniques+g.Uniques
	f.Clicks, f.Clickouts, f.Signups = f.Clicks+g.Clicks, f.Clickouts+g.Clickouts, f.Signups+g.Signups
	f.Conversions, f.Revenue = f.Conversions+g.Conversions, f.Revenue+g.Revenue
	f.Pending, f.PendingRevenue = f.Pending+g.Pending, f.PendingRevenue+g.PendingRevenue
}

// Total is a sum, with revenue in other currencies listed separately.
type Total struct {
	Figures
	OtherRevenue []Amount `json:"otherRevenue"`
}

// Amount is an amount of money in the smallest unit of a currency.
type Amount struct {
	Currency string `json:"currency"`
	Amount   int64  `json:"amount"`
}

// rate sets the ratios.
func (f *Figures) rate() {
	f.CTR, f.EPC = ratio(100*f.Clicks, f.Views), ratio(f.Revenue, f.Clickouts)
}

// ratio returns a / b with two decimals, or 0 if b is 0.
func ratio(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return math.Round(100*float64(a)/float64(b)) / 100
}

// Row holds the figures of one value of a dimension.
type Row struct {
	Key   string `json:"key"`   // the day, the path, the offer as "daily:12", or the value
	Label string `json:"label"` // display name, such as a title
	Kind  string `json:"kind,omitempty"`
	ID    int64  `json:"id,omitempty"`
	Figures
	OtherRevenue []Amount `json:"otherRevenue,omitempty" gorm:"-"` // in other currencies; not part of Revenue

	ref string // internal key
}

// Sheet is a report for one period.
type Sheet struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Rows  []Row  `json:"rows"`
	Total Total  `json:"total"`
}

// Report is a sheet, with the previous period's if requested.
type Report struct {
	Sheet
	Timezone string   `json:"timezone"`
	Currency string   `json:"currency"` // currency of revenue
	By       string   `json:"by"`
	Filters  []Filter `json:"filters"`
	Compare  *Sheet   `json:"compare"`
	// RulesSince is the day since which the current rules for robots apply, or
	// "" if they always have.
	RulesSince string `json:"rulesSince,omitempty"`
	// Until is where both periods end if the last day is not over, so that
	// equal parts of a day are compared.
	Until *time.Time `json:"until,omitempty"`
}

// Filter is a value that a report is filtered by.
type Filter struct {
	By    dimension `json:"by"`
	Key   string    `json:"key"`
	Label string    `json:"label"`
}

// Limits of a report.
const (
	MaxDays = 1100
	MaxRows = 1000 // the largest rows
	MaxKeys = 100  // keys to request rows by
)

// period is a range of days, including both ends.
type period struct{ from, to calendar.Day }

func (p period) days() int { return int(p.to.Sub(p.from.Time).Hours()/24+0.5) + 1 }

func (p period) before() period {
	return period{p.from.Add(-p.days()), p.from.Add(-1)}
}

// periodOf parses the ends of a period, which the parameters first and last
// give. The default is the 30 days ending today.
func periodOf(first, last, from, to string, today calendar.Day) (p period, err error) {
	p = period{today.Add(-29), today}
	if to != "" {
		if p.to, err = calendar.Parse(to); err != nil {
			return p, wrong(last, "Enter a valid date, such as 2026-04-23.")
		}
		p.from = p.to.Add(-29)
	}
	if from != "" {
		if p.from, err = calendar.Parse(from); err != nil {
			return p, wrong(first, "Enter a valid date, such as 2026-04-23.")
		}
	}
	switch {
	case p.to.Before(p.from.Time):
		return p, wrong(last, "The end date can't be before the start date.")
	case p.days() > MaxDays || p.from.Year() < 2000 || p.to.Year() > 2200:
		return p, wrong(first, "Choose a range of three years or less.")
	}
	return p, nil
}

// sheet sorts the rows, by day for days and by size otherwise, and sums them.
// Unique visitors come from total, because a visitor to two pages is one
// visitor.
func (q question) sheet(rows []Row, total Total) Sheet {
	for i := range rows {
		rows[i].rate()
	}
	slices.SortFunc(rows, func(a, b Row) int {
		if q.by == byDay {
			return cmp.Compare(a.Key, b.Key)
		}
		return cmp.Or(cmp.Compare(b.Revenue, a.Revenue), cmp.Compare(b.Clicks, a.Clicks), cmp.Compare(b.Views, a.Views), cmp.Compare(a.Key, b.Key))
	})
	total.rate()
	if q.by != byDay && len(rows) > MaxRows {
		rest := slices.DeleteFunc(rows[MaxRows:], func(r Row) bool { return !q.also[r.Key] })
		rows = rows[:MaxRows+len(rest)]
	}
	return Sheet{From: q.from.String(), To: q.to.String(), Rows: rows, Total: total}
}

func wrong(field, sentence string) error {
	return fault.Form([]fault.Field{{Field: field, Message: sentence}})
}
