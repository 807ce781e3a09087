package vault

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// resealBatch is how many rows are sealed anew at a time.
const resealBatch = 1000

// ResealColumn seals a column of a table with uuid ids anew, as far as an older
// key sealed it, and gives the number of rows. A row that changes meanwhile is
// left as it is.
func (k *Keys) ResealColumn(ctx context.Context, pool *pgxpool.Pool, table, column string, about func(uuid.UUID) string) (done int, err error) {
	type row struct {
		ID     uuid.UUID
		Sealed []byte
	}
	t, c := pgx.Identifier{table}.Sanitize(), pgx.Identifier{column}.Sanitize()
	for last := uuid.Nil; ; {
		found, err := pool.Query(ctx, fmt.Sprintf("SELECT id, %s FROM %s WHERE id > $1 ORDER BY id LIMIT %d", c, t, resealBatch), last)
		if err != nil {
			return done, fmt.Errorf("seal %s anew: %w", table, err)
		}
		rows, err := pgx.CollectRows(found, pgx.RowToStructByPos[row])
		if err != nil || len(rows) == 0 {
			return done, err
		}
		for _, r := range rows {
			last = r.ID
			sealed, changed, err := k.Reseal(r.Sealed, about(r.ID))
			if err != nil {
				return done, fmt.Errorf("seal %s of %s anew: %w", table, r.ID, err)
			}
			if !changed {
				continue
			}
			tag, err := pool.Exec(ctx, fmt.Sprintf("UPDATE %s SET %s = $1 WHERE id = $2 AND %s = $3", t, c, c), sealed, r.ID, r.Sealed)
			if err != nil {
				return done, fmt.Errorf("seal %s anew: %w", table, err)
			}
			done += int(tag.RowsAffected())
		}
	}
}

// ResealSecret seals the site's secret anew when an older key sealed it.
func (k *Keys) ResealSecret(ctx context.Context, pool *pgxpool.Pool) error {
	var sealed []byte
	if err := pool.QueryRow(ctx, "SELECT sealed FROM site_secrets WHERE name = $1", secretName).Scan(&sealed); err != nil {
		return fmt.Errorf("read the site's secret: %w", err)
	}
	again, changed, err := k.Reseal(sealed, secretName)
	if err != nil || !changed {
		return err
	}
	if _, err := pool.Exec(ctx, "UPDATE site_secrets SET sealed = $1 WHERE name = $2", again, secretName); err != nil {
		return fmt.Errorf("keep the site's secret: %w", err)
	}
	return nil
}
