package tracking

import (
	"testing"
	"time"
)

func TestChangesOfRobotRulesAreDated(t *testing.T) {
	t.Parallel()
	s := open(t)
	day, noon := s.ago(3)
	since := func() (day *time.Time) {
		t.Helper()
		if err := s.pool.QueryRow(t.Context(), RulesSince).Scan(&day); err != nil {
			t.Fatal(err)
		}
		return day
	}
	start := func(list string, ago int) {
		t.Helper()
		day, _ := s.ago(ago)
		if err := noteRules(t.Context(), s.pool, list, day); err != nil {
			t.Fatal(err)
		}
	}
	start("newer", 2)
	if d := since(); d != nil {
		t.Errorf("a site without counts: %s", d)
	}
	s.write(s.forged(s.event(view), noon, noon))
	start("newest", 1)
	start("newest", 0)
	if d := since(); d == nil || !d.Equal(day.Add(2).Time) {
		t.Errorf("since %v", d)
	}
}
