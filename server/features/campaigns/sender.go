package campaigns

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// errAway means that the mail server or the carrier accepts nothing.
var errAway = errors.New("unavailable")

// awayPause is how long a sender waits after that.
const awayPause = 30 * time.Second

// Sender is what the senders of all channels share.
type Sender struct {
	Now   func() time.Time
	Log   *slog.Logger
	again time.Time // not before, after it was unavailable
}

// start runs a sender, which should end what it has begun when stopping is closed,
// but must not be canceled meanwhile.
func (s *Sender) start(ctx context.Context, run func(ctx context.Context, stopping <-chan struct{}) error) error {
	if s.Now().Before(s.again) {
		return nil
	}
	err := run(context.WithoutCancel(ctx), ctx.Done())
	if errors.Is(err, errAway) {
		s.again = s.Now().Add(awayPause)
		return nil
	}
	return err
}

// alone begins what is due and then sends, unless another sender of the channel is
// at work on any instance. So one sends at a time: rates hold for all instances,
// and what is marked as being sent before was interrupted. It may have been sent,
// and is due after wait.
func (d *Desk[T]) alone(ctx context.Context, now time.Time, wait time.Duration, send func() error) error {
	return d.db.Alone(ctx, d.campaigns, func() error {
		_, err := d.db.Pool.Exec(ctx, "UPDATE "+d.sends+" SET state = 'unsure', due_at = $1 WHERE state = 'sending'", now.Add(wait))
		if err != nil {
			return fmt.Errorf("recover interrupted messages: %w", err)
		}
		return errors.Join(d.begin(ctx, now), send())
	})
}
