package seed

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// loadClaim loads a file of a claim. One that nobody has looked at is due at
// once, others a year after somebody did where the file does not say.
func loadClaim(ctx context.Context, tx pgx.Tx, name string, content []byte) error {
	c, err := ReadClaim(content)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO claims (name, title, value, source_title, source_url, note, looked_at, look_again_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7::timestamptz, coalesce($8, $7::timestamptz + interval '1 year', now())) ON CONFLICT DO NOTHING`,
		name, c.Title, c.Value, c.SourceTitle, orNull(c.SourceURL), c.Note, c.LookedAt.orNull(), c.LookAgainAt.orNull())
	return err
}
