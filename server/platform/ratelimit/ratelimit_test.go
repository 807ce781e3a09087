package ratelimit

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/db/dbtest"
	"thriftwell/server/platform/fault"
)

func limiter(t *testing.T) *Limiter {
	t.Helper()
	pool, err := pgxpool.New(context.Background(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return &Limiter{Pool: pool}
}

func TestRejectionsSayWhenToRetry(t *testing.T) {
	l, rule := limiter(t), Rule{"test", 3, time.Hour}
	for range 3 {
		if err := l.Take(context.Background(), Use{rule, "a"}); err != nil {
			t.Fatal(err)
		}
	}
	err := l.Take(context.Background(), Use{rule, "a"})
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.TooMany || f.RetryAfter < 59*time.Minute || f.RetryAfter > time.Hour {
		t.Fatalf("got %v", err)
	}
	if err := l.Take(context.Background(), Use{rule, "b"}); err != nil {
		t.Errorf("another client is rejected: %v", err)
	}
}

func TestWindowsEnd(t *testing.T) {
	l, rule := limiter(t), Rule{"test", 1, 50 * time.Millisecond}
	if err := l.Take(context.Background(), Use{rule, "a"}); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(2 * time.Minute); l.Take(context.Background(), Use{rule, "a"}) != nil; {
		if time.Now().After(deadline) {
			t.Fatal("the window does not end")
		}
	}
}

func TestSweepDeletesPastWindows(t *testing.T) {
	l := limiter(t)
	for name, per := range map[string]time.Duration{"over": 0, "open": time.Hour} {
		if err := l.Take(t.Context(), Use{Rule{name, 1, per}, "a"}); err != nil {
			t.Fatal(err)
		}
	}
	var left int
	if err := errors.Join(l.Sweep(t.Context()), l.Pool.QueryRow(t.Context(), "SELECT count(*) FROM rate_counts").Scan(&left)); err != nil || left != 1 {
		t.Errorf("%d windows are left: %v", left, err)
	}
}

func TestInstancesShareTheCount(t *testing.T) {
	one, rule := limiter(t), Rule{"test", 20, time.Hour}
	two := &Limiter{Pool: one.Pool}
	var passed atomic.Int32
	var all sync.WaitGroup
	for i := range 60 {
		l := one
		if i%2 == 1 {
			l = two
		}
		all.Go(func() {
			err := l.Take(context.Background(), Use{rule, "a"})
			if err == nil {
				passed.Add(1)
			} else if !fault.Is(err, fault.TooMany) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if passed.Load() != 20 {
		t.Errorf("%d of 60 passed, want 20", passed.Load())
	}
}

func TestNetwork(t *testing.T) {
	for address, want := range map[string]string{
		"203.0.113.7": "203.0.113.7", "::ffff:203.0.113.7": "203.0.113.7", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"2001:db8:1:2::1": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64", "": "",
	} {
		if got := Network(address); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}

// A visitor's address has one network, however it is written, within one
// neighborhood.
func FuzzNetwork(f *testing.F) {
	for _, address := range []string{"192.0.2.7", "2001:db8::7%eth0", "::ffff:192.0.2.7", "not an address", ""} {
		f.Add(address)
	}
	f.Fuzz(func(t *testing.T, address string) {
		network, around := Network(address), Neighbourhood(address)
		a, err := netip.ParseAddr(address)
		if err != nil {
			return
		}
		prefix, err := netip.ParsePrefix(around)
		if again := Network(a.Unmap().WithZone("").String()); err != nil || !prefix.Contains(a.Unmap().WithZone("")) || again != network {
			t.Errorf("%q has the network %q or %q, in %q", address, network, again, around)
		}
	})
}
