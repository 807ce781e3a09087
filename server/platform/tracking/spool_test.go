package tracking

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"thriftwell/server/platform/calendar"
)

// eventually waits for something in the background.
func eventually(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !happened(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(what)
		}
	}
}

// lose makes Postgres reject events until back is called.
func (s *site) lose() (back func()) {
	s.exec("ALTER TABLE events RENAME TO elsewhere")
	return func() { s.exec("ALTER TABLE elsewhere RENAME TO events") }
}

func (s *site) inBackground() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Run(ctx)
	}()
	s.t.Cleanup(func() {
		cancel()
		<-done
	})
}

func TestEventsAreSpooledWhilePostgresIsDown(t *testing.T) {
	t.Parallel()
	s := open(t)
	back := s.lose()
	e := s.event(view)
	e.Day = e.Day.Add(-3)
	for range 3 { // resent
		if outcome := s.record(e); outcome != Accepted {
			t.Errorf("outcome %s", outcome)
		}
	}
	s.record(s.event(view))
	back()
	s.inBackground()
	eventually(t, "the spool is not brought in", func() bool { return len(s.recorder.spool.files()) == 0 })
	if outcome := s.record(e); outcome != Recorded {
		t.Errorf("afterwards: %s", outcome)
	}
	if n := s.counted(view); n != 2 {
		t.Errorf("%d counted, want 2", n)
	}
	if n := s.number("SELECT count(*) FROM events WHERE day = $1", e.Day.Time); n != 1 {
		t.Errorf("%d on its own day, want 1", n)
	}
	s.consistent()
}

func TestEventsSpooledWhileQueuedAreReplayed(t *testing.T) {
	t.Parallel()
	s := open(t)
	tx, err := s.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(context.Background())
	if _, err := tx.Exec(t.Context(), "LOCK TABLE events"); err != nil {
		t.Fatal(err)
	}
	var waiting sync.WaitGroup
	record := func(commitWait time.Duration, want Outcome) {
		waiting.Go(func() {
			if outcome, err := s.recorder.Record(s.event(view), commitWait); err != nil || outcome != want {
				t.Errorf("%s, %v; want %s", outcome, err, want)
			}
		})
	}
	record(time.Minute, Recorded) // its batch is delayed
	eventually(t, "the first batch is not begun", func() bool {
		return s.number("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()") == 1
	})
	record(time.Minute, Recorded)         // in the next batch
	record(30*time.Millisecond, Accepted) // likewise, but not for long
	eventually(t, "nothing is spooled", func() bool { return s.recorder.spool.bytes() > 0 })
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	waiting.Wait()
	s.inBackground()
	eventually(t, "the spool is not brought in", func() bool { return len(s.recorder.spool.files()) == 0 })
	if n := s.counted(view); n != 3 {
		t.Errorf("%d counted, want 3", n)
	}
	s.consistent()
}

func TestEventsDoNotWaitForAStalledPostgres(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.inBackground()
	tx, err := s.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "LOCK TABLE events"); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		start := time.Now()
		if _, err := s.ClickOut(t.Context(), Call{Request: request(browser), Address: "192.0.2.1", Hits: []Hit{{Subject: Offer, ID: 7, Action: ClickOut}}}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took > s.o.CommitWait/2 {
			t.Errorf("a click-out took %v", took)
		}
		if outcome, err := s.recorder.Record(s.event(view), 10*time.Millisecond); err != nil || outcome != Accepted {
			t.Errorf("%s, %v", outcome, err)
		}
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "not all are counted", func() bool { return s.number("SELECT count(*) FROM events") == 10 })
	eventually(t, "the spool is not brought in", func() bool { return len(s.recorder.spool.files()) == 0 })
	if n := s.counted(view); n != 5 {
		t.Errorf("%d counted, want 5", n)
	}
	s.consistent()
}

func TestAnsweredClickOutsSurviveTheProcessOnASlowDisk(t *testing.T) {
	t.Parallel()
	s := open(t)
	back := s.lose()
	s.recorder.spool.synced.mu.Lock() // as during a sync
	id, err := s.ClickOut(t.Context(), Call{Request: request(browser), Address: "192.0.2.1", Hits: []Hit{{Subject: Offer, ID: 7, Action: ClickOut}}})
	kept := ""
	for _, path := range s.recorder.spool.files() {
		text, _ := os.ReadFile(path)
		kept += string(text)
	}
	s.recorder.spool.synced.mu.Unlock()
	if err != nil || !strings.Contains(kept, id) {
		t.Errorf("the click-out is only in memory: %v, %q", err, kept)
	}
	back()
	s.inBackground()
	eventually(t, "the spool is not brought in", func() bool {
		return s.number("SELECT count(*) FROM events") > 0 && len(s.recorder.spool.files()) == 0
	})
	if n := s.number("SELECT count(*) FROM events"); n != 1 {
		t.Errorf("%d events, want 1", n)
	}
	s.consistent()
}

func TestTheSpoolOfADeadProcessIsReplayed(t *testing.T) {
	t.Parallel()
	s := open(t)
	back := s.lose()
	dead := s.open(s.o)
	for range 3 {
		dead.record(s.event(view))
	}
	dead.recorder.spool.rotate() // its lock ends with the process
	back()
	s.inBackground()
	eventually(t, "it is not brought in", func() bool { return s.counted(view) == 3 })
}

