package reports

import (
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/tracking"
)

// question is what a sheet answers.
type question struct {
	period
	by     dimension
	all    bool // everything, not only people
	filter filter
	only   []string        // keys of the rows; nil for all
	also   map[string]bool // keys of rows that are kept beyond MaxRows
	// until cuts off the last day; zero for a whole day.
	until time.Time
	// Conversions count on the day of their click or, by arrival, on the day that
	// they were first reported, in this timezone. Revenue is in this currency.
	arrival            bool
	timezone, currency string
}

// lastWhole returns the last day that is not cut off.
func (q question) lastWhole() calendar.Day {
	if q.until.IsZero() {
		return q.to
	}
	return q.to.Add(-1)
}

// filter narrows a report; the zero filter is nothing.
type filter struct {
	of         []Filter
	conditions []condition
}

// condition is a part of a filter, in SQL over t, c and o.
type condition struct {
	traffic, conversions string // which take the same arguments
	args                 []any
	sums                 sql // of the sums of its dimension as it is counted
}

func (f *filter) add(of Filter, c condition) {
	f.of, f.conditions = append(f.of, of), append(f.conditions, c)
}

// has reports whether the filter names a value of a dimension as it is counted.
func (f filter) has(d dimension) bool {
	return slices.ContainsFunc(f.of, func(of Filter) bool { return of.By.counted() == d })
}

// sql is a part of a query.
type sql struct {
	sql  string
	args []any
}

// where returns a filter's condition on traffic, or on conversions.
func (f filter) where(conversions bool) sql {
	all := sql{sql: "true"}
	for _, c := range f.conditions {
		text := c.traffic
		if conversions {
			text = c.conversions
		}
		all.sql += " AND " + text
		all.args = append(all.args, c.args...)
	}
	return all
}

const (
	columns = "views, reads, uniques, clicks, clickouts, signups, earned"
	// Those of conversions, which traffic has none of.
	converted    = "conversions, pending, pending_earned"
	notConverted = ", 0::bigint AS conversions, 0::bigint AS pending, 0::bigint AS pending_earned"

	// advertised says which advertiser an offer has or, once it is gone, had.
	advertised = `(SELECT 'offer' AS subject, id, advertiser_id FROM offers
		UNION ALL SELECT 'content_offer', id, advertiser_id FROM content_offers
		UNION ALL SELECT 'daily_offer', id, advertiser_id FROM daily_offers
		UNION ALL SELECT 'static_offer', id, advertiser_id FROM static_offers
		UNION ALL SELECT subject::text, id, advertiser_id FROM gone_offers)`
)

// query returns the figures of a question by key; what has none, such as a visit
// without a campaign, has an empty one. They are those of traffic and, from the
// table itself, of conversions. open are the days of it that are to be added up
// anew.
func (q question) query(open []time.Time) sql {
	m := q.measure()
	traffic := union(q.traffic(open))
	if q.by == byAdvertiser {
		// Traffic counts for the advertiser that its offer has now, a conversion for
		// the one that reported it.
		m.key, m.from = "'advertiser:' || t.advertiser_id", "t.advertiser_id"
		traffic.sql = `SELECT coalesce('advertiser:' || a.advertiser_id, '') AS key, ` + columns + `, ` + converted + ` FROM (` + traffic.sql + `) t
			LEFT JOIN ` + advertised + ` a ON t.key = a.subject || ':' || a.id`
	}
	all := union([]sql{traffic, q.conversions(m)})
	if q.only != nil {
		all.sql, all.args = "SELECT * FROM ("+all.sql+") parts WHERE key IN ?", append(all.args, q.only)
	}
	return sql{`SELECT key, ` + summed(columns+", "+converted) + ` FROM (` + all.sql + `) parts
		GROUP BY key HAVING sum(views) + sum(reads) + sum(clicks) + sum(clickouts) + sum(signups) + sum(earned) + sum(conversions) + sum(pending) > 0`, all.args}
}

func union(parts []sql) (all sql) {
	for i, part := range parts {
		if i > 0 {
			all.sql += " UNION ALL "
		}
		all.sql, all.args = all.sql+part.sql, append(all.args, part.args...)
	}
	return all
}

// summed is the sums of columns, under their names.
func summed(columns string) string {
	var sums []string
	for column := range strings.SplitSeq(columns, ", ") {
		sums = append(sums, "sum("+column+")::bigint AS "+column)
	}
	return strings.Join(sums, ", ")
}

