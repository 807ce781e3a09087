package analytics

import (
	"context"

	"gorm.io/gorm"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/rollup"
)

// ErrNotFound is the error for a slug that no page has.
var ErrNotFound = fault.Missing("Page")

// Store reads the daily counts.
type Store struct{ db *gorm.DB }

// NewStore makes a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// page gives the id of a page, active or not, or ErrNotFound.
func (s *Store) page(ctx context.Context, slug string) (id int64, err error) {
	found := s.db.WithContext(ctx).Raw("SELECT id FROM content_pages WHERE slug = ?", slug).Scan(&id)
	if found.Error == nil && found.RowsAffected == 0 {
		return 0, ErrNotFound
	}
	return id, found.Error
}

// counted is the condition on the reason: people only, or every event.
func counted(all bool) string {
	if all {
		return "true"
	}
	return "reason = 'human'"
}

// daily gives a row for each day of a period, empty days too.
func (s *Store) daily(ctx context.Context, page int64, p Period, all bool) ([]Row, error) {
	rows := []Row{}
	err := s.db.WithContext(ctx).Raw(`
		SELECT to_char(d.day, 'YYYY-MM-DD') AS date,
		       coalesce(sum(count) FILTER (WHERE action = 'view'), 0)::bigint AS views,
		       coalesce(sum(count) FILTER (WHERE action = 'click'), 0)::bigint AS clicks,
		       coalesce(sum(visitors) FILTER (WHERE action = 'view' AND reason = 'human'), 0)::bigint AS unique_visitors
		FROM generate_series(CAST(? AS timestamp), CAST(? AS timestamp), interval '1 day') AS d (day)
		LEFT JOIN daily_counts c ON c.subject = 'page' AND c.subject_id = ? AND c.day = d.day::date
			AND c.day BETWEEN ? AND ? AND `+counted(all)+`
		GROUP BY d.day ORDER BY d.day`, p.From, p.To, page, p.From, p.To).Scan(&rows).Error
	for i := range rows {
		rows[i].CTR = rollup.CTR(rows[i].Views, rows[i].Clicks)
	}
	return rows, err
}

// reasons gives the counts of a period by reason.
func (s *Store) reasons(ctx context.Context, page int64, p Period) ([]Reason, error) {
	rows := []Reason{}
	err := s.db.WithContext(ctx).Raw(`
		SELECT r.reason, coalesce(sum(count) FILTER (WHERE action = 'view'), 0)::bigint AS views,
		       coalesce(sum(count) FILTER (WHERE action = 'click'), 0)::bigint AS clicks
		FROM unnest(enum_range(NULL::event_reason)) WITH ORDINALITY AS r (reason, place)
		LEFT JOIN daily_counts c ON c.subject = 'page' AND c.subject_id = ? AND c.reason = r.reason AND c.day BETWEEN ? AND ?
		GROUP BY r.reason, r.place ORDER BY r.place`, page, p.From, p.To).Scan(&rows).Error
	return rows, err
}

// offers gives the offers of a page to which something happened in a period,
// the most clicked first.
func (s *Store) offers(ctx context.Context, page int64, p Period, all bool) ([]OfferRow, error) {
	rows := []OfferRow{}
	err := s.db.WithContext(ctx).Raw(`
		SELECT o.id AS offer_id, o.title, o.is_active, o.deleted_at IS NOT NULL AS deleted,
		       coalesce(sum(count) FILTER (WHERE action = 'view'), 0)::bigint AS views,
		       coalesce(sum(count) FILTER (WHERE action = 'click'), 0)::bigint AS clicks
		FROM content_offers o JOIN daily_counts c ON c.subject = 'content_offer' AND c.subject_id = o.id
		WHERE o.page_id = ? AND c.day BETWEEN ? AND ? AND `+counted(all)+`
		GROUP BY o.id ORDER BY clicks DESC, views DESC, o.id LIMIT ?`, page, p.From, p.To, MaxOffers).Scan(&rows).Error
	for i := range rows {
		rows[i].CTR = rollup.CTR(rows[i].Views, rows[i].Clicks)
	}
	return rows, err
}
