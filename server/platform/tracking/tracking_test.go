package tracking

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/db/dbtest"
	"thriftwell/server/platform/calendar"
)

// site is tracking with its own database.
type site struct {
	*Tracking
	t    *testing.T
	pool *pgxpool.Pool
	o    Options
	now  time.Time // of all its events, so that no hour or day ends between them
}

func open(t *testing.T) *site {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	location, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	return (&site{t: t, pool: pool, now: time.Now()}).open(Options{
		Pool: pool, SpoolDir: t.TempDir(), Location: location, CommitWait: time.Minute, PerMinute: 1_000_000, Log: slog.New(slog.DiscardHandler),
	})
}

// open opens another instance on the same database.
func (s *site) open(o Options) *site {
	s.t.Helper()
	tracking, err := Open(s.t.Context(), o)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { tracking.Close(context.Background()) })
	return &site{Tracking: tracking, t: s.t, pool: s.pool, o: o, now: s.now}
}

func (s *site) number(query string, args ...any) (n int64) {
	s.t.Helper()
	if err := s.pool.QueryRow(context.Background(), query, args...).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

func (s *site) exec(query string, args ...any) {
	s.t.Helper()
	if _, err := s.pool.Exec(context.Background(), query, args...); err != nil {
		s.t.Fatal(err)
	}
}

// counted returns how many hits by people count, on all days.
func (s *site) counted(h Hit) int64 {
	s.t.Helper()
	return s.number(`SELECT coalesce(sum(count), 0)::bigint FROM daily_counts WHERE subject = $1::text::event_subject AND subject_id = $2
		AND action = $3::text::event_action AND reason = 'human'`, string(h.Subject), h.ID, string(h.Action))
}

// traffic is Traffic with one row for each context and hit.
const traffic = `(SELECT day, context_id, subject, subject_id, action, reason, sum(count) AS count, sum(visitors) AS visitors,
	sum(arrivals) AS arrivals, sum(earned) AS earned FROM ` + Traffic + ` parts GROUP BY 1, 2, 3, 4, 5, 6)`

// consistent fails the test unless the roll-ups match the events.
func (s *site) consistent() {
	s.t.Helper()
	if n := s.number(`SELECT count(*) FROM (
		SELECT subject, subject_id, day, action, reason, count(*) FROM events GROUP BY 1, 2, 3, 4, 5
		EXCEPT SELECT subject, subject_id, day, action, reason, count FROM daily_counts) d`); n != 0 {
		s.t.Errorf("%d roll-ups differ from the events", n)
	}
	if n := s.number(`SELECT count(*) FROM (
		SELECT subject, subject_id, day, action, reason, context_id, count(*) FROM events GROUP BY 1, 2, 3, 4, 5, 6
		EXCEPT SELECT subject, subject_id, day, action, reason, context_id, count FROM ` + traffic + ` t) d`); n != 0 {
		s.t.Errorf("%d roll-ups by context differ from the events", n)
	}
}

// event returns an event of another person.
func (s *site) event(hits ...Hit) Event {
	id, err := uuid.NewV7()
	if err != nil {
		s.t.Fatal(err)
	}
	id = withTime(id, s.now)
	return Event{ID: id, At: timeOf(id), Day: calendar.DayOf(timeOf(id), s.location), Reason: Human, Visitor: uuid.New(), Hits: hits}
}

func (s *site) record(e Event) Outcome {
	s.t.Helper()
	outcome, err := s.recorder.Record(e, s.o.CommitWait)
	if err != nil {
		s.t.Fatal(err)
	}
	return outcome
}

func request(agent string) *http.Request {
	r, _ := http.NewRequest(http.MethodPost, "/", nil)
	r.Header.Set("User-Agent", agent)
	return r
}

const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

var view = Hit{Subject: Offer, ID: 7, Action: View}

func TestClientClocksAreTrustedWithinADay(t *testing.T) {
	t.Parallel()
	s := open(t)
	for off, trusted := range map[time.Duration]bool{-23 * time.Hour: true, 23 * time.Hour: true, -25 * time.Hour: false, 3 * 365 * 24 * time.Hour: false} {
		at := time.Now().Add(off)
		id := withTime(uuid.Must(uuid.NewV7()), at)
		call := Call{Request: request(browser), Address: "192.0.2.1", Sent: Sent{EventID: id.String()}, Hits: []Hit{view}}
		e, err := s.Counter.event(call)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := s.Counter.event(call); again.ID != e.ID || again.Day != e.Day {
			t.Errorf("%v off: a resent call is another event", off)
		}
		if trusted && (e.ID != id || e.Day != calendar.DayOf(at, s.location)) {
			t.Errorf("%v off is not trusted: %s", off, e.Day)
		}
		if !trusted && (e.Day != calendar.DayOf(e.At, s.location) || time.Since(e.At) > time.Hour) {
			t.Errorf("%v off is trusted: %s", off, e.Day)
		}
	}
}

func TestEventIDsMustBeVersion7UUIDs(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"x", "6ba7b810-9dad-41d1-80b4-00c04fd430c8", "{0193e7a2-7c3b-7000-8000-000000000000}", "0193e7a27c3b70008000000000000000",
		"0193e7a2-7c3b-7000-0000-000000000000", "' OR 1=1 --", strings.Repeat("0", 1000)} {
		if _, err := eventID(id); err == nil {
			t.Errorf("%q is accepted", id)
		}
	}
}

