package dailyoffers

import (
	"context"

	"gorm.io/gorm"

	"thriftwell/server/platform/rollup"
)

// Store reads daily offers from Postgres.
type Store struct{ db *gorm.DB }

// NewStore makes a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// Page gives the active offers of a page, counted from 1.
func (s *Store) Page(ctx context.Context, page, limit int) (Page, error) {
	p := Page{Offers: []Offer{}}
	q := s.db.WithContext(ctx).Table("daily_offers").Where("is_active AND deleted_at IS NULL")
	if err := q.Session(&gorm.Session{}).Count(&p.Total).Error; err != nil {
		return p, err
	}
	p.TotalPages = (p.Total + int64(limit) - 1) / int64(limit)
	err := q.Order("position, id").Limit(limit).Offset((page - 1) * limit).Find(&p.Offers).Error
	return p, err
}

// Index loads the catalog.
func (s *Store) Index(ctx context.Context) (Index, error) {
	var ids []int64
	err := s.db.WithContext(ctx).Table("daily_offers").Where("is_active AND deleted_at IS NULL").Pluck("id", &ids).Error
	index := make(Index, len(ids))
	for _, id := range ids {
		index[id] = true
	}
	return index, err
}

// Counted gives offers with their figures, in their order.
func (s *Store) Counted(ctx context.Context, offers []StaffOffer) ([]CountedOffer, error) {
	ids := make([]int64, len(offers))
	for i, o := range offers {
		ids[i] = o.ID
	}
	sums, err := rollup.Human(ctx, s.db, "daily_offer", ids)
	out := make([]CountedOffer, len(offers))
	for i, o := range offers {
		out[i] = CountedOffer{o, sums[o.ID]["view"], sums[o.ID]["click"]}
	}
	return out, err
}

// nextPosition is the place after the last offer.
func (s *Store) nextPosition(ctx context.Context) (next int, err error) {
	err = s.db.WithContext(ctx).Raw("SELECT coalesce(max(position), 0) + 1 FROM daily_offers").Scan(&next).Error
	return next, err
}
