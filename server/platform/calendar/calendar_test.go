package calendar

import (
	"testing"
	"time"
)

func TestDaysFollowTheTimeZone(t *testing.T) {
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	for moment, want := range map[string]string{
		"2026-03-08T04:59:59Z": "2026-03-07", "2026-03-08T05:00:00Z": "2026-03-08", // a day of 23 hours
		"2026-03-09T03:59:59Z": "2026-03-08", "2026-03-09T04:00:00Z": "2026-03-09",
		"2026-11-01T03:59:59Z": "2026-10-31", "2026-11-01T04:00:00Z": "2026-11-01", // a day of 25 hours
		"2026-11-02T04:59:59Z": "2026-11-01", "2026-11-02T05:00:00Z": "2026-11-02",
	} {
		at, err := time.Parse(time.RFC3339, moment)
		if err != nil {
			t.Fatal(err)
		}
		if got := DayOf(at, newYork).String(); got != want {
			t.Errorf("%s is on %s, want %s", moment, got, want)
		}
	}
}
