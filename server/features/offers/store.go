package offers

import (
	"context"

	"gorm.io/gorm"

	"thriftwell/server/platform/rollup"
)

// Store reads offers from Postgres.
type Store struct{ db *gorm.DB }

// NewStore makes a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// Active gives the offers of the carousel that are shown, in their order.
func (s *Store) Active(ctx context.Context) ([]Offer, error) {
	offers := []Offer{}
	err := s.db.WithContext(ctx).Table("offers").Select("*, coalesce(sub_id_param, '') AS sub_id_param").Where("is_active AND deleted_at IS NULL").Order("priority DESC, id").Find(&offers).Error
	return offers, err
}

// Static gives the offers of /hot-offers that are shown, in their order.
func (s *Store) Static(ctx context.Context) ([]StaticOffer, error) {
	offers := []StaticOffer{}
	err := s.db.WithContext(ctx).Table("static_offers").Where("is_active").Order("position, id").Find(&offers).Error
	return offers, err
}

// Index loads the catalog.
func (s *Store) Index(ctx context.Context) (Index, error) {
	index := Index{Targets: map[int64]target{}, Static: map[int64]bool{}}
	offers, err := s.Active(ctx)
	if err != nil {
		return index, err
	}
	for _, o := range offers {
		if t, ok := parseTarget(o.TargetURL, o.SubIDParam); ok {
			index.Targets[o.ID] = t
		}
	}
	static, err := s.Static(ctx)
	for _, o := range static {
		index.Static[o.ID] = true
	}
	return index, err
}

// Counted gives offers with their figures, in their order.
func (s *Store) Counted(ctx context.Context, offers []StaffOffer) ([]CountedOffer, error) {
	ids := make([]int64, len(offers))
	for i, o := range offers {
		ids[i] = o.ID
	}
	sums, err := rollup.Human(ctx, s.db, "offer", ids)
	out := make([]CountedOffer, len(offers))
	for i, o := range offers {
		n := sums[o.ID]
		out[i] = CountedOffer{o, Figures{n["view"], n["click"], n["skip"], n["clickout"], rollup.CTR(n["view"], n["click"])}}
	}
	return out, err
}
