package seed

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// authors loads the authors. They are fictional; if they aren't active, bylines
// name the editorial team instead.
type authors struct{ active bool }

// load loads a file whose body is the author's bio, in two sentences.
func (l authors) load(ctx context.Context, tx pgx.Tx, slug string, content []byte, _ bool) error {
	h, err := ReadAuthor(content)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO authors (slug, name, bio, credentials, image_url, is_active, is_example) VALUES ($1, $2, $3, $4, $5, $6, true) ON CONFLICT DO NOTHING`,
		slug, h.Name, h.Bio, h.Credentials, orNull(h.Image), l.active)
	return err
}

// byline returns the name in the byline of an author's pieces.
func (l authors) byline(author string) string {
	if l.active {
		return author
	}
	return "Editorial team"
}

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

// loadTopic loads a file of a topic.
func loadTopic(ctx context.Context, tx pgx.Tx, category string, content []byte, _ bool) error {
	t, err := ReadTopic(content)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "INSERT INTO topics (category, introduction, first_article) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
		category, t.Introduction, orNull(t.First))
	return err
}

// loadClaim loads a file of a claim. Unless the file says otherwise, a claim
// that was never checked is due at once, and others a year after they were
// checked. A claim that isn't new is updated unless staff have edited it: the audit
// log has an entry for each that was added or imported. The value in the texts of
// pieces follows the files of the pieces.
func loadClaim(ctx context.Context, tx pgx.Tx, name string, content []byte, isNew bool) error {
	c, err := ReadClaim(content)
	if err != nil {
		return err
	}
	values := []any{name, c.Title, c.Value, c.SourceTitle, orNull(c.SourceURL), c.Note, c.LookedAt.orNull(), c.LookAgainAt.orNull()}
	if !isNew {
		_, err = tx.Exec(ctx, `UPDATE claims SET title = $2, value = $3, source_title = $4, source_url = $5, note = $6, looked_at = $7::timestamptz,
				look_again_at = coalesce($8, $7::timestamptz + interval '1 year', look_again_at), updated_at = now()
			WHERE name = $1 AND version = 1 AND deleted_at IS NULL
				AND NOT EXISTS (SELECT FROM audit_log WHERE kind = 'claim' AND subject_id = claims.id::text)`, values...)
		return err
	}
	tag, err := tx.Exec(ctx, `INSERT INTO claims (name, title, value, source_title, source_url, note, looked_at, look_again_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7::timestamptz, coalesce($8, $7::timestamptz + interval '1 year', now())) ON CONFLICT DO NOTHING`, values...)
	if err == nil && tag.RowsAffected() == 0 {
		err = errTaken
	}
	return err
}
