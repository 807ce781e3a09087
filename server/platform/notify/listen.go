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

// Start makes conn hold the notifications of other instances for Listen, so that
// none is missed for what is read in between. If it fails, it closes conn.
func Start(ctx context.Context, conn *pgx.Conn) {
	if listen(ctx, conn) != nil {
		_ = conn.Close(ctx) // Listen says so, and reconnects
	}
}

// Listen applies the notifications of other instances until ctx ends. It takes
// over first, the connection of Start, unless it is nil. It keeps one connection
// and reconnects when it is lost: at once, then with increasing delays between
// attempts. Each time it reconnects, everything is marked stale, because
// notifications may have been missed.
func (b *Bus) Listen(ctx context.Context, first *pgx.Conn, connect func(context.Context) (*pgx.Conn, error)) {
	wait, told := firstBackOff, false
	for {
		began := time.Now()
		err := b.listen(ctx, first, connect, func() {
			if told {
				b.log.Info("listening for writes of other instances again")
			}
			wait, told = firstBackOff, false
		})
		first = nil
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

// listen listens on one connection until it is lost: on first, or if that is nil,
// on a new one.
func (b *Bus) listen(ctx context.Context, first *pgx.Conn, connect func(context.Context) (*pgx.Conn, error), listening func()) (err error) {
	conn := first
	if conn == nil {
		if conn, err = connect(ctx); err != nil {
			return err
		}
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		_ = conn.Close(closing) // it may already be lost
	}()
	if first == nil {
		if err := listen(ctx, conn); err != nil {
			return err
		}
		b.markAllStale() // after LISTEN, so that nothing is missed in between
	}
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
