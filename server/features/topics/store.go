package topics

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
)

// Store reads topics from Postgres.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// ofCategory returns the topic of a category, or an empty one.
func (s *Store) ofCategory(ctx context.Context, category string) (t StaffTopic, err error) {
	err = s.db.WithContext(ctx).Table("topics").Where("category = ? AND is_active AND deleted_at IS NULL", category).Take(&t).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = nil
	}
	return t, err
}

// checkArticle returns an error if the topic's article does not exist or is
// in another category. The article may be unpublished.
func checkArticle(tx *gorm.DB, w *editable.Write[StaffTopic]) error {
	_, category := w.Values["category"]
	if _, article := w.Values["first_article"]; w.After.FirstArticle == nil || !article && !category {
		return nil
	}
	var held bool
	err := tx.Raw("SELECT EXISTS (SELECT FROM articles WHERE slug = ? AND category = ? AND deleted_at IS NULL)", w.After.FirstArticle, w.After.Category).Scan(&held).Error
	if err == nil && !held {
		return fault.Form([]fault.Field{{Field: "firstArticle", Message: "No article in this category has this slug."}})
	}
	return err
}
