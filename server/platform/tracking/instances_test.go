package tracking

import (
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// written lists the tables that a store writes, each after those it refers to.
var written = []string{"origins", "contexts", "daily_contexts", "daily_values", "daily_visits", "events", "daily_counts", "recent_batches"}

// A standby takes over without the last commits. One instance has them in
// memory; meanwhile another has written different ones.
func TestFailoverToAStandbyWithoutTheLastCommits(t *testing.T) {
	t.Parallel()
	s := open(t)
	one, other := s, s.open(s.o)
	timeline := "1"
	for _, i := range []*site{one, other} {
		i.recorder.store.timelineOf = func(*pgx.Conn) string { return timeline }
	}
	by := func(campaign string) Event {
		e := s.event(view)
		e.Visit = &Visit{Last: Origin{Source: "letter", Campaign: campaign}}
		return e
	}
	one.record(by("kept"))
	other.record(by("kept"))
	for _, table := range written {
		s.exec("CREATE TABLE standby_" + table + " AS TABLE " + table)
	}
	lost := by("lost")
	one.record(lost)
	one.record(by("lost"))

	for _, table := range written {
		s.exec("TRUNCATE " + table + " CASCADE")
	}
	for _, table := range written {
		s.exec("INSERT INTO " + table + " OVERRIDING SYSTEM VALUE SELECT * FROM standby_" + table)
	}
	timeline = "2"

	others := by("kept")
	other.record(others)
	again := s.event(view)
	again.Visitor = others.Visitor
	one.record(again) // known to it only from the database
	lost.ID = s.event().ID
	one.record(lost) // known only to it
	if n := s.counted(view); n != 4 {
		t.Errorf("%d views, want 4: two kept, the other instance's, and the visitor's whose first was lost", n)
	}
	if n := s.number("SELECT count(*) FROM events WHERE reason = 'duplicate'"); n != 1 {
		t.Errorf("%d duplicates, want 1 (of the other instance's event)", n)
	}
	if n := s.number("SELECT count(*) FROM events LEFT JOIN contexts ON contexts.id = context_id WHERE contexts.id IS NULL"); n != 0 {
		t.Errorf("%d events refer to lost contexts", n)
	}
	s.consistent()
}

func TestInstancesCreateAPartitionConcurrently(t *testing.T) {
	t.Parallel()
	s := open(t)
	const ensure = "SELECT ensure_event_partitions('2031-05-01')"
	first, err := s.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer first.Rollback(t.Context())
	if _, err := first.Exec(t.Context(), ensure); err != nil {
		t.Fatal(err)
	}
	second := make(chan error, 1)
	go func() {
		_, err := s.pool.Exec(t.Context(), ensure)
		second <- err
	}()
	for s.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query = $1 AND wait_event = 'advisory'", ensure) == 0 {
		time.Sleep(time.Millisecond)
	}
	if err := first.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-second; err != nil {
		t.Error("the second instance: ", err)
	}
}

// Instances that alternate roll back only one transaction each: the one by
// which they learn of the other.
func TestInstancesExpectEachOtherForAWhile(t *testing.T) {
	t.Parallel()
	s := open(t)
	one, other := s, s.open(s.o)
	undone := 0
	for _, i := range []*site{one, other, one, one, other, other, one} {
		before := i.recorder.store.readFirst
		i.record(s.event(view))
		if !before && i.recorder.store.readFirst {
			undone++
		}
	}
	if undone != 2 {
		t.Errorf("%d transactions were rolled back, want one of each instance", undone)
	}
	one.recorder.store.othersAt = time.Now().Add(-aloneAfter)
	one.record(s.event(view)) // reads what the other wrote since: nothing
	if one.recorder.store.readFirst {
		t.Error("an instance that was alone for long still reads first")
	}
	s.consistent()
}

// What an instance finds at its start comes from its predecessor, so it doesn't
// expect other writers.
func TestARestartedInstanceExpectsNoOthers(t *testing.T) {
	t.Parallel()
	s := open(t)
	ofYesterday := func() Event { return s.forged(s.event(view), s.now.Add(-24*time.Hour), s.now) }
	s.record(s.event(view))
	s.record(ofYesterday())
	next := s.open(s.o)
	next.record(s.event(view))
	next.record(ofYesterday())
	if next.recorder.store.readFirst {
		t.Error("it reads before it writes")
	}
	s.record(s.event(view))
	next.record(s.event(view))
	if !next.recorder.store.readFirst {
		t.Error("it does not expect the other writer")
	}
	s.consistent()
}

// Events that arrive while an instance waits for its turn are written in that
// turn.
func TestATurnIncludesEventsThatArriveWhileWaiting(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.record(s.event(view)) // numbers its context
	s.recorder.store.readFirst = true
	other, err := s.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Rollback(t.Context())
	if _, err := other.Exec(t.Context(), lockWriters); err != nil {
		t.Fatal(err)
	}
	waits, comes := s.event(view), s.event(view)
	var writing sync.WaitGroup
	writing.Go(func() { s.record(waits) })
	for s.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'") == 0 {
		time.Sleep(time.Millisecond)
	}
	writing.Go(func() { s.record(comes) })
	for queued := 0; queued < 2; time.Sleep(time.Millisecond) {
		s.recorder.mu.Lock()
		queued = len(s.recorder.queue[0].events)
		s.recorder.mu.Unlock()
	}
	if err := other.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	writing.Wait()
	if n := s.number("SELECT count(DISTINCT xmin::text) FROM events WHERE id = ANY ($1)", [][16]byte{waits.ID, comes.ID}); n != 1 {
		t.Errorf("written in %d transactions", n)
	}
	if n := s.counted(view); n != 3 {
		t.Errorf("%d counted, want 3", n)
	}
	s.consistent()
}

// Events whose context or day is missing in a turn are still written once, and
// events written before aren't written again.
func TestATurnWithMissingRowsIsRepeated(t *testing.T) {
	t.Parallel()
	s := open(t)
	first := s.event(view)
	s.record(first)
	elsewhere := s.event(view)
	elsewhere.Visit = &Visit{Last: Origin{Source: "letter", Campaign: "new"}}
	before := s.event(view)
	before.ID = withTime(before.ID, s.now.Add(-24*time.Hour))
	before.At, before.Received, before.Day = timeOf(before.ID), s.now, before.Day.Add(-1)
	for want, e := range []Event{1: first, 2: elsewhere, 3: before} {
		if want == 0 {
			continue
		}
		s.recorder.store.readFirst = true
		if outcome := s.record(e); outcome != Recorded {
			t.Errorf("event %d: %s", want, outcome)
		}
		if n := s.counted(view); n != int64(want) {
			t.Errorf("%d counted, want %d", n, want)
		}
	}
	s.consistent()
}
