package rescue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Rescuer takes the jobs of dead processes up again.
type Rescuer struct {
	Pool *pgxpool.Pool
	Log  *slog.Logger
	Now  func() time.Time

	free map[string]time.Time // since when the locks of processes with jobs were free
}

// Every is how often Look is to be called.
const Every = lookEvery

const (
	// lastOf is who does a job that is under way.
	lastOf = `attempted_by[array_upper(attempted_by, 1)]`

	working = `SELECT DISTINCT ` + lastOf + ` FROM river_job WHERE state = 'running' AND starts_with(` + lastOf + `, '` + prefix + `')`

	tryLock = `SELECT pg_try_advisory_xact_lock(` + lock + `)`

	// takeUp makes the jobs of the process $1 available, for the reason $2. A job whose
	// last attempt it was is left to the queue, which gives it up.
	takeUp = `UPDATE river_job SET state = 'available', scheduled_at = now(), errors = array_append(errors,
			jsonb_build_object('at', now(), 'attempt', attempt, 'error', $2::text, 'trace', ''))
		WHERE state = 'running' AND ` + lastOf + ` = $1 AND attempt < max_attempts`
)

// Look looks once whose locks are free, and takes the jobs up of those whose
// lock was free for long enough each time. It is for one goroutine.
func (r *Rescuer) Look(ctx context.Context) error {
	rows, _ := r.Pool.Query(ctx, working) // the error comes with the rows
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		r.free = nil // nobody knows what is between two looks
		return fmt.Errorf("look who does jobs: %w", err)
	}
	free := map[string]time.Time{}
	var failed error
	for _, name := range names {
		since, known := r.free[name]
		if !known {
			since = r.Now()
		}
		isFree, err := r.rescue(ctx, name, r.Now().Sub(since) >= grace)
		if isFree {
			free[name] = since
		}
		failed = errors.Join(failed, err)
	}
	r.free = free
	return failed
}

// rescue reports whether the lock of a process is free and, if it is dead, takes
// its jobs up. It holds the lock meanwhile.
func (r *Rescuer) rescue(ctx context.Context, name string, dead bool) (isFree bool, err error) {
	err = pgx.BeginFunc(ctx, r.Pool, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, tryLock, name).Scan(&isFree); err != nil || !isFree || !dead {
			return err
		}
		done, err := tx.Exec(ctx, takeUp, name, "the process was killed")
		if done.RowsAffected() > 0 {
			r.Log.WarnContext(ctx, "jobs of a process that is gone are taken up again", "count", done.RowsAffected())
		}
		return err
	})
	if err != nil {
		return false, fmt.Errorf("take up the jobs of a dead process: %w", err)
	}
	return isFree, nil
}
