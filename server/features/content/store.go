package content

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/rollup"
)

// Store reads pages and offers from Postgres.
type Store struct{ db *gorm.DB }

// NewStore makes a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// TableName tells GORM where pages are kept.
func (Page) TableName() string { return "content_pages" }

// Page gives the active page of a slug, or ErrNotFound.
func (s *Store) Page(ctx context.Context, slug string) (Page, error) {
	if !slugForm.MatchString(slug) {
		return Page{}, ErrNotFound
	}
	var p Page
	err := s.db.WithContext(ctx).Where("slug = ? AND is_active", slug).Take(&p).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return Page{}, ErrNotFound
	}
	return p, err
}

// Offers gives the active offers of a page, the highest priority first, with
// their figures out of the roll-ups.
func (s *Store) Offers(ctx context.Context, page int64) ([]Offer, error) {
	offers := []Offer{}
	err := s.db.WithContext(ctx).Raw(`
		SELECT o.*, c.views, c.clicks, CASE WHEN c.views = 0 THEN 0 ELSE round(100.0 * c.clicks / c.views, 2) END AS ctr
		FROM content_offers o, LATERAL (
			SELECT coalesce(sum(count) FILTER (WHERE action = 'view'), 0) AS views,
			       coalesce(sum(count) FILTER (WHERE action = 'click'), 0) AS clicks
			FROM daily_counts WHERE subject = 'content_offer' AND subject_id = o.id AND reason = 'human') c
		WHERE o.page_id = ? AND o.is_active AND o.deleted_at IS NULL
		ORDER BY o.priority DESC, o.id`, page).Scan(&offers).Error
	return offers, err
}

// Addresses gives each active page's slug and when it last changed, for the
// sitemap.
func (s *Store) Addresses(ctx context.Context) (map[string]time.Time, error) {
	var pages []Page
	if err := s.db.WithContext(ctx).Where("is_active").Find(&pages).Error; err != nil {
		return nil, err
	}
	out := make(map[string]time.Time, len(pages))
	for _, p := range pages {
		out[p.Slug] = p.UpdatedAt
	}
	return out, nil
}

// Index loads the catalog.
func (s *Store) Index(ctx context.Context) (Index, error) {
	var rows []struct {
		Slug    string
		PageID  int64
		OfferID *int64
	}
	err := s.db.WithContext(ctx).Raw(`
		SELECT p.slug, p.id AS page_id, o.id AS offer_id
		FROM content_pages p LEFT JOIN content_offers o ON o.page_id = p.id AND o.is_active AND o.deleted_at IS NULL
		WHERE p.is_active ORDER BY p.id, o.priority DESC, o.id`).Scan(&rows).Error
	index := Index{}
	for _, r := range rows {
		p := index[r.Slug]
		p.ID = r.PageID
		if r.OfferID != nil {
			p.Offers = append(p.Offers, *r.OfferID)
		}
		index[r.Slug] = p
	}
	return index, err
}

// Counted gives offers with their figures, in their order.
func (s *Store) Counted(ctx context.Context, offers []StaffOffer) ([]CountedOffer, error) {
	ids := make([]int64, len(offers))
	for i, o := range offers {
		ids[i] = o.ID
	}
	sums, err := rollup.Human(ctx, s.db, "content_offer", ids)
	out := make([]CountedOffer, len(offers))
	for i, o := range offers {
		views, clicks := sums[o.ID]["view"], sums[o.ID]["click"]
		out[i] = CountedOffer{o, Figures{views, clicks, rollup.CTR(views, clicks)}}
	}
	return out, err
}
