package vault

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// resealBatch is how many sealed rows are read at a time.
const resealBatch = 1000

// ResealColumn re-encrypts the values of a column that an older key sealed, in
// a table with uuid ids, and returns the number of rows. It skips rows that
// change meanwhile.
func (k *Keys) ResealColumn(ctx context.Context, pool *pgxpool.Pool, table, column string, about func(uuid.UUID) string) (done int, err error) {
	t, c := pgx.Identifier{table}.Sanitize(), pgx.Identifier{column}.Sanitize()
	err = eachSealed(ctx, pool, t, c, func(id uuid.UUID, before []byte) error {
		sealed, changed, err := k.Reseal(before, about(id))
		if err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		if !changed {
			return nil
		}
		tag, err := pool.Exec(ctx, fmt.Sprintf("UPDATE %s SET %s = $1 WHERE id = $2 AND %s = $3", t, c, c), sealed, id, before)
		done += int(tag.RowsAffected())
		return err
	})
	if err != nil {
		return done, fmt.Errorf("encrypt %s again: %w", table, err)
	}
	return done, nil
}

// UnreadableIn returns how many rows of a column none of the keys can decrypt.
func (k *Keys) UnreadableIn(ctx context.Context, pool *pgxpool.Pool, table, column string, about func(uuid.UUID) string) (n int, err error) {
	t, c := pgx.Identifier{table}.Sanitize(), pgx.Identifier{column}.Sanitize()
	err = eachSealed(ctx, pool, t, c, func(id uuid.UUID, sealed []byte) error {
		if _, err := k.Open(sealed, about(id)); err != nil {
			n++
		}
		return nil
	})
	if err != nil {
		return n, fmt.Errorf("decrypt %s: %w", table, err)
	}
	return n, nil
}

// eachSealed calls do for each row of a sealed column, by id.
func eachSealed(ctx context.Context, pool *pgxpool.Pool, table, column string, do func(id uuid.UUID, sealed []byte) error) error {
	type row struct {
		ID     uuid.UUID
		Sealed []byte
	}
	for last := uuid.Nil; ; {
		found, err := pool.Query(ctx, fmt.Sprintf("SELECT id, %s FROM %s WHERE id > $1 ORDER BY id LIMIT %d", column, table, resealBatch), last)
		if err != nil {
			return err
		}
		rows, err := pgx.CollectRows(found, pgx.RowToStructByPos[row])
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			last = r.ID
			if err := do(r.ID, r.Sealed); err != nil {
				return err
			}
		}
	}
}

// ResealSecret re-encrypts the site's secret if an older key sealed it.
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
		return fmt.Errorf("save the site's secret: %w", err)
	}
	return nil
}
