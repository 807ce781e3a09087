package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
)

func repeatedOldReportChangesNothing(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	id := click(s)
	expect := func(what, status string, payout int64, history ...string) {
		t.Helper()
		got := conversions(ed, "")[0]
		var changes []string
		for _, h := range got.Changes {
			changes = append(changes, fmt.Sprint(h.Status, " ", h.Repeated))
		}
		if got.Status != status || got.Payout != payout || strings.Join(changes, ", ") != strings.Join(history, ", ") {
			t.Errorf("%s: %s %d, %q", what, got.Status, got.Payout, changes)
		}
	}
	send := func(outcome string, pairs ...string) {
		t.Helper()
		if a := report(s, mine.PostbackKey, append([]string{"clickid", id, "txid", "T4"}, pairs...)...); !strings.Contains(a.Body, outcome) {
			t.Errorf("%v: %d %s", pairs, a.Status, a.Body)
		}
	}
	send("new", "payout", "12.50")
	send("unchanged", "payout", "12.50") // as it is by now: no line of its own
	send("update", "status", "reversed")
	for range 3 { // such as a network that tries again for hours
		send("unchanged", "payout", "12.50")
	}
	expect("repeated", "reversed", 1250, "approved false", "reversed false", "approved true")
	rows := "clickid,txid,payout\n" + id + ",T4,12.50\n"
	s.Call("POST", fmt.Sprintf("%s/%d/import", path, mine.ID), rows, "Cookie", ed.Cookie, "Content-Type", "text/csv")
	expect("imported", "reversed", 1250, "approved false", "reversed false", "approved true")
	send("update", "payout", "13") // nobody said that before
	send("unchanged", "status", "reversed")
	expect("changed", "approved", 1300, "approved false", "reversed false", "approved true", "approved false", "reversed true")

	s.Exec("UPDATE conversion_changes SET reported = NULL") // as the version before wrote them
	send("unchanged", "payout", "12.50")
	expect("of before", "approved", 1300, "approved false", "reversed false", "approved true", "approved false", "reversed true", "approved true")
}

// A click that is found between two reports makes an old one of neither.
func matchingAClickDoesNotRepeatTheReport(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	id := click(s)
	s.Exec("CREATE TABLE away AS SELECT * FROM events")
	s.Exec("DELETE FROM events")
	report(s, mine.PostbackKey, "clickid", id)
	s.Exec("INSERT INTO events SELECT * FROM away")
	if err := store(s).Match(t.Context()); err != nil {
		t.Fatal(err)
	}
	report(s, mine.PostbackKey, "clickid", id)
	if c := conversions(ed, "")[0]; c.ClickDate == nil || len(c.Changes) != 2 || c.Changes[1].Via != "match" {
		t.Errorf("%+v", c)
	}
}
