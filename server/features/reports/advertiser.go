package reports

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"thriftwell/server/platform/calendar"
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

// Month is what an advertiser's offers earned in a month, such as 2026-11.
type Month struct {
	Month          string
	Revenue        int64 // in the site's currency
	PendingRevenue int64
	OtherRevenue   []Amount
	Clicks         []Amount // what of the revenue paid clicks earned
}

// Months returns so many months of the report that is narrowed to an advertiser,
// that of the last day first.
func (a Admin) Months(ctx context.Context, advertiserID int64, last calendar.Day, count int) (months []Month, err error) {
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
				months = append(months, Month{Month: month})
			}
			months[len(months)-1].add(day)
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
func (s *Store) addClicks(ctx context.Context, q question, months []Month) error {
	var converted []struct {
		Month  string
		Amount `gorm:"embedded"`
	}
	asked := q.earnings()
	err := s.db.WithContext(ctx).Raw("SELECT left(key, 7) AS month, currency, sum(earned)::bigint AS amount FROM ("+asked.sql+") e GROUP BY 1, 2", asked.args...).Scan(&converted).Error
	for i := range months {
		m := &months[i]
		of := map[string]int64{q.currency: m.Revenue}
		for _, amount := range m.OtherRevenue {
			of[amount.Currency] = amount.Amount
		}
		for _, c := range converted {
			if c.Month == m.Month {
				of[c.Currency] -= c.Amount.Amount
			}
		}
		for _, code := range slices.Sorted(maps.Keys(of)) {
			if of[code] != 0 {
				m.Clicks = append(m.Clicks, Amount{Currency: code, Amount: of[code]})
			}
		}
	}
	return err
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