func TestRepeatedHitsWithinTenSecondsAreDuplicates(t *testing.T) {
	t.Parallel()
	s := open(t)
	first := s.event(view)
	for _, after := range []time.Duration{0, 4 * time.Second, 9 * time.Second, 25 * time.Second} {
		again := s.event(view)
		again.Visitor, again.At = first.Visitor, first.At.Add(after)
		s.record(again)
	}
	other := s.event(Hit{Subject: Offer, ID: 7, Action: Click})
	other.Visitor, other.At = first.Visitor, first.At
	s.record(other) // another action
	s.record(s.event(view))
	if n := s.counted(view); n != 3 {
		t.Errorf("%d views, want 3: at 0 s, at 25 s and by the other visitor", n)
	}
	if n := s.number("SELECT visitors FROM daily_counts WHERE subject = 'offer' AND action = 'view' AND reason = 'human'"); n != 2 {
		t.Errorf("%d visitors, want 2", n)
	}
	if n := s.number("SELECT count(*) FROM events WHERE reason = 'duplicate'"); n != 2 {
		t.Errorf("%d duplicates are stored, want 2", n)
	}
	s.consistent()
}

func TestEventsCountBeyondTheVisitLimit(t *testing.T) {
	t.Parallel()
	v := newTxVisits(newDayVisits())
	v.max = 2
	now := times{at: timestampOf(time.Now())}
	for which, want := range []bool{true, true, false} {
		visit := v.find(visitKey(which))
		if visit.duplicates(now) {
			t.Errorf("visit %d is a duplicate", which)
		}
		if first := v.add(visit, now, 0); first != want {
			t.Errorf("visit %d counts as a new visitor's: %v", which, first)
		}
	}
	if !v.find(1).duplicates(now) {
		t.Error("a duplicate of a known visit counts")
	}
}

func TestALostCommitAnswerDoesNotCountTwice(t *testing.T) {
	t.Parallel()
	s := open(t)
	e := s.event(view)
	s.record(e)
	for range 2 { // unaware that it was committed
		clear(s.recorder.store.visits)
		s.record(e)
	}
	if n := s.number("SELECT sum(count) + sum(visitors) FROM daily_counts"); n != 2 {
		t.Errorf("%d views and visitors, want one each", n)
	}
	s.consistent()
}

func TestDuplicatesAreDetectedWithinABatch(t *testing.T) {
	t.Parallel()
	s := open(t)
	first := s.event(view)
	var batch []Event
	for _, after := range []time.Duration{20 * time.Second, 0, 3 * time.Second, 0, 40 * time.Second} {
		e := s.event(view)
		e.Visitor, e.At = first.Visitor, first.At.Add(after)
		batch = append(batch, e, e) // each sent twice
	}
	if err := s.recorder.store.write(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
	if human, all := s.counted(view), s.number("SELECT count(*) FROM events"); human != 3 || all != 5 {
		t.Errorf("%d of %d count, want 3 of 5", human, all)
	}
	s.consistent()
}

// While Postgres is slow, the queue must not keep what is on disk already.
func TestSpooledEventsLeaveTheQueue(t *testing.T) {
	t.Parallel()
	s := open(t)
	slow, err := s.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Rollback(t.Context())
	if _, err := slow.Exec(t.Context(), "SELECT pg_advisory_xact_lock(hashtext('event writers'))"); err != nil {
		t.Fatal(err)
	}
	var senders sync.WaitGroup
	send := func(n int) {
		for range n {
			senders.Go(func() {
				if outcome, err := s.recorder.Record(s.event(view), 50*time.Millisecond); outcome != Accepted {
					t.Error(outcome, err)
				}
			})
		}
		senders.Wait()
	}
	send(1)  // is being committed
	send(20) // wait for their turn
	if err := slow.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if outcome := s.record(s.event(view)); outcome != Recorded {
		t.Error(outcome)
	}
	if n := s.number("SELECT count(*) FROM events"); n != 2 {
		t.Errorf("%d events were committed, want the one in progress and the last", n)
	}
	s.inBackground()
	eventually(t, "the spool is not brought in", func() bool { return len(s.recorder.spool.files()) == 0 })
	if n := s.counted(view); n != 22 {
		t.Errorf("%d views, want 22", n)
	}
	s.consistent()
}

func TestConcurrentWritersCountEachEventOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	events := make([]Event, 300)
	for i := range events {
		events[i] = s.event(Hit{Subject: Offer, ID: int64(i % 5), Action: View}, Hit{Subject: ContentOffer, ID: int64(i % 3), Action: View})
		if i%10 == 0 && i > 0 {
			events[i].Visitor = events[i-1].Visitor
		}
	}
	var writers sync.WaitGroup
	for range 8 {
		mine := append([]Event{}, events...)
		rand.Shuffle(len(mine), func(i, j int) { mine[i], mine[j] = mine[j], mine[i] })
		writers.Go(func() {
			for len(mine) > 0 {
				n := min(len(mine), 1+rand.IntN(60))
				if err := s.recorder.store.write(context.Background(), mine[:n]); err != nil {
					t.Error(err)
				}
				mine = mine[n:]
			}
		})
	}
	writers.Wait()
	if n := s.number("SELECT count(*) FROM events"); n != 600 {
		t.Errorf("%d rows, want 600", n)
	}
	s.consistent()
}

