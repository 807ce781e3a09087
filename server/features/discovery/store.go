package discovery

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
)

// Store reads public content from Postgres.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// own lists the columns of an Entry, except for its author's page.
const own = "slug, title, category, author_name, image_url, publish_at AS published, " + changed + " AS changed"

// changed is when the content of a piece last changed.
const changed = "greatest(revised_at, publish_at)"

// newest returns the newest public pieces of sections, filtered by category and
// author unless they are "".
func (s *Store) newest(ctx context.Context, limit int, category, author string, sections ...string) ([]Entry, error) {
	found := []Entry{}
	for _, section := range sections {
		var part []Entry
		q := s.public(ctx, section).Select(own+", ? AS section, "+about(section)+" AS about", section)
		if category != "" {
			q = q.Where("category = ?", category)
		}
		if author != "" {
			q = q.Where("author_name = ?", author)
		}
		if err := q.Order("publish_at DESC, id DESC").Limit(limit).Scan(&part).Error; err != nil {
			return nil, fmt.Errorf("list the newest %s: %w", section, err)
		}
		found = append(found, part...)
	}
	slices.SortStableFunc(found, func(a, b Entry) int { return b.Published.Compare(a.Published) })
	found = found[:min(limit, len(found))]
	return found, s.addAuthors(ctx, found)
}

// letters returns the newest newsletters sent, with site as their author.
func (s *Store) newsletters(ctx context.Context, limit int, site string) (found []Entry, err error) {
	err = s.db.WithContext(ctx).Raw(`SELECT 'newsletter' AS section, slug, subject AS title, preheader AS about, 'newsletter' AS category, CAST(? AS text) AS author_name, sent_at AS published, sent_at AS changed
		FROM letters WHERE status = 'sent' AND deleted_at IS NULL ORDER BY sent_at DESC, id LIMIT ?`, site, limit).Scan(&found).Error
	if err != nil {
		return nil, fmt.Errorf("list the newest newsletters: %w", err)
	}
	return found, nil
}

// addAuthors sets AuthorSlug for authors who have a page.
func (s *Store) addAuthors(ctx context.Context, entries []Entry) error {
	pages := map[string]*string{}
	for i, e := range entries {
		slug, known := pages[e.AuthorName]
		if !known {
			author, err := pieces.AuthorOf(s.db.WithContext(ctx), e.AuthorName)
			if err != nil {
				return err
			}
			slug = author.AuthorSlug
			pages[e.AuthorName] = slug
		}
		entries[i].AuthorSlug = slug
	}
	return nil
}

// authorAt returns the name of the author whose page has a slug, or "".
func (s *Store) authorAt(ctx context.Context, slug string) (name string, err error) {
	err = s.db.WithContext(ctx).Raw("SELECT name FROM authors WHERE slug = ? AND is_active AND deleted_at IS NULL", slug).Scan(&name).Error
	return name, err
}

// piece returns the full text of a public piece. If there is none, it fails
// like the piece's page.
func (s *Store) piece(ctx context.Context, section, slug string) (p Piece, err error) {
	body := "body, '' AS conclusion"
	if section == "guides" {
		body = "introduction AS body, conclusion"
	}
	q := s.public(ctx, section).Select(own+", sources, correction, id AS piece_id, ? AS section, "+about(section)+" AS about, "+body, section)
	var row struct {
		Piece
		PieceID int64
	}
	err = q.Where("slug = ?", slug).Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return p, pieces.Elsewhere(s.db.WithContext(ctx), kindOf(section), "slug", slug, errNoPiece)
	}
	if err == nil && section == "guides" {
		err = s.db.WithContext(ctx).Table("guide_items").Where("guide_id = ?", row.PieceID).Order("position").Find(&row.Steps).Error
	}
	return row.Piece, err
}

func (s *Store) public(ctx context.Context, section string) *gorm.DB {
	return s.db.WithContext(ctx).Table(section).Where(pieces.Public)
}

// about returns the column with a summary of a section's pieces.
func about(section string) string {
	if section == "guides" {
		return "subtitle"
	}
	return "excerpt"
}

