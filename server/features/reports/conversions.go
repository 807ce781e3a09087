package reports

import (
	"slices"
	"strings"
)

// Conversions are summed like traffic: daily_conversions and
// monthly_conversions hold sums by currency, and recent_conversions holds
// changes since the last run. Conversions of unknown clicks are left out,
// because nobody can tell what they belong to.

// earnings are the columns of summed conversions.
const earnings = "conversions, earned, pending, pending_earned"

// converted returns how conversions t are measured: like traffic, except that
// advertisers are credited with the conversions they reported.
func (q question) converted() measure {
	if q.by == byAdvertiser {
		return byReporter()
	}
	return q.measure()
}

// byReporter measures conversions by the advertiser that reported them.
func byReporter() measure {
	return measure{key: "'advertiser:' || t.advertiser_id", from: "t.advertiser_id"}
}

// conversions returns the part of a query that sums conversions.
func (q question) conversions() sql {
	all := q.earnings()
	return sql{`SELECT key, 0::bigint AS views, 0::bigint AS reads, 0::bigint AS uniques, 0::bigint AS clicks, 0::bigint AS clickouts, 0::bigint AS signups,
			coalesce(sum(earned) FILTER (WHERE currency = ?), 0)::bigint AS earned,
			sum(conversions)::bigint AS conversions, sum(pending)::bigint AS pending,
			coalesce(sum(pending_earned) FILTER (WHERE currency = ?), 0)::bigint AS pending_earned
		FROM (` + all.sql + `) e GROUP BY key`, append([]any{q.currency, q.currency}, all.args...)}
}

// earnings returns the sums of conversions by key and currency; a key may have
// several rows. It reads the stored sums for whatever they can answer, by the
// day of the click. Otherwise it sums the conversions themselves.
func (q question) earnings() sql {
	if q.arrival || q.within() {
		return q.reported(q.period)
	}
	of, narrowed := q.by, sql{sql: "true"}
	if len(q.filter.of) == 1 {
		of, narrowed = q.filter.of[0].By, q.filter.conditions[0].converted
	}
	parts := []sql{q.summedUp(sql{"SELECT * FROM recent_conversions WHERE day BETWEEN ? AND ?", []any{q.from.Time, q.lastWhole().Time}})}
	for _, s := range q.spans(false) {
		parts = append(parts, sql{`SELECT ` + q.addedUpKey() + ` AS key, currency, ` + earnings + ` FROM ` + s.table("conversions") + `
			WHERE dimension = ? AND ` + s.day() + ` >= ? AND ` + s.day() + ` < ? AND ` + narrowed.sql, append([]any{string(of), s.from, s.until}, narrowed.args...)})
	}
	if !q.until.IsZero() {
		parts = append(parts, q.reported(period{q.to, q.to}))
	}
	return union(parts)
}

// reported returns the sums of the conversions themselves in a period.
func (q question) reported(p period) sql {
	day, at, about, cut := "click_day", "click_at", "", ""
	args := []any{}
	if q.arrival {
		// The index is on timestamps, not on days in a time zone, so about
		// selects a range that is one day wider on each side.
		day, at, about = "(created_at AT TIME ZONE ?)::date", "created_at", " AND created_at BETWEEN ? AND ?"
		args = []any{q.timezone, p.from.Add(-1).Time, p.to.Add(2).Time}
	}
	args = append(args, p.from.Time, p.to.Time)
	if !q.until.IsZero() {
		cut = " AND at < ?"
		args = append(args, q.until)
	}
	return q.summedUp(sql{`SELECT *, (status = 'approved' AND payout >= 0)::int AS conversions, CASE status WHEN 'approved' THEN payout ELSE 0 END AS earned,
			(status = 'pending' AND payout >= 0)::int AS pending, CASE status WHEN 'pending' THEN payout ELSE 0 END AS pending_earned
		FROM (SELECT *, ` + day + ` AS day, ` + at + ` AS at FROM conversions WHERE click_day IS NOT NULL` + about + `) of_clicks
		WHERE day BETWEEN ? AND ?` + cut, args})
}

// summedUp sums conversions, or changes of conversions, by key.
func (q question) summedUp(from sql) sql {
	m, where := q.converted(), q.filter.where(true)
	return sql{`SELECT coalesce(` + m.key + `, '') AS key, t.currency, ` + summed(earnings) + ` FROM ` + withContext("("+from.sql+")") + `
		WHERE ` + where.sql + ` GROUP BY t.currency, ` + m.from, append(from.args, where.args...)}
}

// withContext joins conversions t of a table with their contexts and origins,
// as traffic has them.
func withContext(table string) string {
	return "(SELECT *, 'human'::event_reason AS reason FROM " + table + " noted) t LEFT JOIN contexts c ON c.id = t.context_id LEFT JOIN origins o ON o.id = c.last_id"
}

// foreign returns revenue in other currencies by key, from clicks and from
// conversions.
func (q question) foreign() sql {
	const columns = "day, context_id, subject, subject_id, 'human'::event_reason AS reason"
	from := "SELECT " + columns + ", currency, amount FROM foreign_earnings WHERE day BETWEEN ? AND ?"
	args := []any{q.from.Time, q.lastWhole().Time}
	if !q.until.IsZero() {
		from += " UNION ALL SELECT " + columns + ", foreign_currency, foreign_pay FROM events WHERE day = ? AND at < ? AND reason = 'human' AND foreign_pay > 0" +
			" UNION ALL SELECT " + columns + ", currency, amount FROM foreign_earnings WHERE day = ? AND NOT EXISTS (SELECT FROM events WHERE day = ?)"
		args = append(args, q.to.Time, q.until, q.to.Time, q.to.Time)
	}
	where := q.filter.where(false)
	clicked := "SELECT coalesce(" + q.measure().key + ", '') AS key, t.currency, t.amount FROM (" + from + `) t
		JOIN contexts c ON c.id = t.context_id JOIN origins o ON o.id = c.last_id WHERE ` + where.sql
	if q.by == byAdvertiser {
		clicked = byItsAdvertiser(clicked, "currency, amount")
	}
	converted := q.earnings()
	return sql{"SELECT key, currency, sum(amount)::bigint AS amount FROM (" + clicked + " UNION ALL SELECT key, currency, earned FROM (" + converted.sql + `) e) earned
		WHERE currency <> ? GROUP BY 1, 2 HAVING sum(amount) <> 0 ORDER BY 2`, slices.Concat(args, where.args, converted.args, []any{q.currency})}
}

// conversionsBy sums the changes in a table of conversions by every dimension,
// as rows of daily_conversions.
func conversionsBy(table string) string {
	all := measures()
	all[byAdvertiser] = byReporter()
	var parts []string
	for by, m := range all {
		parts = append(parts, `SELECT '`+string(by)+`' AS dimension, t.day, coalesce(`+m.key+`, '') AS key, t.currency, `+summed(earnings)+`
			FROM `+withContext(table)+` GROUP BY 2, 3, 4`)
	}
	return strings.Join(parts, " UNION ALL ")
}
