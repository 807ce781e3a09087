package reports

import "strings"

// dimension is what a report is grouped by.
type dimension string

// Dimensions. Those about where a visit came from use its last origin.
const (
	byDay        dimension = "day"
	byPage       dimension = "page"
	byPiece      dimension = "piece"
	byOffer      dimension = "offer"
	byAdvertiser dimension = "advertiser"
	bySource     dimension = "source"
	byMedium     dimension = "medium"
	byCampaign   dimension = "campaign"
	byContent    dimension = "content"
	byReferrer   dimension = "referrer"
	byLink       dimension = "link"
	byReason     dimension = "reason" // why an event counts as a person's, or doesn't
)

// counted returns the dimension whose sums make up d. Nothing is stored by
// advertiser, so that dimension is computed from offers.
func (d dimension) counted() dimension {
	if d == byAdvertiser {
		return byOffer
	}
	return d
}

// named reports whether the dimension's public keys differ from those in the
// stored sums.
func (d dimension) named() bool {
	return d == byPage || d == byPiece || d == byOffer || d == byAdvertiser || d == byLink
}

// measure says in SQL how traffic t, its context c and its last origin o become
// rows of a dimension.
type measure struct {
	key     string // key of the row; empty if it has none
	from    string // columns that key uses
	views   string // condition for a view
	uniques string // expression summed to unique visitors
}

const (
	ofPage  = "t.action = 'view' AND t.subject IN ('page', 'article', 'guide', 'author', 'newsletter', 'path')"
	ofPiece = "t.action = 'view' AND t.subject::text = c.piece AND t.subject_id = c.piece_id"
	ofOffer = "t.action = 'view' AND " + isOffer
	isOffer = "t.subject IN ('offer', 'content_offer', 'daily_offer', 'static_offer')"

	arrivals = "t.arrivals"
	visitors = "t.visitors"
	// landed counts visitors whose visit began on this page.
	landed = "CASE WHEN t.subject::text = o.landing AND t.subject_id = o.landing_id THEN t.visitors ELSE 0 END"
)

// measures returns the dimensions that have stored sums. The measure of byDay
// covers everything and has no key.
func measures() map[dimension]measure {
	origin := func(column string) measure { return measure{column, column, ofPage, arrivals} }
	return map[dimension]measure{
		byDay:      {"''", "t.day", ofPage, arrivals},
		byPage:     {"CASE WHEN c.place = '' THEN '' ELSE c.place || ':' || c.place_id END", "c.place, c.place_id", ofPage, visitors},
		byPiece:    {"CASE WHEN c.piece = '' THEN '' ELSE c.piece || ':' || c.piece_id END", "c.piece, c.piece_id", ofPiece, visitors},
		byOffer:    {"CASE WHEN " + isOffer + " THEN t.subject || ':' || t.subject_id ELSE '' END", "t.subject, t.subject_id", ofOffer, visitors},
		bySource:   origin("o.source"),
		byMedium:   origin("o.medium"),
		byCampaign: origin("o.campaign"),
		byContent:  origin("o.content"),
		byReferrer: origin("o.referrer"),
		byLink:     {"CASE WHEN o.link_id = 0 THEN '' ELSE 'link:' || o.link_id END", "o.link_id", ofPage, landed},
		byReason:   {"t.reason::text", "t.reason", ofPage, arrivals},
	}
}

// ownDimensions returns the dimensions that have their own views or visitors. A report
// that involves several counts those of the first.
func ownDimensions() []dimension { return []dimension{byOffer, byPage, byPiece, byLink} }

// measure returns how a question is measured. A row for a value and a report
// filtered by that value have the same figures.
func (q question) measure() measure {
	all, by := measures(), q.by.counted()
	m := all[by]
	for _, d := range ownDimensions() {
		if by == d || q.filter.has(d) {
			m.views, m.uniques = all[d].views, all[d].uniques
			break
		}
	}
	if by == byDay {
		m.key = "to_char(t.day, 'YYYY-MM-DD')"
	}
	return m
}

// sums returns the sums of traffic by a measure, as columns of daily_reports.
func (m measure) sums() string {
	const offered = "(t.action = 'clickout' OR t.action = 'click' AND t.subject IN ('content_offer', 'daily_offer', 'static_offer'))"
	count := func(of string) string { return "coalesce(sum(t.count) FILTER (WHERE " + of + "), 0)::bigint" }
	return count(m.views) + " AS views, " + count("t.action = 'read'") + " AS reads, " +
		"coalesce(sum(" + m.uniques + ") FILTER (WHERE " + m.views + "), 0)::bigint AS uniques, " +
		count("t.action = 'click' AND "+isOffer) + " AS clicks, " + count(offered) + " AS clickouts, " +
		count("t.action = 'signup'") + " AS signups, coalesce(sum(t.earned), 0)::bigint AS earned"
}

// addedUpBy sums the traffic in a table by every dimension, as rows of
// daily_reports, for people and for all events.
func addedUpBy(table string) string {
	var parts []string
	for by, m := range measures() {
		parts = append(parts, `SELECT '`+string(by)+`' AS dimension, t.day, p.human, `+m.key+` AS key, `+m.sums()+`
			FROM `+table+` t JOIN contexts c ON c.id = t.context_id JOIN origins o ON o.id = c.last_id
			JOIN (VALUES (true), (false)) p (human) ON t.reason = 'human' OR NOT p.human GROUP BY 2, 3, 4`)
	}
	return strings.Join(parts, " UNION ALL ")
}

// plus returns the SET clause that adds the columns of a conflicting row.
func plus(columns string) string {
	var sets []string
	for column := range strings.SplitSeq(columns, ", ") {
		sets = append(sets, column+" = r."+column+" + excluded."+column)
	}
	return strings.Join(sets, ", ")
}
