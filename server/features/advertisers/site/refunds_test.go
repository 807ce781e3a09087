package site_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func TestRepeatsAndRefunds(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"refundLowersTheTotalWithoutCounting":      refundLowersTheTotalWithoutCounting,
		"refundFollowsTheStatusOfItsOriginal":      refundFollowsTheStatusOfItsOriginal,
		"refundAndOriginalShareTheTransaction":     refundAndOriginalShareTheTransaction,
		"repeatedOldReportChangesNothing":          repeatedOldReportChangesNothing,
		"matchingAClickDoesNotRepeatTheReport":     matchingAClickDoesNotRepeatTheReport,
		"reportWithoutATransactionJoinsTheOnlyOne": reportWithoutATransactionJoinsTheOnlyOne,
		"reusedClickIDBelongsToItsFirstClick":      reusedClickIDBelongsToItsFirstClick,
		"conversionIsMatchedToALaterClick":         conversionIsMatchedToALaterClick,
		"saleIsInTheCurrencyOfItsPayout":           saleIsInTheCurrencyOfItsPayout,
	}, cleared)
}

func refundLowersTheTotalWithoutCounting(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	s.Exec("UPDATE daily_offers SET advertiser_id = $1, payout_model = 'sale', payout_amount = 700, payout_currency = 'USD'", mine.ID)
	id := click(s)
	totals := func(want string) {
		t.Helper()
		for _, on := range []string{"click", "arrival"} { // of sums, and of the conversions themselves
			got := sitetest.Must[struct {
				Total struct{ Conversions, Revenue, Pending, PendingRevenue int64 }
			}](ed, "GET", "/api/admin/reports?by=offer&on="+on, nil)
			if fmt.Sprint(got.Total) != want {
				t.Errorf("by %s the report says %+v, want %s", on, got.Total, want)
			}
		}
	}
	send := func(pairs ...string) {
		t.Helper()
		if a := report(s, mine.PostbackKey, append([]string{"clickid", id}, pairs...)...); a.Status != 200 {
			t.Errorf("%v: %d %s", pairs, a.Status, a.Body)
		}
	}
	send("txid", "T0", "payout", "25.00")
	send("txid", "T1", "payout", "-5.00", "status", "approved")
	totals("{1 2000 0 0}")
	send("txid", "T0", "payout", "(1.20)", "status", "reversed") // of a part of T0
	send("txid", "T0", "payout", "-1.20", "status", "reversed")  // once more
	totals("{1 1880 0 0}")
	send("txid", "T2", "payout", "9", "status", "pending")
	send("txid", "T2", "payout", "-9", "status", "reversed")
	totals("{1 1880 1 0}")
	if n := s.Count("SELECT offer_taken('daily_offer', $1, 'sale', '-infinity', 'infinity', 'UTC')", s.IDOf("daily_offers", "sunmarl-led-bundle")); n != 2 {
		t.Errorf("%d of the cap are taken", n)
	}
	rows := "clickid,txid,payout,status\n" + id + ",T3,4.00,pending\n" + id + ",T3,-4.00,reversed\n"
	s.Call("POST", fmt.Sprintf("%s/%d/import", path, mine.ID), rows, "Cookie", ed.Cookie, "Content-Type", "text/csv")
	totals("{1 1880 2 0}")
}

// A refund counts as far as what it takes from does, whichever comes first.
func refundFollowsTheStatusOfItsOriginal(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	id := click(s)
	send := func(outcome string, pairs ...string) {
		t.Helper()
		if a := report(s, mine.PostbackKey, append([]string{"clickid", id}, pairs...)...); !strings.Contains(a.Body, outcome) {
			t.Errorf("%v: %d %s", pairs, a.Status, a.Body)
		}
	}
	is := func(want ...string) {
		t.Helper()
		got := []string{}
		for _, c := range conversions(ed, "") {
			got = append(got, fmt.Sprint(c.Event, "/", c.TransactionID, " ", c.Status, " ", c.Payout))
		}
		slices.Sort(got)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("\n got %q\nwant %q", got, want)
		}
		s.Exec("DELETE FROM conversions")
	}
	send("new", "txid", "P1", "payout", "9", "status", "pending")
	send("new", "txid", "P1", "payout", "-5", "status", "reversed")
	send("update", "txid", "P1", "status", "approved")
	send("unchanged", "txid", "P1", "payout", "-5", "status", "reversed") // once more
	if c := conversions(ed, "")[0]; len(c.Changes) != 2 || c.Changes[1].Status != "approved" {
		t.Errorf("the history of the refund: %+v", c.Changes)
	}
	is("/P1 approved 900", "correction/P1 approved -500")

	for _, status := range []string{"reversed", "rejected"} {
		send("new", "txid", "R1", "event", "sale", "payout", "5")
		send("update", "txid", "R1", "event", "sale", "status", status)
		send("new", "txid", "R1", "event", "sale", "payout", "-5")
		is("sale correction/R1 rejected -500", "sale/R1 "+status+" 500")
		send("new", "txid", "R1", "event", "sale", "payout", "5")
		send("new", "txid", "R1", "event", "sale", "payout", "-5")
		send("update", "txid", "R1", "event", "sale", "status", status)
		is("sale correction/R1 rejected -500", "sale/R1 "+status+" 500")
	}
	rows := "clickid,txid,payout,status\n" + id + ",L1,-4.00,approved\n" + id + ",L1,4.00,pending\n"
	s.Call("POST", fmt.Sprintf("%s/%d/import", path, mine.ID), rows, "Cookie", ed.Cookie, "Content-Type", "text/csv")
	is("/L1 pending 400", "correction/L1 pending -400")
}

func refundAndOriginalShareTheTransaction(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	id := click(s)
	const original, refund = "5 pending", "-5 approved"
	for _, c := range []struct {
		rows [4]string // transaction and payout of the first, and of the second
		want string
	}{
		{[4]string{"T1", original, "", refund}, "T1 pending 500, T1 pending -500"},
		{[4]string{"", original, "T1", refund}, "T1 pending 500, T1 pending -500"},
		{[4]string{"T1", refund, "", original}, "T1 pending 500, T1 pending -500"},
		{[4]string{"", refund, "T1", original}, "T1 pending 500, T1 pending -500"},
	} {
		for _, isImport := range []bool{false, true} {
			rows := "clickid,txid,event,payout,status\n"
			for i := 0; i < 4; i += 2 {
				payout, status, _ := strings.Cut(c.rows[i+1], " ")
				if isImport {
					rows += fmt.Sprintf("%s,%s,lead,%s,%s\n", id, c.rows[i], payout, status)
					continue
				}
				report(s, mine.PostbackKey, "clickid", id, "txid", c.rows[i], "event", "lead", "payout", payout, "status", status)
			}
			if isImport {
				s.Call("POST", fmt.Sprintf("%s/%d/import", path, mine.ID), rows, "Cookie", ed.Cookie, "Content-Type", "text/csv")
			}
			list := conversions(ed, "")
			slices.SortFunc(list, func(a, b conversion) int { return cmp.Compare(b.Payout, a.Payout) })
			got := []string{}
			for _, v := range list {
				got = append(got, fmt.Sprint(v.TransactionID, " ", v.Status, " ", v.Payout))
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("%q, import %t: %q", c.rows, isImport, got)
			}
			s.Exec("DELETE FROM conversions")
		}
	}
}
