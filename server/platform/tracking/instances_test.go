package tracking

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// written are the tables that a store writes, each after those it refers to.
var written = []string{"origins", "contexts", "daily_contexts", "daily_values", "daily_visits", "events", "daily_counts", "recent_traffic"}

// A standby takes over that lacks what was committed last. One instance has that
// in its memory; another has written in its place meanwhile.
func TestAStandbyWithoutTheLastCommitsTakesOver(t *testing.T) {
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
	one.record(again) // which it knows only from the database
	lost.ID = s.event().ID
	one.record(lost) // which only it remembers
	if n := s.counted(view); n != 4 {
		t.Errorf("%d views, want the 2 that were kept, the other instance's, and that of the visitor whose first was lost", n)
	}
	if n := s.number("SELECT count(*) FROM events WHERE reason = 'duplicate'"); n != 1 {
		t.Errorf("%d duplicates, want the one of what the other instance wrote", n)
	}
	if n := s.number("SELECT count(*) FROM events LEFT JOIN contexts ON contexts.id = context_id WHERE contexts.id IS NULL"); n != 0 {
		t.Errorf("%d events are of contexts that were lost", n)
	}
	s.consistent()
}

func TestInstancesMakeThePartitionOfADayAtOnce(t *testing.T) {
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
		t.Error("the second one: ", err)
	}
}
