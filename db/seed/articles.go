package seed

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// articles loads the articles, each with a byline of its author.
type articles struct{ authors }

func (l articles) load(ctx context.Context, tx pgx.Tx, slug string, content []byte) error {
	h, err := ReadArticle(content)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO articles
		(slug, title, excerpt, category, image_url, image_alt, avg_savings, savings_assumption, author_name, body, related, sources, featured,
		 status, publish_at, created_at, revised_at, reviewed_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'published', $14, $14, $15, $16) ON CONFLICT DO NOTHING`,
		slug, h.Title, h.Excerpt, h.Category, orNull(h.Image), h.ImageAlt, orNull(h.AvgSavings), orNull(h.SavingsAssumption), l.byline(h.Author), h.Body,
		list(h.Related), append([]Source{}, h.Sources...), h.Featured, h.Published.Time, later(h.Published, h.Reviewed), h.Reviewed.orNull())
	return err
}
