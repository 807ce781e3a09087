package guides

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"slices"
	"strings"

	"gorm.io/gorm"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/session"
)

// Store reads public guides from Postgres.
type Store struct {
	DB     *gorm.DB
	Offers pieces.Offers // linked in texts; may be nil
}

// TableName implements GORM's schema.Tabler.
func (StaffGuide) TableName() string { return "guides" }

// TableName implements GORM's schema.Tabler.
func (StaffItem) TableName() string { return "guide_items" }

// ofCard are the columns of a Card.
const ofCard = `id, slug, title, subtitle, category, tags, image_url, estimated_read_time, author_name, publish_at, reviewed_at, featured,
	(SELECT count(*) FROM guide_items i WHERE i.guide_id = guides.id) AS item_count, ` + picture.Column

// public selects published guides.
func (s *Store) public(ctx context.Context) *gorm.DB {
	return s.DB.WithContext(ctx).Table("guides").Where(pieces.Public)
}

// List returns a page of the guides selected by f, newest first, and the number
// of all.
func (s *Store) List(ctx context.Context, f Filter) ([]Summary, int64, error) {
	q := s.public(ctx)
	if f.Featured {
		q = q.Where("featured")
	}
	if f.Category != "" && f.Category != "all" {
		q = q.Where("category = ?", f.Category)
	}
	if f.Text != "" {
		q = q.Where(editable.Holds("search")+` AND (strpos(lower(title), lower(?)) > 0 OR strpos(lower(subtitle), lower(?)) > 0
			OR EXISTS (SELECT 1 FROM jsonb_array_elements_text(tags) t WHERE strpos(lower(t), lower(?)) > 0))`, f.Text, f.Text, f.Text, f.Text)
	}
	q = q.Session(&gorm.Session{})
	var total int64
	if err := q.Count(&total).Error; err != nil {
		return nil, 0, err
	}
	const newest = "publish_at DESC, id DESC"
	guides := []Summary{}
	// Skip rows before the offset using only the index.
	part := q.Select("id").Order(newest).Limit(f.Limit).Offset(f.Offset)
	err := s.DB.WithContext(ctx).Table("guides").Select(ofCard+", introduction_html, conclusion_html").
		Where("id IN (?)", part).Order(newest).Find(&guides).Error
	for i := range guides {
		if g := &guides[i]; err == nil {
			g.offers, err = pieces.ShowOffers(s.Offers, pagePath+g.Slug, &g.Introduction, &g.Conclusion)
		}
	}
	return guides, total, err
}

// Get returns a guide by slug or number. It fails with pieces.Moved for a
// former slug, with fault.Gone for a guide that isn't public anymore, and with
// ErrNotFound otherwise.
func (s *Store) Get(ctx context.Context, id string, articles Lookup) (Guide, error) {
	own, address := "slug", "slug"
	if numeric.MatchString(id) {
		own, address = "id", "piece_id"
	}
	found := make([]StaffGuide, 1)
	err := s.public(ctx).Where(own+" = ?", id).Take(&found[0]).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return Guide{}, pieces.Elsewhere(s.DB.WithContext(ctx), "guide", address, id, ErrNotFound)
	}
	if err == nil {
		err = loadItems(s.DB.WithContext(ctx), found)
	}
	if err != nil {
		return Guide{}, err
	}
	return s.shown(ctx, found[0], articles)
}

