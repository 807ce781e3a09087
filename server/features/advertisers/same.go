package advertisers

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
)

const (
	// lockReports serializes the transactions that write reports of an
	// advertiser, so that each sees the previous one's writes.
	lockReports = `SELECT pg_advisory_xact_lock(hashtext('conversions of ' || advertiser)) FROM unnest($1::bigint[]) advertiser`

	// takeOver gives conversions without a transaction, and their corrections,
	// the transaction of the first report that has one which no other
	// conversion has.
	takeOver = `
		UPDATE conversions v SET transaction_id = g.transaction, updated_at = now() FROM (
			SELECT DISTINCT ON (advertiser, click, original) * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[])
				WITH ORDINALITY AS g (advertiser, click, transaction, original, event, place)
			WHERE transaction <> '' AND NOT EXISTS (SELECT FROM conversions
				WHERE advertiser_id = advertiser AND click_id = click AND transaction_id = transaction AND event = g.event)
			ORDER BY advertiser, click, original, place) g
		WHERE v.advertiser_id = g.advertiser AND v.click_id = g.click AND v.transaction_id = '' AND v.event IN (g.original, ltrim(g.original || ' ` + corrected + `'))
			AND NOT EXISTS (SELECT FROM conversions o
				WHERE (o.advertiser_id, o.click_id, o.transaction_id, o.event) = (v.advertiser_id, v.click_id, g.transaction, v.event))`

	// readOnes reads the transactions of clicks that have only one. Those of
	// corrections count if the conversion they correct hasn't arrived.
	readOnes = `
		SELECT advertiser_id, click_id, original, coalesce(min(transaction_id) FILTER (WHERE event = original), min(transaction_id))
		FROM (SELECT *, ` + originalEvent + ` AS original FROM conversions
			WHERE (advertiser_id, click_id) IN (SELECT * FROM unnest($1::bigint[], $2::text[]))) v
		WHERE (advertiser_id, click_id, original) IN (SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[]))
		GROUP BY 1, 2, 3 HAVING coalesce(nullif(count(*) FILTER (WHERE event = original), 0), count(*)) = 1`
)

// unify makes reports about the same conversion agree in their transaction. For
// the same advertiser, click and event, or its correction, a report without a
// transaction and one with a transaction are the same conversion, in either
// order: the first report with a transaction takes over the first conversion
// without. That holds only if there is one transaction. With several, nobody
// knows which one is meant, so a report without becomes its own conversion.
// What needn't be known before writing stays in the returned batch, to save a
// round trip.
func unify(ctx context.Context, tx pgx.Tx, items []*item) (*pgx.Batch, error) {
	var with, without columns
	of := map[key][]*item{} // without a transaction
	for _, it := range items {
		if it.TransactionID != "" {
			with.name(it)
			continue
		}
		of[it.original()] = append(of[it.original()], it)
		without.name(it)
	}
	b := &pgx.Batch{}
	if len(with.clicks) > 0 {
		b.Queue(takeOver, with.advertisers, with.clicks, with.transactions, with.events, with.reported)
	}
	if len(without.clicks) == 0 {
		return b, nil
	}
	b.Queue(readOnes, without.advertisers, without.clicks, without.events).Query(func(rows pgx.Rows) error {
		var k key
		var transaction string
		_, err := pgx.ForEachRow(rows, []any{&k.advertiserID, &k.clickID, &k.event, &transaction}, func() error {
			for _, it := range of[k] {
				it.transactionID, it.TransactionID = transaction, transaction
			}
			return nil
		})
		return err
	})
	return &pgx.Batch{}, tx.SendBatch(ctx, b).Close()
}

// name adds the identity of a report, which a correction shares with the
// conversion it corrects.
func (c *columns) name(it *item) {
	c.advertisers, c.clicks = append(c.advertisers, it.advertiserID), append(c.clicks, it.ClickID)
	c.transactions, c.events = append(c.transactions, it.TransactionID), append(c.events, it.original().event)
	c.reported = append(c.reported, it.Event)
}

// queueLock queues waiting for other writers of reports of the same
// advertisers.
func queueLock(b *pgx.Batch, items []*item) {
	var of []int64
	for _, it := range items {
		of = append(of, it.advertiserID)
	}
	slices.SortFunc(of, cmp.Compare) // prevents deadlocks
	b.Queue(lockReports, slices.Compact(of))
}
