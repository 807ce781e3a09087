package advertisers

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// matchFor is how long the site looks for a conversion's click.
const matchFor = 8 * 24 * time.Hour

// maxMatched is the maximum number of conversions per transaction.
const maxMatched = 1000

// Match finds clicks that were recorded after their conversions were reported,
// such as those in the spool while Postgres was away. A conversion keeps its
// reported payout, else it gets the offer's. A click on another advertiser's
// offer is not assigned.
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

// readUnknown reads conversions of unknown clicks, newest first. It skips those
// that a report is changing; the next run gets them.
const readUnknown = `
	SELECT id, advertiser_id, click_id, transaction_id, event, status, CASE WHEN ` + payoutTold + ` THEN payout END, sale, currency
	FROM conversions v WHERE click_day IS NULL AND id < $1 AND created_at > now() - $2 * interval '1 second'
	ORDER BY id DESC LIMIT $3 FOR UPDATE SKIP LOCKED`

// matchBefore processes conversions with IDs below one. It returns the last ID
// processed, or 0 if there were none.
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
