package advertisers

import (
	"context"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/calendar"
)

// filter narrows a list; the zero filter is all of it.
type filter struct {
	id         int64 // of the only one
	advertiser int64
	status     Status
	unknown    bool         // of clicks that are not known
	text       string       // a click id or a transaction
	from, to   calendar.Day // the days of arrival, both included; zero for no bound
	before     int64        // the id after which the list goes on; 0 for its beginning
	limit      int
}

// conversions returns a query of the conversions v that match f, whatever part
// of them is asked for.
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

// start returns when a day begins on the site.
func (s Store) start(d calendar.Day) time.Time {
	return time.Date(d.Year(), d.Month(), d.Day(), 0, 0, 0, 0, s.Location)
}

// Conversions returns conversions, the newest first, and how many there are.
func (s Store) Conversions(ctx context.Context, f filter) (list []Conversion, total int64, err error) {
	q := s.conversions(ctx, f)
	if err := q.Count(&total).Error; err != nil {
		return nil, 0, err
	}
	if f.before != 0 {
		q = q.Where("v.id < ?", f.before)
	}
	list = []Conversion{}
	err = q.Joins("JOIN advertisers a ON a.id = v.advertiser_id").Select(`v.*, to_char(v.click_day, 'YYYY-MM-DD') AS click_date, a.name AS advertiser,
		coalesce(CASE v.subject
			WHEN 'offer' THEN (SELECT title FROM offers WHERE id = v.subject_id)
			WHEN 'content_offer' THEN (SELECT title FROM content_offers WHERE id = v.subject_id)
			WHEN 'daily_offer' THEN (SELECT title FROM daily_offers WHERE id = v.subject_id)
			WHEN 'static_offer' THEN (SELECT title FROM static_offers WHERE id = v.subject_id) END, '') AS offer,
		(SELECT jsonb_agg(jsonb_build_object('at', h.at, 'via', h.via, 'actor', h.actor, 'reason', h.reason, 'status', h.status, 'payout', h.payout, 'currency', h.currency, 'repeated', h.repeated) ORDER BY h.id)
			FROM conversion_changes h WHERE h.conversion_id = v.id) AS changes`).
		Order("v.id DESC").Limit(f.limit).Scan(&list).Error
	return list, total, err
}

// Total adds up the conversions of one status in one currency. Refunds are in
// Payout; in Conversions they are not.
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

// Refused returns the log of refused postbacks, the newest first, and how many
// there are.
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