// traffic returns the parts of a query that sum up traffic. What was added up
// for single values answers all questions but those for the values of one
// dimension within one of another; these read the traffic itself.
func (q question) traffic(open []time.Time) []sql {
	m, days := q.measure(), []any{q.from.Time, q.lastWhole().Time}
	parts := []sql{q.live(m, "recent_traffic", "day BETWEEN ? AND ?", days...)}
	switch {
	case len(q.filter.of) == 0:
		parts = append(parts, q.addedUp(q.by.counted(), sql{sql: "true"}, open)...)
	case len(q.filter.of) == 1 && q.by == byDay:
		parts = append(parts, q.addedUp(q.filter.of[0].By.counted(), q.filter.conditions[0].sums, open)...)
	default:
		parts = append(parts, q.live(m, "daily_traffic", "day BETWEEN ? AND ?", days...))
	}
	if !q.until.IsZero() {
		parts = append(parts, q.live(m, partOfDay, "true", q.to.Time, q.until, q.to.Time, q.to.Time))
	}
	return parts
}

// never returns days, with one that never was, for SQL knows no empty list.
func never(days []time.Time) []time.Time { return append([]time.Time{time.Unix(0, 0).UTC()}, days...) }

// partOfDay is the traffic of a day up to a time, counted from its events; all
// of the day once they are no longer kept.
const partOfDay = `(SELECT day, context_id, subject, subject_id, action, reason, 1 AS count,
		CASE WHEN reason = 'human' AND row_number() OVER (PARTITION BY reason, visitor, subject, subject_id, action ORDER BY at, id) = 1 THEN 1 ELSE 0 END AS visitors,
		CASE WHEN reason = 'human' AND action = 'view' AND row_number() OVER (PARTITION BY reason, visitor, action ORDER BY at, id, subject IN ('offer', 'content_offer', 'daily_offer', 'static_offer')) = 1 THEN 1 ELSE 0 END AS arrivals,
		CASE WHEN reason = 'human' THEN coalesce(earned, 0) ELSE 0 END AS earned
	FROM events WHERE day = ? AND at < ? AND context_id IS NOT NULL
	UNION ALL SELECT day, context_id, subject, subject_id, action, reason, count, visitors, arrivals, earned
	FROM ` + tracking.Traffic + ` t WHERE day = ? AND NOT EXISTS (SELECT FROM events WHERE day = ?))`

// live sums up traffic of a table.
func (q question) live(m measure, table, days string, args ...any) sql {
	reason := " AND reason = 'human'"
	if q.all {
		reason = ""
	}
	where := q.filter.where(false)
	return sql{`SELECT ` + m.key + ` AS key, ` + m.sums() + notConverted + `
		FROM ` + table + ` t JOIN contexts c ON c.id = t.context_id JOIN origins o ON o.id = c.last_id
		WHERE ` + days + reason + ` AND ` + where.sql + ` GROUP BY ` + m.from, append(args, where.args...)}
}

// addedUp returns the sums of a dimension, by day or, in fewer rows, by month,
// and the traffic of the days that are open.
func (q question) addedUp(of dimension, narrowed sql, open []time.Time) (parts []sql) {
	spans, key := cheapest(q.from.Time, q.lastWhole().AddDate(0, 0, 1)), "key"
	if len(open) > 0 {
		parts = append(parts, q.live(q.measure(), "daily_traffic", "day IN ?", open))
	}
	if q.by == byDay || len(open) > 0 {
		spans = []span{{from: q.from.Time, until: q.lastWhole().AddDate(0, 0, 1)}}
	}
	if q.by == byDay {
		key = "to_char(day, 'YYYY-MM-DD')"
	}
	for _, s := range spans {
		table, day, sums := "daily_reports", "day", columns
		if s.months {
			table, day = "monthly_reports", "month"
		}
		if s.minus {
			sums = "-" + strings.ReplaceAll(columns, ", ", ", -")
		}
		parts = append(parts, sql{`SELECT ` + key + ` AS key, ` + sums + notConverted + ` FROM ` + table + `
			WHERE dimension = ? AND human = ? AND ` + day + ` >= ? AND ` + day + ` < ? AND ` + day + ` NOT IN ? AND ` + narrowed.sql,
			append([]any{string(of), !q.all, s.from, s.until, never(open)}, narrowed.args...)})
	}
	return parts
}

// span is a range of days, or of whole months, that is added or subtracted.
type span struct {
	from, until   time.Time
	months, minus bool
}

// cost is about how many rows of a value a span reads: none of days to come.
func (s span) cost() int {
	last := s.until
	if now := time.Now(); last.After(now) {
		last = now
	}
	days := int(last.Sub(s.from).Hours()/24) + 1
	if s.months {
		return days/30 + 1
	}
	return max(0, days)
}

