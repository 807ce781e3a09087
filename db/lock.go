package db

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrRestoring is returned by opening a database while a backup is restored
// into it.
var ErrRestoring = errors.New("a backup is being restored into this database; start again when it's done")

// siteLock is the lock on a site's data: held shared by each connection,
// exclusively by a restore. It is a Postgres lock, so it ends with the
// connection.
const siteLock = `(hashtextextended('site in ' || coalesce(current_schema(), ''), 0))`

// The lock is polled for as long as Postgres may need to notice that a program
// has stopped. Waiting in Postgres's queue would lock others out.
const (
	lockPatience = 2 * time.Second
	lockPoll     = 50 * time.Millisecond
)

// Share prevents restores while conn is open.
func Share(ctx context.Context, conn *pgx.Conn) error {
	shared, err := take(ctx, conn, "SELECT pg_try_advisory_lock_shared"+siteLock)
	if err == nil && !shared {
		err = ErrRestoring
	}
	return err
}

// TakeAlone locks everyone else out while conn is open. If the data is in use,
// it does nothing and reports false.
func TakeAlone(ctx context.Context, conn *pgx.Conn) (alone bool, err error) {
	return take(ctx, conn, "SELECT pg_try_advisory_lock"+siteLock)
}

// Take claims a job, such as "backup", while conn is open. It reports false if
// someone else has claimed it.
func Take(ctx context.Context, conn *pgx.Conn, job string) (mine bool, err error) {
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock"+jobLock, job).Scan(&mine)
	return mine, err
}

// Alone calls do unless someone else runs the job: see Take.
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
		if _, err := conn.Exec(end, "SELECT pg_advisory_unlock"+jobLock, job); err != nil {
			_ = conn.Conn().Close(end) // ends the lock too
		}
	}()
	return do()
}

// jobLock is the lock of the job $1.
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
