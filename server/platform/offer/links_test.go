package offer_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/linkcheck"
	"thriftwell/server/platform/offer"
)

// linked is an offer with its link.
type linked struct {
	ID              int64
	Version         int
	Hold            *string
	PauseWhenBroken bool
	LinkHealth      offer.LinkHealth
}

// partners is every host of the web, which answers as it is told to.
type partners struct {
	answer atomic.Pointer[http.HandlerFunc]
	asked  atomic.Pointer[string] // the last address
	links  offer.Links
}

func newPartners(s *sitetest.Site) *partners {
	p := &partners{}
	p.answers(func(http.ResponseWriter, *http.Request) {})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		address := r.Host + r.URL.String()
		p.asked.Store(&address)
		(*p.answer.Load())(w, r)
	}))
	s.T.Cleanup(server.Close)
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, network, server.Listener.Addr().String())
	}
	client := &http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}
	p.links = offer.Links{DB: s.DB.Gorm, Checker: linkcheck.Checker{Client: client}, Log: slog.New(slog.DiscardHandler)}
	return p
}

func (p *partners) answers(h http.HandlerFunc) { p.answer.Store(&h) }

// check looks at every link, also at those that are not due.
func (p *partners) check(s *sitetest.Site) {
	s.T.Helper()
	for _, l := range lists(s) {
		s.Exec("UPDATE " + l.table + " SET link_due_at = now()")
	}
	if err := p.links.Run(s.T.Context()); err != nil {
		s.T.Fatal(err)
	}
}

// addressOf is the field of the address of a kind of offer.
func (l list) addressOf() string {
	for _, name := range []string{"targetUrl", "url"} {
		if l.kind.body[name] != nil {
			return name
		}
	}
	return "link"
}

// only leaves no offers but those of the test.
func only(s *sitetest.Site) {
	for _, l := range lists(s) {
		s.Exec("UPDATE " + l.table + " SET is_active = false")
	}
}

func (l list) find(s *sitetest.Site, ed sitetest.Member, id int64) linked {
	s.T.Helper()
	all := sitetest.Must[[]linked](ed, "GET", l.kind.path+fmt.Sprintf("?limit=200&pageId=%v", l.kind.body["pageId"]), nil)
	at := slices.IndexFunc(all, func(o linked) bool { return o.ID == id })
	if at < 0 {
		s.T.Fatalf("%s: no offer %d", l.table, id)
	}
	return all[at]
}

func TestLinksOfOffers(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"linkIsComparedWithTheAcceptedDestination": linkIsComparedWithTheAcceptedDestination,
		"offerPausesAfterThreeFailedChecks":        offerPausesAfterThreeFailedChecks,
	})
}