// cheapest covers the days from one until another by spans. A month that is not
// whole is either added by its days, or as a whole less its other days.
func cheapest(from, until time.Time) []span {
	monthOf := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC) }
	first, last := monthOf(from), monthOf(until)
	cost := func(spans []span) (sum int) {
		for _, s := range spans {
			sum += s.cost()
		}
		return sum
	}
	best := []span{{from: from, until: until}}
	for _, begin := range []time.Time{first, first.AddDate(0, 1, 0)} {
		for _, end := range []time.Time{last, last.AddDate(0, 1, 0)} {
			if !begin.Before(end) {
				continue
			}
			spans := []span{{from: begin, until: end, months: true}}
			if begin.Before(from) {
				spans = append(spans, span{from: begin, until: from, minus: true})
			} else if from.Before(begin) {
				spans = append(spans, span{from: from, until: begin})
			}
			if until.Before(end) {
				spans = append(spans, span{from: until, until: end, minus: true})
			} else if end.Before(until) {
				spans = append(spans, span{from: end, until: until})
			}
			if cost(spans) < cost(best) {
				best = spans
			}
		}
	}
	return best
}

// reported is the conversions t of a question, with contexts and origins as
// traffic has them. Those of unknown clicks are left out: nobody can say what
// they belong to.
func (q question) reported() sql {
	day, at, about, cut := "click_day", "click_at", "", ""
	args := []any{}
	if q.arrival {
		// The index has times, no days of a timezone: about, which are these days and those beside them.
		day, at, about = "(created_at AT TIME ZONE ?)::date", "created_at", " AND created_at BETWEEN ? AND ?"
		args = []any{q.timezone, q.from.Add(-1).Time, q.to.Add(2).Time}
	}
	args = append(args, q.from.Time, q.to.Time)
	if !q.until.IsZero() {
		cut = " AND at < ?"
		args = append(args, q.until)
	}
	where := q.filter.where(true)
	return sql{`FROM (SELECT * FROM (SELECT *, ` + day + ` AS day, ` + at + ` AS at, 'human'::event_reason AS reason FROM conversions WHERE click_day IS NOT NULL` + about + `) of_clicks
			WHERE day BETWEEN ? AND ?` + cut + `) t
		LEFT JOIN contexts c ON c.id = t.context_id LEFT JOIN origins o ON o.id = c.last_id WHERE ` + where.sql, append(args, where.args...)}
}

// conversions returns the part of a query that sums up conversions.
func (q question) conversions(m measure) sql {
	from := q.reported()
	return sql{`SELECT coalesce(` + m.key + `, '') AS key, 0::bigint AS views, 0::bigint AS reads, 0::bigint AS uniques, 0::bigint AS clicks, 0::bigint AS clickouts, 0::bigint AS signups,
			coalesce(sum(t.payout) FILTER (WHERE t.status = 'approved' AND t.currency = ?), 0)::bigint AS earned,
			count(*) FILTER (WHERE t.status = 'approved') AS conversions, count(*) FILTER (WHERE t.status = 'pending') AS pending,
			coalesce(sum(t.payout) FILTER (WHERE t.status = 'pending' AND t.currency = ?), 0)::bigint AS pending_earned
		` + from.sql + ` GROUP BY ` + m.from, append([]any{q.currency, q.currency}, from.args...)}
}

// foreign returns what people's clicks earned in other currencies.
func (q question) foreign() sql {
	const columns = "context_id, subject, subject_id, 'human'::event_reason AS reason"
	from := "SELECT " + columns + ", currency, amount FROM foreign_earnings WHERE day BETWEEN ? AND ?"
	args := []any{q.from.Time, q.lastWhole().Time}
	if !q.until.IsZero() {
		from += " UNION ALL SELECT " + columns + ", foreign_currency, foreign_pay FROM events WHERE day = ? AND at < ? AND reason = 'human' AND foreign_pay > 0" +
			" UNION ALL SELECT " + columns + ", currency, amount FROM foreign_earnings WHERE day = ? AND NOT EXISTS (SELECT FROM events WHERE day = ?)"
		args = append(args, q.to.Time, q.until, q.to.Time, q.to.Time)
	}
	where := q.filter.where(false)
	return sql{"SELECT t.currency, t.amount FROM (" + from + ") t JOIN contexts c ON c.id = t.context_id JOIN origins o ON o.id = c.last_id WHERE " + where.sql,
		append(args, where.args...)}
}
