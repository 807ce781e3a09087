package seed

import (
	"context"

	"github.com/jackc/pgx/v5"
)

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
