package tracking

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/platform/calendar"
)

// ago returns a past day and its noon.
func (s *site) ago(days int) (calendar.Day, time.Time) {
	day := calendar.Today(s.location).Add(-days)
	return day, time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, s.location)
}

func (s *site) write(events ...Event) {
	s.t.Helper()
	for _, e := range events {
		if err := s.recorder.store.write(s.t.Context(), []Event{e}); err != nil {
			s.t.Fatal(err)
		}
	}
}

// rollups returns all roll-ups of a day as text.
func (s *site) rollups(day calendar.Day) (text string) {
	s.t.Helper()
	if err := s.pool.QueryRow(s.t.Context(), `SELECT concat(
		(SELECT string_agg(c::text, E'\n' ORDER BY c::text) FROM daily_counts c WHERE day = $1), E'\n',
		(SELECT string_agg(t::text, E'\n' ORDER BY t::text) FROM `+traffic+` t WHERE day = $1))`, day.Time).Scan(&text); err != nil {
		s.t.Fatal(err)
	}
	return text
}

func (s *site) rejudge(day calendar.Day, dryRun bool) Rejudged {
	s.t.Helper()
	r, err := s.archive.Rejudge(s.t.Context(), day, dryRun)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

func TestRejudgingWithTheSameRulesChangesNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	day, noon := s.ago(5)
	random := rand.New(rand.NewPCG(1, 2)) // seeded, because one in a hundred seeds makes too few duplicates
	visitors, at := make([]uuid.UUID, 12), noon
	for i := range visitors {
		visitors[i] = uuid.New()
	}
	origins := []string{"letter", "ads"}
	page, shown := Hit{Subject: Page, ID: 1, Action: View}, Hit{Subject: ContentOffer, ID: 2, Action: View}
	hits := [][]Hit{{click}, {out}, {view}, {page, shown}, {{Subject: ContentOffer, ID: 2, Action: Click, Earns: 7}}, {{Subject: StaticOffer, ID: 5, Action: Click, Earns: 3, NetworkLimit: 4}}}
	hot, carousel := s.placements(4)
	hits = append(hits, []Hit{hot}, []Hit{carousel})
	for range 400 {
		at = at.Add(time.Duration(random.IntN(5000)) * time.Millisecond)
		e := s.forged(s.event(hits[random.IntN(len(hits))]...), at.Add(time.Duration(random.IntN(3)-1)*24*time.Hour), at)
		if random.IntN(3) > 0 {
			e = s.forged(e, at, at)
		}
		e.Visitor, e.Network, e.Page = visitors[random.IntN(len(visitors))], 1, 1
		e.Visit = &Visit{Last: Origin{Source: origins[random.IntN(len(origins))]}}
		if random.IntN(10) == 0 {
			e.Reason, e.Visitor, e.Network = Robot, uuid.Nil, 0
		}
		s.write(e)
	}
	for n := -1; n <= 1; n++ {
		before := s.rollups(day.Add(n))
		if r := s.rejudge(day.Add(n), false); r.Changed != 0 || before != s.rollups(day.Add(n)) {
			t.Errorf("%d changed: %v\n%s\nbefore:\n%s", r.Changed, r.After, s.rollups(day.Add(n)), before)
		}
	}
	if n := s.number("SELECT count(*) FROM events WHERE reason IN ('excess', 'duplicate')"); n < 20 {
		t.Errorf("only %d events aren't human; the test needs more", n)
	}
	s.consistent()
}

func TestMisdatedClicksStayExcess(t *testing.T) {
	t.Parallel()
	s := open(t)
	day, noon := s.ago(5)
	for n := range 2 * MaxClicks { // each from a different visitor
		claimed := noon.Add(time.Duration(n/MaxClicks*2-1) * 20 * time.Hour) // the day before, then the day after
		e := s.forged(s.event(click), claimed, noon.Add(time.Duration(n)*time.Second))
		e.Network = 1
		s.write(e)
	}
	for n := -1; n <= 1; n += 2 {
		if r := s.rejudge(day.Add(n), false); r.Changed != 0 {
			t.Errorf("%s: %+v", day.Add(n), r)
		}
	}
	if n := s.counted(click); n != MaxClicks {
		t.Errorf("%d clicks count, want %d", n, MaxClicks)
	}
}

