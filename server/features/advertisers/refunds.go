package advertisers

import "github.com/jackc/pgx/v5"

const (
	// following says in SQL which status the correction of a conversion o has.
	following = "CASE o.status WHEN 'reversed' THEN 'rejected' ELSE o.status END"

	// originalEvent is SQL for the event of a conversion without the suffix of
	// corrections, like key.original.
	originalEvent = `ltrim(regexp_replace(' ' || event, ' ` + corrected + `$', ''))`

	// followed is SQL for the status that a correction g takes from its
	// original; no row if that hasn't arrived.
	followed = `SELECT ` + following + ` FROM conversions o WHERE o.advertiser_id = advertiser AND o.click_id = click AND o.transaction_id = transaction
		AND o.event = ltrim(regexp_replace(' ' || g.event, ' ` + corrected + `$', ''))`

	// decided is an SQL condition: staff decided about correction v after the
	// last change of its original o.
	decided = `EXISTS (SELECT FROM conversion_changes h WHERE h.conversion_id = v.id AND h.via = 'staff' AND h.reported IS NULL
		AND h.id > (SELECT max(id) FROM conversion_changes WHERE conversion_id = o.id AND NOT repeated AND via <> 'match'))`

	// follow gives corrections the status and click of their originals, except
	// those that staff have decided since. What was reported stays as the last
	// report, to recognize repeats.
	follow = `
		WITH moved AS (
			UPDATE conversions v SET status = CASE WHEN ` + decided + ` THEN v.status ELSE ` + following + ` END, updated_at = now(),
				click_day = coalesce(v.click_day, o.click_day), click_at = coalesce(v.click_at, o.click_at), subject = coalesce(v.subject, o.subject),
				subject_id = coalesce(v.subject_id, o.subject_id), context_id = coalesce(v.context_id, o.context_id)
			FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) AS g (advertiser, click, transaction, event)
				JOIN conversions o ON (o.advertiser_id, o.click_id, o.transaction_id, o.event) = (g.advertiser, g.click, g.transaction, g.event)
			WHERE (v.advertiser_id, v.click_id, v.transaction_id, v.event) = (g.advertiser, g.click, g.transaction, ltrim(g.event || ' ` + corrected + `'))
				AND v.payout < 0 AND (v.click_day IS NULL AND o.click_day IS NOT NULL OR v.status <> ` + following + ` AND NOT ` + decided + `)
			RETURNING v.*)
		INSERT INTO conversion_changes (conversion_id, via, actor, status, payout, sale, currency, reported, repeated)
		SELECT v.id, $5, $6, v.status, v.payout, v.sale, v.currency, ` + lastSaid + `, false
		FROM moved v`
)

// queueFollow queues follow for the corrections of the reports' conversions.
func queueFollow(b *pgx.Batch, items []*item, via Via, actor string) {
	var c columns
	for _, it := range items {
		c.name(it)
	}
	b.Queue(follow, c.advertisers, c.clicks, c.transactions, c.events, string(via), actor)
}
