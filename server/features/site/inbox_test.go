package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/contact"
	"thriftwell/server/platform/session"
)

const inbox = "/api/admin/messages"

// receive empties the inbox and sends messages.
func receive(s *sitetest.Site, notes ...string) {
	s.T.Helper()
	s.Exec("DELETE FROM contact_messages")
	for _, note := range notes {
		s.Send("/api/contact", note)
	}
}

func messageIsLateAfterTwentyHours(t *testing.T, s *sitetest.Site) {
	receive(s)
	for _, hours := range []string{"19", "20", "50"} {
		s.Send("/api/contact", sitetest.Note("firstName", hours))
		s.Exec("UPDATE contact_messages SET created_at = now() - $1::interval WHERE created_at > now() - interval '1 hour'", hours+" hours")
	}
	admin := s.As("admin")
	var late []string
	for _, m := range sitetest.Must[[]contact.Received](admin, "GET", inbox+"?state=open", nil) {
		if m.Late {
			late = append(late, m.FirstName)
		}
		if m.FirstName == "50" {
			if a := admin.Do("PUT", inbox+"/"+m.ID.String(), sitetest.M{"answered": true, "version": 1}); !strings.Contains(a.Body, `"late":false`) {
				t.Errorf("answered: %s", a.Body)
			}
		}
	}
	if fmt.Sprint(late) != "[50 20]" {
		t.Errorf("late messages: %v", late)
	}
	if sum := admin.Do("GET", inbox+"/summary", nil); sum.Body != `{"open":2,"late":1,"lateHours":20,"keptMonths":24}` {
		t.Errorf("summary: %s", sum.Body)
	}
}

func messageIsMarkedAnsweredWithANote(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	receive(s, sitetest.Note(), sitetest.Note("email", "ann@example.com"))
	logged := s.Count("SELECT count(*) FROM audit_log WHERE kind = 'message'")
	admin := s.As("admin")
	read := func(query string) []contact.Received {
		t.Helper()
		return sitetest.Must[[]contact.Received](admin, "GET", inbox+query, nil)
	}
	all := read("")
	if len(all) != 2 || all[0].Email != "ann@example.com" || all[1].Email != "joe@example.com" || all[0].AnsweredAt != nil {
		t.Fatalf("inbox: %+v", all)
	}
	joe := all[1]
	put := func(body sitetest.M) sitetest.Answer { return admin.Do("PUT", inbox+"/"+joe.ID.String(), body) }
	a := put(sitetest.M{"answered": true, "note": " Called him,\r\nall is well. ", "version": 1})
	sitetest.Agrees(t, doc, "PUT", inbox+"/{id}", a)
	after := sitetest.Decode[contact.Received](t, a.Body)
	if after.AnsweredAt == nil || *after.AnsweredBy != "admin@thriftwell.example" || after.Note != "Called him,\nall is well." || after.Message != joe.Message || after.Version != 2 {
		t.Errorf("answered: %+v", after)
	}
	if open, answered := read("?state=open"), read("?state=answered"); len(open) != 1 || open[0].Email != "ann@example.com" || len(answered) != 1 || answered[0].Note != after.Note {
		t.Errorf("open %+v, answered %+v", open, answered)
	}
	if found := read("?q=JOE@example.com"); len(found) != 1 || found[0].ID != joe.ID {
		t.Errorf("search: %+v", found)
	}
	if sum := admin.Do("GET", inbox+"/summary", nil); sum.Body != `{"open":1,"late":0,"lateHours":20,"keptMonths":24}` {
		t.Errorf("summary: %s", sum.Body)
	}
	sitetest.Agrees(t, doc, "GET", inbox, admin.Do("GET", inbox, nil))
	sitetest.Agrees(t, doc, "GET", inbox+"/summary", admin.Do("GET", inbox+"/summary", nil))
	if a := put(sitetest.M{"answered": false, "version": 1}); a.Status != 409 || sitetest.Decode[struct{ Current contact.Received }](t, a.Body).Current.Version != 2 {
		t.Errorf("with an old version: %d", a.Status)
	}
	if a := put(sitetest.M{"answered": false, "version": 2}); a.Status != 200 || !strings.Contains(a.Body, `"answeredAt":null,"answeredBy":null`) {
		t.Errorf("reopened: %d %s", a.Status, a.Body)
	}
	if a := put(sitetest.M{"version": 3}); a.Status != 200 || !strings.Contains(a.Body, `"version":3`) {
		t.Errorf("no change: %d %s", a.Status, a.Body)
	}
	logged = s.Count("SELECT count(*) FROM audit_log WHERE kind = 'message'") - logged
	log := admin.Do("GET", fmt.Sprint("/api/admin/audit?kind=message&limit=", logged), nil).Body
	if strings.Count(log, `"action":"update"`) != 2 || !strings.Contains(log, `"answered":true`) || strings.Contains(log, "Called") || strings.Contains(log, "joe@") {
		t.Errorf("audit log: %s", log)
	}
}

