package letters

import (
	"context"
	"strings"
	"time"
)

// pace keeps the mails to at most so many a second, in all and to each receiving
// domain. A rate of 0 is without limit.
type pace struct {
	all, domain time.Duration // between two mails
	next        time.Time
	nextOf      map[string]time.Time // by domain
}

func newPace(rate, domainRate int) *pace {
	return &pace{all: between(rate), domain: between(domainRate), nextOf: map[string]time.Time{}}
}

func between(rate int) time.Duration {
	if rate <= 0 {
		return 0
	}
	return time.Second / time.Duration(rate)
}

// pick returns the first of these addresses that a mail may go to now, or how
// long until there is one.
func (p *pace) pick(addresses []string, now time.Time) (i int, wait time.Duration) {
	if wait = p.next.Sub(now); wait > 0 {
		return -1, wait
	}
	for i, address := range addresses {
		left := p.nextOf[domainOf(address)].Sub(now)
		if left <= 0 {
			return i, 0
		}
		if wait <= 0 || left < wait {
			wait = left
		}
	}
	return -1, wait
}

// sent notes that a mail goes out.
func (p *pace) sent(address string, now time.Time) {
	p.next = now.Add(p.all)
	if p.domain > 0 {
		p.nextOf[domainOf(address)] = now.Add(p.domain)
	}
}

func domainOf(address string) string {
	return strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
}

// hand hands out the people of a chunk, each when a mail may go to them.
func (r *run) hand(stop context.Context, to []Recipient, pace *pace, until time.Time, next chan<- Recipient) error {
	addresses := make([]string, len(to))
	for i, one := range to {
		addresses[i] = one.Email
	}
	for len(to) > 0 {
		now := time.Now()
		if now.After(until) {
			return errStop
		}
		i, wait := pace.pick(addresses, now)
		var free chan<- Recipient // nil, which takes nobody, while nobody may be sent to
		var one Recipient
		var later <-chan time.Time
		if i >= 0 {
			free, one = next, to[i]
		} else {
			later = time.After(wait)
		}
		select {
		case free <- one:
			pace.sent(addresses[i], now)
			to[i], addresses[i] = to[0], addresses[0]
			to, addresses = to[1:], addresses[1:]
		case <-later:
		case <-r.Stopping:
			return errStop
		case <-stop.Done():
			return nil // whoever ended it says why
		}
	}
	return nil
}