// shown converts a guide for readers.
func (s *Store) shown(ctx context.Context, g StaffGuide, articles Lookup) (out Guide, err error) {
	out = Guide{
		Notes: g.Notes, RevisedAt: g.LastRevised(), Items: []Item{},
		relates: g.Related, relatesArticles: g.RelatedArticles,
	}
	if out.offers, err = s.showOffers(&g); err != nil {
		return out, err
	}
	out.Introduction, out.Conclusion = g.IntroductionHTML, g.ConclusionHTML
	out.GuideCard = Card{
		ID: g.ID, Slug: g.Slug, Title: g.Title, Subtitle: g.Subtitle, Category: g.Category, Tags: g.Tags, ImageURL: g.ImageURL,
		EstimatedReadTime: g.EstimatedReadTime, AuthorName: g.AuthorName, PublishedAt: g.CameOut(),
		ReviewedAt: g.ReviewedAt, Featured: g.Featured, ItemCount: len(g.Items),
	}
	db := s.DB.WithContext(ctx)
	if out.Author, err = pieces.AuthorOf(db, g.AuthorName); err != nil {
		return out, err
	}
	if out.Claims, err = pieces.ClaimsOf(db, g.Claims); err != nil {
		return out, err
	}
	addresses := []*string{g.ImageURL}
	for _, i := range g.Items {
		addresses = append(addresses, i.ImageURL)
	}
	pictureOf, err := picture.Among(db, addresses)
	if err != nil {
		return out, err
	}
	out.Picture = pictureOf(g.ImageURL)
	for _, i := range g.Items {
		out.Items = append(out.Items, Item{
			ID: i.ID, Position: i.Position, Title: i.Title, ImageURL: i.ImageURL, Picture: pictureOf(i.ImageURL), Content: i.ContentHTML,
			CTAText: i.CTAText, CTAURL: i.CTAURL, CTASponsored: i.CTASponsored, CTAAdvertiser: i.CTAAdvertiser,
		})
	}
	if out.Related, err = s.bySlug(ctx, g.Related); err != nil {
		return out, err
	}
	out.RelatedArticles, err = articles(ctx, g.RelatedArticles)
	return out, err
}

// pagePath begins the addresses of guides.
const pagePath = "/guides/"

// showOffers fills in the offers that a guide links to, and returns their cache
// tags. It removes buttons whose offer has ended.
func (s *Store) showOffers(g *StaffGuide) (tags []string, err error) {
	page := pagePath + g.Slug
	texts := []*string{&g.IntroductionHTML, &g.ConclusionHTML}
	buttons := false
	for i := range g.Items {
		item := &g.Items[i]
		texts = append(texts, &item.ContentHTML)
		if s.Offers == nil || item.CTAURL == nil || !strings.HasPrefix(*item.CTAURL, markdown.OfferPath) {
			continue
		}
		buttons = true
		link, ok := s.Offers.Link(*item.CTAURL, page)
		if !ok {
			item.CTAURL, item.CTAText = nil, nil
			continue
		}
		item.CTAURL, item.CTASponsored, item.CTAAdvertiser = &link.Href, true, &link.Payer
		if link.Terms != "" {
			item.ContentHTML += "<p>" + html.EscapeString(link.Terms) + "</p>\n"
		}
	}
	if tags, err = pieces.ShowOffers(s.Offers, page, texts...); buttons {
		tags = pieces.OfferTags()
	}
	return tags, err
}

// preview returns a guide as readers would see it.
func (s *Store) preview(ctx context.Context, g StaffGuide, articles Lookup) (any, error) {
	if _, err := g.render(picture.In(s.DB.WithContext(ctx))); err != nil {
		return nil, err
	}
	return s.shown(ctx, g, articles)
}

// Slugs returns all slugs by number.
func (s *Store) Slugs(ctx context.Context) (map[int64]string, error) {
	var rows []struct {
		ID   int64
		Slug string
	}
	if err := s.public(ctx).Select("id", "slug").Scan(&rows).Error; err != nil {
		return nil, err
	}
	slugs := make(map[int64]string, len(rows))
	for _, r := range rows {
		slugs[r.ID] = r.Slug
	}
	return slugs, nil
}

// bySlug returns the public guides with these slugs, in this order.
func (s *Store) bySlug(ctx context.Context, slugs []string) ([]Card, error) {
	return pieces.BySlug(s.public(ctx).Select(ofCard), slugs, func(c Card) string { return c.Slug })
}

// By returns a page of an author's guides, newest first, and the number of all.
func (s *Store) By(ctx context.Context, author string, limit, offset int) ([]Card, int64, error) {
	return pieces.By[Card](s.public(ctx), ofCard, author, limit, offset)
}

// Moves returns the current slugs of guides by former slugs.
func (s *Store) Moves(ctx context.Context) (map[string]string, error) {
	return pieces.Moves(s.DB.WithContext(ctx), "guide")
}

