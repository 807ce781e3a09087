package offers

import (
	"context"

	"gorm.io/gorm"
)

// Store reads offers from Postgres.
type Store struct{ db *gorm.DB }

// NewStore makes a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// Active gives the offers of the carousel that are shown, in their order.
func (s *Store) Active(ctx context.Context) ([]Offer, error) {
	offers := []Offer{}
	err := s.db.WithContext(ctx).Table("offers").Where("is_active AND deleted_at IS NULL").Order("priority DESC, id").Find(&offers).Error
	return offers, err
}

// Static gives the offers of /hot-offers that are shown, in their order.
func (s *Store) Static(ctx context.Context) ([]StaticOffer, error) {
	offers := []StaticOffer{}
	err := s.db.WithContext(ctx).Table("static_offers").Where("is_active").Order("position, id").Find(&offers).Error
	return offers, err
}
