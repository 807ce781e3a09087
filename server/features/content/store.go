package content

import (
	"context"
	"errors"
	"slices"

	"gorm.io/gorm"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/rollup"
	"thriftwell/server/platform/tracking"
	"thriftwell/server/platform/weburl"
)

// Store reads pages and offers from Postgres.
type Store struct{ offer.Store }

// TableName implements GORM's schema.Tabler.
func (Page) TableName() string { return "content_pages" }

// Page returns the active page with a slug, or ErrNotFound.
func (s *Store) Page(ctx context.Context, slug string) (Page, error) {
	if !weburl.IsSlug(slug) {
		return Page{}, ErrNotFound
	}
	var p Page
	err := s.DB.WithContext(ctx).Where("slug = ? AND is_active AND deleted_at IS NULL", slug).Take(&p).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return Page{}, ErrNotFound
	}
	return p, err
}

// Offers returns the offers of a page in the order shown, with their figures.
func (s *Store) Offers(ctx context.Context, page int64) ([]Offer, error) {
	shown, err := offer.List[Offer](ctx, s.Store, offer.OnPage(), page)
	if err != nil {
		return nil, err
	}
	return s.counted(ctx, shown)
}

// counted adds figures to offers, keeping their order.
func (s *Store) counted(ctx context.Context, offers []Offer) ([]Offer, error) {
	return rollup.Counted(ctx, s.DB, string(tracking.ContentOffer), offers, func(o Offer) int64 { return o.ID }, func(o Offer, n rollup.Sums) Offer {
		o.Figures = figuresOf(n)
		return o
	})
}

// PreviewPage returns a page that may be inactive.
func (s *Store) PreviewPage(ctx context.Context, id int64) (p Page, err error) {
	if err = s.DB.WithContext(ctx).Where("id = ? AND deleted_at IS NULL", id).Take(&p).Error; errors.Is(err, gorm.ErrRecordNotFound) {
		err = ErrNotFound
	}
	return p, err
}

// PageOf returns the ID of an offer's page, or offer.ErrMissing.
func (s *Store) PageOf(ctx context.Context, id int64) (page int64, err error) {
	err = s.DB.WithContext(ctx).Raw("SELECT page_id FROM content_offers WHERE id = ? AND deleted_at IS NULL", id).Scan(&page).Error
	if err == nil && page == 0 {
		err = offer.ErrMissing
	}
	return page, err
}

// PreviewOf returns what a page would show, led by the offer with an ID unless
// that is 0. Both may be inactive.
func (s *Store) PreviewOf(ctx context.Context, page, id int64) ([]Offer, error) {
	if _, err := s.PreviewPage(ctx, page); err != nil {
		return nil, err
	}
	active, err := offer.Read[Offer](ctx, s.Store, offer.OnPage(), page, id)
	if err != nil {
		return nil, err
	}
	shown, _ := offer.Shown(active)
	if id != 0 {
		if shown, err = offer.Previewed(active, id); err != nil {
			return nil, err
		}
	}
	return s.counted(ctx, shown)
}

// Pages returns the active pages, oldest first.
func (s *Store) Pages(ctx context.Context) ([]Page, error) {
	pages := []Page{}
	err := s.DB.WithContext(ctx).Where("is_active AND deleted_at IS NULL").Order("id").Find(&pages).Error
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
