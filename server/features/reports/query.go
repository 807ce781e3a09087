package reports

import (
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/tracking"
)

// question is what a sheet reports.
type question struct {
	period
	by     dimension
	all    bool // all events, not only people's
	filter filter
	only   []string        // keys of the rows; nil for all
	also   map[string]bool // keys of rows to keep beyond MaxRows
	// until cuts off the last day. Zero means the whole day.
	until time.Time
	// Conversions count on the day of their click or, with arrival, on the day
	// they were first reported, in this time zone. Revenue is in this currency.
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

// filter narrows a report. The zero value selects everything.
type filter struct {
	of         []Filter
	conditions []condition
}

// condition is part of a filter, in SQL over t, c and o.
type condition struct {
	traffic, conversions string // both take the same arguments
	args                 []any
	// Conditions on the stored sums of its dimension, and on those of
	// conversions.
	sums, converted sql
}

// alike returns the condition for a value that applies to traffic and
// conversions alike, and to their sums under a key.
func alike(where string, args []any, key string) condition {
	sums := sql{"key = ?", []any{key}}
	return condition{where, where, args, sums, sums}
}

func (f *filter) add(of Filter, c condition) {
	f.of, f.conditions = append(f.of, of), append(f.conditions, c)
}

// has reports whether the filter has a value of a stored dimension.
func (f filter) has(d dimension) bool {
	return slices.ContainsFunc(f.of, func(of Filter) bool { return of.By.counted() == d })
}

// sql is part of a query and its arguments.
type sql struct {
	sql  string
	args []any
}

// where returns the filter's condition on traffic or on conversions.
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
	// Columns of conversions, besides revenue, that traffic doesn't have.
	converted    = "conversions, pending, pending_earned"
	notConverted = ", 0::bigint AS conversions, 0::bigint AS pending, 0::bigint AS pending_earned"

	// advertised selects the advertiser of each offer, also at deleted
	// placements or, for a deleted offer, its last one.
	advertised = `(SELECT subject, id, advertiser_id FROM placed_offers WHERE advertiser_id IS NOT NULL
		UNION ALL SELECT subject, g.id, CASE WHEN o.id IS NULL THEN g.advertiser_id ELSE o.advertiser_id END FROM gone_offers g LEFT JOIN offers o ON o.id = g.offer_id)`
)

// query returns the figures of traffic and conversions by key. The key is empty
// for events without a value, such as a visit without a campaign. open lists
// the days of traffic to recompute.
func (q question) query(open []time.Time) sql {
	traffic := union(q.traffic(open))
	if q.by == byAdvertiser {
		// Traffic is credited to the offer's current advertiser, a conversion
		// to the advertiser that reported it.
		traffic.sql = byItsAdvertiser(traffic.sql, columns+", "+converted)
	}
	all := union([]sql{traffic, q.conversions()})
	if q.only != nil {
		all.sql, all.args = "SELECT * FROM ("+all.sql+") parts WHERE key IN ?", append(all.args, q.only)
	}
	return sql{`SELECT key, ` + summed(columns+", "+converted) + ` FROM (` + all.sql + `) parts
		GROUP BY key HAVING sum(views) + sum(reads) + sum(clicks) + sum(clickouts) + sum(signups) + abs(sum(earned)) + sum(conversions) + sum(pending) + abs(sum(pending_earned)) > 0`, all.args}
}

