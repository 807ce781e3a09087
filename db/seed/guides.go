package seed

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// guides loads the guides, each with a byline of its author.
type guides struct{ authors }

func (l guides) load(ctx context.Context, tx pgx.Tx, slug string, content []byte) error {
	h, err := ReadGuide(content)
	if err != nil {
		return err
	}
	var id int64
	err = tx.QueryRow(ctx, `INSERT INTO guides
		(slug, title, subtitle, category, tags, image_url, author_name, introduction, conclusion,
		 related, related_articles, featured, status, publish_at, created_at, revised_at, reviewed_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'published', $13, $13, $14, $15) ON CONFLICT DO NOTHING RETURNING id`,
		slug, h.Title, h.Subtitle, h.Category, list(h.Tags), orNull(h.Image), l.byline(h.Author), h.Introduction, h.Conclusion,
		list(h.Related), list(h.RelatedArticles), h.Featured, h.Published.Time, later(h.Published, h.Reviewed), h.Reviewed.orNull()).Scan(&id)
	if err == pgx.ErrNoRows {
		return nil
	}
	if err != nil {
		return err
	}
	for i, s := range h.Steps {
		_, err := tx.Exec(ctx, `INSERT INTO guide_items (guide_id, position, title, image_url, content, cta_text, cta_url, cta_sponsored, cta_advertiser)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
			id, i+1, s.Title, orNull(s.Image), s.Content, orNull(s.CTAText), orNull(s.CTAURL), s.CTASponsored, orNull(s.CTAAdvertiser))
		if err != nil {
			return err
		}
	}
	return nil
}
