package renderer

import (
	"fmt"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func verdict(s *suspects, target string, now time.Time) string {
	suspect, poisoned := s.check(target, now)
	return fmt.Sprintf("suspect %v, poisoned %v", suspect, poisoned)
}

func wantVerdict(t *testing.T, s *suspects, target string, now time.Time, want string) {
	t.Helper()
	if got := verdict(s, target, now); got != want {
		t.Errorf("%s is %s; want %s", target, got, want)
	}
}

const (
	innocent = "suspect false, poisoned false"
	suspect  = "suspect true, poisoned false"
	guilty   = "suspect true, poisoned true"
)

func TestOnlyAnAddressAloneInADyingWorkerIsPoisoned(t *testing.T) {
	var s suspects
	wantVerdict(t, &s, "/a", noon, innocent)
	for range 3 {
		s.blame("/a", false, false, noon)
		wantVerdict(t, &s, "/a", noon, suspect)
	}
	s.blame("/a", true, false, noon)
	wantVerdict(t, &s, "/a", noon, guilty)
	wantVerdict(t, &s, "/b", noon, innocent)
}

func TestOutsideKillsPoisonAtTheThirdTime(t *testing.T) {
	var s suspects
	s.blame("/a", false, true, noon)
	s.blame("/a", true, true, noon)
	s.blame("/a", true, true, noon)
	wantVerdict(t, &s, "/a", noon, suspect)
	s.blame("/a", true, true, noon)
	wantVerdict(t, &s, "/a", noon, guilty)
}

func TestPoisonExpiresAfterThirtySeconds(t *testing.T) {
	var s suspects
	s.blame("/a", true, false, noon)
	wantVerdict(t, &s, "/a", noon.Add(29*time.Second), guilty)
	if n := s.poisoned(noon.Add(31 * time.Second)); n != 0 {
		t.Errorf("%d poisoned", n)
	}
	s.blame("/a", false, false, noon.Add(31*time.Second))
	wantVerdict(t, &s, "/a", noon.Add(31*time.Second), suspect)
	wantVerdict(t, &s, "/a", noon.Add(62*time.Second), innocent)
}

func TestASuccessfulPageIsNoSuspect(t *testing.T) {
	var s suspects
	s.blame("/a", false, false, noon)
	s.clear("/a")
	wantVerdict(t, &s, "/a", noon, innocent)
}

func TestSuspectsTakeBoundedMemory(t *testing.T) {
	var s suspects
	for i := range 10 * maxSuspects {
		s.blame(fmt.Sprint("/", i), true, false, noon)
	}
	if len(s.known) != maxSuspects {
		t.Errorf("%d known", len(s.known))
	}
	s.blame("/later", true, false, noon.Add(time.Minute))
	if len(s.known) != 1 {
		t.Errorf("%d known, including expired ones", len(s.known))
	}
}

func TestStartsOfAFailingWorkerAreSpaced(t *testing.T) {
	var b backoff
	for i, want := range []time.Duration{0, 50, 100, 200, 400, 800, 1600, 3200, 5000, 5000} {
		if got := b.after(nil); got != want*time.Millisecond {
			t.Errorf("pause %d is %s", i, got)
		}
	}
	if got := b.after(&worker{ending: killedByOthers}); got != 200*time.Millisecond {
		t.Errorf("after a kill before it served: %s", got)
	}
	if got := b.after(&worker{ending: endedItself, served: time.Now()}); got != 5*time.Second {
		t.Errorf("after a crash soon after its start: %s", got)
	}
	if got := b.after(&worker{ending: hung, served: time.Now()}); got != 0 {
		t.Errorf("after it was killed while serving: %s", got)
	}
	b.failures = 9
	if got := b.after(&worker{ending: endedItself, served: time.Now().Add(-time.Minute)}); got != 0 {
		t.Errorf("after a crash when it had served for a minute: %s", got)
	}
}
