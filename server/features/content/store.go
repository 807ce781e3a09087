package content

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/rollup"
	"thriftwell/server/platform/weburl"
)

// Store reads pages and offers from Postgres.
type Store struct {
	db       *gorm.DB
	location *time.Location
}

// NewStore returns a Store for a site in the time zone location.
func NewStore(db *gorm.DB, location *time.Location) *Store { return &Store{db, location} }

// TableName implements GORM's schema.Tabler.
func (Page) TableName() string { return "content_pages" }

// Page returns the active page with a slug, or ErrNotFound.
func (s *Store) Page(ctx context.Context, slug string) (Page, error) {
	if !weburl.IsSlug(slug) {
		return Page{}, ErrNotFound
	}
	var p Page
	err := s.db.WithContext(ctx).Where("slug = ? AND is_active AND deleted_at IS NULL", slug).Take(&p).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return Page{}, ErrNotFound
	}
	return p, err
}

// Offers returns the offers of a page in the order shown, with figures from the
// daily totals.
func (s *Store) Offers(ctx context.Context, page int64) ([]Offer, error) {
	active, err := s.active(ctx, page, 0)
	if err != nil {
		return nil, err
	}
	return offer.Ordered(ctx, s.db, fmt.Sprint("content-", page), active)
}

// PreviewPage returns a page that may be inactive.
func (s *Store) PreviewPage(ctx context.Context, id int64) (p Page, err error) {
	if err = s.db.WithContext(ctx).Where("id = ? AND deleted_at IS NULL", id).Take(&p).Error; errors.Is(err, gorm.ErrRecordNotFound) {
		err = ErrNotFound
	}
	return p, err
}

// PageOf returns the ID of an offer's page, or ErrOfferNotFound.
func (s *Store) PageOf(ctx context.Context, id int64) (page int64, err error) {
	err = s.db.WithContext(ctx).Raw("SELECT page_id FROM content_offers WHERE id = ? AND deleted_at IS NULL", id).Scan(&page).Error
	if err == nil && page == 0 {
		err = ErrOfferNotFound
	}
	return page, err
}

// PreviewOf returns what a page would show, led by the offer with an ID. Both
// may be inactive.
func (s *Store) PreviewOf(ctx context.Context, page, id int64) ([]Offer, error) {
	if _, err := s.PreviewPage(ctx, page); err != nil {
		return nil, err
	}
	active, err := s.active(ctx, page, id)
	if err != nil {
		return nil, err
	}
	if id != 0 {
		return offer.Previewed(active, id)
	}
	shown, _ := offer.Shown(active)
	return shown, nil
}

// active returns the active offers of a page whose last day to claim isn't
// over, and the one with an ID even if it is inactive, in their order, with
// their figures.
func (s *Store) active(ctx context.Context, page, also int64) ([]Offer, error) {
	offers := []Offer{}
	err := s.db.WithContext(ctx).Raw(`
		SELECT o.*, picture_of(o.image_url) AS picture, c.views, c.clicks, CASE WHEN c.views = 0 THEN 0 ELSE round(100.0 * c.clicks / c.views, 2) END AS ctr
		FROM content_offers o, LATERAL (
			SELECT coalesce(sum(count) FILTER (WHERE action = 'view'), 0) AS views,
			       coalesce(sum(count) FILTER (WHERE action = 'click'), 0) AS clicks
			FROM daily_counts WHERE subject = 'content_offer' AND subject_id = o.id AND reason = 'human') c
		WHERE o.page_id = ? AND o.deleted_at IS NULL AND (o.id = ? OR o.is_active AND NOT `+offer.Past(s.location)+`)
		ORDER BY o.priority DESC, o.id`, page, also).Scan(&offers).Error
	return offers, err
}

// Pages returns the active pages, oldest first.
func (s *Store) Pages(ctx context.Context) ([]Page, error) {
	pages := []Page{}
	err := s.db.WithContext(ctx).Where("is_active AND deleted_at IS NULL").Order("id").Find(&pages).Error
	return pages, err
}

// checkPage rejects reserved slugs, and changes of the slug or the deletion of a
// built-in page.
func checkPage(_ *gorm.DB, old *StaffPage, values map[string]any) error {
	slug, sent := values["slug"].(string)
	isBuiltIn := old != nil && slices.Contains(builtIn(), old.Slug)
	refusal := ""
	switch {
	case isBuiltIn && values["deleted_at"] != nil:
		return fault.New(fault.Conflict, "This page has its own layout, so it can't be deleted. Turn it off instead.")
	case sent && slices.Contains(reserved(), slug):
		refusal = "This slug is reserved. Choose another."
	case sent && isBuiltIn && slug != old.Slug:
		refusal = "This page has its own layout, so its slug can't change."
	default:
		return nil
	}
	return fault.Form([]fault.Field{{Field: "slug", Message: refusal}})
}

// Index loads the catalog.
func (s *Store) Index(ctx context.Context) (Index, error) {
	pages, err := s.Pages(ctx)
	if err != nil {
		return nil, err
	}
	var active []struct {
		PageID int64
		offer.Active
	}
	err = s.db.WithContext(ctx).Table("content_offers").Select("page_id, " + offer.Columns).
		Where("is_active AND deleted_at IS NULL").Order("priority DESC, id").Find(&active).Error
	ofPage := map[int64][]offer.Active{}
	for _, o := range active {
		ofPage[o.PageID] = append(ofPage[o.PageID], o.Active)
	}
	index := Index{}
	for _, p := range pages {
		shown, _ := offer.Shown(ofPage[p.ID])
		entry := PageIndex{ID: p.ID, Pays: offer.Countable(ofPage[p.ID])}
		for _, o := range shown {
			entry.Offers = append(entry.Offers, o.ID)
		}
		index[p.Slug] = entry
	}
	return index, err
}

// Counted adds figures to offers, keeping their order.
func (s *Store) Counted(ctx context.Context, offers []StaffOffer) ([]CountedOffer, error) {
	return rollup.Counted(ctx, s.db, "content_offer", offers, func(o StaffOffer) int64 { return o.ID }, func(o StaffOffer, n rollup.Sums) CountedOffer {
		return CountedOffer{o, Figures{n["view"], n["click"], rollup.CTR(n["view"], n["click"])}}
	})
}
