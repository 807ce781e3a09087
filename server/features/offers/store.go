package offers

import (
	"context"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/rollup"
)

// Store reads offers from Postgres.
type Store struct {
	db       *gorm.DB
	location *time.Location
}

// NewStore returns a Store for a site in the time zone location.
func NewStore(db *gorm.DB, location *time.Location) *Store { return &Store{db, location} }

// Shown returns the offers of the carousel in the order shown.
func (s *Store) Shown(ctx context.Context) ([]Offer, error) {
	active, err := s.active(ctx, 0)
	if err != nil {
		return nil, err
	}
	return offer.Ordered(ctx, s.db, "carousel", active)
}

// Preview returns what the carousel would show, led by an offer that may be
// inactive.
func (s *Store) Preview(ctx context.Context, id int64) ([]Offer, error) {
	active, err := s.active(ctx, id)
	if err != nil {
		return nil, err
	}
	return offer.Previewed(active, id)
}

// active returns the active offers of the carousel in their order, and the one
// with an ID even if it is inactive.
func (s *Store) active(ctx context.Context, also int64) ([]Offer, error) {
	offers := []Offer{}
	err := s.db.WithContext(ctx).Table("carousel_offers o").Select("*, coalesce(sub_id_param, '') AS sub_id_param, "+picture.Column).Where("(is_active AND NOT "+offer.Past(s.location)+" OR id = ?) AND deleted_at IS NULL", also).Order("priority DESC, id").Find(&offers).Error
	return offers, err
}

// Static returns the offers of /hot-offers in the order shown.
func (s *Store) Static(ctx context.Context) ([]StaticOffer, error) {
	active, err := s.activeStatic(ctx, 0)
	if err != nil {
		return nil, err
	}
	return offer.Ordered(ctx, s.db, "static", active)
}

// PreviewStatic is Preview for /hot-offers.
func (s *Store) PreviewStatic(ctx context.Context, id int64) ([]StaticOffer, error) {
	active, err := s.activeStatic(ctx, id)
	if err != nil {
		return nil, err
	}
	return offer.Previewed(active, id)
}

// activeStatic is active for /hot-offers.
func (s *Store) activeStatic(ctx context.Context, also int64) (active []StaticOffer, err error) {
	err = s.db.WithContext(ctx).Table("static_offers o").Select("*, "+picture.Column).Where("(is_active AND NOT "+offer.Past(s.location)+" OR id = ?) AND deleted_at IS NULL", also).Order("position, id").Find(&active).Error
	return active, err
}

// Index loads the catalog.
func (s *Store) Index(ctx context.Context) (Index, error) {
	index := Index{Targets: map[int64]target{}, Instead: map[int64]int64{}}
	active, err := s.active(ctx, 0)
	if err != nil {
		return index, err
	}
	if err := s.db.WithContext(ctx).Raw("SELECT last_value FROM carousel_offers_number").Scan(&index.Last).Error; err != nil {
		return index, err
	}
	index.Pays = offer.Countable(active)
	_, instead := offer.Shown(active)
	for id, o := range instead {
		index.Instead[id] = o.ID
	}
	for _, o := range active {
		_, replaced := index.Instead[o.ID]
		if t, ok := parseTarget(o.TargetURL, o.SubIDParam); ok && (o.Hold == nil || replaced) {
			t.healthPlan = o.Category == offer.HealthPlan
			index.Targets[o.ID] = t
		}
	}
	static, err := s.activeStatic(ctx, 0)
	index.Static = offer.Countable(static)
	shown, _ := offer.Shown(static)
	for _, o := range shown {
		index.StaticShown = append(index.StaticShown, o.ID)
	}
	return index, err
}

// Counted adds figures to offers, keeping their order.
func (s *Store) Counted(ctx context.Context, offers []StaffOffer) ([]CountedOffer, error) {
	return rollup.Counted(ctx, s.db, "offer", offers, func(o StaffOffer) int64 { return o.ID }, func(o StaffOffer, n rollup.Sums) CountedOffer {
		return CountedOffer{o, Figures{n["view"], n["click"], n["skip"], n["clickout"], rollup.CTR(n["view"], n["click"])}}
	})
}

// CountedStatic is Counted for /hot-offers.
func (s *Store) CountedStatic(ctx context.Context, offers []StaffStaticOffer) ([]CountedStaticOffer, error) {
	return rollup.Counted(ctx, s.db, "static_offer", offers, func(o StaffStaticOffer) int64 { return o.ID }, func(o StaffStaticOffer, n rollup.Sums) CountedStaticOffer {
		return CountedStaticOffer{o, n["view"], n["click"]}
	})
}
