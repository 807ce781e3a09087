package advertisers

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// matchFor is for how long the click of a conversion is looked for.
const matchFor = 8 * 24 * time.Hour

// maxMatched is how many conversions one transaction looks at.
const maxMatched = 1000

// Match finds the clicks that were recorded after their conversions were
// reported, such as those that waited in the spool while Postgres was away. A
// conversion keeps the payout that its report told; else it gets that of the
// offer. One of another advertiser's offer stays without a click.
func (s Store) Match(ctx context.Context) error {
	for before := int64(math.MaxInt64); before > 0; {
		err := pgx.BeginFunc(ctx, s.DB.Pool, func(tx pgx.Tx) (err error) {
			before, err = s.matchBefore(ctx, tx, before)
			return err
		})
		if err != nil {
			return fmt.Errorf("find the clicks of conversions: %w", err)
		}
	}
	return nil
}

// readUnknown reads conversions whose clicks are not known, the newest first.
// Those that a report changes at the moment are left for the next time.
const readUnknown = `
	SELECT id, advertiser_id, click_id, transaction_id, event, status, CASE WHEN ` + payoutTold + ` THEN payout END, sale, currency
	FROM conversions v WHERE click_day IS NULL AND id < $1 AND created_at > now() - $2 * interval '1 second'
	ORDER BY id DESC LIMIT $3 FOR UPDATE SKIP LOCKED`

// matchBefore looks at conversions with ids before one. It returns the last that
// it looked at, 0 if there was none.
func (s Store) matchBefore(ctx context.Context, tx pgx.Tx, before int64) (last int64, err error) {
	rows, err := tx.Query(ctx, readUnknown, before, matchFor.Seconds(), maxMatched)
	if err != nil {
		return 0, err
	}
	items, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (*item, error) {
		var advertiserID int64
		var r Report
		err := row.Scan(&last, &advertiserID, &r.ClickID, &r.TransactionID, &r.Event, &r.Status, &r.Payout, &r.Sale, &r.Currency)
		return newItem(advertiserID, r), err
	})
	if err != nil || len(items) == 0 {
		return 0, err
	}
	clicks, err := s.clicks(ctx, tx, &pgx.Batch{}, items)
	if err != nil {
		return 0, err
	}
	found := slices.DeleteFunc(items, func(it *item) bool {
		c := clicks[it.ClickID]
		return c.day == nil || c.isForeign(it.advertiserID)
	})
	return last, s.writeOnce(ctx, tx, &pgx.Batch{}, found, clicks, ByMatch, "")
}
