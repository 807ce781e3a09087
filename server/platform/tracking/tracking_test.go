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
)

// site is tracking over a database of its own.
type site struct {
	*Tracking
	t    *testing.T
	pool *pgxpool.Pool
	o    Options
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
	return (&site{t: t, pool: pool}).open(Options{
		Pool: pool, SpoolDir: t.TempDir(), Location: location, PerMinute: 1_000_000, Log: slog.New(slog.DiscardHandler),
	})
}

// open is another instance on the same database.
func (s *site) open(o Options) *site {
	s.t.Helper()
	tracking, err := Open(s.t.Context(), o)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { tracking.Close(context.Background()) })
	return &site{Tracking: tracking, t: s.t, pool: s.pool, o: o}
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

// counted is how many people did it, of all days.
func (s *site) counted(f Fact) int64 {
	s.t.Helper()
	return s.number(`SELECT coalesce(sum(count), 0)::bigint FROM daily_counts WHERE subject = $1::text::event_subject AND subject_id = $2
		AND action = $3::text::event_action AND reason = 'human'`, string(f.Subject), f.ID, string(f.Action))
}

// consistent fails the test unless the roll-ups say what the events say.
func (s *site) consistent() {
	s.t.Helper()
	if n := s.number(`SELECT count(*) FROM (
		SELECT subject, subject_id, day, action, reason, count(*) FROM events GROUP BY 1, 2, 3, 4, 5
		EXCEPT SELECT subject, subject_id, day, action, reason, count FROM daily_counts) d`); n != 0 {
		s.t.Errorf("%d roll-ups differ from the events", n)
	}
}

// event is one that a person makes now.
func (s *site) event(facts ...Fact) Event {
	id, err := uuid.NewV7()
	if err != nil {
		s.t.Fatal(err)
	}
	return Event{ID: id, At: timeOf(id), Day: DayOf(timeOf(id), s.location), Reason: Human, Visitor: uuid.New(), Facts: facts}
}

