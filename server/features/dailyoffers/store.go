package dailyoffers

import (
	"context"
	"slices"

	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/picture"
)

// Store reads daily offers from Postgres.
type Store struct{ offer.Store }

// Page returns the active offers of a page; the first is 1.
func (s Store) Page(ctx context.Context, page, limit int) (Page, error) {
	shown, err := offer.List[offer.Active](ctx, s.Store, offer.Daily(), 0)
	if err != nil {
		return Page{}, err
	}
	return s.page(ctx, shown, page, limit)
}

// Preview returns the first page as it would be, led by an offer that may be
// inactive.
func (s Store) Preview(ctx context.Context, id int64) (Page, error) {
	shown, err := offer.Preview[offer.Active](ctx, s.Store, offer.Daily(), 0, id)
	if err != nil {
		return Page{}, err
	}
	return s.page(ctx, shown, 1, PageSize)
}

// page returns a page of the offers shown.
func (s Store) page(ctx context.Context, shown []offer.Active, page, limit int) (Page, error) {
	p := Page{Offers: []Offer{}}
	p.Total = int64(len(shown))
	p.TotalPages = (p.Total + int64(limit) - 1) / int64(limit)
	first := min((page-1)*limit, len(shown))
	ids := make([]int64, 0, limit)
	for _, o := range shown[first:min(first+limit, len(shown))] {
		ids = append(ids, o.ID)
	}
	err := s.DB.WithContext(ctx).Table("daily_offers").Select("*, "+picture.Column).Where("id IN ?", ids).Find(&p.Offers).Error
	slices.SortFunc(p.Offers, func(a, b Offer) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return p, err
}
