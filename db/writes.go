package db

import (
	"context"
	"fmt"
)

// Writes returns how many rows of these tables were written, according to
// Postgres's statistics, which lag by some seconds. Its cost doesn't depend on
// the size of the tables. After a crash of Postgres, or on another server, it
// starts at zero.
func (d *DB) Writes(ctx context.Context, tables ...string) (n int64, err error) {
	err = d.Pool.QueryRow(ctx, `SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::bigint FROM pg_stat_user_tables
		WHERE schemaname = current_schema() AND relname = ANY ($1)`, tables).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("read write counters: %w", err)
	}
	return n, nil
}
