package guides

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
)

// Store reads guides from Postgres.
type Store struct{ db *gorm.DB }

// NewStore makes a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// record is a row of the table guides.
type record struct {
	Summary
	Related         []string `gorm:"serializer:json"`
	RelatedArticles []string `gorm:"serializer:json"`
	ReviewedAt      time.Time
	UpdatedAt       time.Time
}

func (record) TableName() string { return "guides" }

// TableName tells GORM where steps are kept.
func (Item) TableName() string { return "guide_items" }

// withCount selects a guide's columns and the count of its steps.
const withCount = "guides.*, (SELECT count(*) FROM guide_items i WHERE i.guide_id = guides.id) AS item_count"

// List gives the guides that f selects, newest first, and how many there are
// without limit and offset.
func (s *Store) List(ctx context.Context, f Filter) ([]Summary, int64, error) {
	q := s.db.WithContext(ctx).Table("guides")
	if f.Featured {
		q = q.Where("featured")
	}
	if f.Category != "" && f.Category != "all" {
		q = q.Where("category = ?", f.Category)
	}
	if f.Text != "" {
		q = q.Where(`strpos(lower(title), lower(@q)) > 0 OR strpos(lower(subtitle), lower(@q)) > 0
			OR EXISTS (SELECT 1 FROM jsonb_array_elements_text(tags) t WHERE strpos(lower(t), lower(@q)) > 0)`,
			map[string]any{"q": f.Text})
	}
	var total int64
	if err := q.Session(&gorm.Session{}).Count(&total).Error; err != nil {
		return nil, 0, err
	}
	guides := []Summary{}
	err := q.Select(withCount).Order("published_at DESC, id DESC").Limit(f.Limit).Offset(f.Offset).Find(&guides).Error
	return guides, total, err
}

// Get gives one guide by its slug or its number, without RelatedArticles, and
// the slugs of those; or ErrNotFound.
func (s *Store) Get(ctx context.Context, id string) (Guide, []string, error) {
	q := s.db.WithContext(ctx).Select(withCount)
	switch {
	case numberForm.MatchString(id):
		q = q.Where("id = ?", id)
	case slugForm.MatchString(id):
		q = q.Where("slug = ?", id)
	default:
		return Guide{}, nil, ErrNotFound
	}
	var r record
	err := q.Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return Guide{}, nil, ErrNotFound
	}
	if err != nil {
		return Guide{}, nil, err
	}
	g := Guide{Summary: r.Summary, Items: []Item{}, ReviewedAt: r.ReviewedAt}
	if err := s.db.WithContext(ctx).Where("guide_id = ?", r.ID).Order("position").Find(&g.Items).Error; err != nil {
		return Guide{}, nil, err
	}
	if g.Related, err = s.bySlug(ctx, r.Related); err != nil {
		return Guide{}, nil, err
	}
	return g, r.RelatedArticles, nil
}

// SlugOf gives the slug of the guide with this number, "" when id is no number
// or no guide has it.
func (s *Store) SlugOf(ctx context.Context, id string) (string, error) {
	if !numberForm.MatchString(id) {
		return "", nil
	}
	var slugs []string
	err := s.db.WithContext(ctx).Table("guides").Where("id = ?", id).Pluck("slug", &slugs).Error
	if err != nil || len(slugs) == 0 {
		return "", err
	}
	return slugs[0], nil
}

// bySlug gives the guides of these slugs in this order; unknown ones are left
// out.
func (s *Store) bySlug(ctx context.Context, slugs []string) ([]Card, error) {
	found := []Card{}
	if len(slugs) == 0 {
		return found, nil
	}
	if err := s.db.WithContext(ctx).Table("guides").Select(withCount).Where("slug IN ?", slugs).Find(&found).Error; err != nil {
		return nil, err
	}
	bySlug := make(map[string]Card, len(found))
	for _, c := range found {
		bySlug[c.Slug] = c
	}
	cards := make([]Card, 0, len(slugs))
	for _, slug := range slugs {
		if c, ok := bySlug[slug]; ok {
			cards = append(cards, c)
		}
	}
	return cards, nil
}

// Addresses gives each guide's slug and when it last changed, for the sitemap.
func (s *Store) Addresses(ctx context.Context) (map[string]time.Time, error) {
	var rows []record
	if err := s.db.WithContext(ctx).Select("slug", "reviewed_at", "updated_at").Find(&rows).Error; err != nil {
		return nil, err
	}
	out := make(map[string]time.Time, len(rows))
	for _, r := range rows {
		out[r.Slug] = r.ReviewedAt
	}
	return out, nil
}
