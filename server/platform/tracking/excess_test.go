package tracking

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/platform/calendar"
)

var (
	click = Hit{Subject: DailyOffer, ID: 3, Action: Click, Earns: 25}
	out   = Hit{Subject: Offer, ID: 7, Action: ClickOut}
)

// clicked returns a click by a new visitor of a network, n seconds after the
// hour.
func (s *site) clicked(network uint64, n int, h Hit) Event {
	e := s.event(h)
	e.Network, e.Received = network, e.At.Truncate(time.Hour).Add(time.Duration(n)*time.Second)
	return e
}

func (s *site) reasons(h Hit) string {
	s.t.Helper()
	count := func(reason Reason) int64 {
		return s.number("SELECT coalesce(sum(count), 0)::bigint FROM daily_counts WHERE subject = $1::text::event_subject AND subject_id = $2 AND action = $3::text::event_action AND reason = $4::text::event_reason",
			string(h.Subject), h.ID, string(h.Action), string(reason))
	}
	return fmt.Sprintf("%d people, %d duplicate, %d excess", count(Human), count(Duplicate), count(Excess))
}

func TestClicksBeyondANetworksHourlyLimitAreExcess(t *testing.T) {
	t.Parallel()
	s := open(t)
	instances := []*site{s, s.open(s.o)}
	var sent []Event
	for n := range MaxClicks + 10 {
		e := s.clicked(1, n, click)
		instances[n%2].record(e)
		sent = append(sent, e)
	}
	s.open(s.o).record(s.clicked(1, 99, click)) // after a restart
	want := fmt.Sprintf("%d people, 0 duplicate, 11 excess", MaxClicks)
	if got := s.reasons(click); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, e := range sent { // resent because the answer was lost
		instances[1].record(e)
	}
	if got := s.reasons(click); got != want {
		t.Errorf("resent: %s, want %s", got, want)
	}
	if n := s.number("SELECT sum(earned) FROM " + Traffic + " t"); n != MaxClicks*25 {
		t.Errorf("earned %d, want %d", n, MaxClicks*25)
	}
	// Everything else still counts.
	later := s.clicked(1, 3600, click)
	for _, e := range []Event{later, s.clicked(2, 100, click), s.clicked(1, 101, out), s.clicked(1, 102, Hit{Subject: DailyOffer, ID: 4, Action: Click}), s.clicked(1, 103, Hit{Subject: DailyOffer, ID: 3, Action: View})} {
		s.record(e)
	}
	if n := s.number("SELECT count(*) FROM events WHERE reason = 'human'"); n != MaxClicks+5 {
		t.Errorf("%d count, want %d", n, MaxClicks+5)
	}
	s.consistent()
}

func TestInstancesShareANetworksHourlyLimit(t *testing.T) {
	t.Parallel()
	s := open(t)
	var wait sync.WaitGroup
	for i, instance := range []*site{s, s.open(s.o)} {
		for n := range 2 * MaxClicks {
			wait.Go(func() { instance.record(s.clicked(1, i+2*n, click)) })
		}
	}
	wait.Wait()
	if got, want := s.reasons(click), fmt.Sprintf("%d people, 0 duplicate, %d excess", MaxClicks, 3*MaxClicks); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s.consistent()
}

func TestForgedTimesDoNotRaiseANetworksLimit(t *testing.T) {
	t.Parallel()
	s := open(t)
	start := time.Now().Truncate(time.Hour)
	for n := range 2 * MaxClicks {
		e := s.forged(s.clicked(1, 0, click), start.Add(time.Duration(n%47-23)*time.Hour), start.Add(time.Duration(n)*time.Second))
		s.record(e)
	}
	if n := s.counted(click); n != MaxClicks {
		t.Errorf("%d count, want %d", n, MaxClicks)
	}
}

