package seed

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// guides loads the guides, each with its author's byline.
type guides struct{ authors }

// guideColumns are the columns that a changed file updates.
const guideColumns = "slug, title, subtitle, category, tags, image_url, introduction, conclusion, related, related_articles, sources, revised_at, reviewed_at"

func (l guides) load(ctx context.Context, tx pgx.Tx, slug string, content []byte, isNew bool) error {
	h, err := ReadGuide(content)
	if err != nil {
		return err
	}
	values := []any{
		slug, h.Title, h.Subtitle, h.Category, list(h.Tags), orNull(h.Image), h.Introduction, h.Conclusion,
		list(h.Related), list(h.RelatedArticles), append([]Source{}, h.Sources...), later(h.Published, h.Reviewed), h.Reviewed.orNull(),
	}
	var id int64
	if isNew {
		id, err = insert(ctx, tx, "guides", guideColumns+", author_name, featured, status, publish_at, created_at",
			append(values, l.byline(h.Author), h.Featured, "published", h.Published.Time, h.Published.Time)...)
	} else {
		id, err = update(ctx, tx, "guides", guideColumns, values...)
	}
	if err != nil || id == 0 {
		return err
	}
	return writeSteps(ctx, tx, id, h.Steps)
}

// writeSteps sets the steps of a guide. Existing steps keep their ids.
func writeSteps(ctx context.Context, tx pgx.Tx, id int64, steps []Step) error {
	if _, err := tx.Exec(ctx, "DELETE FROM guide_items WHERE guide_id = $1 AND position > $2", id, len(steps)); err != nil {
		return err
	}
	for i, s := range steps {
		_, err := tx.Exec(ctx, `INSERT INTO guide_items (guide_id, position, title, image_url, content, cta_text, cta_url, cta_sponsored, cta_advertiser)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			ON CONFLICT (guide_id, position) DO UPDATE SET title = excluded.title, image_url = excluded.image_url, content = excluded.content,
				cta_text = excluded.cta_text, cta_url = excluded.cta_url, cta_sponsored = excluded.cta_sponsored, cta_advertiser = excluded.cta_advertiser`,
			id, i+1, s.Title, orNull(s.Image), s.Content, orNull(s.CTAText), orNull(s.CTAURL), s.CTASponsored, orNull(s.CTAAdvertiser))
		if err != nil {
			return err
		}
	}
	return nil
}
