package tracking

import (
	"testing"
	"time"
)

func TestNetworksAreRateLimited(t *testing.T) {
	t.Parallel()
	l, now := newLimiter(60), time.Now()
	for i := range 60 {
		if l.allow("2001:db8::1", now) != 0 {
			t.Fatalf("rejected after %d", i)
		}
	}
	if wait := l.allow("2001:db8::ffff", now); wait <= 0 || wait > time.Second {
		t.Errorf("the same network has to wait %v", wait)
	}
	if l.allow("2001:db8:0:1::1", now) != 0 || l.allow("192.0.2.1", now) != 0 {
		t.Error("other networks have to wait too")
	}
	if l.allow("2001:db8::1", now.Add(time.Second)) != 0 {
		t.Error("still rejected a second later")
	}
}
