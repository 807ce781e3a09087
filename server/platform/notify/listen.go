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
	heartbeat    = 15 * time.Second // check a connection that was silent for this long
	patience     = 5 * time.Second  // timeout of that check
)

// Listen applies the notifications of other instances until ctx ends. It keeps
// one connection and reconnects when it is lost: at once, then with increasing
// delays between attempts. Each time it starts to listen, everything is marked
// stale, because notifications may have been missed.
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

// listen listens on one connection until it is lost.
func (b *Bus) listen(ctx context.Context, connect func(context.Context) (*pgx.Conn, error), listening func()) error {
	conn, err := connect(ctx)
	if err != nil {
		return err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		_ = conn.Close(closing) // it may already be lost
	}()
	if err := listen(ctx, conn); err != nil {
		return err
	}
	b.markAllStale() // after LISTEN, so that nothing is missed in between
	listening()
	for {
		err := b.wait(ctx, conn)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			err = listen(ctx, conn) // changes nothing, and shows that the connection works
		}
		if err != nil {
			return err
		}
	}
}

// wait waits for a notification, for at most a heartbeat.
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
