package pace

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestWorkTakesAThirdOfTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p Pace
		began, worked := time.Now(), time.Duration(0)
		for range 1000 {
			p.Rest(t.Context())
			time.Sleep(time.Millisecond) // works
			worked += time.Millisecond
		}
		if share := float64(worked) / float64(time.Since(began)); share < 0.32 || share > 0.35 {
			t.Errorf("it took %.2f", share)
		}
	})
}

func TestAPauseIsShortHoweverLongTheWorkTook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p Pace
		p.Rest(t.Context())
		time.Sleep(time.Minute) // such as for a reader who is slow
		began := time.Now()
		p.Rest(t.Context())
		if paused := time.Since(began); paused != longest {
			t.Errorf("it paused for %s", paused)
		}
		time.Sleep(time.Minute)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		began = time.Now()
		if p.Rest(ctx); time.Since(began) != 0 {
			t.Error("it paused though nobody waits for the work")
		}
	})
}
