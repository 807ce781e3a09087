package tracking

import (
	"encoding/binary"
	"net/netip"
	"sync"
	"time"
)

// limiter limits the events of each network with token buckets. They are in
// memory only, as they protect the disk and no secret.
type limiter struct {
	perMinute float64

	mu      sync.Mutex
	buckets map[uint64]bucket // by network
}

type bucket struct {
	left float64
	at   int64 // Unix nanoseconds
}

// maxBuckets bounds memory. Beyond it all buckets are dropped, and so full
// again.
const maxBuckets = 100_000

func newLimiter(perMinute int) *limiter {
	return &limiter{perMinute: float64(perMinute), buckets: map[uint64]bucket{}}
}

// allow takes a token for an address, or returns how long to wait for one. A
// 64-bit IPv6 network counts as one address.
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

// network returns the first half of an IPv6 address, or an IPv4 address, or 0
// if address is invalid. IPv4 addresses collide with no IPv6 network in use.
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