func linkIsComparedWithTheAcceptedDestination(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	only(s)
	ed, p := s.As("editor"), newPartners(s)
	for _, l := range lists(s) {
		p.answers(func(http.ResponseWriter, *http.Request) {})
		made := sitetest.Must[linked](ed, "POST", l.kind.path, l.with(sitetest.M{l.addressOf(): "http://partner.example.com/out?z={zip}&c={clickid}&k=1", "subIdParam": "sub"}))
		if made.LinkHealth.State != "unchecked" {
			t.Errorf("%s is new: %+v", l.table, made.LinkHealth)
		}
		path := fmt.Sprint(l.kind.path, "/", made.ID)
		if err := p.links.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := l.find(s, ed, made.ID).LinkHealth; got.State != "good" || *got.Accepted != "partner.example.com/out" || got.CheckedAt == nil {
			t.Errorf("%s is good: %+v", l.table, got)
		}
		if asked := *p.asked.Load(); asked != "partner.example.com/out?z=&c=&k=1" {
			t.Errorf("%s asked for %s", l.table, asked)
		}

		p.answers(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/out" {
				http.Redirect(w, r, "http://elsewhere.example.com/sold-out", http.StatusFound)
			}
		})
		if err := p.links.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := l.find(s, ed, made.ID).LinkHealth; got.State != "good" {
			t.Errorf("%s was checked again before a week was over", l.table)
		}
		p.check(s)
		moved := l.find(s, ed, made.ID)
		if moved.LinkHealth.State != "moved" || *moved.LinkHealth.Destination != "elsewhere.example.com/sold-out" || *moved.LinkHealth.Accepted != "partner.example.com/out" || moved.LinkHealth.Failures != 1 || moved.Version != made.Version {
			t.Errorf("%s has moved: %+v", l.table, moved)
		}
		problems := s.As("marketer").Do("GET", "/api/admin/link-problems", nil)
		sitetest.Agrees(t, doc, "GET", "/api/admin/link-problems", problems)
		if found := sitetest.Decode[[]offer.LinkProblem](t, problems.Body); len(found) != 1 || found[0].ID != made.ID || (found[0].Page != nil) != (l.table == "content_offers") {
			t.Errorf("%s: the problems are %s", l.table, problems.Body)
		}

		if a := ed.Do("POST", path+"/accept-destination", sitetest.M{"destination": "partner.example.com/out"}); a.Status != 409 {
			t.Errorf("%s: what nobody leads to is accepted: %d", l.table, a.Status)
		}
		if a := s.As("marketer").Do("POST", path+"/accept-destination", sitetest.M{"destination": "elsewhere.example.com/sold-out"}); a.Status != 403 {
			t.Errorf("%s: a marketer accepts: %d", l.table, a.Status)
		}
		accepted := ed.Do("POST", path+"/accept-destination", sitetest.M{"destination": "elsewhere.example.com/sold-out"})
		sitetest.Agrees(t, doc, "POST", l.kind.path+"/{id}/accept-destination", accepted)
		if got := sitetest.Decode[linked](t, accepted.Body); got.LinkHealth.State != "good" || got.LinkHealth.Failures != 0 || got.Version != made.Version {
			t.Errorf("%s is accepted: %d %s", l.table, accepted.Status, accepted.Body)
		}
		if log := s.Count("SELECT count(*) FROM audit_log WHERE subject_id = $1 AND action = 'update' AND after->'linkHealth'->>'accepted' = 'elsewhere.example.com/sold-out' AND before->'placements' = after->'placements'", fmt.Sprint(made.ID)); log != 1 {
			t.Errorf("%s: %d lines in the log", l.table, log)
		}
		p.check(s)
		if got := l.find(s, ed, made.ID).LinkHealth; got.State != "good" {
			t.Errorf("%s at the accepted destination: %+v", l.table, got)
		}

		fresh := sitetest.Must[linked](ed, "PUT", path, sitetest.M{l.addressOf(): "http://other.example.com/"})
		if fresh.LinkHealth.State != "unchecked" || fresh.LinkHealth.Accepted != nil {
			t.Errorf("%s with another address: %+v", l.table, fresh.LinkHealth)
		}
		if err := p.links.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := l.find(s, ed, made.ID).LinkHealth; got.State != "good" || *got.Accepted != "other.example.com" {
			t.Errorf("%s is checked after the change: %+v", l.table, got)
		}
	}
}

func offerPausesAfterThreeFailedChecks(t *testing.T, s *sitetest.Site) {
	only(s)
	ed, admin, p := s.As("editor"), s.As("admin"), newPartners(s)
	p.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
	for _, l := range lists(s) {
		at := func(host string) string { return "http://" + host + ".example.com/" }
		pausing := sitetest.Must[linked](ed, "POST", l.kind.path, l.with(sitetest.M{l.addressOf(): at("a"), "pauseWhenBroken": true}))
		staying := sitetest.Must[linked](ed, "POST", l.kind.path, l.with(sitetest.M{l.addressOf(): at("b")}))
		for range 2 {
			p.check(s)
		}
		watch(s)
		if got := l.find(s, ed, pausing.ID); got.Hold != nil || got.LinkHealth.Failures != 2 {
			t.Errorf("%s after two failures: %+v", l.table, got)
		}
		p.check(s)
		watch(s)
		shown := func(id int64) bool { return slices.Contains(l.shown(s), id) }
		sitetest.Eventually(t, l.table+" pauses", func() bool { return !shown(pausing.ID) })
		if got := l.find(s, ed, pausing.ID); got.Hold == nil || *got.Hold != "brokenLink" || !strings.Contains(got.LinkHealth.Problem, "404") || !shown(staying.ID) {
			t.Errorf("%s after three failures: %+v", l.table, got)
		}
		log := sitetest.Must[[]struct{ Before, After deal }](admin, "GET", fmt.Sprintf("/api/admin/audit?id=%d&actor=schedule", pausing.ID), nil)
		if len(log) != 1 || log[0].Before.Hold != nil || *log[0].After.Hold != "brokenLink" {
			t.Errorf("the log says of %s: %+v", l.table, log)
		}
		back := sitetest.Must[linked](ed, "PUT", fmt.Sprint(l.kind.path, "/", pausing.ID), sitetest.M{l.addressOf(): at("c")})
		if back.Hold != nil || !shown(pausing.ID) {
			t.Errorf("%s with another address: %+v", l.table, back)
		}
		only(s)
	}
}