// byItsAdvertiser groups rows by offer, with the given columns, by the offer's
// current advertiser.
func byItsAdvertiser(rows, columns string) string {
	return `SELECT coalesce('advertiser:' || a.advertiser_id, '') AS key, ` + columns + ` FROM (` + rows + `) t
		LEFT JOIN ` + advertised + ` a ON t.key = a.subject || ':' || a.id`
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

// summed returns the sum of each column, under its own name.
func summed(columns string) string {
	var sums []string
	for column := range strings.SplitSeq(columns, ", ") {
		sums = append(sums, "sum("+column+")::bigint AS "+column)
	}
	return strings.Join(sums, ", ")
}

// within reports whether a question combines a value of one dimension with
// another dimension. No sums are stored for that.
func (q question) within() bool {
	return len(q.filter.of) > 1 || len(q.filter.of) == 1 && q.by != byDay
}

// traffic returns the parts of a query that sum traffic. It reads the stored
// sums unless the question is within a value; then it reads the traffic itself.
func (q question) traffic(open []time.Time) []sql {
	m, days := q.measure(), []any{q.from.Time, q.lastWhole().Time}
	parts := []sql{q.live(m, tracking.Recent, "day BETWEEN ? AND ?", days...)}
	switch {
	case q.within():
		parts = append(parts, q.live(m, "daily_traffic", "day BETWEEN ? AND ?", days...))
	case len(q.filter.of) == 1:
		parts = append(parts, q.addedUp(q.filter.of[0].By.counted(), q.filter.conditions[0].sums, open)...)
	default:
		parts = append(parts, q.addedUp(q.by.counted(), sql{sql: "true"}, open)...)
	}
	if !q.until.IsZero() {
		parts = append(parts, q.live(m, partOfDay, "true", q.to.Time, q.until, q.to.Time, q.to.Time))
	}
	return parts
}

// orNever returns days plus one that matches nothing, because SQL does not allow
// an empty list.
func orNever(days []time.Time) []time.Time {
	return append([]time.Time{time.Unix(0, 0).UTC()}, days...)
}

// partOfDay selects the traffic of a day up to a time, counted from its events.
// It is the whole day once the events have been deleted.
const partOfDay = `(SELECT day, context_id, subject, subject_id, action, reason, 1 AS count,
		CASE WHEN reason = 'human' AND row_number() OVER (PARTITION BY reason, visitor, subject, subject_id, action ORDER BY at, id) = 1 THEN 1 ELSE 0 END AS visitors,
		CASE WHEN reason = 'human' AND action = 'view' AND row_number() OVER (PARTITION BY reason, visitor, action ORDER BY at, id, subject IN ('offer', 'content_offer', 'daily_offer', 'static_offer')) = 1 THEN 1 ELSE 0 END AS arrivals,
		CASE WHEN reason = 'human' THEN coalesce(earned, 0) ELSE 0 END AS earned
	FROM events WHERE day = ? AND at < ? AND context_id IS NOT NULL
	UNION ALL SELECT day, context_id, subject, subject_id, action, reason, count, visitors, arrivals, earned
	FROM ` + tracking.Traffic + ` t WHERE day = ? AND NOT EXISTS (SELECT FROM events WHERE day = ?))`

// live sums the traffic in a table.
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

// addedUp returns the stored sums of a dimension, by day or, to read fewer
// rows, by month, and the traffic of open days.
func (q question) addedUp(of dimension, narrowed sql, open []time.Time) (parts []sql) {
	if len(open) > 0 {
		parts = append(parts, q.live(q.measure(), "daily_traffic", "day IN ?", open))
	}
	for _, s := range q.spans(len(open) > 0) {
		day := s.day()
		parts = append(parts, sql{`SELECT ` + q.addedUpKey() + ` AS key, ` + columns + notConverted + ` FROM ` + s.table("reports") + `
			WHERE dimension = ? AND human = ? AND ` + day + ` >= ? AND ` + day + ` < ? AND ` + day + ` NOT IN ? AND ` + narrowed.sql,
			append([]any{string(of), !q.all, s.from, s.until, orNever(open)}, narrowed.args...)})
	}
	return parts
}

// addedUpKey returns the key of a row made from stored sums.
func (q question) addedUpKey() string {
	if q.by == byDay {
		return "to_char(day, 'YYYY-MM-DD')"
	}
	return "key"
}

// spans covers the whole days of a question: day by day if byDays is set,
// otherwise whole months by month, to read fewer rows.
func (q question) spans(byDays bool) []span {
	from, until := q.from.Time, q.lastWhole().AddDate(0, 0, 1)
	first, last := monthOf(from.AddDate(0, 0, -1)).AddDate(0, 1, 0), monthOf(until) // the whole months
	if byDays || q.by == byDay || !first.Before(last) {
		return []span{{from, until, false}}
	}
	all := []span{{from, first, false}, {first, last, true}, {last, until, false}}
	return slices.DeleteFunc(all, func(s span) bool { return s.from.Equal(s.until) })
}

func monthOf(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC) }

// span is a range of days, or of whole months, to add.
type span struct {
	from, until time.Time
	months      bool
}

// table returns the table of sums that a span reads.
func (s span) table(sums string) string {
	if s.months {
		return "monthly_" + sums
	}
	return "daily_" + sums
}

// day returns the table's column with the day or the first day of the month.
func (s span) day() string {
	if s.months {
		return "month"
	}
	return "day"
}
