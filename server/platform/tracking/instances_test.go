package tracking

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// written lists the tables that a store writes, each after those it refers to.
var written = []string{"origins", "contexts", "daily_contexts", "daily_visits", "events", "daily_counts", "recent_batches"}

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

// The lost commits may have numbered contexts, which the standby then numbers
// again.
func TestFailoverThatReusesTheNumbersOfContexts(t *testing.T) {
	t.Parallel()
	s := open(t)
	one, other := s, s.open(s.o)
	timeline := "1"
	for _, i := range []*site{one, other} {
		i.recorder.store.timelineOf = func(*pgx.Conn) string { return timeline }
	}
	one.record(s.from("lost", Place{Guide, 1}))
	one.record(s.from("lost", Place{Guide, 2})) // reads the number of the first again
	for _, table := range written {
		s.exec("TRUNCATE " + table + " RESTART IDENTITY CASCADE")
	}
	timeline = "2"
	other.record(s.from("kept", Place{Guide, 3}))
	one.record(s.from("kept", Place{Guide, 3}))
	if n := s.number("SELECT sum(count) FROM " + traffic + " t"); n != 2 {
		t.Errorf("%d views, want 2", n)
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

func TestDuplicatesAreDetectedAcrossInstances(t *testing.T) {
	t.Parallel()
	s := open(t)
	e := s.event(view)
	s.record(e)
	again := s.event(view)
	again.Visitor = e.Visitor
	s.open(s.o).record(again)
	if n := s.counted(view); n != 1 {
		t.Errorf("%d counted, want 1", n)
	}
}

func TestInstancesCountVisitorsTogether(t *testing.T) {
	t.Parallel()
	s := open(t)
	instances := []*site{s, s.open(s.o), s.open(s.o)}
	const visitors, times = 40, 6 // 20 s apart
	acts := make([][]Event, len(instances))
	for range visitors {
		first := s.event(view)
		for n := range times {
			e := s.event(view)
			e.Visitor, e.Day, e.At = first.Visitor, first.Day, first.At.Add(time.Duration(n)*20*time.Second)
			to := rand.IntN(len(acts))
			acts[to] = append(acts[to], e)
		}
	}
	var senders sync.WaitGroup
	for i, mine := range acts {
		senders.Go(func() {
			for _, e := range mine {
				if outcome, err := instances[i].recorder.Record(e, time.Minute); err != nil || outcome != Recorded {
					t.Error(outcome, err)
				}
			}
		})
	}
	senders.Wait()
	started := s.open(s.o)                                              // started later, with what is in the database
	if n := started.recorder.store.visitCount.Load(); n != 2*visitors { // with each visitor's arrival
		t.Errorf("%d visits in memory, want %d", n, 2*visitors)
	}
	again := s.event(view)
	again.Visitor, again.At, again.Day = acts[0][0].Visitor, acts[0][0].At.Add(time.Hour), acts[0][0].Day
	started.record(again)
	if n := s.counted(view); n != visitors*times+1 {
		t.Errorf("%d views, want %d", n, visitors*times+1)
	}
	if n := s.number("SELECT sum(visitors) FROM daily_counts"); n != visitors {
		t.Errorf("%d visitors, want %d", n, visitors)
	}
	s.consistent()
}