func TestClicksOnContentOffersCountForThePage(t *testing.T) {
	t.Parallel()
	s := open(t)
	e := s.event(Hit{Subject: ContentOffer, ID: 3, Action: Click})
	e.Page = 9
	s.record(e)
	if n := s.counted(Hit{Subject: Page, ID: 9, Action: Click}); n != 1 {
		t.Errorf("the page has %d clicks", n)
	}
}

func TestVisitorHashesMatchAcrossInstancesForADay(t *testing.T) {
	t.Parallel()
	s := open(t)
	other := s.open(s.o)
	today := calendar.Today(s.location)
	hash := s.salts.visitor(today, "192.0.2.1", browser)
	if other.salts.visitor(today, "192.0.2.1", browser) != hash {
		t.Error("instances disagree on a visitor")
	}
	if s.salts.visitor(today, "192.0.2.2", browser) == hash || s.salts.visitor(today, "192.0.2.1", "x") == hash {
		t.Error("two visitors have the same hash")
	}
	if s.salts.visitor(today.Add(1), "192.0.2.1", browser) == hash {
		t.Error("visitors can be followed across days")
	}
}

func TestSaltsAreDeletedAfterTheDay(t *testing.T) {
	t.Parallel()
	s := open(t)
	today := calendar.Today(s.location)
	var visits sync.WaitGroup
	visits.Go(func() { // for the race detector: visits don't wait for the rotation
		for n := range 1000 {
			s.salts.visitor(today.Add(1+n%2), "192.0.2.1", browser)
		}
	})
	if err := s.maintain(t.Context(), today.Add(1)); err != nil {
		t.Fatal(err)
	}
	visits.Wait()
	if n := s.number("SELECT count(*) FROM visitor_salts WHERE day <= $1", today.Time); n != 0 {
		t.Error("the database still has yesterday's salt")
	}
	if s.salts.byDay[today.Unix()] != nil {
		t.Error("the memory still has yesterday's salt")
	}
	if n := s.number("SELECT count(*) FROM visitor_salts"); n != 2 {
		t.Errorf("%d salts, want 2 (today and tomorrow)", n)
	}
}

func TestPartitionsAreMadeAheadAndOldEventsKept(t *testing.T) {
	t.Parallel()
	s := open(t)
	old := s.event(view)
	old.Day = old.Day.Add(-400)
	s.record(old)
	today := calendar.Today(s.location)
	if err := s.maintain(t.Context(), today); err != nil {
		t.Fatal(err)
	}
	has := func(day calendar.Day) bool {
		return s.number("SELECT count(*) FROM pg_class WHERE relname = $1", "events_"+day.Format("20060102")) == 1
	}
	if !has(today.Add(partitionsAhead)) {
		t.Error("a day ahead has no partition")
	}
	if !has(old.Day) || s.number("SELECT count(*) FROM events WHERE day = $1", old.Day.Time) != 1 {
		t.Error("old events were deleted")
	}
	if s.number("SELECT count(*) FROM daily_visits WHERE day = $1", old.Day.Time) != 0 {
		t.Error("old visits are still there")
	}
	late := s.event(view) // on the day whose visits were deleted
	late.Day = old.Day
	s.record(late)
	if n := s.number("SELECT count(*) FROM events WHERE day = $1", old.Day.Time); n != 2 {
		t.Errorf("%d events on the old day, want 2", n)
	}
}