func TestSpooledClicksAreLimitedByHourOfReceipt(t *testing.T) {
	t.Parallel()
	s := open(t)
	for n := range MaxClicks - 10 {
		s.record(s.clicked(1, n, click))
	}
	back := s.lose()
	for n := range 30 {
		s.record(s.clicked(1, 100+n, click))
	}
	back()
	s.inBackground()
	eventually(t, "the spool is not brought in", func() bool { return len(s.recorder.spool.files()) == 0 })
	if got, want := s.reasons(click), fmt.Sprintf("%d people, 0 duplicate, 20 excess", MaxClicks); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s.consistent()
}

func TestNeighborsShareANetworkWithinADay(t *testing.T) {
	t.Parallel()
	s := open(t)
	today := calendar.Today(s.location)
	for address, neighbour := range map[string]string{
		"192.0.2.1": "192.0.2.255", "::ffff:192.0.2.1": "192.0.2.7", "2001:db8:1:2::1": "2001:db8:1:ffff::2", "": "unix socket",
	} {
		if s.salts.network(today, address) != s.salts.network(today, neighbour) {
			t.Errorf("%q and %q are two networks", address, neighbour)
		}
	}
	seen := map[uint64]string{0: "nothing"}
	for _, other := range []string{"192.0.2.1", "192.0.3.1", "2001:db8:1::1", "2001:db8:2::1", ""} {
		n := s.salts.network(today, other)
		if seen[n] != "" {
			t.Errorf("%q is in the network of %q", other, seen[n])
		}
		seen[n] = other
	}
	if s.salts.network(today, "192.0.2.1") == s.salts.network(today.Add(1), "192.0.2.1") {
		t.Error("networks can be followed across days")
	}
	made := func(agent string, h Hit) Event {
		e, err := s.Counter.event(Call{Request: request(agent), Address: "192.0.2.1", Hits: []Hit{h}})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	if made(browser, click).Network == 0 || made("Googlebot/2.1", click).Network != 0 {
		t.Error("a person has no network, or a robot has one")
	}
	for h, kept := range map[Hit]int64{view: 0, click: 1} {
		e := made(browser, h)
		s.record(e)
		if n := s.number(fmt.Sprintf("SELECT count(network) FROM events WHERE id = '%s'", e.ID)); n != kept {
			t.Errorf("%d networks are kept with a %s", n, h.Action)
		}
	}
	if again := made(browser, click); again.Visitor == uuid.Nil || again.Network != made(browser, out).Network {
		t.Error("one address has two networks")
	}
}

// placements returns the click-outs at two placements of one capped offer.
func (s *site) placements(limit int64) (hot, carousel Hit) {
	s.t.Helper()
	id := s.number("INSERT INTO offers (title, address) VALUES ('Two places', 'https://partner.example.com/') RETURNING id")
	s.exec("INSERT INTO placements (kind, number, offer_id) VALUES ('static', 8, $1), ('carousel', 9, $1)", id)
	return Hit{Subject: StaticOffer, ID: 8, Action: Click, NetworkLimit: limit, Offer: id}, Hit{Subject: Offer, ID: 9, Action: ClickOut, NetworkLimit: limit, Offer: id}
}

func TestANetworksShareOfACapIsLimitedOverAllPlacements(t *testing.T) {
	t.Parallel()
	s := open(t)
	hot, carousel := s.placements(3)
	for n, h := range []Hit{hot, carousel, hot, carousel, hot} {
		s.record(s.clicked(1, n, h))
	}
	if got := s.counted(hot) + s.counted(carousel); got != 3 {
		t.Errorf("%d count, want 3", got)
	}
}

func TestANetworksShareOfACapIsLimited(t *testing.T) {
	t.Parallel()
	s := open(t)
	capped := click
	capped.NetworkLimit = 3
	instances := []*site{s, s.open(s.o)}
	for n := range 10 {
		e := s.clicked(1, n, capped)
		if n%2 == 1 {
			e = s.forged(e, e.At.Add(time.Duration(n-5)*5*time.Hour), e.Received) // claims another hour or day
		}
		instances[n%2].record(e)
	}
	s.open(s.o).record(s.clicked(1, 99, capped)) // after a restart
	if got, want := s.reasons(click), "3 people, 0 duplicate, 8 excess"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if n := s.number("SELECT sum(earned) FROM " + Traffic + " t"); n != 3*25 {
		t.Errorf("earned %d, want %d", n, 3*25)
	}
	other := capped
	other.ID = 4
	for _, e := range []Event{s.clicked(2, 100, capped), s.clicked(1, 101, other), s.clicked(3, 102, click)} {
		s.record(e)
	}
	if n := s.number("SELECT count(*) FROM events WHERE reason = 'human'"); n != 6 {
		t.Errorf("%d count, want 6", n)
	}
	s.consistent()
}

func TestCapsUseTheServersClock(t *testing.T) {
	t.Parallel()
	s := open(t)
	now := time.Now()
	today := calendar.DayOf(now, s.location)
	for _, claimed := range []int{-1, 0, 1, 1} { // days
		e := s.event(click, Hit{Subject: DailyOffer, ID: 3, Action: View})
		s.record(s.forged(e, now.AddDate(0, 0, claimed), now))
	}
	s.record(s.forged(s.event(out), now.AddDate(0, 0, 1), now))
	s.record(s.forged(s.event(Hit{Subject: Offer, ID: 7, Action: Click}), now.AddDate(0, 0, 1), now)) // the button does not count toward the cap
	taken := func(subject Subject, id int64, from, to string) int64 {
		return s.number("SELECT offer_taken($1::text::event_subject, $2, 'click', $3::text::date, $4::text::date, 'UTC')", string(subject), id, from, to)
	}
	for days, want := range map[int]int64{-1: 0, 0: 4, 1: 0} {
		day := today.Add(days).String()
		if n := taken(DailyOffer, 3, day, day); n != want {
			t.Errorf("the cap %d counts in %d days, want %d", n, days, want)
		}
	}
	if all, carousel := taken(DailyOffer, 3, "-infinity", "infinity"), taken(Offer, 7, today.String(), today.String()); all != 4 || carousel != 1 {
		t.Errorf("%d count in total, and %d for the carousel", all, carousel)
	}
	if err := s.recorder.store.dropOldVisits(t.Context(), today.Add(20)); err != nil || s.number("SELECT count(*) FROM misdated_clicks") != 0 {
		t.Errorf("old misdated clicks are left: %v", err)
	}
}

func TestOldVisitsAreDeleted(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.record(s.event(Hit{Subject: Offer, ID: 7, Action: View}))
	today := calendar.DayOf(s.now, s.location)
	for _, days := range []int{visitRetention, visitRetention + 1} {
		want := days == visitRetention
		if err := s.recorder.store.dropOldVisits(t.Context(), today.Add(days)); err != nil || s.number("SELECT count(*) FROM daily_visits") > 0 != want {
			t.Errorf("after %d days visits exist: %t, want %t: %v", days, !want, want, err)
		}
	}
}

func TestExcessIsDetectedBeyondTheVisitLimit(t *testing.T) {
	t.Parallel()
	v := newTxVisits(newDayVisits())
	v.max = 0
	for n := range MaxClicks + 1 {
		if within := v.admit([]limit{{9, MaxClicks}}); within != (n < MaxClicks) {
			t.Errorf("click %d of a network counts: %v", n+1, within)
		}
	}
}

func TestOneNetworkCannotUseUpADaysVisits(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.recorder.store.visitsOf(calendar.Today(s.location)).maxOfNetwork = 4
	s.recorder.store.visitsOf(calendar.Today(s.location).Add(1)).maxOfNetwork = 4 // as at midnight
	var first Event
	for n := range 5 { // each makes two visits: an arrival and a view
		e := s.event(view)
		if e.Network = 1; n == 0 {
			first = e
		}
		s.record(e)
	}
	other, again := s.event(view), s.event(view)
	other.Network, again.Network, again.Visitor = 2, 1, first.Visitor
	s.record(other)
	s.record(again)
	if views, visitors := s.counted(view), s.number("SELECT sum(visitors) FROM daily_counts"); views != 6 || visitors != 3 {
		t.Errorf("%d views by %d visitors, want 6 by 3", views, visitors)
	}
	s.consistent()
}
