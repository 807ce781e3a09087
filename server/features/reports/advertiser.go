package reports

import (
	"context"
	"fmt"
	"slices"

	"thriftwell/server/platform/calendar"
)

// advertisedBy is the condition of an advertiser: traffic of the offers that it
// has now, and conversions that it reported.
func advertisedBy(id, ref string) condition {
	args := []any{id}
	return condition{
		"(t.subject::text, t.subject_id) IN (SELECT subject, id FROM " + advertised + " a WHERE advertiser_id = CAST(? AS bigint))",
		"t.advertiser_id = CAST(? AS bigint)", args,
		sql{"key IN (SELECT subject || ':' || id FROM " + advertised + " a WHERE advertiser_id = CAST(? AS bigint))", args},
		sql{"key = ?", []any{ref}},
	}
}

// Month is what an advertiser's offers earned in a month, such as 2026-11.
type Month struct {
	Month          string
	Revenue        int64 // in the site's currency
	PendingRevenue int64
	OtherRevenue   []Amount
}

// Months returns the last months of the report that is narrowed to an advertiser,
// this one first.
func (a Admin) Months(ctx context.Context, advertiserID int64, count int) (months []Month, err error) {
	today := calendar.Today(a.Location)
	first := calendar.Day{Time: today.AddDate(0, 1-count, 1-today.Day())}
	q := question{period: period{first, today}, by: byDay, timezone: a.Location.String(), currency: a.Currency}
	id := fmt.Sprint(advertiserID)
	q.filter.add(Filter{byAdvertiser, id, id}, advertisedBy(id, "advertiser:"+id))
	ctx, cancel := context.WithTimeout(ctx, a.Within)
	defer cancel()
	err = a.Store.snapshot(ctx, func(s *Store) error {
		sheet, err := s.sheet(ctx, q)
		for _, day := range slices.Backward(sheet.Rows) {
			month := day.Key[:len("2026-11")]
			if len(months) == 0 || months[len(months)-1].Month != month {
				months = append(months, Month{Month: month})
			}
			months[len(months)-1].add(day)
		}
		return err
	})
	return months, err
}

func (m *Month) add(day Row) {
	m.Revenue += day.Revenue
	m.PendingRevenue += day.PendingRevenue
	for _, amount := range day.OtherRevenue {
		i := slices.IndexFunc(m.OtherRevenue, func(a Amount) bool { return a.Currency == amount.Currency })
		if i < 0 {
			m.OtherRevenue = append(m.OtherRevenue, amount)
		} else {
			m.OtherRevenue[i].Amount += amount.Amount
		}
	}
}
