package pieces

import (
	"context"
	"slices"

	"gorm.io/gorm"
)

// BySlug returns the selected pieces that have these slugs, in their order.
func BySlug[C any](selected *gorm.DB, slugs []string, slugOf func(C) string) ([]C, error) {
	found := []C{}
	if len(slugs) == 0 {
		return found, nil
	}
	if err := selected.Where("slug IN ?", slugs).Find(&found).Error; err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b C) int {
		return slices.Index(slugs, slugOf(a)) - slices.Index(slugs, slugOf(b))
	})
	return found, nil
}

// By returns a page of the selected pieces by an author, newest first, and
// their total number.
func By[C any](selected *gorm.DB, columns, author string, limit, offset int) ([]C, int64, error) {
	found, total := []C{}, int64(0)
	written := selected.Where("author_name = ?", author).Session(&gorm.Session{})
	if err := written.Count(&total).Error; err != nil {
		return nil, 0, err
	}
	err := written.Select(columns).Order("publish_at DESC, id DESC").Limit(limit).Offset(offset).Find(&found).Error
	return found, total, err
}

// AuthorOf returns what a byline shows about an author who has a page.
func AuthorOf(db *gorm.DB, name string) (a Author, err error) {
	err = db.Raw(`SELECT slug AS author_slug, is_example AS author_is_example, bio AS author_bio,
		credentials AS author_credentials, image_url AS author_image_url FROM authors WHERE name = ? AND is_active AND deleted_at IS NULL`, name).Scan(&a).Error
	return a, err
}

// renderBatch is how many pieces are rendered in one transaction.
const renderBatch = 200

// Rerender calls render until it returns 0. Render renders up to limit pieces
// and returns how many.
func Rerender(ctx context.Context, db *gorm.DB, render func(tx *gorm.DB, limit int) (int, error)) error {
	for {
		n := 0
		err := db.WithContext(ctx).Transaction(func(tx *gorm.DB) (err error) {
			n, err = render(tx, renderBatch)
			return err
		})
		if err != nil || n < renderBatch {
			return err
		}
	}
}
