package catalog

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// numbers returns a catalog whose value is the number of loads, each of which
// takes some time.
func numbers(took time.Duration, tags ...string) (*Of[int], *atomic.Int64) {
	loads := &atomic.Int64{}
	return New(func(ctx context.Context) (int, error) {
		select {
		case <-time.After(took):
			return int(loads.Add(1)), nil
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}, tags...), loads
}

func TestGetWaitsForTheLoadAfterAnInvalidation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := numbers(time.Second/10, "offers")
		c.Invalidate("pages", "offers") // returns at once
		if got := c.Get(); got != 1 {
			t.Errorf("got %d", got)
		}
	})
}

func TestOnlyItsOwnTagsReloadACatalog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, loads := numbers(0, "offers")
		c.Invalidate("pages")
		c.Invalidate()
		synctest.Wait()
		if n := loads.Load(); n != 0 {
			t.Errorf("loaded %d times", n)
		}
	})
}

func TestInvalidationsDuringALoadCauseOneMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, loads := numbers(time.Second/10, "offers")
		c.Invalidate("offers")
		time.Sleep(time.Second / 20)
		c.Invalidate("offers")
		c.MarkAllStale()
		if got := c.Get(); got != 2 || loads.Load() != 2 {
			t.Errorf("got %d after %d loads", got, loads.Load())
		}
	})
}

func TestFollowLoadsOnlyChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loads, fails := 0, false
		var updates [][]string
		c := New(func(context.Context) (int, error) { loads++; return 100 * loads, nil }, "offers").
			Follow(func(_ context.Context, old int, tags []string) (int, bool, error) {
				if fails {
					return 0, false, errors.New("away")
				}
				updates = append(updates, tags)
				return old + 1, tags[0] != "all", nil
			})
		for _, step := range []struct {
			do   func()
			want int
		}{
			{func() { c.Invalidate("offers", "offer:1") }, 100}, // the first is loaded
			{func() { c.Invalidate("offers", "offer:1") }, 101},
			{func() { c.Invalidate("pages") }, 101},
			{func() { c.Invalidate("all", "offers") }, 200},
			{func() { c.InvalidateAll() }, 300},
			{func() { fails = true; c.Invalidate("offers") }, 300},
			{func() { fails = false; c.Invalidate("offers") }, 400}, // the update before was missed
			{func() { c.Invalidate("offers") }, 401},
		} {
			step.do()
			if got := c.Get(); got != step.want {
				t.Errorf("got %d, want %d, after %d loads and the updates %v", got, step.want, loads, updates)
			}
			synctest.Wait()
		}
	})
}

func TestAFailedLoadKeepsThePreviousValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		state := "fine"
		c := New(func(ctx context.Context) (string, error) {
			if state == "hangs" {
				<-ctx.Done()
				return "", ctx.Err()
			}
			if state == "fails" {
				return "", errors.New("away")
			}
			return state, nil
		}, "offers")
		if err := c.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, state = range []string{"fails", "hangs"} {
			began := time.Now()
			c.Invalidate("offers")
			if got := c.Get(); got != "fine" || time.Since(began) > patience {
				t.Errorf("%s: got %q after %v", state, got, time.Since(began))
			}
		}
	})
}

func TestQueueLimitsConcurrentLoads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turn, began := make(chan struct{}, 2), time.Now()
		var all []*Of[int]
		for range 4 {
			c, _ := numbers(time.Second/10, "offers")
			c.Queue(turn)
			c.InvalidateAll()
			all = append(all, c)
		}
		for _, c := range all {
			if got := c.Get(); got != 1 {
				t.Errorf("got %d", got)
			}
		}
		if took := time.Since(began); took != time.Second/5 {
			t.Errorf("four loads, two at a time, took %s", took)
		}
	})
}
