package advertisers

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/editable"
)

// Store stores advertisers' keys and reports. Location is the site's time zone,
// and Currency the default of payouts.
type Store struct {
	DB       *db.DB
	Location *time.Location
	Currency string
}

func (s Store) orm(ctx context.Context) *gorm.DB { return s.DB.Gorm.WithContext(ctx) }

// Keys loads the valid keys.
func (s Store) Keys(ctx context.Context) (Keys, error) {
	var rows []struct {
		Hash         []byte
		AdvertiserID int64
		Preset       string
		EndsAt       *time.Time
	}
	err := s.orm(ctx).Raw(`
		SELECT k.hash, k.advertiser_id, a.preset, k.ends_at FROM postback_keys k JOIN advertisers a ON a.id = k.advertiser_id
		WHERE a.is_active AND a.deleted_at IS NULL AND (k.ends_at IS NULL OR k.ends_at > now())`).Scan(&rows).Error
	keys := make(Keys, len(rows))
	for _, r := range rows {
		keys[[32]byte(r.Hash)] = Key{AdvertiserID: r.AdvertiserID, preset: presetOf(r.Preset), endsAt: r.EndsAt}
	}
	return keys, err
}

// setKey makes a key the current one, in the transaction that writes its
// advertiser. The previous one works for Overlap longer.
func setKey(key string) func(*gorm.DB, *editable.Write[Advertiser]) error {
	return func(tx *gorm.DB, w *editable.Write[Advertiser]) error {
		hash, id := hashOf(key), w.After.ID
		for _, step := range []struct {
			sql  string
			args []any
		}{
			{"DELETE FROM postback_keys WHERE advertiser_id = ? AND ends_at < now()", []any{id}},
			{"UPDATE postback_keys SET ends_at = now() + ? * interval '1 second' WHERE advertiser_id = ? AND ends_at IS NULL", []any{Overlap.Seconds(), id}},
			{"INSERT INTO postback_keys (advertiser_id, hash) VALUES (?, ?)", []any{id, hash[:]}},
		} {
			if err := tx.Exec(step.sql, step.args...).Error; err != nil {
				return err
			}
		}
		return nil
	}
}

