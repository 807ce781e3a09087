package throttle

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestWorkTakesAFifthOfTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var throttle Throttle
		began, worked := time.Now(), time.Duration(0)
		for range 1000 {
			throttle.Wait(t.Context())
			time.Sleep(time.Millisecond) // work
			worked += time.Millisecond
		}
		if share := float64(worked) / float64(time.Since(began)); share < 0.19 || share > 0.22 {
			t.Errorf("the work took a share of %.2f", share)
		}
	})
}

func TestPausesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var throttle Throttle
		throttle.Wait(t.Context())
		time.Sleep(time.Minute) // as for a slow reader
		began := time.Now()
		throttle.Wait(t.Context())
		if paused := time.Since(began); paused != longest {
			t.Errorf("paused for %s", paused)
		}
		time.Sleep(time.Minute)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		began = time.Now()
		if throttle.Wait(ctx); time.Since(began) != 0 {
			t.Error("paused though ctx has ended")
		}
	})
}
