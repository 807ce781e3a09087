package reports

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/money"
	"thriftwell/server/platform/tracking"
)

// compose composes the weekly email: the main figures of a week next to the
// previous week's, and what earned the most.
func (w *Weekly) compose(ctx context.Context, reports *Store, week period) (mail.Content, error) {
	q := question{period: week, by: byDay, timezone: w.Reports.Location.String(), currency: w.Reports.Currency}
	now, err := reports.sheet(ctx, q)
	if err != nil {
		return mail.Content{}, err
	}
	q.period = week.before()
	before, err := reports.sheet(ctx, q)
	if err != nil {
		return mail.Content{}, err
	}
	q.period = week
	items, err := w.topItems(ctx, reports, q)
	return mail.Content{
		Subject:    "The week at " + w.SiteName + ": " + week.text(),
		Heading:    "Your week in numbers",
		Paragraphs: []string{week.text() + ", compared with the week before. Counts people, not bots. Days are in " + q.timezone + " time."},
		Figures:    w.figures(now.Total, before.Total),
		Items:      items,
		Button:     &mail.Link{Text: "Open the report", URL: w.reportURL(week, "", "")},
		After:      []string{"Uniques are each day’s unique visitors, added up."},
		Reason:     "You get this email on Mondays because you turned it on from the Reports screen at " + w.SiteName + ".",
	}, err
}

// text formats a period for people: "November 16 to 22, 2026".
func (p period) text() string {
	const whole, day = "January 2, 2006", "January 2"
	switch {
	case p.from.Year() != p.to.Year():
		return p.from.Format(whole) + " to " + p.to.Format(whole)
	case p.from.Month() != p.to.Month():
		return p.from.Format(day) + " to " + p.to.Format(whole)
	}
	return p.from.Format(day) + " to " + p.to.Format("2, 2006")
}

// figures returns the figures in the email.
func (w *Weekly) figures(now, before Total) []mail.Figure {
	amount := func(cents int64) string { return money.Format(cents, w.Reports.Currency) }
	var lines []mail.Figure
	for _, f := range []struct {
		label       string
		now, before int64
		say         func(int64) string
	}{
		{"Views", now.Views, before.Views, whole},
		{"Reads", now.Reads, before.Reads, whole},
		{"Uniques", now.Uniques, before.Uniques, whole},
		{"Clicks", now.Clicks, before.Clicks, whole},
		{"Click-outs", now.Clickouts, before.Clickouts, whole},
		{"Signups", now.Signups, before.Signups, whole},
		{"Conversions", now.Conversions, before.Conversions, whole},
		{"Revenue", now.Revenue, before.Revenue, amount},
		{"Pending revenue", now.PendingRevenue, before.PendingRevenue, amount},
	} {
		lines = append(lines, mail.Figure{Label: f.label, Value: f.say(f.now), Note: f.say(f.before) + " the week before"})
	}
	for _, other := range now.OtherRevenue {
		lines = append(lines, mail.Figure{Label: "Revenue in " + other.Currency, Value: money.Format(other.Amount, other.Currency), Note: "not included above"})
	}
	return lines
}

func whole(n int64) string { return message.NewPrinter(language.AmericanEnglish).Sprint(n) }

// topItems returns the offer, piece and source that earned the most or, without
// revenue, had the most clicks.
func (w *Weekly) topItems(ctx context.Context, reports *Store, q question) (items []mail.Item, err error) {
	for _, top := range []struct {
		by    dimension
		title string
	}{{byOffer, "Top offer"}, {byPiece, "Top article or guide"}, {bySource, "Top source"}} {
		q.by = top.by
		sheet, err := reports.sheet(ctx, q)
		if err != nil {
			return nil, err
		}
		rows := sheet.Rows
		if top.by == bySource {
			if rows, err = w.trusted(ctx, sheet); err != nil {
				return nil, err
			}
		}
		if len(rows) == 0 || rows[0].Clicks == 0 && rows[0].Revenue == 0 {
			continue
		}
		first := rows[0]
		items = append(items, mail.Item{
			Link:  mail.Link{Text: first.Label, URL: w.reportURL(q.period, top.by, first.Key)},
			About: fmt.Sprintf("%s: %s, clicks: %s", top.title, money.Format(first.Revenue, w.Reports.Currency), whole(first.Clicks)),
		})
	}
	return items, nil
}

// trusted returns the sources that the email may name, in order, and all others
// as one row. It trusts sources that staff gave a short link and those that
// tracking knows. Any other name comes from a URL that anyone can make up, so
// it is not emailed.
func (w *Weekly) trusted(ctx context.Context, sheet Sheet) ([]Row, error) {
	ours, err := w.Store.sources(ctx)
	if err != nil {
		return nil, err
	}
	rows, other := []Row{}, Row{Label: "Other sources", Figures: sheet.Total.Figures}
	for _, r := range sheet.Rows {
		if tracking.IsKnownSource(r.Key) || slices.Contains(ours, r.Key) {
			rows = append(rows, r)
			other.Revenue, other.Clicks = other.Revenue-r.Revenue, other.Clicks-r.Clicks
		}
	}
	rows = append(rows, other)
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.Revenue, a.Revenue), cmp.Compare(b.Clicks, a.Clicks))
	})
	return rows, nil
}

// reportURL returns the URL of the report for a period, filtered by one value
// or, without a key, grouped by a dimension.
func (w *Weekly) reportURL(p period, by dimension, key string) string {
	query := url.Values{"range": {"custom"}, "start": {p.from.Format(time.DateOnly)}, "end": {p.to.Format(time.DateOnly)}}
	switch {
	case key != "":
		query.Set(string(by), key)
	case by != "":
		query.Set("by", string(by))
	}
	return w.BaseURL + "/admin/reports?" + query.Encode()
}
