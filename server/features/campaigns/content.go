package campaigns

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Piece is an article or guide as shown in an email.
type Piece struct {
	Path  string `json:"path"`
	Title string `json:"title"`
	About string `json:"about"`
	Topic string `json:"topic"`
}

// public is a subquery for the articles and guides that readers see.
const public = `(SELECT 'article' AS kind, id, '/articles/' || slug AS path, title, excerpt AS about, category AS topic, publish_at FROM articles WHERE status = 'published' AND deleted_at IS NULL
	UNION ALL SELECT 'guide', id, '/guides/' || slug, title, subtitle, category, publish_at FROM guides WHERE status = 'published' AND deleted_at IS NULL) p`

// pieces returns the public articles and guides at these paths, in this order.
func (s *Store) pieces(ctx context.Context, paths []string) (out []Piece, err error) {
	if len(paths) == 0 {
		return nil, nil
	}
	if err := s.DB.Gorm.WithContext(ctx).Raw("SELECT path, title, about, topic FROM "+public+" WHERE path IN ?", paths).Scan(&out).Error; err != nil {
		return nil, fmt.Errorf("find articles and guides of a campaign: %w", err)
	}
	slices.SortFunc(out, func(a, b Piece) int { return slices.Index(paths, a.Path) - slices.Index(paths, b.Path) })
	return out, nil
}

// placement is a sponsored offer as shown in an email.
type placement struct {
	ID        int64
	Title     string
	About     string
	TargetURL string
}

// offers returns the carousel offers with these IDs that are shown, in this order.
func (s *Store) offers(ctx context.Context, ids []int64) (out []placement, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = s.DB.Gorm.WithContext(ctx).Raw(`SELECT id, title, concat_ws(' ', description, disclaimer) AS about, target_url FROM carousel_offers
		WHERE is_active AND deleted_at IS NULL AND hold IS NULL AND id IN ?`, ids).Scan(&out).Error
	if err != nil {
		return nil, fmt.Errorf("find offers of a campaign: %w", err)
	}
	for i := range out {
		out[i].About = strings.TrimSpace(out[i].About)
	}
	slices.SortFunc(out, func(a, b placement) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return out, nil
}
