package tools

import (
	"context"
	"errors"

	"gorm.io/gorm"
)

// Store reads tools from Postgres. It returns only public data.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// ofCard lists the columns of a Card.
const ofCard = "slug, title, sentence, category, kind AS piece_kind, piece_slug, piece_title, piece_about"

// List returns all tools, grouped by topic, those of the newest pieces first.
func (s *Store) List(ctx context.Context) ([]Card, error) {
	cards := []Card{}
	err := s.db.WithContext(ctx).Table("tools").Select(ofCard).Order("category, publish_at DESC, slug").Find(&cards).Error
	return cards, err
}

// Get returns the tool with a slug.
func (s *Store) Get(ctx context.Context, slug string) (t Tool, err error) {
	err = s.db.WithContext(ctx).Table("tools").Select(ofCard+", html").Where("slug = ?", slug).Order("publish_at, piece_id").Take(&t).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = ErrNotFound
	}
	return t, err
}
