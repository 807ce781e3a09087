package tracking

import (
	"encoding/binary"
	"net/netip"
	"sync"
	"time"
)

// limiter is a token bucket for each address, of perMinute events. It is kept
// in memory: it guards the disk, not a secret.
type limiter struct {
	perMinute float64

	mu      sync.Mutex
	buckets map[uint64]bucket // by network
}

type bucket struct {
	left float64
	at   int64 // Unix nanoseconds
}

// maxBuckets bounds the memory; beyond it all buckets are filled again.
const maxBuckets = 100_000

func newLimiter(perMinute int) *limiter {
	return &limiter{perMinute: float64(perMinute), buckets: map[uint64]bucket{}}
}

// allow takes a token from an address's bucket, or returns how long to wait for
// one. An IPv6 network of 64 bits is one address.
func (l *limiter) allow(address string, now time.Time) (wait time.Duration) {
	key, at := network(address), now.UnixNano()
	l.mu.Lock()
	defer l.mu.Unlock()
	b, known := l.buckets[key]
	if !known {
		if len(l.buckets) >= maxBuckets {
			clear(l.buckets)
		}
		b = bucket{left: l.perMinute, at: at}
	}
	b.left = min(l.perMinute, b.left+time.Duration(max(0, at-b.at)).Minutes()*l.perMinute)
	b.at = at
	if b.left < 1 {
		wait = time.Duration((1 - b.left) / l.perMinute * float64(time.Minute))
	} else {
		b.left--
	}
	l.buckets[key] = b
	return wait
}

// network returns the first half of an IPv6 address, or an IPv4 address, which
// no IPv6 network in use collides with; 0 for what is no address.
func network(address string) uint64 {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return 0
	}
	if a = a.Unmap(); a.Is4() {
		b := a.As4()
		return uint64(binary.BigEndian.Uint32(b[:]))
	}
	b := a.As16()
	return binary.BigEndian.Uint64(b[:])
}
