package articles

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
)

// Store reads articles from Postgres.
type Store struct{ db *gorm.DB }

// NewStore makes a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// record is a row of the table articles.
type record struct {
	Card
	Body       string
	Related    []string `gorm:"serializer:json"`
	ReviewedAt time.Time
	UpdatedAt  time.Time
}

func (record) TableName() string { return "articles" }

// List gives the articles that f selects, newest first, and how many there are
// without limit and offset.
func (s *Store) List(ctx context.Context, f Filter) ([]Card, int64, error) {
	q := s.db.WithContext(ctx).Table("articles")
	if f.Featured {
		q = q.Where("is_featured")
	}
	if f.Category != "" && f.Category != "all" {
		q = q.Where("category = ?", f.Category)
	}
	if f.Text != "" {
		q = q.Where("strpos(lower(title), lower(?)) > 0 OR strpos(lower(excerpt), lower(?)) > 0", f.Text, f.Text)
	}
	var total int64
	if err := q.Session(&gorm.Session{}).Count(&total).Error; err != nil {
		return nil, 0, err
	}
	cards := []Card{}
	err := q.Order("created_at DESC, id DESC").Limit(f.Limit).Offset(f.Offset).Find(&cards).Error
	return cards, total, err
}

// Get gives one article with its related ones, or ErrNotFound.
func (s *Store) Get(ctx context.Context, slug string) (Article, error) {
	if !slugForm.MatchString(slug) {
		return Article{}, ErrNotFound
	}
	var r record
	err := s.db.WithContext(ctx).Where("slug = ?", slug).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return Article{}, ErrNotFound
	}
	if err != nil {
		return Article{}, err
	}
	related, err := s.BySlug(ctx, r.Related)
	if err != nil {
		return Article{}, err
	}
	html, toc, err := renderBody(r.Body)
	if err != nil {
		return Article{}, err
	}
	return Article{Card: r.Card, Body: html, TOC: toc, ReviewedAt: r.ReviewedAt, Related: related}, nil
}

// BySlug gives the articles of these slugs in this order; unknown ones are
// left out.
func (s *Store) BySlug(ctx context.Context, slugs []string) ([]Card, error) {
	found := []Card{}
	if len(slugs) == 0 {
		return found, nil
	}
	if err := s.db.WithContext(ctx).Table("articles").Where("slug IN ?", slugs).Find(&found).Error; err != nil {
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

// Addresses gives each article's slug and when it last changed, for the
// sitemap.
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
