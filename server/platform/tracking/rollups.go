package tracking

import (
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"thriftwell/server/platform/calendar"
)

// rollups adds up the hits of a day, by kind and context.
type rollups struct {
	kinds   []kind
	numbers map[kind]int64 // position in kinds, from 1
	traffic map[trafficKey]count
}

// kind is what many hits have in common.
type kind struct {
	countKey
	page   int64
	earned int64 // by each, if it counts
	limit  int64 // NetworkLimit

	foreignPay int64  // for each, if it counts
	currency   string // of foreignPay
}

// kindOf returns the kind of a hit; page is its content page, or 0.
func kindOf(h Hit, reason Reason, page int64) kind {
	return kind{countKey{h.Subject, h.ID, h.Action, reason}, page, h.Earns, h.NetworkLimit, h.ForeignPay, h.Currency}
}

// trafficKey identifies the traffic of a day by the number of its kind.
type trafficKey struct{ kind, context int64 }

// countKey identifies a roll-up of a day.
type countKey struct {
	subject   Subject
	subjectID int64
	action    Action
	reason    Reason
}

// count is a number of hits, of distinct visitors among them, and of visitors
// whose first view of the day they were.
type count struct{ hits, visitors, arrivals int64 }

func (c count) plus(d count) count {
	return count{c.hits + d.hits, c.visitors + d.visitors, c.arrivals + d.arrivals}
}

func newRollups() rollups {
	return rollups{numbers: map[kind]int64{}, traffic: map[trafficKey]count{}}
}

// add adds the counts of a hit and returns the number of its kind.
func (r *rollups) add(k kind, context int64, c count) int64 {
	n := r.numbers[k]
	if n == 0 {
		r.kinds = append(r.kinds, k)
		n = int64(len(r.kinds))
		r.numbers[k] = n
	}
	key := trafficKey{n, context}
	r.traffic[key] = r.traffic[key].plus(c)
	return n
}

// Traffic is the SQL source of reports: daily_traffic, and what was added since
// it was last updated.
const Traffic = "(SELECT * FROM daily_traffic UNION ALL SELECT * FROM " + Recent + " r)"

// Recent is the traffic since daily_traffic was last updated.
const Recent = "(" + rowsOf + "recent_batches" + unpacked + ")"

// rowsOf and unpacked surround a table name to SELECT the traffic in its
// batches. The join reads each array once; indexing elements would read the
// whole array for each row.
const (
	rowsOf = `SELECT day, t.context_id, k.subject, k.subject_id, k.action, k.reason, t.count::bigint AS count, t.visitors::bigint AS visitors, t.arrivals::bigint AS arrivals,
		CASE k.reason WHEN 'human' THEN t.count * k.earned ELSE 0 END AS earned
		FROM `
	unpacked = ` b, LATERAL unnest(b.subjects, b.subject_ids, b.actions, b.reasons, b.earned) WITH ORDINALITY AS k (subject, subject_id, action, reason, earned, kind)
		JOIN LATERAL unnest(b.kinds, b.contexts, b.counts, b.visitors, b.arrivals) AS t (kind, context_id, count, visitors, arrivals) USING (kind)`
)

// MoveRecent returns CTEs, without WITH, that move the recent traffic of some
// days to daily_traffic. One of them, t, has what is moved. Days is a condition
// on the column day.
func MoveRecent(days string) string {
	return "batches AS (DELETE FROM recent_batches WHERE " + days + " RETURNING *), rows AS (" + rowsOf + "batches" + unpacked + `),
		t AS (SELECT day, context_id, subject, subject_id, action, reason, sum(count)::bigint AS count, sum(visitors)::bigint AS visitors,
			sum(arrivals)::bigint AS arrivals, sum(earned)::bigint AS earned FROM rows GROUP BY 1, 2, 3, 4, 5, 6),
		moved AS (INSERT INTO daily_traffic AS d (day, context_id, subject, subject_id, action, reason, count, visitors, arrivals, earned) SELECT * FROM t
			ON CONFLICT (day, context_id, subject, subject_id, action, reason) DO UPDATE SET count = d.count + excluded.count,
				visitors = d.visitors + excluded.visitors, arrivals = d.arrivals + excluded.arrivals, earned = d.earned + excluded.earned)`
}