// shareCard returns the content of a public page's share image.
func (s *Store) shareCard(ctx context.Context, kind, slug string) (c shareCard, err error) {
	db := s.db.WithContext(ctx)
	c.FocalX, c.FocalY = 50, 50
	switch kind {
	case "articles", "guides":
		err = s.public(ctx, kind).Select("title, category AS label, image_url AS image").Where("slug = ?", slug).Take(&c).Error
	case "topics":
		err = s.public(ctx, "articles").Select("category AS title, ? AS label, ? AS image", topicLabel, topicPicture(slug)).Where("category = ?", slug).Limit(1).Take(&c).Error
	case "authors":
		err = db.Table(kind).Select("name AS title, 'Author' AS label, image_url AS image").Where("slug = ? AND is_active AND deleted_at IS NULL", slug).Take(&c).Error
	case "tools":
		err = db.Table(kind).Select("title, category AS label, image_url AS image").Where("slug = ?", slug).Order("publish_at").Limit(1).Take(&c).Error
	case "newsletter":
		err = db.Table("letters").Select("subject AS title, 'Newsletter' AS label").
			Where("slug = ? AND (status IN ('sending', 'paused', 'sent') OR listed_at IS NOT NULL) AND deleted_at IS NULL", slug).Take(&c).Error
	case "site":
		if slug != "home" {
			return c, errNoShareImage
		}
		return c, nil
	default:
		return c, errNoShareImage
	}
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return c, errNoShareImage
	}
	if err != nil {
		return c, err
	}
	shown, err := picture.Of(db, c.Image)
	if shown != nil {
		c.FocalX, c.FocalY = shown.FocalX, shown.FocalY
	}
	switch kind {
	case "articles", "guides", "tools":
		c.Label = title(c.Label)
	case "topics":
		c.Title = title(c.Title)
	}
	return c, err
}

// parts returns the parts of the sitemap.
func (s *Store) parts(ctx context.Context) (parts []part, err error) {
	err = s.db.WithContext(ctx).Raw(`
		SELECT 'articles' AS section, (id - 1) / @size AS block, count(*) AS size, max(`+changed+`) AS changed FROM articles WHERE `+pieces.Public+` GROUP BY block
		UNION ALL SELECT 'guides', (id - 1) / @size AS block, count(*), max(`+changed+`) FROM guides WHERE `+pieces.Public+` GROUP BY block
		ORDER BY section, block`, map[string]any{"size": blockSize}).Scan(&parts).Error
	return parts, err
}

// addresses returns the addresses in a part of the sitemap.
func (s *Store) addresses(ctx context.Context, p part) (all []Address, err error) {
	if p.Section == others {
		return s.otherAddresses(ctx)
	}
	err = s.public(ctx, p.Section).Select("'/"+p.Section+"/' || slug AS path, image_url AS image, "+changed+" AS changed").
		Where("id > ? AND id <= ?", p.Block*blockSize, (p.Block+1)*blockSize).Order("id").Scan(&all).Error
	return all, err
}

// otherAddresses returns the addresses of topics, authors, newsletters, tools
// and offer pages. A topic or an author changes with their pieces.
func (s *Store) otherAddresses(ctx context.Context) (all []Address, err error) {
	err = s.db.WithContext(ctx).Raw(`
		WITH piece AS (
			SELECT 'article' AS kind, category, author_name, ` + changed + ` AS changed FROM articles WHERE ` + pieces.Public + `
			UNION ALL SELECT 'guide', category, author_name, ` + changed + ` FROM guides WHERE ` + pieces.Public + `
		)
		SELECT '/articles?category=' || category AS path, max(changed) AS changed, NULL AS image FROM piece WHERE kind = 'article' GROUP BY category
		UNION ALL SELECT '/authors/' || slug, max(changed), image_url FROM authors LEFT JOIN piece ON author_name = name WHERE is_active AND deleted_at IS NULL GROUP BY slug, image_url
		UNION ALL SELECT '/newsletter/' || slug, sent_at, NULL FROM letters WHERE status = 'sent' AND deleted_at IS NULL
		UNION ALL SELECT '/tools/' || slug, max(changed), NULL FROM tools GROUP BY slug
		UNION ALL SELECT '/content/' || slug, NULL, NULL FROM content_pages WHERE is_active AND is_indexed AND deleted_at IS NULL
		ORDER BY path`).Scan(&all).Error
	return all, err
}

// Announce records, in the transaction of a write, that the pages of a kind
// with these slugs have changed.
func Announce(tx *gorm.DB, kind string, slugs []string) error {
	for _, slug := range slugs {
		err := tx.Exec("INSERT INTO changed_pages (path) VALUES (?) ON CONFLICT (path) DO UPDATE SET changed_at = now()", "/"+kind+"s/"+slug).Error
		if err != nil {
			return fmt.Errorf("note that %s %s has changed: %w", kind, slug, err)
		}
	}
	return nil
}

// changedPages returns pages to announce to search engines.
func (s *Store) changedPages(ctx context.Context, limit int) (pages []changedPage, err error) {
	err = s.db.WithContext(ctx).Table("changed_pages").Order("changed_at").Limit(limit).Find(&pages).Error
	return pages, err
}

// announced removes announced pages from the list, unless they have changed
// since.
func (s *Store) announced(ctx context.Context, pages []changedPage) error {
	for _, p := range pages {
		if err := s.db.WithContext(ctx).Exec("DELETE FROM changed_pages WHERE path = ? AND changed_at = ?", p.Path, p.ChangedAt).Error; err != nil {
			return err
		}
	}
	return nil
}
