package tracking

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"thriftwell/server/platform/fault"
)

// from returns a view of a page in a visit from a campaign.
func (s *site) from(campaign string, place Place) Event {
	e := s.event(Hit{Subject: place.Subject, ID: place.ID, Action: View})
	o := Origin{Source: "letter", Medium: "email", Campaign: campaign}
	e.Visit = &Visit{Place: place, First: o, Last: o}
	return e
}

func TestOriginsOfVisitsAreCountedExactly(t *testing.T) {
	t.Parallel()
	s := open(t)
	instances := []*site{s, s.open(s.o), s.open(s.o)}
	want := map[string]int{}
	var events []Event
	for range 300 {
		campaign := fmt.Sprint("week ", rand.IntN(20))
		want[campaign]++
		events = append(events, s.from(campaign, Place{Guide, int64(1 + rand.IntN(5))}))
	}
	var senders sync.WaitGroup
	for i, instance := range instances {
		senders.Go(func() {
			for n := i; n < len(events); n += len(instances) {
				if outcome, err := instance.recorder.Record(events[n], time.Minute); err != nil || outcome != Recorded {
					t.Error(outcome, err)
				}
			}
		})
	}
	senders.Wait()
	for campaign, n := range want {
		if got := s.number(fmt.Sprintf(`SELECT sum(count) FROM `+traffic+` t JOIN contexts c ON c.id = context_id
			JOIN origins o ON o.id = last_id WHERE campaign = '%s'`, campaign)); got != int64(n) {
			t.Errorf("%s: %d views, want %d", campaign, got, n)
		}
	}
	s.consistent()
}

func TestValuesBeyondTheDailyLimitsCountAsOther(t *testing.T) {
	t.Parallel()
	s := open(t)
	other := s.open(s.o)
	for _, instance := range []*site{s, other} {
		instance.recorder.store.limits = contextLimits{values: 12, contexts: 20, network: 1000}
	}
	for n := range 120 {
		instance := []*site{s, other}[n%2]
		instance.record(s.from(fmt.Sprint("campaign ", n), Place{Guide, int64(n % 3)}))
	}
	campaigns := s.number("SELECT count(DISTINCT campaign) FROM daily_contexts JOIN contexts ON contexts.id = context_id JOIN origins ON origins.id = last_id")
	contexts := s.number("SELECT count(*) FROM daily_contexts")
	if campaigns > 12 || campaigns < 8 || contexts > 20+3 {
		t.Errorf("%d campaigns and %d contexts", campaigns, contexts)
	}
	if n := s.number("SELECT sum(count) FROM " + traffic + " t"); n != 120 {
		t.Errorf("%d views in total, want 120", n)
	}
	if n := s.number("SELECT sum(count) FROM " + traffic + " t JOIN contexts c ON c.id = context_id JOIN origins o ON o.id = last_id WHERE 'other' IN (campaign, source)"); n < 100 {
		t.Errorf("%d views from other campaigns", n)
	}
	s.consistent()
}

// An instance that meets one context of others learns all of their contexts at
// once.
func TestInstancesLearnContextsFromOthers(t *testing.T) {
	t.Parallel()
	s := open(t)
	other := s.open(s.o)
	place := Place{Guide, 1}
	s.record(s.from("first", place))
	other.record(s.from("first", place))
	for n := range 5 {
		s.record(s.from(fmt.Sprint("week ", n), place))
	}
	other.record(s.from("week 3", place))
	today := other.recorder.store.contextsOf(s.event().Day)
	if len(today.ids) != 6 || !today.values[campaign]["week 4"] {
		t.Errorf("the instance knows %d contexts, want 6 with their values", len(today.ids))
	}
	if n := s.number("SELECT count(*) FROM daily_contexts"); n != 6 {
		t.Errorf("the day has %d contexts, want 6", n)
	}
	s.consistent()
}