// emptyBin permanently deletes old records in the trash, except advertisers
// that conversions or offers refer to.
func (s Store) emptyBin(ctx context.Context) error {
	var old []int64
	err := s.orm(ctx).Raw(`SELECT id FROM advertisers a WHERE deleted_at < now() - ? * interval '1 day'
		AND NOT EXISTS (SELECT FROM offers WHERE advertiser_id = a.id)`,
		editable.BinDays).Scan(&old).Error
	for _, id := range old {
		if failed := s.orm(ctx).Exec("DELETE FROM advertisers WHERE id = ?", id).Error; !errors.Is(failed, gorm.ErrForeignKeyViolated) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// Refuse stores a refused postback, or counts a repeat of it.
func (s Store) Refuse(ctx context.Context, advertiserID int64, sent, reason string) error {
	return s.orm(ctx).Exec(`
		INSERT INTO refused_postbacks AS r (advertiser_id, sent, reason) VALUES (?, ?, ?)
		ON CONFLICT (advertiser_id, sent) DO UPDATE SET times = r.times + 1, reason = excluded.reason, last_at = now()`,
		advertiserID, sent[:min(len(sent), 1000)], reason).Error
}

// SweepRefused deletes refused postbacks older than KeepRefused, and all but
// the last 10,000 of each advertiser.
func (s Store) SweepRefused(ctx context.Context) error {
	return s.orm(ctx).Exec(`
		DELETE FROM refused_postbacks WHERE id IN (
			SELECT id FROM (SELECT id, last_at, row_number() OVER (PARTITION BY advertiser_id ORDER BY last_at DESC, id DESC) AS place FROM refused_postbacks) r
			WHERE last_at < now() - ? * interval '1 second' OR place > 10000)`, KeepRefused.Seconds()).Error
}

// forgetRefused deletes a refused postback that staff have recorded by hand.
func (s Store) forgetRefused(ctx context.Context, advertiserID, id int64) error {
	return s.orm(ctx).Exec("DELETE FROM refused_postbacks WHERE advertiser_id = ? AND id = ?", advertiserID, id).Error
}

// filter limits a list; the zero filter matches everything.
type filter struct {
	id         int64 // only this one
	advertiser int64
	status     Status
	unknown    bool         // only those of unknown clicks
	text       string       // a click ID or transaction
	from, to   calendar.Day // the days of arrival, both included; zero for no bound
	before     int64        // only lower IDs; 0 for all
	limit      int
}

// conversions returns a query of the conversions v that match f, ignoring its
// paging.
func (s Store) conversions(ctx context.Context, f filter) *gorm.DB {
	q := s.orm(ctx).Table("conversions v")
	if f.id != 0 {
		q = q.Where("v.id = ?", f.id)
	}
	if f.advertiser != 0 {
		q = q.Where("v.advertiser_id = ?", f.advertiser)
	}
	if f.status != "" {
		q = q.Where("v.status = ?", f.status)
	}
	if f.unknown {
		q = q.Where("v.click_day IS NULL")
	}
	if f.text != "" {
		q = q.Where("lower(?) IN (lower(v.click_id), lower(v.transaction_id))", f.text)
	}
	if !f.from.IsZero() {
		q = q.Where("v.created_at >= ?", s.start(f.from))
	}
	if !f.to.IsZero() {
		q = q.Where("v.created_at < ?", s.start(f.to.Add(1)))
	}
	return q.Session(&gorm.Session{})
}

// start returns when a day begins in the site's time zone.
func (s Store) start(d calendar.Day) time.Time {
	return time.Date(d.Year(), d.Month(), d.Day(), 0, 0, 0, 0, s.Location)
}

// Conversions returns conversions, newest first, and their total number.
func (s Store) Conversions(ctx context.Context, f filter) (list []Conversion, total int64, err error) {
	if err := s.conversions(ctx, f).Count(&total).Error; err != nil {
		return nil, 0, err
	}
	list, err = s.part(ctx, f)
	return list, total, err
}

// offerTitle is SQL for the title of a conversion's offer, "" if it is deleted.
const offerTitle = "coalesce((SELECT title FROM placed_offers o WHERE o.subject = v.subject AND o.id = v.subject_id), '')"

// part returns a part of the conversions, newest first.
func (s Store) part(ctx context.Context, f filter) (list []Conversion, err error) {
	q := s.conversions(ctx, f)
	if f.before != 0 {
		q = q.Where("v.id < ?", f.before)
	}
	list = []Conversion{}
	err = q.Joins("JOIN advertisers a ON a.id = v.advertiser_id").Select(`v.*, to_char(v.click_day, 'YYYY-MM-DD') AS click_date, a.name AS advertiser, ` + offerTitle + ` AS offer,
		(SELECT jsonb_agg(jsonb_build_object('at', h.at, 'via', h.via, 'actor', h.actor, 'reason', h.reason, 'status', h.status, 'payout', h.payout, 'currency', h.currency, 'repeated', h.repeated) ORDER BY h.id)
			FROM conversion_changes h WHERE h.conversion_id = v.id) AS changes`).
		Order("v.id DESC").Limit(f.limit).Scan(&list).Error
	return list, err
}

// Total is the sum of the conversions with one status and currency. Refunds
// count in Payout but not in Conversions.
type Total struct {
	Status      Status `json:"status" enum:"pending|approved|rejected|reversed"`
	Currency    string `json:"currency"`
	Conversions int64  `json:"conversions"`
	Payout      int64  `json:"payout"` // in the smallest unit
}

// Totals adds up the conversions that match a filter.
func (s Store) Totals(ctx context.Context, f filter) (totals []Total, err error) {
	totals = []Total{}
	err = s.conversions(ctx, f).Select("status, currency, count(*) FILTER (WHERE payout >= 0) AS conversions, sum(payout)::bigint AS payout").
		Group("status, currency").Order("currency, array_position(ARRAY['approved', 'pending', 'rejected', 'reversed'], status)").Scan(&totals).Error
	return totals, err
}

// Refused returns refused postbacks, newest first, and their total number.
func (s Store) Refused(ctx context.Context, f filter) (list []RefusedPostback, total int64, err error) {
	q := s.orm(ctx).Table("refused_postbacks r")
	if f.advertiser != 0 {
		q = q.Where("r.advertiser_id = ?", f.advertiser)
	}
	q = q.Session(&gorm.Session{})
	if err := q.Count(&total).Error; err != nil {
		return nil, 0, err
	}
	if f.before != 0 {
		q = q.Where("r.id < ?", f.before)
	}
	list = []RefusedPostback{}
	err = q.Joins("JOIN advertisers a ON a.id = r.advertiser_id").Select("r.*, a.name AS advertiser").Order("r.id DESC").Limit(f.limit).Scan(&list).Error
	return list, total, err
}

// recently is how many of an advertiser's last conversions are searched for its
// last postback, because searching all is slow.
const recently = 1000

// lastPostbacks returns when an advertiser's last postback was accepted, and
// when one was refused.
func (s Store) lastPostbacks(ctx context.Context, id int64) (taken, refused *time.Time, err error) {
	err = s.orm(ctx).Raw(`SELECT (SELECT max(at) FROM conversion_changes WHERE via = 'postback'
			AND conversion_id IN (SELECT id FROM conversions WHERE advertiser_id = ? ORDER BY id DESC LIMIT ?)),
		(SELECT max(last_at) FROM refused_postbacks WHERE advertiser_id = ?)`, id, recently, id).Row().Scan(&taken, &refused)
	return taken, refused, err
}

// reportedByMonth sums what an advertiser reported for clicks from a month such
// as 2026-11 on, by month and currency.
func (s Store) reportedByMonth(ctx context.Context, id int64, since string) (sums []reported, err error) {
	err = s.orm(ctx).Raw(`SELECT to_char(click_day, 'YYYY-MM') AS month, currency,
			coalesce(sum(payout) FILTER (WHERE status = 'pending'), 0)::bigint AS pending, coalesce(sum(payout) FILTER (WHERE status = 'reversed'), 0)::bigint AS reversed
		FROM conversions WHERE advertiser_id = ? AND click_day >= to_date(?, 'YYYY-MM') GROUP BY 1, 2 ORDER BY 1 DESC, 2`, id, since).Scan(&sums).Error
	return sums, err
}

// invoiced is a conversion in the CSV for an invoice.
type invoiced struct {
	Date, Offer, TransactionID, ClickID string
	Status                              Status
	Payout                              int64
	Currency                            string
}

// invoice returns the conversions of a month's clicks, oldest first.
func (s Store) invoice(ctx context.Context, id int64, month time.Time) (lines []invoiced, err error) {
	err = s.orm(ctx).Raw(`SELECT to_char(click_day, 'YYYY-MM-DD') AS date, `+offerTitle+` AS offer, transaction_id, click_id, status, payout, currency
		FROM conversions v WHERE advertiser_id = ? AND click_day >= ? AND click_day < ? ORDER BY click_day, id`, id, month, month.AddDate(0, 1, 0)).Scan(&lines).Error
	return lines, err
}