// Render renders guides without HTML of the current markdown.Version: new
// starting content, or all guides after an upgrade.
func (s *Store) Render(ctx context.Context) error {
	return pieces.Rerender(ctx, s.DB, func(tx *gorm.DB, limit int) (int, error) {
		var found []StaffGuide
		if err := tx.Raw("SELECT * FROM guides WHERE rendered <> ? ORDER BY id LIMIT ? FOR UPDATE", markdown.Version, limit).Scan(&found).Error; err != nil {
			return 0, err
		}
		if err := loadItems(tx, found); err != nil {
			return 0, err
		}
		for _, g := range found {
			made, err := g.render(picture.In(tx))
			if err != nil {
				return 0, fmt.Errorf("guide %d: %w", g.ID, err)
			}
			for _, i := range g.Items {
				if err := tx.Table("guide_items").Where("id = ?", i.ID).UpdateColumn("content_html", i.ContentHTML).Error; err != nil {
					return 0, err
				}
			}
			if err := tx.Table("guides").Where("id = ?", g.ID).UpdateColumns(made).Error; err != nil {
				return 0, err
			}
			if err := pieces.Rendered(tx, "guide", g.Piece); err != nil {
				return 0, err
			}
		}
		return len(found), nil
	})
}

// loadItems loads the steps of guides, by position.
func loadItems(tx *gorm.DB, guides []StaffGuide) error {
	place := make(map[int64]*StaffGuide, len(guides))
	ids := make([]int64, len(guides))
	for i := range guides {
		guides[i].Items = []StaffItem{}
		ids[i], place[guides[i].ID] = guides[i].ID, &guides[i]
	}
	var items []StaffItem
	if err := tx.Session(&gorm.Session{NewDB: true}).Where("guide_id IN ?", ids).Order("guide_id, position").Find(&items).Error; err != nil {
		return err
	}
	for _, i := range items {
		g := place[i.GuideID]
		g.Items = append(g.Items, i)
	}
	return nil
}

// saveItems stores the steps of a guide. Existing steps keep their ids.
func saveItems(tx *gorm.DB, guide int64, values map[string]any) error {
	items, sent := values["items"].([]StaffItem)
	if !sent {
		return nil
	}
	var stay []int64
	if err := tx.Raw("DELETE FROM guide_items WHERE guide_id = ? RETURNING id", guide).Scan(&stay).Error; err != nil {
		return err
	}
	for _, i := range items {
		id := gorm.Expr("nextval(pg_get_serial_sequence('guide_items', 'id'))")
		if at := slices.Index(stay, i.ID); at >= 0 {
			id, stay = gorm.Expr("?", i.ID), slices.Delete(stay, at, at+1)
		}
		err := tx.Exec(`INSERT INTO guide_items (id, guide_id, position, title, image_url, content, content_html, cta_text, cta_url, cta_sponsored, cta_advertiser)
			OVERRIDING SYSTEM VALUE VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, guide, i.Position, i.Title, i.ImageURL, i.Content, i.ContentHTML, i.CTAText, i.CTAURL, i.CTASponsored, i.CTAAdvertiser).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// Rewrite returns a function that changes a guide's texts in the transaction
// tx, as an edit by by. It fails if the guide isn't at version.
func Rewrite(desk Desk) func(ctx context.Context, tx *gorm.DB, by session.Actor, id int64, version int, change func(string) string) error {
	return func(ctx context.Context, tx *gorm.DB, by session.Actor, id int64, version int, change func(string) string) error {
		desk.DB = tx
		kind := Guides(desk)
		g, err := kind.Get(ctx, id)
		if err != nil {
			return err
		}
		for i := range g.Items {
			g.Items[i].Content = change(g.Items[i].Content)
		}
		body := map[string]json.RawMessage{}
		for name, value := range map[string]any{"introduction": change(g.Introduction), "conclusion": change(g.Conclusion), "items": g.Items} {
			if body[name], err = json.Marshal(value); err != nil {
				return err
			}
		}
		_, err = kind.Edit(ctx, by, id, &version, body)
		return err
	}
}
