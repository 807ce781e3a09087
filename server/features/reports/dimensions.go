package reports

import "strings"

// dimension is what a report is by.
type dimension string

// The dimensions. Of where a visit came from, the last origin counts.
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
	byReason     dimension = "reason" // why it counts as what a person did, or does not
)

// counted returns the dimension whose figures those of d are made of: what an
// advertiser's offers did is not added up for the advertiser.
func (d dimension) counted() dimension {
	if d == byAdvertiser {
		return byOffer
	}
	return d
}

// named reports whether people know the dimension's values by other keys than
// the roll-ups do.
func (d dimension) named() bool {
	return d == byPage || d == byPiece || d == byOffer || d == byAdvertiser || d == byLink
}

// measure says in SQL how traffic t, its context c and its last origin o become
// rows of a dimension.
type measure struct {
	key     string // of the row; empty for what has none
	from    string // the columns that key is made of
	views   string // which traffic is a view
	uniques string // what adds up to unique visitors
}

const (
	ofPage  = "t.action = 'view' AND t.subject IN ('page', 'article', 'guide', 'author', 'newsletter', 'path')"
	ofPiece = "t.action = 'view' AND t.subject::text = c.piece AND t.subject_id = c.piece_id"
	ofOffer = "t.action = 'view' AND " + isOffer
	isOffer = "t.subject IN ('offer', 'content_offer', 'daily_offer', 'static_offer')"

	arrivals = "t.arrivals"
	visitors = "t.visitors"
	// landed are the visitors of the page that their visit began with.
	landed = "CASE WHEN t.subject::text = o.landing AND t.subject_id = o.landing_id THEN t.visitors ELSE 0 END"
)

// measures of the dimensions that are added up. That of byDay is of everything,
// without a key.
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

// things are the dimensions that have views or visitors of their own. A report
// by several, or narrowed to some, counts those of the first.
func things() []dimension { return []dimension{byOffer, byPage, byPiece, byLink} }

// measure returns how a question is measured. A value has the same figures as a
// row as has the report that is narrowed to it.
func (q question) measure() measure {
	all, by := measures(), q.by.counted()
	m := all[by]
	for _, d := range things() {
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

// sums of traffic by a measure, as the columns of daily_reports.
func (m measure) sums() string {
	const offered = "(t.action = 'clickout' OR t.action = 'click' AND t.subject IN ('content_offer', 'daily_offer', 'static_offer'))"
	count := func(of string) string { return "coalesce(sum(t.count) FILTER (WHERE " + of + "), 0)::bigint" }
	return count(m.views) + " AS views, " + count("t.action = 'read'") + " AS reads, " +
		"coalesce(sum(" + m.uniques + ") FILTER (WHERE " + m.views + "), 0)::bigint AS uniques, " +
		count("t.action = 'click' AND "+isOffer) + " AS clicks, " + count(offered) + " AS clickouts, " +
		count("t.action = 'signup'") + " AS signups, coalesce(sum(t.earned), 0)::bigint AS earned"
}

// addedUpBy sums up the traffic of a table by every dimension, as the rows of
// daily_reports, for people and for everything.
func addedUpBy(table string) string {
	var parts []string
	for by, m := range measures() {
		parts = append(parts, `SELECT '`+string(by)+`' AS dimension, t.day, p.human, `+m.key+` AS key, `+m.sums()+`
			FROM `+table+` t JOIN contexts c ON c.id = t.context_id JOIN origins o ON o.id = c.last_id
			JOIN (VALUES (true), (false)) p (human) ON t.reason = 'human' OR NOT p.human GROUP BY 2, 3, 4`)
	}
	return strings.Join(parts, " UNION ALL ")
}

// plus sets columns of a row to their sums with those of one that is there.
func plus(columns string) string {
	var sets []string
	for column := range strings.SplitSeq(columns, ", ") {
		sets = append(sets, column+" = r."+column+" + excluded."+column)
	}
	return strings.Join(sets, ", ")
}
