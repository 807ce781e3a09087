package queue

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

const (
	claimTimeout = 5 * time.Second  // for a response of Postgres
	claimPause   = 15 * time.Second // until a job claimed by another process is retried
)

// errOutdated is returned for an attempt that River has passed to another
// process.
var errOutdated = errors.New("the job was recovered and is being retried")

// Claims keeps a job from running twice when its process stalls, as with
// SIGSTOP, and River recovers it. An advisory lock on the job, which Postgres
// releases when the process ends, keeps other processes from running it. They
// snooze it, and the lock's owner completes it in whatever state it is then.
type Claims struct {
	river.MiddlewareDefaults
	connect func(context.Context) (*pgx.Conn, error)

	mu   sync.Mutex
	conn *pgx.Conn      // holds the locks; guarded by mu
	mine map[int64]bool // jobs claimed by this process, because Postgres grants a connection the same lock again; guarded by mu
}

// newClaims returns the claims of a process, which opens its connection with
// connect.
func newClaims(connect func(context.Context) (*pgx.Conn, error)) *Claims {
	return &Claims{connect: connect, mine: map[int64]bool{}}
}

// Work runs a job unless another process runs it.
func (c *Claims) Work(ctx context.Context, job *rivertype.JobRow, do func(context.Context) error) error {
	claimed, err := c.claim(ctx, job)
	if err != nil {
		return err
	}
	if !claimed {
		return river.JobSnooze(claimPause)
	}
	defer c.release(ctx, job)
	if err := c.begin(ctx, job); err != nil {
		return err
	}
	if err := do(ctx); err != nil {
		return err
	}
	c.complete(ctx, job)
	return nil
}

// Close closes the connection, which ends all claims.
func (c *Claims) Close(ctx context.Context) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn != nil {
		_ = c.conn.Close(ctx) // it may already be lost
	}
}

const jobLock = `(hashtextextended('job ' || $1::bigint || ' in ' || coalesce(current_schema(), ''), 0))`

// claim claims the job and reports whether it could.
func (c *Claims) claim(ctx context.Context, job *rivertype.JobRow) (claimed bool, err error) {
	err = c.use(ctx, func(ctx context.Context) error {
		if c.mine[job.ID] {
			return nil
		}
		if err := c.conn.QueryRow(ctx, "SELECT pg_try_advisory_lock"+jobLock, job.ID).Scan(&claimed); err != nil {
			return fmt.Errorf("claim a job: %w", err)
		}
		if claimed {
			c.mine[job.ID] = true
		}
		return nil
	})
	return claimed, err
}

// begin checks that the attempt is the job's current one, and keeps River from
// giving up a job if its process is killed in the last attempt.
func (c *Claims) begin(ctx context.Context, job *rivertype.JobRow) error {
	return c.use(ctx, func(ctx context.Context) error {
		current := false
		err := c.conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM river_job WHERE id = $1 AND attempt = $2 AND state = 'running')", job.ID, job.Attempt).Scan(&current)
		if err == nil && !current {
			err = errOutdated
		}
		if err == nil && job.Attempt >= job.MaxAttempts && job.Attempt < maxRescues {
			_, err = c.conn.Exec(ctx, "UPDATE river_job SET max_attempts = attempt + 1 WHERE id = $1", job.ID)
		}
		return err
	})
}

// complete completes a job that was recovered while it ran. River completes all
// others, with retries.
func (c *Claims) complete(ctx context.Context, job *rivertype.JobRow) {
	_ = c.use(ctx, func(ctx context.Context) error {
		_, err := c.conn.Exec(ctx, `UPDATE river_job SET state = 'completed', finalized_at = now()
			WHERE id = $1 AND finalized_at IS NULL AND NOT (state = 'running' AND attempt = $2)`, job.ID, job.Attempt)
		return err
	})
}

// release ends a claim.
func (c *Claims) release(ctx context.Context, job *rivertype.JobRow) {
	c.mu.Lock()
	delete(c.mine, job.ID)
	c.mu.Unlock()
	_ = c.use(ctx, func(ctx context.Context) error {
		_, err := c.conn.Exec(ctx, "SELECT pg_advisory_unlock"+jobLock, job.ID)
		if err != nil {
			_ = c.conn.Close(ctx) // ends the lock too
		}
		return err
	})
}

// use calls do with the connection. If that is lost, it reconnects and calls do
// again. It ignores the end of a job's context, because other jobs share the
// connection.
func (c *Claims) use(ctx context.Context, do func(context.Context) error) (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), claimTimeout)
	defer cancel()
	for range 2 {
		if c.conn == nil || c.conn.IsClosed() {
			if c.conn, err = c.connect(ctx); err != nil {
				return fmt.Errorf("connect to claim a job: %w", err)
			}
		}
		if err = do(ctx); err == nil || !c.conn.IsClosed() {
			break
		}
	}
	return err
}
