package advertisers

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"thriftwell/server/platform/calendar"
)

// item is a report being written, with its outcome.
type item struct {
	key
	Report
	what  Outcome
	known bool // the click is known
	err   error
}

// key identifies a conversion.
type key struct {
	advertiserID                  int64
	clickID, transactionID, event string
}

// original returns the key of the conversion that a correction corrects; for
// others, the key itself.
func (k key) original() key {
	k.event = strings.TrimSpace(strings.TrimSuffix(" "+k.event, " "+corrected))
	return k
}

func newItem(advertiserID int64, r Report) *item {
	return &item{key: key{advertiserID, r.ClickID, r.TransactionID, r.Event}, Report: r}
}

// click is the click of a conversion, with its offer's payout. The zero click
// is unknown.
type click struct {
	day       *time.Time
	at        *time.Time
	subject   *string
	subjectID *int64
	contextID *int64

	advertiserID *int64
	payout       *int64
	currency     *string
}

// terms is SQL for the advertiser of click e's offer and what it pays for a
// lead or sale, NULL if nothing was agreed. An offer outlives its deleted
// placements.
const terms = `
	SELECT advertiser_id, CASE WHEN payout_model IN ('lead', 'sale') THEN payout_amount END AS payout_amount, payout_currency FROM offers
	WHERE id = coalesce((SELECT offer_id FROM placements p WHERE p.subject = e.subject AND p.number = e.subject_id),
		(SELECT offer_id FROM gone_offers g WHERE g.subject = e.subject AND g.id = e.subject_id))`

// readClicks reads the clicks of a day. An ID contains its day, unless the
// client's clock was wrong; then it is the start of a day in UTC. Clients make
// IDs: if several clicks share one, the first to arrive counts, which is read
// last.
const readClicks = `
	SELECT e.id::text, e.day, e.at, e.subject::text, e.subject_id, e.context_id, t.advertiser_id, t.payout_amount, t.payout_currency
	FROM events e LEFT JOIN LATERAL (` + terms + `) t ON true
	WHERE e.day IN ($1, $2) AND e.id = ANY($3) AND e.action IN ('click', 'clickout')
	ORDER BY coalesce(e.received, e.at) DESC`

// clicks sends a batch that also reads the known clicks, and returns them by
// ID.
func (s Store) clicks(ctx context.Context, tx pgx.Tx, batch *pgx.Batch, items []*item) (map[string]click, error) {
	days := map[calendar.Day][]uuid.UUID{}
	for _, it := range items {
		if id, err := uuid.Parse(it.ClickID); err == nil && id.Version() == 7 {
			day := calendar.DayOf(time.Unix(id.Time().UnixTime()), s.Location)
			days[day] = append(days[day], id)
		}
	}
	found := map[string]click{}
	for day, ids := range days {
		batch.Queue(readClicks, day.Time, day.Add(1).Time, ids).Query(func(rows pgx.Rows) error {
			var id string
			var c click
			_, err := pgx.ForEachRow(rows, []any{&id, &c.day, &c.at, &c.subject, &c.subjectID, &c.contextID, &c.advertiserID, &c.payout, &c.currency}, func() error {
				found[id] = c
				return nil
			})
			return err
		})
	}
	return found, tx.SendBatch(ctx, batch).Close()
}

// isForeign reports whether a click is on the offer of another advertiser.
func (c click) isForeign(advertiserID int64) bool {
	return c.advertiserID != nil && *c.advertiserID != advertiserID
}

// payoutTold is an SQL condition: the payout of conversion v was reported. For
// rows written by earlier versions, a payout other than 0 counts as reported.
const payoutTold = "(v.payout_told OR v.payout <> 0)"

// takes is an SQL condition: conversion v takes the payout of a report, because
// it was reported or, if none was before, because the click is now known and
// the offer has one.
const takes = "($1 OR v.click_day IS NULL AND excluded.click_day IS NOT NULL AND NOT " + payoutTold + ")"

// said is SQL for the report text of a change h (see Report.text), or for rows
// of earlier versions, the resulting conversion. Decisions by staff aren't
// reports, so a later report that agrees isn't a repeat.
const said = "coalesce(h.reported, CASE h.via WHEN 'staff' THEN '' ELSE concat_ws(' ', h.status, h.payout, coalesce(h.sale::text, '-'), h.currency) END)"

// lastSaid is SQL for the report text of the last change of conversion v.
const lastSaid = "(SELECT " + said + " FROM conversion_changes h WHERE h.conversion_id = v.id AND NOT h.repeated AND h.via <> 'match' ORDER BY h.id DESC LIMIT 1)"

