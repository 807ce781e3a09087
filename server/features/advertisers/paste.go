package advertisers

import (
	"context"
	"errors"

	"thriftwell/db"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/session"
)

// Paste records a postback pasted by staff, as a report they import, and writes
// the change to the audit log.
func (s Store) Paste(ctx context.Context, row Row, dryRun bool, by session.Actor) (Import, error) {
	var items []*item
	if row.item != nil {
		items = append(items, row.item)
	}
	err := s.DB.Transaction(ctx, func(tx db.Tx) error {
		before, err := s.ofClick(tx, items)
		if err != nil {
			return err
		}
		if err := s.write(ctx, tx.Pgx(), items, ByImport, by.Email); err != nil {
			return err
		}
		if dryRun {
			return errDryRun
		}
		after, err := s.ofClick(tx, items)
		if err != nil {
			return err
		}
		return audit.Write(tx.DB, by, differences(before, after)...)
	})
	if err != nil && !errors.Is(err, errDryRun) {
		return Import{}, err
	}
	return imported([]Row{row}, dryRun), nil
}

// ofClick returns the conversions of an item's click, by ID.
func (s Store) ofClick(tx db.Tx, items []*item) (all []held, err error) {
	for _, it := range items {
		err = tx.Raw("SELECT * FROM conversions WHERE advertiser_id = ? AND click_id = ? ORDER BY id", it.advertiserID, it.ClickID).Scan(&all).Error
	}
	return all, err
}

// differences returns the audit entries for changed conversions.
func differences(before, after []held) (entries []audit.Entry) {
	was := map[int64]held{}
	for _, h := range before {
		was[h.ID] = h
	}
	for _, h := range after {
		old, there := was[h.ID]
		switch {
		case !there:
			entries = append(entries, audit.Entry{Action: audit.Create, Kind: conversionKind, ID: h.ID, After: h.said()})
		case !old.UpdatedAt.Equal(h.UpdatedAt):
			entries = append(entries, audit.Entry{Action: audit.Update, Kind: conversionKind, ID: h.ID, Before: old.said(), After: h.said()})
		}
	}
	return entries
}
