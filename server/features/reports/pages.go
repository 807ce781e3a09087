package reports

import (
	"time"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/fault"
)

// PageCounts are the events on a content page.
type PageCounts struct {
	Views  int64   `json:"views"`
	Clicks int64   `json:"clicks"`
	CTR    float64 `json:"ctr"`
}

// PageDay holds one day's counts for a page (specification, section 3).
type PageDay struct {
	Date string `json:"date"` // YYYY-MM-DD in the site's timezone
	PageCounts
	UniqueVisitors int64 `json:"uniqueVisitors"`
}

// PageTotals are the sums over a period. UniqueVisitors sums the daily numbers,
// because visitors are not recognized across days.
type PageTotals struct {
	From string `json:"from"`
	To   string `json:"to"`
	PageCounts
	UniqueVisitors int64 `json:"uniqueVisitors"`
}

// PageReason is the number of events that counted, or didn't, for one reason.
type PageReason struct {
	Reason string `json:"reason"` // human, robot, prefetch, embedded, duplicate or excess
	Views  int64  `json:"views"`
	Clicks int64  `json:"clicks"`
}

// PageSummary compares a period with the previous one of the same length.
type PageSummary struct {
	Totals   PageTotals   `json:"totals"`
	Previous PageTotals   `json:"previous"`
	Reasons  []PageReason `json:"reasons"`
}

// PageOffer holds the counts for one offer on a page.
type PageOffer struct {
	OfferID  int64  `json:"offerId"`
	Title    string `json:"title"`
	IsActive bool   `json:"isActive"`
	Deleted  bool   `json:"deleted"`
	PageCounts
}

const (
	// maxPageOffers is the maximum number of offers in a page's report, the
	// most clicked first.
	maxPageOffers = 500
	// pageDays is the default length of a page's report (specification, section
	// 9).
	pageDays = 7
)

// errNoPage is returned if no content page has the slug.
var errNoPage = fault.Missing("Page")

// rangeOf returns the period with a name: so many days ending today if it has
// none, or custom from start to end. A custom one without both ends is today.
// Weeks start on Sunday.
func rangeOf(name string, days int, start, end string, today calendar.Day) (p period, err error) {
	switch name {
	case "":
		return period{today.Add(1 - days), today}, nil
	case "yesterday":
		return period{today.Add(-1), today.Add(-1)}, nil
	case "week_to_date":
		return period{today.Add(int(time.Sunday - today.Weekday())), today}, nil
	case "month_to_date":
		return period{today.Add(1 - today.Day()), today}, nil
	case "custom":
		if start != "" && end != "" {
			return periodOf("start", "end", start, end, today)
		}
	case "today":
	default:
		return p, wrong("range", "Choose today, yesterday, week_to_date, month_to_date, or custom.")
	}
	return period{today, today}, nil
}