func TestOneNetworkCannotUseUpADaysContexts(t *testing.T) {
	t.Parallel()
	s, began := open(t), time.Now()
	for n := range 150 {
		e := s.from(fmt.Sprint("made up ", n), Place{Guide, 1})
		e.Network, e.Day = 7, e.Day.Add(n%2) // client clocks may be ahead
		s.record(e)
	}
	n := s.number("SELECT count(*) FROM origins WHERE campaign LIKE 'made up %'")
	if sameHour := time.Now().Truncate(time.Hour).Equal(began.Truncate(time.Hour)); n < 50 || sameHour && n > 100 {
		t.Errorf("the network added %d campaigns to the reports", n)
	}
	another := s.from("spring", Place{Guide, 1})
	another.Network = 8
	s.record(another)
	if n := s.number("SELECT count(*) FROM " + traffic + " t JOIN contexts c ON c.id = context_id JOIN origins o ON o.id = last_id WHERE campaign = 'spring'"); n != 1 {
		t.Error("another network's campaign is not counted")
	}
	if n := s.number("SELECT sum(count) FROM " + traffic + " t"); n != 151 {
		t.Errorf("%d views in total", n)
	}
	s.consistent()
}

func TestVisitorsArriveOnceADay(t *testing.T) {
	t.Parallel()
	s := open(t)
	first := s.from("letter", Place{Guide, 1})
	s.record(first)
	again := s.from("search", Place{Article, 2})
	again.Visitor, again.At, again.Day = first.Visitor, first.At.Add(time.Hour), first.Day
	s.record(again)
	s.open(s.o).record(func() Event { e := again; e.ID = s.event(view).ID; e.At = e.At.Add(time.Hour); return e }())
	if n := s.number("SELECT sum(arrivals) FROM " + traffic + " t JOIN contexts c ON c.id = context_id JOIN origins o ON o.id = last_id WHERE campaign = 'letter'"); n != 1 {
		t.Errorf("%d arrivals from the newsletter, want 1", n)
	}
	if n := s.number("SELECT sum(arrivals) FROM " + traffic + " t"); n != 1 {
		t.Errorf("%d arrivals in total, want 1", n)
	}
	s.consistent()
}

func TestEventsWithoutAContextNumberAreSpooled(t *testing.T) {
	t.Parallel()
	s := open(t)
	e := s.from("letter", Place{Guide, 1})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.recorder.store.write(ctx, []Event{e}); err == nil {
		t.Fatal("written without a database")
	}
	s.record(e)
	if n := s.number("SELECT count(*) FROM events e JOIN contexts c ON c.id = e.context_id"); n != 1 {
		t.Errorf("%d events with a context, want 1", n)
	}
}

func TestClaimsAreCleanedWithoutUnknownPages(t *testing.T) {
	t.Parallel()
	site := Site{Places: map[string]Place{"/": {Path, 1}, "/guides/a": {Guide, 7}, "/articles/b": {Article, 8}}, Links: map[string]int64{"x7": 3}}
	for claim, want := range map[Claim]Visit{
		{}:                              {},
		{Page: "/", Piece: "/"}:         {Place: Place{Path, 1}},
		{Page: "/", Piece: "/guides/a"}: {Place: Place{Path, 1}, Piece: Place{Guide, 7}},
		{Page: "/articles/b", Piece: "/guides/a"}: {Place: Place{Article, 8}, Piece: Place{Article, 8}},
		{Page: "/nowhere", Piece: "/guides"}:      {},
	} {
		if got := site.Visit(claim); got != want {
			t.Errorf("%+v: %+v, want %+v", claim, got, want)
		}
	}
	for claim, want := range map[OriginClaim]Origin{
		{}: {Source: "direct", Medium: "none"},
		{Source: " Weekly\tLETTER ", Medium: "Email", Landing: "/guides/a", Link: "x7"}: {Source: "weekly letter", Medium: "email", Landing: Place{Guide, 7}, Link: 3},
		{Referrer: "www.Google.co.uk"}:                     {Source: "google.co.uk", Medium: "organic", Referrer: "google.co.uk"},
		{Referrer: "notgoogle.com"}:                        {Source: "notgoogle.com", Medium: "referral", Referrer: "notgoogle.com"},
		{Referrer: "l.facebook.com"}:                       {Source: "l.facebook.com", Medium: "social", Referrer: "l.facebook.com"},
		{Referrer: "t.co", Medium: "Paid"}:                 {Source: "t.co", Medium: "paid", Referrer: "t.co"},
		{Referrer: "203.0.113.9"}:                          {Source: "direct", Medium: "none"},
		{Referrer: "a b.com/x"}:                            {Source: "direct", Medium: "none"},
		{Source: "x", Content: "jane@example.com"}:         {Source: "x"},
		{Source: "x", Campaign: "a\x00b\u202ec\n<script>"}: {Source: "x", Campaign: "a b c <script>"},
		{Source: "x", Link: "none", Landing: "/none"}:      {Source: "x"},
	} {
		if got := site.origin(claim); got != want {
			t.Errorf("%+v: %+v, want %+v", claim, got, want)
		}
	}
}

