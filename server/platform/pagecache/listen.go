package pagecache

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// channel is the Postgres notification channel on which instances tell each
// other what to invalidate: a JSON array of tags; anything else means all.
const channel = "page_invalidation"

const (
	maxPayload   = 7999 // bytes that NOTIFY takes: "shorter than 8000"
	firstBackOff = 100 * time.Millisecond
	lastBackOff  = 5 * time.Second
	heartbeat    = 15 * time.Second // a connection silent for so long is asked
	patience     = 5 * time.Second  // for its answer
)

// Execer runs a statement: a *sql.Tx, or the ConnPool of a GORM statement.
type Execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// Notify tells every instance that listens to invalidate the tags. Given the
// write's own transaction it is sent with the commit, or not at all. Tags that
// do not fit into one notification become all tags.
func Notify(ctx context.Context, tx Execer, tags ...string) error {
	if len(tags) == 0 {
		return nil
	}
	payload, err := json.Marshal(tags)
	if err != nil {
		return fmt.Errorf("name the pages to invalidate: %w", err)
	}
	if len(payload) > maxPayload {
		payload = []byte("all")
	}
	if _, err := tx.ExecContext(ctx, "SELECT pg_notify($1, $2)", channel, string(payload)); err != nil {
		return fmt.Errorf("notify of invalidated pages: %w", err)
	}
	return nil
}

// Listen carries out what other instances notify, until ctx ends. It keeps one
// connection of its own and makes another, with back-off, when that is lost;
// each time it begins to listen all pages become stale, for something may have
// been missed. It returns when ctx ends.
func Listen(ctx context.Context, connect func(context.Context) (*pgx.Conn, error), cache *Cache) {
	wait := firstBackOff
	for {
		err := listen(ctx, connect, cache, func() { wait = firstBackOff })
		if ctx.Err() != nil {
			return
		}
		cache.opt.Log.Warn("invalidations of other instances are not heard", "again_in", wait, "error", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = min(2*wait, lastBackOff)
	}
}

// listen does so on one connection, until that is lost.
func listen(ctx context.Context, connect func(context.Context) (*pgx.Conn, error), cache *Cache, listening func()) error {
	conn, err := connect(ctx)
	if err != nil {
		return err
	}
	defer func() {
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		_ = conn.Close(bye) // it may be lost already
	}()
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return err
	}
	cache.MarkAllStale() // after LISTEN: nothing falls between the two
	listening()
	for {
		err := hear(ctx, conn, cache)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			err = ping(ctx, conn)
		}
		if err != nil {
			return err
		}
	}
}

// hear waits for one notification, no longer than a heartbeat.
func hear(ctx context.Context, conn *pgx.Conn, cache *Cache) error {
	ctx, cancel := context.WithTimeout(ctx, heartbeat)
	defer cancel()
	n, err := conn.WaitForNotification(ctx)
	if n != nil {
		cache.obey(n.Payload)
	}
	return err
}

func ping(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return conn.Ping(ctx)
}

func (c *Cache) obey(payload string) {
	var tags []string
	if json.Unmarshal([]byte(payload), &tags) != nil {
		c.InvalidateAll()
		return
	}
	c.Invalidate(tags...)
}
