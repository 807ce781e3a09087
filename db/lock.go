package db

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrRestoring is the error of whoever opens a database whose data is just
// being replaced by a backup.
var ErrRestoring = errors.New("a backup is being restored into this database; start again when it's done")

// siteLock is held by whoever uses a site's data: shared by each of its
// connections, alone by a restore. It is Postgres's, so it ends with the
// connection.
const siteLock = `(hashtextextended('site in ' || coalesce(current_schema(), ''), 0))`

// The lock is asked for again for as long as Postgres may need to notice that a
// program has just stopped. Waiting in Postgres's queue would keep others out.
const (
	lockPatience = 2 * time.Second
	lockPoll     = 50 * time.Millisecond
)

// Share keeps restores away for as long as conn is open.
func Share(ctx context.Context, conn *pgx.Conn) error {
	shared, err := take(ctx, conn, "SELECT pg_try_advisory_lock_shared"+siteLock)
	if err == nil && !shared {
		err = ErrRestoring
	}
	return err
}

// TakeAlone keeps everybody else away for as long as conn is open. It reports
// false, and does nothing, while somebody uses the data.
func TakeAlone(ctx context.Context, conn *pgx.Conn) (alone bool, err error) {
	return take(ctx, conn, "SELECT pg_try_advisory_lock"+siteLock)
}

// Take keeps everybody else from a job, such as "backup", for as long as conn is
// open. It reports false while somebody does that job.
func Take(ctx context.Context, conn *pgx.Conn, job string) (mine bool, err error) {
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock"+jobLock, job).Scan(&mine)
	return mine, err
}

// Alone calls do, unless somebody else does that job: see Take.
func (d *DB) Alone(ctx context.Context, job string, do func() error) error {
	conn, err := d.Pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	mine, err := Take(ctx, conn.Conn(), job)
	if err != nil || !mine {
		return err
	}
	defer func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		Release(end, conn.Conn(), job)
	}()
	return do()
}

// Release ends what Take began.
func Release(ctx context.Context, conn *pgx.Conn, job string) {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_unlock"+jobLock, job); err != nil {
		_ = conn.Close(ctx) // which ends it too
	}
}

// jobLock is held by whoever does the job $1.
const jobLock = `(hashtextextended($1 || ' in ' || coalesce(current_schema(), ''), 0))`

func take(ctx context.Context, conn *pgx.Conn, try string) (taken bool, err error) {
	for end := time.Now().Add(lockPatience); ; {
		err = conn.QueryRow(ctx, try).Scan(&taken)
		if err != nil || taken || time.Now().After(end) {
			return taken, err
		}
		select {
		case <-time.After(lockPoll):
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}
