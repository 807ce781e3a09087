package tracking

import (
	"sync"
	"time"

	"thriftwell/server/platform/ratelimit"
)

// limiter limits the events of each network with token buckets. They are in
// memory only, as they protect the disk and no secret.
type limiter struct {
	perMinute float64

	mu      sync.Mutex
	buckets map[string]bucket // by network
}

type bucket struct {
	left float64
	at   int64 // Unix nanoseconds
}

// maxBuckets bounds memory. Beyond it all buckets are dropped, and so full
// again.
const maxBuckets = 100_000

func newLimiter(perMinute int) *limiter {
	return &limiter{perMinute: float64(perMinute), buckets: map[string]bucket{}}
}

// allow takes a token for an address, or returns how long to wait for one. A
// 64-bit IPv6 network counts as one address.
func (l *limiter) allow(address string, now time.Time) (wait time.Duration) {
	key, at := ratelimit.Network(address), now.UnixNano()
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
