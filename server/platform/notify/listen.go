package notify

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	firstBackOff = 100 * time.Millisecond
	lastBackOff  = time.Second
	heartbeat    = 15 * time.Second // a connection silent for so long is asked whether it lives
	patience     = 5 * time.Second  // for its answer
)

// Listen applies what other instances send, until ctx ends. It keeps one
// connection of its own and makes another when that is lost: at once, and then
// with back-off, which counts from the attempt before. Each time it begins to
// listen everything is marked stale, for something may have been missed.
func (b *Bus) Listen(ctx context.Context, connect func(context.Context) (*pgx.Conn, error)) {
	wait, told := firstBackOff, false
	for {
		began := time.Now()
		err := b.listen(ctx, connect, func() {
			if told {
				b.log.Info("listening for writes of other instances again")
			}
			wait, told = firstBackOff, false
		})
		if ctx.Err() != nil {
			return
		}
		if !told {
			b.log.Warn("can't listen for writes of other instances", "error", err)
		}
		told = true
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait - time.Since(began)):
		}
		wait = min(2*wait, lastBackOff)
	}
}

// listen listens on one connection until that is lost.
func (b *Bus) listen(ctx context.Context, connect func(context.Context) (*pgx.Conn, error), listening func()) error {
	conn, err := connect(ctx)
	if err != nil {
		return err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		_ = conn.Close(closing) // it may be lost already
	}()
	if err := listen(ctx, conn); err != nil {
		return err
	}
	b.markAllStale() // after LISTEN: nothing falls between the two
	listening()
	for {
		err := b.wait(ctx, conn)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			err = listen(ctx, conn) // changes nothing, and shows that the connection lives
		}
		if err != nil {
			return err
		}
	}
}

// wait waits for one notification, no longer than a heartbeat.
func (b *Bus) wait(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, heartbeat)
	defer cancel()
	n, err := conn.WaitForNotification(ctx)
	if n != nil {
		b.receive(n.Payload)
	}
	return err
}

func listen(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := conn.Exec(ctx, "LISTEN "+channel)
	return err
}
