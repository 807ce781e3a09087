package texts

import (
	"context"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/ratelimit"
)

// Replies takes what people text back.
type Replies struct {
	Wording
	Limiter *ratelimit.Limiter
	// Stop and Start note what the owner of a number said, and return for how many
	// people that counts.
	Stop, Start func(ctx context.Context, number, said string) (people int, err error)
	// Stopped reports whether the owner of a number said stop, and no start since.
	Stopped func(ctx context.Context, number string) (bool, error)
}

// answers bounds what is answered to a number: another machine may answer, too.
func answers() ratelimit.Rule {
	return ratelimit.Rule{Name: "replies per number", Most: 5, Per: time.Hour}
}

// Take notes what somebody texted and returns what to answer; "" is nothing. A
// number that said stop gets an answer only to what it asks for.
func (r Replies) Take(ctx context.Context, number, said string) (answer string, err error) {
	stopped, err := r.Stopped(ctx, number)
	if err != nil {
		return "", err
	}
	meant := wordOf(said)
	switch meant {
	case stop:
		if _, err = r.Stop(ctx, number, said); err != nil {
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
	err = r.Limiter.Take(ctx, ratelimit.Use{Rule: answers(), By: number})
	if fault.Is(err, fault.TooMany) {
		return "", nil
	}
	return answer, err
}
