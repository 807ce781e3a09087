package tracking

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// written are the tables that a store writes, each after those it refers to.
var written = []string{"origins", "contexts", "daily_contexts", "daily_values", "daily_visits", "events", "daily_counts", "recent_batches"}

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

// hold takes an advisory lock, which others then wait for until it is let go.
func (s *site) hold(lock string) (letGo func()) {
	s.t.Helper()
	tx, err := s.pool.Begin(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = tx.Rollback(context.Background()) })
	if _, err := tx.Exec(s.t.Context(), lock); err != nil {
		s.t.Fatal(err)
	}
	return func() {
		if err := tx.Commit(s.t.Context()); err != nil {
			s.t.Error(err)
		}
	}
}

// await waits until so many wait for an advisory lock.
func (s *site) await(waiting int64) {
	s.t.Helper()
	eventually(s.t, "too few wait for their turn", func() bool {
		return s.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'") == waiting
	})
}

// Instances write raw events at the same time, and only then take turns.
func TestRawEventsAreWrittenBeforeTheirTurn(t *testing.T) {
	s := open(t)
	other := s.open(s.o)
	letGo := s.hold(lockWriters)
	var writing sync.WaitGroup
	for _, i := range []*site{s, other} {
		writing.Go(func() { i.record(s.event(view)) })
	}
	s.await(2)
	if n := s.number("SELECT count(*) FROM pg_locks WHERE relation = to_regclass($1) AND mode = 'RowExclusiveLock'", partition(s.event().Day)); n != 2 {
		t.Errorf("%d have written their raw events, want both", n)
	}
	letGo()
	writing.Wait()
	s.consistent()
}

// Both instances take for human what they write before their turn, as neither
// knows what the other writes.
func TestWhatOthersWriteBeforeATurnIsKnownInIt(t *testing.T) {
	s := open(t)
	other := s.open(s.o)
	first, second := s.event(view), s.event(view)
	second.Visitor = first.Visitor
	here, there := s.event(view), s.event(Hit{Subject: Offer, ID: 8, Action: View}) // of one visitor, who arrives once
	there.Visitor = here.Visitor
	for _, events := range [][2]Event{{here, there}, {first, second}} {
		letGo := s.hold(lockWriters)
		var writing sync.WaitGroup
		writing.Go(func() { s.record(events[0]) })
		writing.Go(func() { other.record(events[1]) })
		s.await(2)
		letGo()
		writing.Wait()
	}
	for reason, want := range map[Reason]int64{Human: 3, Duplicate: 1} {
		if n := s.number("SELECT count(*) FROM events WHERE reason = $1::text::event_reason", string(reason)); n != want {
			t.Errorf("%d are %s, want %d", n, reason, want)
		}
	}
	if n := s.number("SELECT sum(arrivals) FROM " + Traffic + " t"); n != 2 {
		t.Errorf("%d visitors arrived, want 2", n)
	}
	s.consistent()
}

// What comes while an instance waits to be the next is written in that turn.
func TestATurnTakesWhatCameUntilItWasTheNext(t *testing.T) {
	s := open(t)
	s.record(s.event(view))
	s.recorder.store.othersAt = time.Now()
	letGo := s.hold("SELECT pg_advisory_xact_lock(hashtext('event writer to come'))")
	waits, comes := s.event(view), s.event(view)
	var writing sync.WaitGroup
	writing.Go(func() { s.record(waits) })
	s.await(1)
	writing.Go(func() { s.record(comes) })
	eventually(t, "the second does not come", func() bool {
		s.recorder.mu.Lock()
		defer s.recorder.mu.Unlock()
		return len(s.recorder.queue[0].events) == 2
	})
	letGo()
	writing.Wait()
	if n := s.number("SELECT count(DISTINCT xmin::text) FROM events WHERE id = ANY ($1)", [][16]byte{waits.ID, comes.ID}); n != 1 {
		t.Errorf("written in %d transactions", n)
	}
	s.consistent()
}

// An instance that starts where another ended waits to be the next for nobody.
func TestAnInstanceKnowsThatItIsAlone(t *testing.T) {
	s := open(t)
	ofYesterday := func() Event { return s.forged(s.event(view), s.now.Add(-24*time.Hour), s.now) }
	for range 2 {
		s.record(s.event(view))
		s.record(ofYesterday())
	}
	next := s.open(s.o)
	next.record(s.event(view))
	next.record(ofYesterday())
	letGo := s.hold(lockWriters)
	var writing sync.WaitGroup
	for range 2 { // one of which reads what the other has written
		writing.Go(func() { next.write(s.event(view)) })
	}
	s.await(2)
	letGo()
	writing.Wait()
	if !next.recorder.store.othersAt.IsZero() {
		t.Error("it takes its own, or what was there before, for another's")
	}
	s.record(s.event(view))
	if s.recorder.store.othersAt.IsZero() {
		t.Error("an instance does not hear of another")
	}
	s.consistent()
}

// Of an event that one instance writes in its turn and another before it, neither
// keeps the other waiting for ever.
func TestOneEventOnTwoInstancesAtOnceCountsOnce(t *testing.T) {
	s := open(t)
	s.exec(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = ''1h''', current_database()); END $$`)
	s.pool.Reset()
	e := s.event(view)
	s.record(s.event(view)) // so that its context has a number
	other := s.open(s.o)
	letGo := s.hold(lockWriters)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var writing sync.WaitGroup
	for waiting, again := range []bool{true, false} {
		i := []*site{s, other}[waiting]
		writing.Go(func() {
			if err := i.recorder.store.write(ctx, these([]Event{e}), again, func() {}); err != nil {
				t.Error(err)
			}
		})
		s.await(int64(waiting + 1))
	}
	letGo()
	writing.Wait()
	if n := s.counted(view); n != 2 {
		t.Errorf("%d counted, want 2", n)
	}
	s.consistent()
}

// A turn that comes to nothing keeps nobody from theirs.
func TestATurnThatFailsIsLeft(t *testing.T) {
	s := open(t)
	e := s.event(view)
	s.record(e)
	s.recorder.store.othersAt = time.Now()
	s.record(e) // which exists already
	if n := s.number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = (hashtext('event writer to come')::bigint & 4294967295)::oid"); n != 0 {
		t.Errorf("%d still mean to be the next", n)
	}
	if n := s.counted(view); n != 1 {
		t.Errorf("%d counted, want 1", n)
	}
}