func TestVisitsFollowTheSite(t *testing.T) {
	t.Parallel()
	site := &Site{Places: map[string]Place{"/": {Path, 1}, "/guides/a": {Guide, 7}}}
	c := Counter{site: func() *Site { return site }}
	visit := func(claim string, page int64) *Visit {
		t.Helper()
		v, err := c.visit([]byte(claim), page)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	first := visit(`{"page":"/guides/a"}`, 0)
	if first.Place != (Place{Guide, 7}) {
		t.Errorf("%+v", first)
	}
	if v := visit(`{"page":"/guides/a"}`, 3); v.Place != (Place{Page, 3}) || v.Piece != first.Piece {
		t.Errorf("on a content page: %+v", v)
	}
	if v := visit("", 3); v.Place != (Place{Page, 3}) || visit("", 0) != nil {
		t.Errorf("without a claim: %+v", v)
	}
	site = &Site{Places: map[string]Place{"/guides/a": {Guide, 8}}}
	if v := visit(`{"page":"/guides/a"}`, 0); v.Place != (Place{Guide, 8}) {
		t.Errorf("after a change of the site: %+v", v)
	}
}

func TestMalformedClaimsFailCallsButNotClickOuts(t *testing.T) {
	t.Parallel()
	s := open(t)
	call := Call{Request: request(browser), Address: "192.0.2.1", Sent: Sent{Visit: []byte(`{"page":7}`)}, Hits: []Hit{{Subject: Offer, ID: 7, Action: ClickOut}}}
	if _, err := s.Count(call); !errors.As(err, new(*fault.Error)) {
		t.Errorf("the call was counted, or failed without a fault: %v", err)
	}
	if _, err := s.ClickOut(t.Context(), call); err != nil {
		t.Error(err)
	}
	// A click-out that waits too long for its commit is spooled.
	for end := time.Now().Add(time.Minute); s.number("SELECT count(*) FROM events") == 0 && time.Now().Before(end); {
		s.recorder.replay(t.Context())
	}
	if n := s.number("SELECT count(*) FROM events"); n != 1 {
		t.Errorf("%d events, want 1 (the click-out)", n)
	}
}

func FuzzValue(f *testing.F) {
	f.Add("Letter 47")
	f.Add("a\x00\xff\u202e\n")
	f.Fuzz(func(t *testing.T, s string) {
		v := value(s)
		if len([]rune(v)) > maxValueLength || v != value(v) {
			t.Errorf("%q became %q, then %q", s, v, value(v))
		}
	})
}

// Claims are accepted in part or rejected, with short texts; user agents are
// classified.
func FuzzClaim(f *testing.F) {
	f.Add(`{"page":"/guides/a","piece":"/guides/a","first":{"source":"Letter 47","referrer":"www.google.com","link":"abc","landing":"/"}}`, browser)
	f.Add(`{"last":{"source":"ann@x.example"}}`, "Googlebot/2.1")
	site, robots := &Site{Places: map[string]Place{"/guides/a": {Guide, 7}}, Links: map[string]int64{"abc": 1}}, newRobots()
	c := Counter{site: func() *Site { return site }}
	f.Fuzz(func(t *testing.T, claim, agent string) {
		robots.isRobot(agent)
		v, err := c.visit([]byte(claim), 0)
		if err != nil || v == nil {
			return
		}
		for _, o := range []Origin{v.First, v.Last} {
			for _, text := range []string{o.Source, o.Medium, o.Campaign, o.Content, o.Referrer} {
				if utf8.RuneCountInString(text) > 253 || strings.ContainsAny(text, "@\n\x00") {
					t.Errorf("%q became %q", claim, text)
				}
			}
		}
	})
}