// rawColumns is how many parameters of writeEvents are for a chunk of visits
// (two) and for raw events.
const rawColumns = 9

// queueWrites queues the writes of a day's roll-ups, with a chunk of visits and
// raw events if raw has them.
func (r *rollups) queueWrites(b *pgx.Batch, day calendar.Day, raw [rawColumns]any) {
	columns := append(r.kindColumns(day), raw[:]...)
	columns = append(columns, r.trafficColumns()...)
	b.Queue(writeEvents, append(columns, r.countColumns()...)...)
	r.queueForeign(b, day)
}

// countColumns returns what to add to daily_counts.
func (r *rollups) countColumns() []any {
	daily := r.daily()
	keys := slices.Collect(maps.Keys(daily))
	hits, visitors := make([]int64, len(keys)), make([]int64, len(keys))
	for i, k := range keys {
		hits[i], visitors[i] = daily[k].hits, daily[k].visitors
	}
	subjects, subjectIDs, actions, reasons := columns(keys, func(k countKey) countKey { return k })
	return []any{subjects, subjectIDs, actions, reasons, hits, visitors}
}

// trafficColumns returns the traffic by context. Events recorded before
// contexts existed have none.
func (r *rollups) trafficColumns() []any {
	kinds, contexts, hits, visitors, arrivals := []int64{}, []int64{}, []int64{}, []int64{}, []int64{}
	for k, c := range r.traffic {
		if k.context != 0 {
			kinds, contexts = append(kinds, k.kind), append(contexts, k.context)
			hits, visitors, arrivals = append(hits, c.hits), append(visitors, c.visitors), append(arrivals, c.arrivals)
		}
	}
	return []any{kinds, contexts, hits, visitors, arrivals}
}

// queueForeign queues what people's clicks earned in other currencies.
func (r *rollups) queueForeign(b *pgx.Batch, day calendar.Day) {
	var contexts, subjectIDs, amounts []int64
	var subjects, currencies []string
	for key, c := range r.traffic {
		if k := r.kinds[key.kind-1]; k.foreignPay != 0 && k.reason == Human && key.context != 0 {
			contexts, subjects, subjectIDs = append(contexts, key.context), append(subjects, string(k.subject)), append(subjectIDs, k.subjectID)
			currencies, amounts = append(currencies, k.currency), append(amounts, c.hits*k.foreignPay)
		}
	}
	if len(contexts) > 0 {
		b.Queue(writeForeign, day.Time, contexts, subjects, subjectIDs, currencies, amounts)
	}
}

// kindColumns returns the day and the columns of kinds for writeEvents.
func (r *rollups) kindColumns(day calendar.Day) []any {
	var pages, earned, limits, foreign []int64 // 0 for null, because elements of arrays without nulls are found in constant time
	var currencies []string
	for _, k := range r.kinds {
		pages, earned, limits = append(pages, k.page), append(earned, k.earned), append(limits, k.limit)
		foreign, currencies = append(foreign, k.foreignPay), append(currencies, k.currency)
	}
	subjects, subjectIDs, actions, reasons := columns(r.kinds, func(k kind) countKey { return k.countKey })
	return []any{day.Time, subjects, subjectIDs, actions, reasons, pages, earned, limits, foreign, currencies}
}

// daily returns what to add to daily_counts. A click on an offer of a content
// page also counts for the page, but its visitors don't, as they can't be added
// up.
func (r *rollups) daily() map[countKey]count {
	daily := map[countKey]count{}
	for key, c := range r.traffic {
		k := r.kinds[key.kind-1]
		daily[k.countKey] = daily[k.countKey].plus(c)
		if k.subject == ContentOffer && k.action == Click && k.page != 0 {
			page := countKey{Page, k.page, Click, k.reason}
			daily[page] = daily[page].plus(count{hits: c.hits})
		}
	}
	return daily
}

func columns[T any](of []T, key func(T) countKey) (subjects []string, ids []int64, actions, reasons []string) {
	for _, t := range of {
		k := key(t)
		subjects = append(subjects, string(k.subject))
		ids = append(ids, k.subjectID)
		actions = append(actions, string(k.action))
		reasons = append(reasons, string(k.reason))
	}
	return subjects, ids, actions, reasons
}
