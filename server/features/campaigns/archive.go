package campaigns

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

// ErrUnknown means that no newsletter that is or was being sent has the slug.
var ErrUnknown = fault.Missing("Newsletter")

// Card is a newsletter in the archive.
type Card struct {
	Slug      string    `json:"slug"`
	Subject   string    `json:"subject"`
	Preheader string    `json:"preheader"`
	SentAt    time.Time `json:"sentAt"`
}

// Page is a newsletter on the web.
type Page struct {
	Card
	Body      string      `json:"body"` // HTML
	Pieces    []Piece     `json:"pieces"`
	Sponsored []Sponsored `json:"sponsored"`
	offers    []string    // cache tags of the offers that the body links to
}

// Sponsored is a sponsored offer on the page of a newsletter.
type Sponsored struct {
	Title string `json:"title"`
	About string `json:"about"`
	Href  string `json:"href"` // a path that leads to the offer
}

const (
	out = "status = 'sent' AND deleted_at IS NULL"

	// begun is for newsletters that someone may have gotten: each links to its page.
	begun = "(status IN ('sending', 'paused', 'sent') OR status = 'cancelled' AND listed_at IS NOT NULL) AND deleted_at IS NULL"
)

// Out returns some of the newsletters that were sent, newest first, and how many
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

// page returns a newsletter as shown on the web, once it is being sent.
func (c Composer) page(ctx context.Context, slug string) (p Page, err error) {
	var found []Email
	db := c.Store.DB.Gorm.WithContext(ctx)
	if err := db.Where(begun+" AND slug = ?", slug).Find(&found).Error; err != nil {
		return p, fmt.Errorf("find a newsletter: %w", err)
	}
	if len(found) == 0 {
		return p, ErrUnknown
	}
	e := found[0]
	at := *cmp.Or(e.SentAt, e.ListedAt, &e.UpdatedAt)
	p = Page{Card: Card{e.Slug, e.Subject, e.Preheader, at}, Pieces: []Piece{}, Sponsored: []Sponsored{}}
	if p.Body, err = markdown.Note(markdown.Plain(e.Body), picture.In(db)); err != nil {
		return p, err
	}
	if p.offers, err = pieces.ShowOffers(c.Offers, pagePath+e.Slug, &p.Body); err != nil {
		return p, err
	}
	picked, err := c.Store.pieces(ctx, e.Pieces)
	if err != nil {
		return p, err
	}
	p.Pieces = append(p.Pieces, picked...)
	placed, err := c.Store.offers(ctx, e.Offers)
	for _, o := range placed {
		p.Sponsored = append(p.Sponsored, Sponsored{o.Title, o.About, strings.TrimPrefix(c.clickOut(o, e.Slug), c.BaseURL)})
	}
	return p, err
}