// superseded is an SQL condition: report g of conversion v came before and has
// been replaced since.
const superseded = `(EXISTS (SELECT FROM conversion_changes h WHERE h.conversion_id = v.id AND h.via <> 'match' AND ` + said + ` = g.reported)
	AND g.reported <> ` + lastSaid + `)`

// writeReports writes reports of different conversions, with or without
// payouts. A superseded report changes nothing and is recorded once. One that
// agrees with a decision by staff is recorded too, so that its repeat doesn't
// undo their next decision. A pending report doesn't change a decided
// conversion: it is late. What a report leaves out stays, except for a sale in
// another currency than the payout has now.
const writeReports = `
	WITH given AS (
		SELECT g.*, v.id, $2 <> 'match' AND ` + superseded + ` AS superseded, $2 <> 'match' AND ` + lastSaid + ` = '' AS by_staff
		FROM unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::text[],
			$12::date[], $13::timestamptz[], $14::text[], $15::bigint[], $16::bigint[], $17::text[])
			AS g (advertiser, click, transaction, event, status, payout, sale, currency, day, at, subject, subject_id, context, reported)
		LEFT JOIN conversions v ON (v.advertiser_id, v.click_id, v.transaction_id, v.event) = (g.advertiser, g.click, g.transaction, g.event)),
	written AS (
		INSERT INTO conversions AS v (advertiser_id, click_id, transaction_id, event, status, payout, payout_told, sale, currency,
			click_day, click_at, subject, subject_id, context_id)
		SELECT advertiser, click, transaction, event, CASE WHEN payout < 0 THEN coalesce((` + followed + `), status) ELSE status END,
			payout, $1::bool, sale, currency, day, at, subject::event_subject, subject_id, context
		FROM given g WHERE NOT superseded
		ON CONFLICT (advertiser_id, click_id, transaction_id, event) DO UPDATE SET
			status = excluded.status,
			payout = CASE WHEN ` + takes + ` THEN excluded.payout ELSE v.payout END,
			payout_told = v.payout_told OR $1,
			currency = CASE WHEN ` + takes + ` THEN excluded.currency ELSE v.currency END,
			sale = CASE WHEN excluded.currency = v.currency THEN coalesce(excluded.sale, v.sale) WHEN ` + takes + ` THEN excluded.sale ELSE v.sale END,
			click_day = coalesce(v.click_day, excluded.click_day), click_at = coalesce(v.click_at, excluded.click_at),
			subject = coalesce(v.subject, excluded.subject), subject_id = coalesce(v.subject_id, excluded.subject_id),
			context_id = coalesce(v.context_id, excluded.context_id), updated_at = now()
		WHERE (excluded.status <> 'pending' OR v.status = 'pending')
			AND (excluded.status <> v.status OR excluded.currency = v.currency AND coalesce(excluded.sale <> v.sale, excluded.sale IS NOT NULL)
				OR $1 AND (excluded.payout <> v.payout OR excluded.currency <> v.currency OR v.click_day IS NULL AND NOT v.payout_told)
				OR v.click_day IS NULL AND excluded.click_day IS NOT NULL)
		RETURNING v.*, v.xmax = 0 AS is_new), -- nobody has changed it
	noted AS (
		INSERT INTO conversion_changes (conversion_id, via, actor, status, payout, sale, currency, reported, repeated)
		SELECT v.id, $2, $3, v.status, v.payout, v.sale, v.currency, CASE WHEN $2 <> 'match' THEN g.reported END, false
		FROM written v JOIN given g ON (v.advertiser_id, v.click_id, v.transaction_id, v.event) = (g.advertiser, g.click, g.transaction, g.event)
		UNION ALL SELECT id, $2, $3, status, payout, sale, currency, reported, true FROM given g
		WHERE (superseded OR by_staff AND NOT EXISTS (SELECT FROM written w WHERE w.id = g.id))
			AND NOT EXISTS (SELECT FROM conversion_changes h WHERE h.conversion_id = g.id AND h.repeated AND h.reported = g.reported))
	SELECT advertiser_id, click_id, transaction_id, event, is_new FROM written`

