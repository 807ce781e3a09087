package tracking

import (
	"net/netip"
	"sync"
	"time"
)

// limiter lets each address send so many events a minute, saved up for a
// minute. It is kept in memory: it guards the disk, not a secret.
type limiter struct {
	perMinute float64

	mu      sync.Mutex
	buckets map[netip.Prefix]*bucket
}

type bucket struct {
	left float64
	at   time.Time
}

// maxBuckets bounds the memory; beyond it all addresses start anew.
const maxBuckets = 100_000

func newLimiter(perMinute int) *limiter {
	return &limiter{perMinute: float64(perMinute), buckets: map[netip.Prefix]*bucket{}}
}

// allow takes one event off what an address may send, or says how long it has
// to wait. An IPv6 network of 64 bits is one address.
func (l *limiter) allow(address string, now time.Time) (wait time.Duration) {
	key := network(address)
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.buckets[key]
	if b == nil {
		if len(l.buckets) >= maxBuckets {
			clear(l.buckets)
		}
		b = &bucket{left: l.perMinute, at: now}
		l.buckets[key] = b
	}
	b.left = min(l.perMinute, b.left+now.Sub(b.at).Minutes()*l.perMinute)
	b.at = now
	if b.left < 1 {
		return time.Duration((1 - b.left) / l.perMinute * float64(time.Minute))
	}
	b.left--
	return 0
}

func network(address string) netip.Prefix {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return netip.Prefix{}
	}
	bits := 32
	if a = a.Unmap(); a.Is6() {
		bits = 64
	}
	p, _ := a.WithZone("").Prefix(bits)
	return p
}
