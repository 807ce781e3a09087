package db

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrRestoring is the error of whoever opens a database whose data is just
// being replaced by a backup.
var ErrRestoring = errors.New("a backup is being restored into this database; start again when that is done")

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

// TakeBackup keeps everybody else from backing up by the clock for as long as
// conn is open. It reports false while somebody does so.
func TakeBackup(ctx context.Context, conn *pgx.Conn) (mine bool, err error) {
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(hashtextextended('backup in ' || coalesce(current_schema(), ''), 0))").Scan(&mine)
	return mine, err
}

// TakeImports keeps everybody else from working on imports for as long as conn is
// open. It reports false while somebody does so.
func TakeImports(ctx context.Context, conn *pgx.Conn) (mine bool, err error) {
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(hashtextextended('imports in ' || coalesce(current_schema(), ''), 0))").Scan(&mine)
	return mine, err
}

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

// TakeSending keeps everybody else from sending letters for as long as conn is
// open. It reports false while somebody does.
func TakeSending(ctx context.Context, conn *pgx.Conn) (mine bool, err error) {
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock"+sendingLock).Scan(&mine)
	return mine, err
}

// EndSending gives back what TakeSending took.
func EndSending(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, "SELECT pg_advisory_unlock"+sendingLock)
	return err
}

// sendingLock is held by whoever sends letters.
const sendingLock = `(hashtextextended('letters in ' || coalesce(current_schema(), ''), 0))`

// TakeTexting keeps everybody else from sending texts for as long as conn is
// open. It reports false while somebody does.
func TakeTexting(ctx context.Context, conn *pgx.Conn) (mine bool, err error) {
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock"+textingLock).Scan(&mine)
	return mine, err
}

// EndTexting gives back what TakeTexting took.
func EndTexting(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, "SELECT pg_advisory_unlock"+textingLock)
	return err
}

// textingLock is held by whoever sends texts.
const textingLock = `(hashtextextended('texts in ' || coalesce(current_schema(), ''), 0))`
