package seed

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// articles loads the articles, each with its author's byline.
type articles struct{ authors }

// articleColumns are the columns that a changed file updates.
const articleColumns = "slug, title, excerpt, category, image_url, image_alt, avg_savings, savings_assumption, body, related, sources, revised_at, reviewed_at"

func (l articles) load(ctx context.Context, tx pgx.Tx, slug string, content []byte, isNew bool) error {
	h, err := ReadArticle(content)
	if err != nil {
		return err
	}
	values := []any{
		slug, h.Title, h.Excerpt, h.Category, orNull(h.Image), h.ImageAlt, orNull(h.AvgSavings), orNull(h.SavingsAssumption), h.Body,
		list(h.Related), append([]Source{}, h.Sources...), later(h.Published, h.Reviewed), h.Reviewed.orNull(),
	}
	if isNew {
		_, err = insert(ctx, tx, "articles", articleColumns+", author_name, featured, status, publish_at, created_at",
			append(values, l.byline(h.Author), h.Featured, "published", h.Published.Time, h.Published.Time)...)
	} else {
		_, err = update(ctx, tx, "articles", articleColumns, values...)
	}
	return err
}
