package letters

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
)

// ErrUnknown is the error for a slug that no letter which began to go out has.
var ErrUnknown = fault.Missing("Newsletter")

// Card is a letter in the archive.
type Card struct {
	Slug      string    `json:"slug"`
	Subject   string    `json:"subject"`
	Preheader string    `json:"preheader"`
	SentAt    time.Time `json:"sentAt"`
}

// Page is a letter on the web.
type Page struct {
	Card
	Body      string      `json:"body"` // HTML
	Pieces    []Piece     `json:"pieces"`
	Sponsored []Sponsored `json:"sponsored"`
	offers    []string    // the cache tags of the offers that the text links to
}

// Sponsored is a sponsored offer on the page of a letter.
type Sponsored struct {
	Title string `json:"title"`
	About string `json:"about"`
	Href  string `json:"href"` // a path, which leads on to the offer
}

const (
	out = "status = 'sent' AND deleted_at IS NULL"

	// begun is for letters that somebody may have got: each mail has a link to its
	// page.
	begun = "(status IN ('sending', 'paused', 'sent') OR status = 'cancelled' AND listed_at IS NOT NULL) AND deleted_at IS NULL"
)

// Out returns a part of the letters that are out, the newest first, and how many
// there are.
func (s *Store) Out(ctx context.Context, limit, offset int) (cards []Card, total int64, err error) {
	cards = []Card{}
	err = s.DB.Gorm.WithContext(ctx).Raw("SELECT slug, subject, preheader, sent_at FROM letters WHERE "+out+" ORDER BY sent_at DESC, id LIMIT ? OFFSET ?", limit, offset).Scan(&cards).Error
	if err == nil {
		err = s.DB.Gorm.WithContext(ctx).Raw("SELECT count(*) FROM letters WHERE " + out).Scan(&total).Error
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list past newsletters: %w", err)
	}
	return cards, total, nil
}

// page is a letter as the web shows it, from when it begins to go out.
func (c Composer) page(ctx context.Context, slug string) (p Page, err error) {
	var found []Letter
	db := c.Store.DB.Gorm.WithContext(ctx)
	if err := db.Where(begun+" AND slug = ?", slug).Find(&found).Error; err != nil {
		return p, fmt.Errorf("find a newsletter: %w", err)
	}
	if len(found) == 0 {
		return p, ErrUnknown
	}
	l := found[0]
	at := *cmp.Or(l.SentAt, l.ListedAt, &l.UpdatedAt)
	p = Page{Card: Card{l.Slug, l.Subject, l.Preheader, at}, Pieces: []Piece{}, Sponsored: []Sponsored{}}
	if p.Body, err = markdown.Note(markdown.Plain(l.Body), picture.In(db)); err != nil {
		return p, err
	}
	if p.offers, err = pieces.ShowOffers(c.Offers, pagePath+l.Slug, &p.Body); err != nil {
		return p, err
	}
	picked, err := c.Store.pieces(ctx, l.Pieces)
	if err != nil {
		return p, err
	}
	p.Pieces = append(p.Pieces, picked...)
	placed, err := c.Store.offers(ctx, l.Offers)
	for _, o := range placed {
		p.Sponsored = append(p.Sponsored, Sponsored{o.Title, o.About, strings.TrimPrefix(c.clickOut(o, l.Slug), c.BaseURL)})
	}
	return p, err
}
