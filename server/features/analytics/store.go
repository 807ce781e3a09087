package analytics

import (
	"context"

	"gorm.io/gorm"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/rollup"
	"thriftwell/server/platform/tracking"
)

// ErrNotFound means that no page has the slug.
var ErrNotFound = fault.Missing("Page")

// Store reads the daily counts.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// page returns the id of an active or inactive page, or ErrNotFound.
func (s *Store) page(ctx context.Context, slug string) (id int64, err error) {
	found := s.db.WithContext(ctx).Raw("SELECT id FROM content_pages WHERE slug = ?", slug).Scan(&id)
	if found.Error == nil && found.RowsAffected == 0 {
		return 0, ErrNotFound
	}
	return id, found.Error
}

// counted returns the condition on the reason: people only, or all events.
func counted(all bool) string {
	if all {
		return "true"
	}
	return "reason = 'human'"
}

// daily returns a row for each day in a period, including days without events.
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
		GROUP BY d.day ORDER BY d.day`, p.From.Time, p.To.Time, page, p.From.Time, p.To.Time).Scan(&rows).Error
	for i := range rows {
		rows[i].CTR = rollup.CTR(rows[i].Views, rows[i].Clicks)
	}
	return rows, err
}

// reasons returns the counts of a period by reason.
func (s *Store) reasons(ctx context.Context, page int64, p Period) ([]Reason, error) {
	rows := []Reason{}
	err := s.db.WithContext(ctx).Raw(`
		SELECT r.reason, coalesce(sum(count) FILTER (WHERE action = 'view'), 0)::bigint AS views,
		       coalesce(sum(count) FILTER (WHERE action = 'click'), 0)::bigint AS clicks
		FROM unnest(enum_range(NULL::event_reason)) WITH ORDINALITY AS r (reason, place)
		LEFT JOIN daily_counts c ON c.subject = 'page' AND c.subject_id = ? AND c.reason = r.reason AND c.day BETWEEN ? AND ?
		GROUP BY r.reason, r.place ORDER BY r.place`, page, p.From.Time, p.To.Time).Scan(&rows).Error
	return rows, err
}

// offers returns the offers that were viewed or clicked on a page in a period,
// most clicked first. A click counts on the page where it was made: clicks in
// the questionnaire don't count on the page that shows its offers.
func (s *Store) offers(ctx context.Context, page int64, p Period, all bool) ([]OfferRow, error) {
	rows := []OfferRow{}
	err := s.db.WithContext(ctx).Raw(`
		SELECT o.id AS offer_id, o.title, o.is_active, o.deleted_at IS NOT NULL AS deleted,
		       coalesce(sum(count) FILTER (WHERE action = 'view'), 0)::bigint AS views,
		       coalesce(sum(count) FILTER (WHERE action = 'click'), 0)::bigint AS clicks
		FROM `+tracking.Traffic+` t JOIN contexts c ON c.id = t.context_id JOIN content_offers o ON t.subject = 'content_offer' AND o.id = t.subject_id
		WHERE c.place = 'page' AND c.place_id = ? AND t.day BETWEEN ? AND ? AND `+counted(all)+`
		GROUP BY o.id, o.title, o.is_active, o.deleted_at ORDER BY clicks DESC, views DESC, o.id LIMIT ?`, page, p.From.Time, p.To.Time, MaxOffers).Scan(&rows).Error
	for i := range rows {
		rows[i].CTR = rollup.CTR(rows[i].Views, rows[i].Clicks)
	}
	return rows, err
}