func TestFilesAreLockedBeforeTheyGetTheirName(t *testing.T) {
	t.Parallel()
	dir, done := t.TempDir(), make(chan struct{})
	var looking sync.WaitGroup
	looking.Go(func() {
		spool := spool{dir: dir}
		for {
			for _, path := range spool.files() {
				f, err := os.Open(path)
				if err != nil {
					continue
				}
				if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
					if _, err := os.Stat(path); err == nil {
						t.Errorf("%s is not locked", path)
					}
				}
				f.Close()
			}
			select {
			case <-done:
				return
			default:
			}
		}
	})
	for n := range 500 {
		path := filepath.Join(dir, fmt.Sprint(spoolName, n, spoolExt))
		f, err := createLocked(path)
		if err != nil {
			t.Fatal(err)
		}
		os.Remove(path) // before the lock is released
		f.Close()
	}
	close(done)
	looking.Wait()
}

func TestOtherUsersCannotReadTheSpool(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "spool")
	s, err := openSpool(dir)
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.create(filepath.Join(dir, "events-1-1.spool"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for path, want := range map[string]os.FileMode{dir: 0o700, f.Name(): 0o600} {
		info, err := os.Stat(strings.TrimSuffix(path, newExt))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

func TestAFullDiskIsReportedAndLeavesNoPartialLine(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.recorder.spool.create = func(string) (*os.File, error) { return os.OpenFile("/dev/full", os.O_WRONLY, 0) }
	back := s.lose()
	if _, err := s.Count(Call{Request: request(browser), Address: "192.0.2.1", Hits: []Hit{view}}); err == nil {
		t.Error("an event that was not stored was acknowledged")
	}
	if _, err := s.ClickOut(t.Context(), Call{Request: request(browser), Address: "192.0.2.1", Hits: []Hit{{Subject: Offer, ID: 7, Action: ClickOut}}}); err != nil {
		t.Errorf("the visitor is not redirected: %v", err)
	}
	if n := testutil.ToFloat64(s.metrics.failures); n == 0 {
		t.Error("no metric counts it")
	}
	s.recorder.spool.synced.mu.Lock() // the click-out may still be running
	s.recorder.spool.unsynced.mu.Lock()
	s.recorder.spool.create = createLocked
	s.recorder.spool.unsynced.mu.Unlock()
	s.recorder.spool.synced.mu.Unlock()
	e := s.event(view)
	s.record(e)
	back()
	s.inBackground()
	eventually(t, "it is not counted", func() bool { return s.counted(view) == 1 })
}

func TestTheSpoolHasNoPersonalData(t *testing.T) {
	t.Parallel()
	s := open(t)
	defer s.lose()()
	r := request(browser)
	r.URL.RawQuery, r.Header["Cookie"] = "zip=02139&email=ann@example.com", []string{"session=secret"}
	if _, err := s.Count(Call{Request: r, Address: "192.0.2.77", Hits: []Hit{view}}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(s.recorder.spool.files()[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"192.0.2.77", "Mozilla", "Chrome", "02139", "ann@", "secret"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("the spool contains %s: %s", secret, text)
		}
	}
}

func TestEverySubjectAndReasonCanBeSpooled(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, reason := range []Reason{Human, Robot, Prefetch, Embedded, Staff, Duplicate} {
		e := s.event(Hit{Subject: Page, ID: 1, Action: View})
		e.Reason = reason
		if _, err := readLine(appendLine(nil, &e)); err != nil {
			t.Errorf("%s: %v", reason, err)
		}
	}
	for _, subject := range []Subject{Page, Article, Guide, Author, Newsletter, Path, Offer, ContentOffer, DailyOffer, StaticOffer, Question} {
		e := s.event(Hit{Subject: subject, ID: 1, Action: View})
		if _, err := readLine(appendLine(nil, &e)); err != nil {
			t.Errorf("%s: %v", subject, err)
		}
	}
}

func FuzzReadLine(f *testing.F) {
	e := Event{Hits: []Hit{{Subject: Offer, ID: 7, Action: View}, {Subject: ContentOffer, ID: 1, Action: Click}}, Reason: Human, At: time.Unix(1_790_000_000, 0).UTC(), Page: 3}
	e.ID[6], e.ID[8], e.Day = 0x70, 0x80, calendar.DayOf(e.At, time.UTC)
	f.Add(appendLine(nil, &e))
	f.Add([]byte("00000000 {}\n"))
	f.Add([]byte("deadbeef "))
	f.Add([]byte("\n"))
	f.Fuzz(func(t *testing.T, line []byte) {
		e, err := readLine(line)
		if err != nil {
			return
		}
		if !e.valid() {
			t.Fatalf("accepted %q", line)
		}
		again, err := readLine(appendLine(nil, &e))
		if err != nil || !bytes.Equal(appendLine(nil, &again), appendLine(nil, &e)) {
			t.Fatalf("%q does not round-trip: %v", line, err)
		}
		r := newDayRows(e.Day, newDayVisits(), newDayContexts(dailyLimits()))
		r.add(&e, r)
		r.add(&again, r)
	})
}
