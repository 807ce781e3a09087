package authors

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/weburl"
)

// Store reads authors from Postgres. It returns only public data.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

func (s *Store) public(ctx context.Context) *gorm.DB {
	return s.db.WithContext(ctx).Table("authors").Where("is_active AND deleted_at IS NULL")
}

// Get returns the author with a slug. For a former slug it returns a
// pieces.Moved error, otherwise ErrNotFound.
func (s *Store) Get(ctx context.Context, slug string) (a Author, err error) {
	if !weburl.IsSlug(slug) {
		return a, ErrNotFound
	}
	err = s.public(ctx).Select("slug, name, bio, credentials, image_url, is_example, "+picture.Column).Where("slug = ?", slug).Take(&a).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = s.elsewhere(ctx, slug)
	}
	return a, err
}

// moves selects the former slugs of authors who have a page, with their current
// slugs.
const moves = `SELECT m.slug AS former, a.slug FROM author_addresses m JOIN authors a ON a.id = m.author_id
	WHERE m.slug <> a.slug AND a.is_active AND a.deleted_at IS NULL`

// elsewhere returns the error for a slug without a page.
func (s *Store) elsewhere(ctx context.Context, slug string) error {
	var found []struct{ Slug string }
	if err := s.db.WithContext(ctx).Raw(moves+" AND m.slug = ?", slug).Scan(&found).Error; err != nil {
		return err
	}
	if len(found) == 0 {
		return ErrNotFound
	}
	return pieces.Moved{To: found[0].Slug}
}

// Moves returns the former slugs of authors with their current slugs.
func (s *Store) Moves(ctx context.Context) (map[string]string, error) {
	var rows []struct{ Former, Slug string }
	err := s.db.WithContext(ctx).Raw(moves).Scan(&rows).Error
	out := make(map[string]string, len(rows))
	for _, r := range rows {
		out[r.Former] = r.Slug
	}
	return out, err
}

// remember is the Written function of authors. It records the slugs under which
// an author has had a page. When an author takes another's former slug, that
// slug no longer redirects.
func remember(tx *gorm.DB, w *editable.Write[StaffAuthor]) error {
	states := []StaffAuthor{w.After}
	if w.Before != nil {
		states = append(states, *w.Before)
	}
	for _, a := range states {
		if !a.IsActive || a.DeletedAt != nil {
			continue
		}
		err := tx.Exec(`INSERT INTO author_addresses (slug, author_id) VALUES (?, ?)
			ON CONFLICT (slug) DO UPDATE SET author_id = excluded.author_id`, a.Slug, a.ID).Error
		if err != nil {
			return err
		}
	}
	return nil
}
