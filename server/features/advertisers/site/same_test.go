package site_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
)

func reportWithoutATransactionJoinsTheOnlyOne(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine, other := advertise(ed, "Mine", "own"), advertise(ed, "Other", "own")
	id := click(s)
	sent := func(key string, more ...string) {
		t.Helper()
		if a := report(s, key, append([]string{"clickid", id}, more...)...); a.Status != 200 {
			t.Fatal(a.Status, a.Body)
		}
	}
	bring := func(rows string) imported {
		t.Helper()
		text := "clickid,txid,event,payout\n" + strings.ReplaceAll(rows, "ID", id)
		a := s.Call("POST", fmt.Sprintf("%s/%d/import", path, mine.ID), text, "Cookie", ed.Cookie, "Content-Type", "text/csv")
		return sitetest.Decode[imported](t, a.Body)
	}
	is := func(what string, want ...string) {
		t.Helper()
		got := []string{}
		for _, c := range conversions(ed, fmt.Sprint("advertiser=", mine.ID)) {
			got = append(got, fmt.Sprint(c.Event, "/", c.TransactionID, " ", c.Status, " ", c.Payout))
		}
		slices.Sort(got)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s:\n got %q\nwant %q", what, got, want)
		}
	}
	sent(other.PostbackKey, "payout", "1")
	sent(mine.PostbackKey, "payout", "5", "event", "lead")
	if done := bring("ID,A1,lead,5.50"); done.New != 0 || done.Updated != 1 {
		t.Errorf("%+v", done)
	}
	is("the postback first", "lead/A1 approved 550")
	sent(mine.PostbackKey, "event", "lead", "status", "reversed")
	is("and once more", "lead/A1 reversed 550")

	bring("ID,B1,sale,7")
	sent(mine.PostbackKey, "event", "sale", "payout", "8")
	is("the row first", "lead/A1 reversed 550", "sale/B1 approved 800")

	bring("ID,B2,sale,9") // of two sales nobody knows which is meant
	sent(mine.PostbackKey, "event", "sale", "payout", "1")
	is("of two", "lead/A1 reversed 550", "sale/ approved 100", "sale/B1 approved 800", "sale/B2 approved 900")
	bring("ID,B1,sale,8.50")
	bring("ID,B3,sale,2\nID,B4,sale,3")
	is("the first that is new", "lead/A1 reversed 550", "sale/B1 approved 850", "sale/B2 approved 900", "sale/B3 approved 200", "sale/B4 approved 300")

	bring("ID,,trial,1\nID,C1,trial,2\nID,,trial,3")
	bring("ID,D1,gift,1\nID,,gift,2")
	is("in one report", "gift/D1 approved 200", "lead/A1 reversed 550", "sale/B1 approved 850", "sale/B2 approved 900", "sale/B3 approved 200", "sale/B4 approved 300", "trial/C1 approved 300")
	if n := s.Count("SELECT count(*) FROM conversions WHERE advertiser_id = $1", other.ID); n != 1 {
		t.Errorf("another advertiser has %d", n)
	}
}
