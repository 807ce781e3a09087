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