// write writes reports in a transaction and sets their outcomes. Reports about
// the same conversion, as unify finds, are written one after another.
func (s Store) write(ctx context.Context, tx pgx.Tx, items []*item, via Via, actor string) error {
	batch := &pgx.Batch{}
	queueLock(batch, items)
	clicks, err := s.clicks(ctx, tx, batch, items)
	for len(items) > 0 && err == nil {
		var now, later []*item
		taken, named := map[key]bool{}, map[key]bool{} // by original, ignoring the transaction
		for _, it := range items {
			whole := it.original()
			loose := whole
			loose.transactionID = ""
			switch c := clicks[it.ClickID]; {
			case c.isForeign(it.advertiserID):
				it.what, it.err = Refused, errForeignClick
			case taken[whole], taken[loose], it.TransactionID == "" && named[loose]:
				later = append(later, it)
			default:
				taken[whole], named[loose] = true, true
				it.known = c.day != nil
				now = append(now, it)
			}
		}
		if batch, err = unify(ctx, tx, now); err == nil {
			err = s.writeOnce(ctx, tx, batch, now, clicks, via, actor)
		}
		items = later
	}
	return err
}

// writeOnce sends a batch and writes reports of different conversions: those
// with a payout, then the others, each in the order of their keys so that
// transactions seldom wait for each other.
func (s Store) writeOnce(ctx context.Context, tx pgx.Tx, batch *pgx.Batch, items []*item, clicks map[string]click, via Via, actor string) error {
	slices.SortFunc(items, func(a, b *item) int {
		return cmp.Or(cmp.Compare(a.advertiserID, b.advertiserID), cmp.Compare(a.clickID, b.clickID), cmp.Compare(a.transactionID, b.transactionID), cmp.Compare(a.event, b.event))
	})
	isNew := map[key]bool{}
	for _, told := range []bool{true, false} {
		var c columns
		for _, it := range items {
			if (it.Payout != nil) == told {
				payout, code, sale := s.amounts(it.Report, clicks[it.ClickID])
				c.add(it, clicks[it.ClickID], payout, code, sale)
			}
		}
		if len(c.advertisers) == 0 {
			continue
		}
		args := append([]any{told, string(via), actor}, c.all()...)
		batch.Queue(writeReports, args...).Query(func(rows pgx.Rows) error {
			var k key
			var made bool
			_, err := pgx.ForEachRow(rows, []any{&k.advertiserID, &k.clickID, &k.transactionID, &k.event, &made}, func() error {
				isNew[k] = made
				return nil
			})
			return err
		})
	}
	if via != ByMatch { // matching changes no status
		queueFollow(batch, items, via, actor)
	}
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	for _, it := range items {
		switch made, written := isNew[it.key]; {
		case !written:
			it.what = Unchanged
		case !made:
			it.what = Updated
		case !it.known:
			it.what = Unknown
		default:
			it.what = New
		}
	}
	return nil
}

// columns are the columns of conversions for unnest.
type columns struct {
	advertisers, payouts                               []int64
	clicks, transactions, events, statuses, currencies []string
	reports, reported                                  []string // report texts, and the events as sent
	sales, subjectIDs, contexts                        []*int64
	days, ats                                          []*time.Time
	subjects                                           []*string
}

func (c *columns) add(it *item, of click, payout int64, code string, sale *int64) {
	c.advertisers, c.payouts, c.currencies, c.sales = append(c.advertisers, it.advertiserID), append(c.payouts, payout), append(c.currencies, code), append(c.sales, sale)
	c.clicks, c.transactions, c.events = append(c.clicks, it.ClickID), append(c.transactions, it.TransactionID), append(c.events, it.Event)
	c.statuses, c.reports = append(c.statuses, string(it.Status)), append(c.reports, it.text())
	c.days, c.ats, c.subjects = append(c.days, of.day), append(c.ats, of.at), append(c.subjects, of.subject)
	c.subjectIDs, c.contexts = append(c.subjectIDs, of.subjectID), append(c.contexts, of.contextID)
}

func (c *columns) all() []any {
	return []any{c.advertisers, c.clicks, c.transactions, c.events, c.statuses, c.payouts, c.sales, c.currencies, c.days, c.ats, c.subjects, c.subjectIDs, c.contexts, c.reports}
}

// amounts returns the amounts of a report, completed from the click's offer. A
// sale in another currency than the payout is left out.
func (s Store) amounts(r Report, c click) (payout int64, code string, sale *int64) {
	payout, code, sale = 0, cmp.Or(r.Currency, s.Currency), r.Sale
	switch {
	case r.Payout != nil:
		payout = *r.Payout
	case c.payout != nil && c.currency != nil:
		if code != *c.currency {
			sale = nil
		}
		payout, code = *c.payout, *c.currency
	}
	return payout, code, sale
}
