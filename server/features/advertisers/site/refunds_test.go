package site_test

import (
	"fmt"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func TestARefundLowersTheTotalAndIsNoConversionMore(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	s.Exec("UPDATE daily_offers SET advertiser_id = $1, payout_model = 'sale', payout_amount = 700, payout_currency = 'USD'", mine.ID)
	id := click(s, 1, "")
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
