package campaigns

import (
	"testing"
	"time"
)

func TestRatesHoldInTotalAndPerDomain(t *testing.T) {
	p, now := newRate(100, 10), time.Unix(0, 0)
	waiting := []string{"a@one.example", "b@One.example", "c@two.example"}
	for _, want := range []struct {
		i    int
		wait time.Duration
	}{{0, 0}, {-1, 10 * time.Millisecond}, {1, 0}, {-1, 10 * time.Millisecond}, {-1, 80 * time.Millisecond}, {0, 0}} {
		i, wait := p.pick(waiting, now)
		if i != want.i || wait != want.wait {
			t.Fatalf("after %s: %d, %s, want %v", now.Sub(time.Unix(0, 0)), i, wait, want)
		}
		now = now.Add(wait)
		if i >= 0 {
			p.sent(waiting[i], now)
			waiting = append(waiting[:i:i], waiting[i+1:]...)
		}
	}
}
