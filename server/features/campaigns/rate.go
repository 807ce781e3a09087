package campaigns

import (
	"context"
	"time"

	"thriftwell/server/platform/address"
)

// rate limits the emails per second, in total and to each receiving domain. 0 means
// no limit.
type rate struct {
	all, domain time.Duration // between two emails
	next        time.Time
	nextOf      map[string]time.Time // by domain
}

func newRate(all, domain int) *rate {
	return &rate{all: between(all), domain: between(domain), nextOf: map[string]time.Time{}}
}

func between(perSecond int) time.Duration {
	if perSecond <= 0 {
		return 0
	}
	return time.Second / time.Duration(perSecond)
}

// pick returns the first of these addresses that may get an email now, or how long
// until there is one.
func (r *rate) pick(addresses []string, now time.Time) (i int, wait time.Duration) {
	if wait = r.next.Sub(now); wait > 0 {
		return -1, wait
	}
	for i, to := range addresses {
		left := r.nextOf[address.Domain(to)].Sub(now)
		if left <= 0 {
			return i, 0
		}
		if wait <= 0 || left < wait {
			wait = left
		}
	}
	return -1, wait
}

// sent records that an email is sent.
func (r *rate) sent(to string, now time.Time) {
	r.next = now.Add(r.all)
	if r.domain > 0 {
		r.nextOf[address.Domain(to)] = now.Add(r.domain)
	}
}

// hand passes on the recipients of a chunk, each when the rates allow.
func (r *emailRun) hand(stop context.Context, to []recipient, rate *rate, until time.Time, next chan<- recipient) error {
	addresses := make([]string, len(to))
	for i, one := range to {
		addresses[i] = one.message.To
	}
	for len(to) > 0 {
		now := time.Now()
		if now.After(until) {
			return errStop
		}
		i, wait := rate.pick(addresses, now)
		var free chan<- recipient // nil, which blocks, while none is allowed
		var one recipient
		var later <-chan time.Time
		if i >= 0 {
			free, one = next, to[i]
		} else {
			later = time.After(wait)
		}
		select {
		case free <- one:
			rate.sent(addresses[i], now)
			to[i], addresses[i] = to[0], addresses[0]
			to, addresses = to[1:], addresses[1:]
		case <-later:
		case <-r.stopping:
			return errStop
		case <-stop.Done():
			return nil // the cause is known
		}
	}
	return nil
}
