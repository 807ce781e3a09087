// Package analytics reports the events on content pages to staff: a row for
// each day, totals compared with the previous period, and figures for each
// offer. Reports read only roll-ups.
package analytics

import (
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/fault"
)

// Row holds one day's counts for a page (specification, section 3).
type Row struct {
	Date           string  `json:"date"` // YYYY-MM-DD in the site's timezone
	Views          int64   `json:"views"`
	Clicks         int64   `json:"clicks"`
	CTR            float64 `json:"ctr"`
	UniqueVisitors int64   `json:"uniqueVisitors"`
}

// Totals are the sums over a period. UniqueVisitors sums the daily numbers,
// because visitors are not recognized across days.
type Totals struct {
	From           string  `json:"from"`
	To             string  `json:"to"`
	Views          int64   `json:"views"`
	Clicks         int64   `json:"clicks"`
	CTR            float64 `json:"ctr"`
	UniqueVisitors int64   `json:"uniqueVisitors"`
}

// Reason is the number of events that counted, or didn't, for one reason.
type Reason struct {
	Reason string `json:"reason"` // human, robot, prefetch, embedded, duplicate or excess
	Views  int64  `json:"views"`
	Clicks int64  `json:"clicks"`
}

// Summary compares a period with the previous one of the same length.
type Summary struct {
	Totals   Totals   `json:"totals"`
	Previous Totals   `json:"previous"`
	Reasons  []Reason `json:"reasons"`
}

// OfferRow holds the counts for one offer on a page.
type OfferRow struct {
	OfferID  int64   `json:"offerId"`
	Title    string  `json:"title"`
	IsActive bool    `json:"isActive"`
	Deleted  bool    `json:"deleted"`
	Views    int64   `json:"views"`
	Clicks   int64   `json:"clicks"`
	CTR      float64 `json:"ctr"`
}

// MaxOffers is the maximum number of offers in a report, the most clicked
// first.
const MaxOffers = 500

// Limits on the days in a report.
const (
	DefaultDays = 7 // specification, section 9
	MaxDays     = 1100
)

// Period is a range of calendar days, including both ends.
type Period struct{ From, To calendar.Day }

// Days returns the number of days in the period.
func (p Period) Days() int { return int(p.To.Sub(p.From.Time).Hours()/24) + 1 }

// Before returns the period of the same length that ends where p begins.
func (p Period) Before() Period {
	return Period{From: p.From.Add(-p.Days()), To: p.From.Add(-1)}
}

// periodOf returns the period with a name: so many days ending today if it has
// none, or custom from start to end. A custom one without both ends is today.
// Weeks start on Sunday.
func periodOf(name string, days int, start, end string, today calendar.Day) (Period, error) {
	switch name {
	case "":
		return Period{today.Add(1 - days), today}, nil
	case "today":
		return Period{today, today}, nil
	case "yesterday":
		return Period{today.Add(-1), today.Add(-1)}, nil
	case "week_to_date":
		return Period{today.Add(-int(today.Weekday())), today}, nil
	case "month_to_date":
		return Period{today.Add(1 - today.Day()), today}, nil
	case "custom":
		if start == "" || end == "" {
			return Period{today, today}, nil
		}
		return custom(start, end)
	}
	return Period{}, wrong("range", "Choose today, yesterday, week_to_date, month_to_date, or custom.")
}

func custom(start, end string) (Period, error) {
	from, err := calendar.Parse(start)
	if err != nil {
		return Period{}, wrong("start", "Enter a valid date, such as 2026-04-23.")
	}
	to, err := calendar.Parse(end)
	if err != nil {
		return Period{}, wrong("end", "Enter a valid date, such as 2026-04-23.")
	}
	p := Period{from, to}
	switch {
	case to.Before(from.Time):
		return Period{}, wrong("end", "The end date can't be before the start date.")
	case p.Days() > MaxDays || from.Year() < 2000 || to.Year() > 2200:
		return Period{}, wrong("start", "Choose a range of three years or less.")
	}
	return p, nil
}

func wrong(field, sentence string) error {
	return fault.Form([]fault.Field{{Field: field, Message: sentence}})
}
