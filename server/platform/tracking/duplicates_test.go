package tracking

import (
	"math/rand/v2"
	"testing"
	"time"

	"thriftwell/server/platform/calendar"
)

// forged changes an event so that its id has a different time than its receipt.
func (s *site) forged(e Event, claimed, received time.Time) Event {
	e.ID, e.At, e.Day, e.Received = withTime(s.event().ID, claimed), claimed, calendar.DayOf(claimed, s.location), received
	return e
}

func TestForgedTimesDoNotHideDuplicates(t *testing.T) {
	t.Parallel()
	s := open(t)
	other := s.open(s.o)
	first := s.event(view)
	start := first.At
	s.record(first)
	for n := range 24 { // yesterday, today and tomorrow, on alternating instances
		claimed := start.Add(time.Duration(n-12) * time.Hour)
		[]*site{s, other}[n%2].record(s.forged(first, claimed, start.Add(time.Duration(n)*400*time.Millisecond)))
	}
	if n := s.counted(view); n != 1 {
		t.Errorf("%d counted within ten seconds, want 1", n)
	}
	if n := s.number("SELECT sum(visitors) FROM daily_counts"); n != 1 {
		t.Errorf("%d visitors, want 1", n)
	}
	again := first // resent because the answer was lost
	again.Received = start.Add(time.Minute)
	s.record(again)
	if n := s.number("SELECT count(*) FROM events"); n != 25 {
		t.Errorf("%d events are stored, want 25", n)
	}
	other.record(s.forged(first, start.Add(-23*time.Hour), start.Add(11*time.Second)))
	if n := s.counted(view); n != 2 {
		t.Errorf("%d counted after eleven seconds, want 2", n)
	}
	s.consistent()
}

func TestReceiptUsesTheServersClock(t *testing.T) {
	t.Parallel()
	s := open(t)
	id := withTime(s.event().ID, time.Now().Add(-20*time.Hour))
	e, err := s.Counter.event(Call{Request: request(browser), Address: "192.0.2.1", Sent: Sent{EventID: id.String()}, Hits: []Hit{view}})
	if err != nil {
		t.Fatal(err)
	}
	if time.Since(e.Received) > time.Hour {
		t.Errorf("received %v", e.Received)
	}
	if e, err = readLine(appendLine(nil, &e)); err != nil || time.Since(e.Received) > time.Hour {
		t.Errorf("from the spool: received %v, %v", e.Received, err)
	}
}

func TestSpooledDuplicatesAreJudgedByTimeOfReceipt(t *testing.T) {
	t.Parallel()
	s := open(t)
	first := s.event(view)
	start := first.At.Add(-time.Hour)
	back := s.lose()
	for n, hours := range rand.Perm(24) { // 4 s apart, so that every third counts
		s.record(s.forged(first, start.Add(-time.Duration(hours)*time.Hour), start.Add(time.Duration(n)*4*time.Second)))
	}
	back()
	if err := s.recorder.store.write(t.Context(), []Event{first}); err != nil { // before the spool is replayed
		t.Fatal(err)
	}
	s.inBackground()
	eventually(t, "the spool is not brought in", func() bool { return len(s.recorder.spool.files()) == 0 })
	if n := s.counted(view); n != 1+24/3 {
		t.Errorf("%d counted, want %d", n, 1+24/3)
	}
	s.consistent()
}