func (s *site) record(e Event) Outcome {
	s.t.Helper()
	outcome, err := s.recorder.Record(e, patience)
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

var view = Fact{Offer, 7, View}

func TestWhoAsksDecidesTheReason(t *testing.T) {
	r := newRobots()
	for agent, want := range map[string]Reason{
		browser: Human,
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1": Human,
		"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)":                                                                Robot,
		"Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)":                                                                 Robot,
		"curl/8.5.0": Robot, "": Robot, " ": Robot,
	} {
		for range 2 { // the second time from memory
			if got := r.reason(request(agent)); got != want {
				t.Errorf("%q is %s, want %s", agent, got, want)
			}
		}
	}
	head := request(browser)
	head.Method = http.MethodHead
	if got := r.reason(head); got != Robot {
		t.Errorf("HEAD is %s", got)
	}
	for field, value := range map[string]string{"Sec-Purpose": "prefetch;prerender", "Purpose": "prefetch", "X-Moz": "prefetch", "X-Purpose": "preview"} {
		ahead := request(browser)
		ahead.Header.Set(field, value)
		if got := r.reason(ahead); got != Prefetch {
			t.Errorf("%s: %s is %s", field, value, got)
		}
	}
}

func TestDaysAreTheSitesAlsoWhenTheClocksChange(t *testing.T) {
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

func TestAClientsClockIsBelievedWithinADay(t *testing.T) {
	s := open(t)
	for off, trusted := range map[time.Duration]bool{-23 * time.Hour: true, 23 * time.Hour: true, -25 * time.Hour: false, 3 * 365 * 24 * time.Hour: false} {
		id := withTime(uuid.Must(uuid.NewV7()), time.Now().Add(off))
		act := Act{Request: request(browser), Address: "192.0.2.1", EventID: id.String(), Facts: []Fact{view}}
		e, err := s.Counter.event(act)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := s.Counter.event(act); again.ID != e.ID || again.Day != e.Day {
			t.Errorf("%v off: sent again it is another event", off)
		}
		if trusted && (e.ID != id || e.Day != DayOf(time.Now().Add(off), s.location)) {
			t.Errorf("%v off is not believed: %s", off, e.Day)
		}
		if !trusted && (e.Day != DayOf(time.Now(), s.location) || time.Since(e.At) > time.Minute) {
			t.Errorf("%v off is believed: %s", off, e.Day)
		}
	}
}

func TestAnEventIDMustBeAVersion7UUID(t *testing.T) {
	for _, id := range []string{"x", "6ba7b810-9dad-41d1-80b4-00c04fd430c8", "{0193e7a2-7c3b-7000-8000-000000000000}", "0193e7a27c3b70008000000000000000",
		"0193e7a2-7c3b-7000-0000-000000000000", "' OR 1=1 --", strings.Repeat("0", 1000)} {
		if _, err := eventID(id); err == nil {
			t.Errorf("%q is taken", id)
		}
	}
}

func TestTheSameVisitorAndOfferWithinTenSecondsIsADuplicate(t *testing.T) {
	s := open(t)
	first := s.event(view)
	for _, after := range []time.Duration{0, 4 * time.Second, 9 * time.Second, 25 * time.Second} {
		again := s.event(view)
		again.Visitor, again.At = first.Visitor, first.At.Add(after)
		s.record(again)
	}
	other := s.event(Fact{Offer, 7, Click})
	other.Visitor, other.At = first.Visitor, first.At
	s.record(other) // another act
	s.record(s.event(view))
	if n := s.counted(view); n != 3 {
		t.Errorf("%d views, want those at 0 s, at 25 s and of the other visitor", n)
	}
	if n := s.number("SELECT visitors FROM daily_counts WHERE subject = 'offer' AND action = 'view' AND reason = 'human'"); n != 2 {
		t.Errorf("%d visitors, want 2", n)
	}
	if n := s.number("SELECT count(*) FROM events WHERE reason = 'duplicate'"); n != 2 {
		t.Errorf("%d duplicates kept, want 2", n)
	}
	s.consistent()
}

func TestADuplicateOnAnotherInstanceIsToldToo(t *testing.T) {
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

func TestAllInstancesTogetherTellVisitorsApart(t *testing.T) {
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
	started := s.open(s.o) // later, knowing what is in the database
	if n := started.recorder.store.held.Load(); n != visitors {
		t.Errorf("it has %d visits in memory, want %d", n, visitors)
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

func TestADayWithTooManyVisitsStillCountsItsEvents(t *testing.T) {
	v := visiting{newVisits(), map[visit]int64{}}
	v.max = 2
	now := time.Now()
	for which, want := range []bool{true, true, false} {
		if counts, first := v.happens(visit(which), now); !counts || first != want {
			t.Errorf("visit %d counts: %v, as a new visitor's: %v", which, counts, first)
		}
	}
	if counts, _ := v.happens(1, now); counts {
		t.Error("a duplicate of one that is remembered counts")
	}
}

func TestAWriterThatDiedBetweenCommitAndAnswerDoesNotCountTwice(t *testing.T) {
	s := open(t)
	e := s.event(view)
	s.record(e)
	for range 2 { // it does not know of its commit
		clear(s.recorder.store.seen)
		s.record(e)
	}
	if n := s.number("SELECT sum(count) + sum(visitors) FROM daily_counts"); n != 2 {
		t.Errorf("%d views and visitors, want one each", n)
	}
	s.consistent()
}

func TestDuplicatesAreToldWithinOneBatchToo(t *testing.T) {
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

func TestWritersInAnyOrderCountEachEventOnce(t *testing.T) {
	s := open(t)
	events := make([]Event, 300)
	for i := range events {
		events[i] = s.event(Fact{Offer, int64(i % 5), View}, Fact{ContentOffer, int64(i % 3), View})
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

func TestAClickOnAPagesOfferIsThePagesToo(t *testing.T) {
	s := open(t)
	e := s.event(Fact{ContentOffer, 3, Click})
	e.Page = 9
	s.record(e)
	if n := s.counted(Fact{Page, 9, Click}); n != 1 {
		t.Errorf("the page has %d clicks", n)
	}
}

func TestAVisitorIsTheSameForADayOnEveryInstance(t *testing.T) {
	s := open(t)
	other := s.open(s.o)
	today := DayOf(time.Now(), s.location)
	hash := s.visitors.hash(today, "192.0.2.1", browser)
	if other.visitors.hash(today, "192.0.2.1", browser) != hash {
		t.Error("two instances take one visitor for two")
	}
	if s.visitors.hash(today, "192.0.2.2", browser) == hash || s.visitors.hash(today, "192.0.2.1", "x") == hash {
		t.Error("two visitors are taken for one")
	}
	if s.visitors.hash(today.Add(1), "192.0.2.1", browser) == hash {
		t.Error("a visitor can be followed over days")
	}
}

func TestTheSaltIsGoneAfterTheDay(t *testing.T) {
	s := open(t)
	today := DayOf(time.Now(), s.location)
	if err := s.keeper.keep(t.Context(), today.Add(1)); err != nil {
		t.Fatal(err)
	}
	if n := s.number("SELECT count(*) FROM visitor_salts WHERE day <= $1", today.Time); n != 0 {
		t.Error("the database still has the salt of the day before")
	}
	if s.visitors.salts[today.Unix()] != nil {
		t.Error("the memory still has the salt of the day before")
	}
	if n := s.number("SELECT count(*) FROM visitor_salts"); n != 2 {
		t.Errorf("%d salts, want those of the day and the next", n)
	}
}

func TestPartitionsAreMadeAheadAndEventsKeptForEver(t *testing.T) {
	s := open(t)
	old := s.event(view)
	old.Day = old.Day.Add(-400)
	s.record(old)
	today := DayOf(time.Now(), s.location)
	if err := s.keeper.keep(t.Context(), today); err != nil {
		t.Fatal(err)
	}
	has := func(day Day) bool {
		return s.number("SELECT count(*) FROM pg_class WHERE relname = $1", "events_"+day.Format("20060102")) == 1
	}
	if !has(today.Add(daysAhead)) {
		t.Error("a day ahead has no partition")
	}
	if !has(old.Day) || s.number("SELECT count(*) FROM events WHERE day = $1", old.Day.Time) != 1 {
		t.Error("old events are gone")
	}
	if s.number("SELECT count(*) FROM daily_visits WHERE day = $1", old.Day.Time) != 0 {
		t.Error("old visits are still there")
	}
	late := s.event(view) // of the day whose visits are gone
	late.Day = old.Day
	s.record(late)
	if n := s.number("SELECT count(*) FROM events WHERE day = $1", old.Day.Time); n != 2 {
		t.Errorf("%d events on the old day, want 2", n)
	}
}

func TestAnAddressMaySendOnlySoMuch(t *testing.T) {
	l, now := newLimiter(60), time.Now()
	for i := range 60 {
		if l.allow("2001:db8::1", now) != 0 {
			t.Fatalf("refused after %d", i)
		}
	}
	if wait := l.allow("2001:db8::ffff", now); wait <= 0 || wait > time.Second {
		t.Errorf("the same network may go on after %v", wait)
	}
	if l.allow("2001:db8:0:1::1", now) != 0 || l.allow("192.0.2.1", now) != 0 {
		t.Error("others have to wait too")
	}
	if l.allow("2001:db8::1", now.Add(time.Second)) != 0 {
		t.Error("a second later it is still refused")
	}
}