func TestRejudgingAppliesNewRulesToOldEvents(t *testing.T) {
	t.Parallel()
	s := open(t)
	day, noon := s.ago(5)
	for n := range MaxClicks + 10 {
		e := s.forged(s.event(Hit{Subject: ContentOffer, ID: 2, Action: Click, Earns: 7, ForeignPay: 5, Currency: "EUR"}), noon, noon.Add(time.Duration(n)*time.Second))
		e.Page = 1
		s.write(e)
	}
	s.exec("UPDATE events SET network = 5")
	s.exec("DELETE FROM open_days")
	before := s.rollups(day)
	if r := s.rejudge(day, true); r.Changed != 10 || r.Before[Human] != MaxClicks+10 || r.After[Human] != MaxClicks || r.After[Excess] != 10 {
		t.Errorf("dry run: %+v", r)
	}
	if after := s.rollups(day); after != before {
		t.Errorf("the dry run changed the roll-ups:\n%s", after)
	}
	if r := s.rejudge(day, false); r.Changed != 10 {
		t.Errorf("%+v", r)
	}
	if n := s.number("SELECT count FROM daily_counts WHERE subject = 'page' AND reason = 'excess'"); n != 10 {
		t.Errorf("%d clicks of the page are excess, want 10", n)
	}
	if n := s.number("SELECT sum(earned) FROM " + Traffic + " t"); n != 7*MaxClicks {
		t.Errorf("earned %d, want %d", n, 7*MaxClicks)
	}
	if n := s.number("SELECT sum(amount) FROM foreign_earnings WHERE currency = 'EUR'"); n != 5*MaxClicks {
		t.Errorf("earned %d in another currency, want %d", n, 5*MaxClicks)
	}
	if n := s.number("SELECT count(*) FROM open_days WHERE day = $1", day.Time); n != 1 {
		t.Error("the day's reports are not marked for an update")
	}
	s.consistent()
	// Excess events keep what they would earn.
	s.exec("UPDATE events SET network = NULL")
	if s.rejudge(day, false); s.number("SELECT sum(earned) FROM "+Traffic+" t") != 7*(MaxClicks+10) {
		t.Error("clicks that count again earn nothing")
	}
}

func TestDaysThatCannotBeRejudgedAreUnchanged(t *testing.T) {
	t.Parallel()
	s := open(t)
	lost, noon := s.ago(5)
	for n := range 3 {
		s.write(s.forged(s.event(view), noon, noon.Add(time.Duration(n)*time.Second)))
	}
	s.exec("DELETE FROM events WHERE ctid = (SELECT min(ctid) FROM events)")
	today := calendar.Today(s.location)
	for day, want := range map[calendar.Day]error{lost: ErrIncomplete, today: ErrTooRecent, today.Add(-1): ErrTooRecent, today.Add(-9): ErrNoEvents} {
		before := s.rollups(day)
		if _, err := s.archive.Rejudge(t.Context(), day, false); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", day, err, want)
		}
		if after := s.rollups(day); after != before {
			t.Errorf("%s was changed:\n%s", day, after)
		}
	}
}

func TestOldEventsAreDroppedIfTheirRollupsMatch(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	s := open(t)
	s.log = slog.New(slog.NewTextHandler(&log, nil))
	right, noon := s.ago(9)
	wrong, later := s.ago(8)
	other, earlier := s.ago(10)
	kept, latest := s.ago(7)
	for _, at := range []time.Time{earlier, noon, later, latest} {
		e := s.forged(s.event(click, view), at, at)
		s.write(e, s.forged(e, at, at.Add(time.Second)))
	}
	s.exec("UPDATE recent_batches SET earned = array_replace(earned, 25, 24) WHERE day = $1", wrong.Time)
	s.exec("INSERT INTO foreign_earnings VALUES ($1, 1, 'offer', 1, 'EUR', 5)", other.Time)
	before := s.rollups(right)
	has := func(day calendar.Day) bool {
		return s.number("SELECT count(*) FROM pg_class WHERE relname = $1", partition(day)) == 1
	}
	if err := s.DropEvents(t.Context(), kept); err != nil {
		t.Fatal(err)
	}
	if !has(other) {
		t.Error("dropped a day whose earnings in another currency differ")
	}
	if has(right) || !has(wrong) || !has(kept) {
		t.Errorf("existing days: %s %v, %s %v, %s %v", right, has(right), wrong, has(wrong), kept, has(kept))
	}
	if after := s.rollups(right); after != before || after == "\n" {
		t.Errorf("the roll-ups changed: %s", after)
	}
	if said := log.String(); !strings.Contains(said, wrong.String()) || strings.Contains(said, kept.String()) {
		t.Errorf("logged %q", said)
	}
	s.rejudge(wrong, false)
	if err := s.DropEvents(t.Context(), kept); err != nil || has(wrong) {
		t.Errorf("a corrected day was not dropped: %v", err)
	}
	// A late replay of the spool makes the day's partition again.
	s.write(s.forged(s.event(click), noon, noon))
	if err := s.DropEvents(t.Context(), kept); err != nil || !has(right) {
		t.Errorf("dropped a day that differs: %v", err)
	}
}

func TestEventsInUseAreDroppedLater(t *testing.T) {
	t.Parallel()
	s := open(t)
	day, noon := s.ago(9)
	s.write(s.forged(s.event(view), noon, noon))
	reader, err := s.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reader.Exec(t.Context(), "LOCK TABLE events IN ACCESS SHARE MODE"); err != nil {
		t.Fatal(err)
	}
	if err := s.DropEvents(t.Context(), day.Add(1)); err != nil {
		t.Error(err)
	}
	if n := s.number(fmt.Sprint("SELECT count(*) FROM ", partition(day))); n != 1 {
		t.Errorf("%d events", n)
	}
	s.record(s.event(view)) // within the lock timeout
	if err := reader.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.DropEvents(t.Context(), day.Add(1)); err != nil {
		t.Error(err)
	}
	if n := s.number("SELECT count(*) FROM events WHERE day = $1", day.Time); n != 0 {
		t.Errorf("%d events are left", n)
	}
}
