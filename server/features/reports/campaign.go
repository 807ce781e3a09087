package reports

import (
	"context"
	"time"

	"thriftwell/server/platform/calendar"
)

// Campaign returns the figures of visits that came from a source and campaign,
// since a time.
func (a Admin) Campaign(ctx context.Context, source, campaign string, since time.Time) (f Figures, err error) {
	q := question{period: period{calendar.DayOf(since, a.Location), calendar.Today(a.Location)}, by: byDay, timezone: a.Location.String(), currency: a.Currency}
	for by, value := range map[dimension]string{bySource: source, byCampaign: campaign} {
		q.filter.add(Filter{by, value, value}, alike("o."+string(by)+" = ?", []any{value}, value))
	}
	ctx, cancel := context.WithTimeout(ctx, a.Within)
	defer cancel()
	err = a.Store.snapshot(ctx, func(s *Store) error {
		sheet, err := s.sheet(ctx, q)
		f = sheet.Total.Figures
		return err
	})
	return f, err
}
