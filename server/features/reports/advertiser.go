package reports

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/offer"
)

// advertisedBy is the condition of an advertiser: traffic of the offers that it
// has now, and conversions that it reported.
func advertisedBy(id, ref string) condition {
	args := []any{id}
	return condition{
		"(t.subject, t.subject_id) IN (SELECT subject, id FROM " + advertised + " a WHERE advertiser_id = CAST(? AS bigint))",
		"t.advertiser_id = CAST(? AS bigint)", args,
		sql{"key IN (SELECT subject || ':' || id FROM " + advertised + " a WHERE advertiser_id = CAST(? AS bigint))", args},
		sql{"key = ?", []any{ref}},
	}
}

// Months returns so many months of the report that is narrowed to an advertiser,
// that of the last day first.
func (a Admin) Months(ctx context.Context, advertiserID int64, last calendar.Day, count int) (months []offer.Month, err error) {
	first := calendar.Day{Time: last.AddDate(0, 1-count, 1-last.Day())}
	q := question{period: period{first, last}, by: byDay, timezone: a.Location.String(), currency: a.Currency}
	id := fmt.Sprint(advertiserID)
	q.filter.add(Filter{byAdvertiser, id, id}, advertisedBy(id, "advertiser:"+id))
	ctx, cancel := context.WithTimeout(ctx, a.Within)
	defer cancel()
	err = a.Store.snapshot(ctx, func(s *Store) error {
		sheet, err := s.sheet(ctx, q)
		for _, day := range slices.Backward(sheet.Rows) {
			month := day.Key[:len("2026-11")]
			if len(months) == 0 || months[len(months)-1].Month != month {
				months = append(months, offer.Month{Month: month, Earned: map[string]int64{}})
			}
			m := &months[len(months)-1]
			m.Pending += day.PendingRevenue
			m.Earned[q.currency] += day.Revenue
			for _, amount := range day.OtherRevenue {
				m.Earned[amount.Currency] += amount.Amount
			}
		}
		if err != nil {
			return err
		}
		return s.addClicks(ctx, q, months)
	})
	return months, err
}

// addClicks adds to the months of a question what paid clicks earned: the revenue
// that isn't of conversions.
func (s *Store) addClicks(ctx context.Context, q question, months []offer.Month) error {
	var converted []struct {
		Month  string
		Amount `gorm:"embedded"`
	}
	asked := q.earnings()
	err := s.db.WithContext(ctx).Raw("SELECT left(key, 7) AS month, currency, sum(earned)::bigint AS amount FROM ("+asked.sql+") e GROUP BY 1, 2", asked.args...).Scan(&converted).Error
	for i := range months {
		m := &months[i]
		m.Clicks = maps.Clone(m.Earned)
		for _, c := range converted {
			if c.Month == m.Month {
				m.Clicks[c.Currency] -= c.Amount.Amount
			}
		}
		maps.DeleteFunc(m.Clicks, func(_ string, amount int64) bool { return amount == 0 })
	}
	return err
}
