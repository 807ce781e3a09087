package traffic

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"thriftwell/server/platform/tracking"
)

// Store reads the pages of the site from Postgres.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// Register gives pages with a fixed path a number, to be counted by.
func (s *Store) Register(ctx context.Context, paths []string) error {
	rows := make([]struct{ Path string }, len(paths))
	for i, path := range paths {
		rows[i].Path = path
	}
	return s.db.WithContext(ctx).Table("paths").Clauses(clause.OnConflict{DoNothing: true}).Create(&rows).Error
}

// Site loads the pages that are there to be read, and the links that lead to
// them.
func (s *Store) Site(ctx context.Context) (*tracking.Site, error) {
	site := &tracking.Site{Places: map[string]tracking.Place{}, Links: map[string]int64{}}
	// A tool has a number of its path, whichever piece it is of.
	err := s.db.WithContext(ctx).Exec(`INSERT INTO paths (path) SELECT DISTINCT '/tools/' || slug FROM tools
		WHERE NOT EXISTS (SELECT FROM paths WHERE path = '/tools/' || slug) ON CONFLICT DO NOTHING`).Error
	if err != nil {
		return site, err
	}
	var pages []struct {
		Path, Subject string
		ID            int64
	}
	err = s.db.WithContext(ctx).Raw(`
		SELECT path, 'path' AS subject, id FROM paths WHERE path NOT LIKE '/tools/%' OR EXISTS (SELECT FROM tools WHERE path = '/tools/' || slug)
		UNION ALL SELECT '/content/' || slug, 'page', id FROM content_pages WHERE is_active AND deleted_at IS NULL
		UNION ALL SELECT '/articles/' || slug, 'article', id FROM articles WHERE status = 'published' AND deleted_at IS NULL
		UNION ALL SELECT '/guides/' || slug, 'guide', id FROM guides WHERE status = 'published' AND deleted_at IS NULL
		UNION ALL SELECT '/authors/' || slug, 'author', id FROM authors WHERE is_active AND deleted_at IS NULL
		UNION ALL SELECT '/newsletter/' || slug, 'newsletter', id FROM letters WHERE status NOT IN ('draft', 'scheduled') AND deleted_at IS NULL`).Scan(&pages).Error
	if err != nil {
		return site, err
	}
	for _, p := range pages {
		site.Places[p.Path] = tracking.Place{Subject: tracking.Subject(p.Subject), ID: p.ID}
	}
	var links []struct {
		Code string
		ID   int64
	}
	err = s.db.WithContext(ctx).Table("links").Select("code, id").Find(&links).Error
	for _, l := range links {
		site.Links[l.Code] = l.ID
	}
	return site, err
}
