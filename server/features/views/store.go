package views

import (
	"context"
	"maps"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"thriftwell/server/platform/tracking"
)

// Store reads the pages of the site from Postgres.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// Register gives pages with a fixed path the number they are counted under.
func (s *Store) Register(ctx context.Context, paths []string) error {
	rows := make([]struct{ Path string }, len(paths))
	for i, path := range paths {
		rows[i].Path = path
	}
	return s.db.WithContext(ctx).Table("paths").Clauses(clause.OnConflict{DoNothing: true}).Create(&rows).Error
}

// Site loads the published pages and the links to them.
func (s *Store) Site(ctx context.Context) (*tracking.Site, error) {
	site := &tracking.Site{Places: map[string]tracking.Place{}, Links: map[string]int64{}}
	err := s.add(ctx, site, toolPages+`
		UNION ALL SELECT path, 'path', id FROM paths WHERE path NOT LIKE '/tools/%'
		UNION ALL SELECT '/content/' || slug, 'page', id FROM content_pages WHERE is_active AND deleted_at IS NULL
		UNION ALL SELECT '/articles/' || slug, 'article', id FROM articles WHERE status = 'published' AND deleted_at IS NULL
		UNION ALL SELECT '/guides/' || slug, 'guide', id FROM guides WHERE status = 'published' AND deleted_at IS NULL
		UNION ALL SELECT '/authors/' || slug, 'author', id FROM authors WHERE is_active AND deleted_at IS NULL
		UNION ALL SELECT '/newsletter/' || slug, 'newsletter', id FROM letters WHERE status NOT IN ('draft', 'scheduled') AND deleted_at IS NULL`)
	if err != nil {
		return site, err
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

// Update returns the site after articles and guides have changed, reading only
// those. It returns false if tags include anything else or don't name the
// slugs.
func (s *Store) Update(ctx context.Context, old *tracking.Site, tags []string) (*tracking.Site, bool, error) {
	changed := map[string][]string{"articles": nil, "guides": nil} // slugs by kind
	for _, tag := range tags {
		kind, slug, isPiece := strings.Cut(tag, ":")
		switch _, isList := changed[tag]; {
		case isPiece && (kind == "article" || kind == "guide"):
			changed[kind+"s"] = append(changed[kind+"s"], slug)
		case !isList:
			return nil, false, nil
		}
	}
	for kind, slugs := range changed {
		if slices.Contains(tags, kind) && len(slugs) == 0 {
			return nil, false, nil
		}
	}
	site := &tracking.Site{Places: maps.Clone(old.Places), Links: old.Links}
	for kind, slugs := range changed {
		for _, slug := range slugs {
			delete(site.Places, "/"+kind+"/"+slug)
		}
	}
	maps.DeleteFunc(site.Places, func(path string, _ tracking.Place) bool { return strings.HasPrefix(path, "/tools/") })
	err := s.add(ctx, site, toolPages+`
		UNION ALL SELECT '/articles/' || slug, 'article', id FROM articles WHERE slug IN @articles AND status = 'published' AND deleted_at IS NULL
		UNION ALL SELECT '/guides/' || slug, 'guide', id FROM guides WHERE slug IN @guides AND status = 'published' AND deleted_at IS NULL`,
		map[string]any{"articles": changed["articles"], "guides": changed["guides"]})
	return site, err == nil, err
}

// toolPages selects the pages of calculators.
const toolPages = `SELECT path, 'path' AS subject, id FROM paths WHERE path IN (SELECT '/tools/' || slug FROM tools)`

// add adds the pages that a query finds to the site, after giving each
// calculator's path a number.
func (s *Store) add(ctx context.Context, to *tracking.Site, pages string, values ...any) error {
	err := s.db.WithContext(ctx).Exec(`INSERT INTO paths (path) SELECT DISTINCT '/tools/' || slug FROM tools
		WHERE NOT EXISTS (SELECT FROM paths WHERE path = '/tools/' || slug) ON CONFLICT DO NOTHING`).Error
	if err != nil {
		return err
	}
	var found []struct {
		Path, Subject string
		ID            int64
	}
	if err := s.db.WithContext(ctx).Raw(pages, values...).Scan(&found).Error; err != nil {
		return err
	}
	for _, p := range found {
		to.Places[p.Path] = tracking.Place{Subject: tracking.Subject(p.Subject), ID: p.ID}
	}
	return nil
}
