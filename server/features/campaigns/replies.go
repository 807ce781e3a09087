package campaigns

import (
	"context"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/ratelimit"
)

// Replies handles the texts people send back.
type Replies struct {
	Wording
	Limiter *ratelimit.Limiter
	// Stop and Start record what a number's owner said. Start returns how many
	// subscribers it applies to.
	Stop  func(ctx context.Context, number, said string) error
	Start func(ctx context.Context, number, said string) (people int, err error)
	// Stopped reports whether the number's owner has said stop, and not start
	// since.
	Stopped func(ctx context.Context, number string) (bool, error)
}

// replyLimit limits the replies to a number, because it may be a machine that
// replies too.
func replyLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "replies per number", Most: 5, Per: time.Hour}
}

// Take handles a text that someone sent, and returns the reply, or "" for none.
// A number that said stop gets a reply only to what it asks for.
func (r Replies) Take(ctx context.Context, number, said string) (answer string, err error) {
	stopped, err := r.Stopped(ctx, number)
	if err != nil {
		return "", err
	}
	meant := wordOf(said)
	switch meant {
	case stop:
		if err = r.Stop(ctx, number, said); err != nil {
			return "", err
		}
		answer = r.goodbye()
	case start:
		people, err := r.Start(ctx, number, said)
		if err != nil {
			return "", err
		}
		if answer = r.welcome(); people == 0 {
			answer = r.unknown()
		}
	default:
		answer = r.help()
	}
	if stopped && (meant == stop || meant == other) {
		return "", nil
	}
	err = r.Limiter.Take(ctx, ratelimit.Use{Rule: replyLimit(), By: number})
	if fault.Is(err, fault.TooMany) {
		return "", nil
	}
	return answer, err
}
