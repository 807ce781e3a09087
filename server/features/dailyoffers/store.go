package dailyoffers

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/rollup"
)

// Store reads daily offers from Postgres.
type Store struct {
	db       *gorm.DB
	location *time.Location
}

// NewStore returns a Store for a site in the time zone location.
func NewStore(db *gorm.DB, location *time.Location) *Store { return &Store{db, location} }

// Page returns the active offers of a page; the first is 1.
func (s *Store) Page(ctx context.Context, page, limit int) (Page, error) {
	shown, err := s.shown(ctx)
	if err != nil {
		return Page{Offers: []Offer{}}, err
	}
	return s.page(ctx, shown, page, limit)
}

// Preview returns the first page as it would be, led by an offer that may be
// inactive.
func (s *Store) Preview(ctx context.Context, id int64) (Page, error) {
	active, err := s.active(ctx, id)
	if err != nil {
		return Page{}, err
	}
	shown, err := offer.Previewed(active, id)
	if err != nil {
		return Page{}, err
	}
	return s.page(ctx, shown, 1, PageSize)
}

// page returns a page of the offers shown.
func (s *Store) page(ctx context.Context, shown []offer.Active, page, limit int) (Page, error) {
	p := Page{Offers: []Offer{}}
	p.Total = int64(len(shown))
	p.TotalPages = (p.Total + int64(limit) - 1) / int64(limit)
	first := min((page-1)*limit, len(shown))
	ids := make([]int64, 0, limit)
	for _, o := range shown[first:min(first+limit, len(shown))] {
		ids = append(ids, o.ID)
	}
	err := s.db.WithContext(ctx).Table("daily_offers").Select("*, "+picture.Column).Where("id IN ?", ids).Find(&p.Offers).Error
	slices.SortFunc(p.Offers, func(a, b Offer) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return p, err
}

// shown returns the offers in the order shown.
func (s *Store) shown(ctx context.Context) ([]offer.Active, error) {
	active, err := s.active(ctx, 0)
	if err != nil {
		return nil, err
	}
	return offer.Ordered(ctx, s.db, "daily", active)
}

// active returns the active offers in their order, and the one with an ID even
// if it is inactive.
func (s *Store) active(ctx context.Context, also int64) (active []offer.Active, err error) {
	err = s.db.WithContext(ctx).Table("daily_offers o").Select(offer.Columns).Where("(is_active AND NOT "+offer.Past(s.location)+" OR id = ?) AND deleted_at IS NULL", also).Order("position, id").Find(&active).Error
	return active, err
}

// Index loads the catalog.
func (s *Store) Index(ctx context.Context) (Index, error) {
	active, err := s.active(ctx, 0)
	return offer.Countable(active), err
}

// Counted adds figures to offers, keeping their order.
func (s *Store) Counted(ctx context.Context, offers []StaffOffer) ([]CountedOffer, error) {
	return rollup.Counted(ctx, s.db, "daily_offer", offers, func(o StaffOffer) int64 { return o.ID }, func(o StaffOffer, n rollup.Sums) CountedOffer {
		return CountedOffer{o, n["view"], n["click"]}
	})
}
