package tracking

import (
	"testing"
	"time"
)

func TestAnAddressMaySendOnlySoMuch(t *testing.T) {
	t.Parallel()
	l, now := newLimiter(60), time.Now()
	for i := range 60 {
		if l.allow("2001:db8::1", now) != 0 {
			t.Fatalf("refused after %d", i)
		}
	}
	if wait := l.allow("2001:db8::ffff", now); wait <= 0 || wait > time.Second {
		t.Errorf("the same network may go on after %v", wait)
	}
	if l.allow("2001:db8:0:1::1", now) != 0 || l.allow("192.0.2.1", now) != 0 {
		t.Error("others have to wait too")
	}
	if l.allow("2001:db8::1", now.Add(time.Second)) != 0 {
		t.Error("a second later it is still refused")
	}
}