func inboxRejectsInvalidRequests(t *testing.T, s *sitetest.Site) {
	receive(s, sitetest.Note())
	admin := s.As("admin")
	id := sitetest.Must[[]contact.Received](admin, "GET", inbox, nil)[0].ID.String()
	for _, c := range []struct {
		method, path string
		body         any
		want         int
	}{
		{"GET", inbox + "?state=closed", nil, 400}, {"GET", inbox + "?q=joe", nil, 400}, {"GET", inbox + "?after=7", nil, 400}, {"GET", inbox + "?limit=201", nil, 400},
		{"PUT", inbox + "/7", sitetest.M{"version": 1}, 404}, {"PUT", inbox + "/018f0000-0000-7000-8000-000000000000", sitetest.M{"version": 1}, 404},
		{"PUT", inbox + "/" + id, sitetest.M{"note": strings.Repeat("x", 2001), "version": 1}, 400}, {"PUT", inbox + "/" + id, sitetest.M{"message": "x", "version": 1}, 400},
	} {
		if a := admin.Do(c.method, c.path, c.body); a.Status != c.want {
			t.Errorf("%s %s: %d %s", c.method, c.path, a.Status, a.Body)
		}
	}
	for _, account := range []string{"editor", "marketer", "visitor"} {
		if a := s.As(account).Do("GET", inbox, nil); a.Status != 403 {
			t.Errorf("%s: %d", account, a.Status)
		}
	}
}

func erasureOfWhoAnsweredSurvivesARestore(t *testing.T, s *sitetest.Site) {
	receive(s, sitetest.Note())
	if _, err := s.Auth.Grant(t.Context(), session.CommandLine(), "marketer@thriftwell.example", session.Admin); err != nil {
		t.Fatal(err)
	}
	admin := s.As("marketer")
	id := sitetest.Must[[]contact.Received](admin, "GET", inbox, nil)[0].ID.String()
	sitetest.Must[contact.Received](admin, "PUT", inbox+"/"+id, sitetest.M{"answered": true, "version": 1})
	const named = "SELECT count(*) FROM contact_messages WHERE answered_by = 'marketer@thriftwell.example'"
	if s.Count(named) != 1 {
		t.Fatal("the message has no answer")
	}
	if err := s.People.Erase(t.Context(), "marketer@thriftwell.example"); err != nil {
		t.Fatal(err)
	}
	if s.Count(named) != 0 {
		t.Error("the name remains after erasure")
	}
	s.Exec("UPDATE contact_messages SET answered_by = 'marketer@thriftwell.example'")
	if err := s.People.ReplayErasures(t.Context()); err != nil || s.Count(named) != 0 {
		t.Errorf("after a restore: %v", err)
	}
}

func unreadableMessageIsSkipped(t *testing.T, s *sitetest.Site) {
	var notes []string
	for i := range 4 {
		notes = append(notes, sitetest.Note("email", fmt.Sprintf("m%d@example.com", i)))
	}
	receive(s, notes...)
	s.Exec("UPDATE contact_messages SET letter = '\\x00' WHERE id IN (SELECT id FROM contact_messages ORDER BY id OFFSET 2)")
	admin, got, after := s.As("admin"), "", ""
	for range 3 {
		a := admin.Do("GET", inbox+"?limit=2&after="+after, nil)
		if a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		for _, m := range sitetest.Decode[[]contact.Received](t, a.Body) {
			got += m.Email[:2]
		}
		if after = a.Header.Get("X-Next-Cursor"); after == "" {
			break
		}
	}
	if got != "m1m0" {
		t.Errorf("log: %s", got)
	}
}
