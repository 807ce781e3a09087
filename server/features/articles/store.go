package articles

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/session"
)

// Store reads public articles from Postgres.
type Store struct {
	DB     *gorm.DB
	Offers pieces.Offers // linked in texts; may be nil
}

// TableName implements GORM's schema.Tabler.
func (StaffArticle) TableName() string { return "articles" }

// ofCard are the columns of a Card.
const ofCard = "id, slug, title, excerpt, category, image_url, image_alt, avg_savings, savings_assumption, read_time, author_name, publish_at, reviewed_at, featured, " + picture.Column

// public selects published articles.
func (s *Store) public(ctx context.Context) *gorm.DB {
	return s.DB.WithContext(ctx).Table("articles").Where(pieces.Public)
}

// List returns a page of the articles selected by f, newest first, and the
// number of all.
func (s *Store) List(ctx context.Context, f Filter) ([]Card, int64, error) {
	q := s.public(ctx)
	if f.Featured {
		q = q.Where("featured")
	}
	if f.Category != "" && f.Category != "all" {
		q = q.Where("category = ?", f.Category)
	}
	if f.Text != "" {
		q = q.Where(editable.Holds("public_search"), f.Text)
	}
	q = q.Session(&gorm.Session{})
	var total int64
	if err := q.Count(&total).Error; err != nil {
		return nil, 0, err
	}
	const newest = "publish_at DESC, id DESC"
	cards := []Card{}
	// Skip rows before the offset using only the index.
	part := q.Select("id").Order(newest).Limit(f.Limit).Offset(f.Offset)
	err := s.DB.WithContext(ctx).Table("articles").Select(ofCard).Where("id IN (?)", part).Order(newest).Find(&cards).Error
	return cards, total, err
}

// Get returns an article with its related articles. It fails with pieces.Moved
// for a former slug, with fault.Gone for an article that isn't public anymore,
// and with ErrNotFound otherwise.
func (s *Store) Get(ctx context.Context, slug string) (Article, error) {
	var a StaffArticle
	err := s.public(ctx).Where("slug = ?", slug).Take(&a).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return Article{}, pieces.Elsewhere(s.DB.WithContext(ctx), "article", "slug", slug, ErrNotFound)
	}
	if err != nil {
		return Article{}, err
	}
	return s.shown(ctx, a)
}

// shown converts an article for readers.
func (s *Store) shown(ctx context.Context, a StaffArticle) (Article, error) {
	card := Card{
		ID: a.ID, Slug: a.Slug, Title: a.Title, Excerpt: a.Excerpt, Category: a.Category, ImageURL: a.ImageURL, ImageAlt: a.ImageAlt,
		AvgSavings: a.AvgSavings, SavingsAssumption: a.SavingsAssumption, ReadTime: a.ReadTime, AuthorName: a.AuthorName,
		CreatedAt: a.CameOut(), ReviewedAt: a.ReviewedAt, IsFeatured: a.Featured,
	}
	offers, err := pieces.ShowOffers(s.Offers, "/articles/"+a.Slug, &a.BodyHTML)
	if err != nil {
		return Article{}, err
	}
	if card.Picture, err = picture.Of(s.DB.WithContext(ctx), a.ImageURL); err != nil {
		return Article{}, err
	}
	author, err := pieces.AuthorOf(s.DB.WithContext(ctx), a.AuthorName)
	if err != nil {
		return Article{}, err
	}
	claims, err := pieces.ClaimsOf(s.DB.WithContext(ctx), a.Claims)
	if err != nil {
		return Article{}, err
	}
	related, err := s.BySlug(ctx, a.Related)
	return Article{
		ArticleCard: card, Notes: a.Notes, Author: author, Tags: a.Tags, Body: a.BodyHTML, TOC: a.TOC, Claims: claims,
		RevisedAt: a.LastRevised(), Related: related, relates: a.Related, offers: offers,
	}, err
}

// Preview returns an article as readers would see it.
func (s *Store) Preview(ctx context.Context, a StaffArticle) (any, error) {
	if _, err := a.render(picture.In(s.DB.WithContext(ctx))); err != nil {
		return nil, err
	}
	return s.shown(ctx, a)
}

// BySlug returns the public articles with these slugs, in this order.
func (s *Store) BySlug(ctx context.Context, slugs []string) ([]Card, error) {
	return pieces.BySlug(s.public(ctx).Select(ofCard), slugs, func(c Card) string { return c.Slug })
}

// InCategory returns the card of a public article in a category, or nil.
func (s *Store) InCategory(ctx context.Context, slug, category string) (*Card, error) {
	cards, err := s.BySlug(ctx, []string{slug})
	if err != nil || len(cards) == 0 || cards[0].Category != category {
		return nil, err
	}
	return &cards[0], nil
}

// By returns a page of an author's articles, newest first, and the number of
// all.
func (s *Store) By(ctx context.Context, author string, limit, offset int) ([]Card, int64, error) {
	return pieces.By[Card](s.public(ctx), ofCard, author, limit, offset)
}

// Moves returns the current slugs of articles by former slugs.
func (s *Store) Moves(ctx context.Context) (map[string]string, error) {
	return pieces.Moves(s.DB.WithContext(ctx), "article")
}

// Render renders articles without HTML of the current markdown.Version: new
// starting content, or all articles after an upgrade.
func (s *Store) Render(ctx context.Context) error {
	return pieces.Rerender(ctx, s.DB, func(tx *gorm.DB, limit int) (int, error) {
		var found []StaffArticle
		if err := tx.Raw("SELECT id, body, status, deleted_at FROM articles WHERE rendered <> ? ORDER BY id LIMIT ? FOR UPDATE", markdown.Version, limit).Scan(&found).Error; err != nil {
			return 0, err
		}
		for _, a := range found {
			made, err := a.render(picture.In(tx))
			if err != nil {
				return 0, fmt.Errorf("article %d: %w", a.ID, err)
			}
			if err := tx.Table("articles").Where("id = ?", a.ID).UpdateColumns(made).Error; err != nil {
				return 0, err
			}
			if err := pieces.Rendered(tx, "article", a.Piece); err != nil {
				return 0, err
			}
		}
		return len(found), nil
	})
}

// Rewrite returns a function that changes an article's text in the transaction
// tx, as an edit by by. It fails if the article isn't at version.
func Rewrite(site pieces.Site) func(ctx context.Context, tx *gorm.DB, by session.Actor, id int64, version int, change func(string) string) error {
	return func(ctx context.Context, tx *gorm.DB, by session.Actor, id int64, version int, change func(string) string) error {
		site.DB = tx
		kind := Articles(site)
		a, err := kind.Get(ctx, id)
		if err != nil {
			return err
		}
		body, err := json.Marshal(change(a.Body))
		if err != nil {
			return err
		}
		_, err = kind.Edit(ctx, by, id, &version, map[string]json.RawMessage{"body": body})
		return err
	}
}
