package site_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"thriftwell/server/app/sitetest"
)

func reusedClickIDBelongsToItsFirstClick(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine, other := advertise(ed, "Mine", "own"), advertise(ed, "Other", "own")
	s.Exec("UPDATE daily_offers SET advertiser_id = $1", mine.ID)
	s.Exec("UPDATE static_offers SET advertiser_id = $1", other.ID)
	s.Exec("UPDATE content_offers SET advertiser_id = $1", other.ID)
	id := click(s)
	for _, c := range [][3]any{{"hot-offers", "static_offers", "everquill-term-life"}, {"content/hot-offers", "content_offers", "tidewick-two-lines"}} {
		body := fmt.Sprintf(`{"eventId":%q,"offerId":%d}`, id, s.IDOf(c[1].(string), c[2].(string)))
		s.Send(fmt.Sprintf("/api/%s/track-click", c[0]), body, sitetest.Person(2)...)
	}
	if a := report(s, mine.PostbackKey, "clickid", id, "payout", "5"); a.Status != 200 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if list := conversions(ed, ""); len(list) != 1 || list[0].Offer == "" || s.Count("SELECT count(*) FROM conversions WHERE subject = 'daily_offer'") != 1 {
		t.Errorf("%+v", list)
	}
}

// A click that waited in the spool comes after its conversion.
func conversionIsMatchedToALaterClick(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine, other := advertise(ed, "Mine", "own"), advertise(ed, "Other", "own")
	s.Exec("UPDATE daily_offers SET advertiser_id = $1, payout_model = 'lead', payout_amount = 700, payout_currency = 'USD'", mine.ID)
	id := click(s)
	s.Exec("CREATE TABLE away AS SELECT * FROM events")
	s.Exec("DELETE FROM events")
	for _, sent := range [][]string{
		{"txid", "left out", "sale", "100", "currency", "EUR"}, {"txid", "told", "payout", "9.99"}, {"txid", "nothing", "payout", "0"},
		{"txid", "waits", "status", "pending"}, {"txid", "reversed", "payout", "5", "status", "reversed"}, {"txid", "long ago", "payout", "50"},
		{"txid", "once more"}, {"txid", "nothing after all"}, {"txid", "nothing after all", "payout", "0"},
	} {
		report(s, mine.PostbackKey, append([]string{"clickid", id}, sent...)...)
	}
	report(s, other.PostbackKey, "clickid", id, "payout", "70")
	report(s, mine.PostbackKey, "clickid", uuid.Must(uuid.NewV7()).String(), "payout", "70")
	s.Exec("UPDATE conversions SET created_at = created_at - interval '193 hours' WHERE transaction_id = 'long ago'")
	match := func() {
		t.Helper()
		if err := store(s).Match(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	match()
	if n := len(conversions(ed, "unknown=true")); n != 10 {
		t.Errorf("%d clicks are unknown while they are away", n)
	}
	s.Exec("INSERT INTO events SELECT * FROM away")
	report(s, mine.PostbackKey, "clickid", id, "txid", "once more") // by the network, before the job
	match()
	match()
	got := map[string]string{}
	for _, c := range conversions(ed, "") {
		if c.ClickDate != nil {
			got[c.TransactionID] = fmt.Sprint(c.Status, " ", c.Payout, " ", c.Currency, " ", c.Sale != nil, " ", c.Changes[len(c.Changes)-1].Via)
		}
	}
	want := map[string]string{
		"left out": "approved 700 USD false match", "told": "approved 999 USD false match", "nothing": "approved 0 USD false match",
		"nothing after all": "approved 0 USD false match",
		"waits":             "pending 700 USD false match", "reversed": "reversed 500 USD false match", "once more": "approved 700 USD false postback",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if n := s.Count("SELECT count(*) FROM conversion_changes WHERE via = 'match'"); n != 6 {
		t.Errorf("%d lines of what was found", n)
	}
	said := sitetest.Must[struct {
		Total struct{ Conversions, Revenue, Pending, PendingRevenue int64 }
	}](ed, "GET", "/api/admin/reports?by=offer", nil)
	if fmt.Sprint(said.Total) != "{5 2399 1 700}" {
		t.Errorf("the report says %+v", said.Total)
	}
	if n := s.Count("SELECT offer_taken('daily_offer', $1, 'lead', '-infinity', 'infinity', 'UTC')", s.IDOf("daily_offers", "sunmarl-led-bundle")); n != 6 {
		t.Errorf("%d of the cap are taken", n)
	}
}

func saleIsInTheCurrencyOfItsPayout(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	key := advertise(ed, "Norvexa", "own").PostbackKey
	report(s, key, "clickid", "x", "payout", "5", "sale", "100", "currency", "EUR")
	report(s, key, "clickid", "x", "sale", "110", "currency", "USD")
	if c := conversions(ed, "")[0]; c.Currency != "EUR" || c.Sale == nil || *c.Sale != 10000 {
		t.Errorf("a sale in another currency is taken: %+v", c)
	}
	report(s, key, "clickid", "x", "payout", "6", "currency", "USD")
	if c := conversions(ed, "")[0]; c.Currency != "USD" || c.Payout != 600 || c.Sale != nil {
		t.Errorf("a sale in the former currency stays: %+v", c)
	}
}
