package site_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

const conversionsPath = "/api/admin/conversions"

func TestAdjustments(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"repeatedPostbackKeepsAnAdjustment":   repeatedPostbackKeepsAnAdjustment,
		"onlyANewReportOverridesAnAdjustment": onlyANewReportOverridesAnAdjustment,
		"refundIsRejectedAlone":               refundIsRejectedAlone,
		"conversionIsMatchedToAChosenClick":   conversionIsMatchedToAChosenClick,
		"refundsFollowTheirSaleToItsClick":    refundsFollowTheirSaleToItsClick,
		"clickCountsATransactionOnce":         clickCountsATransactionOnce,
		"pastedPostbackIsTestedAndCorrected":  pastedPostbackIsTestedAndCorrected,
		"importingADownloadChangesNothing":    importingADownloadChangesNothing,
		"conversionsAreSummedAndDownloaded":   conversionsAreSummedAndDownloaded,
	}, cleared)
}

func repeatedPostbackKeepsAnAdjustment(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	id := click(s)
	report(s, mine.PostbackKey, "clickid", id, "txid", "T1", "payout", "12.50")
	report(s, mine.PostbackKey, "clickid", id, "txid", "T1", "payout", "-2.50")
	all := func() (refund, sale adjusted) {
		list := sitetest.Must[[]adjusted](ed, "GET", conversionsPath, nil)
		return list[0], list[1]
	}
	adjust := func(of adjusted, status string, payout int64, reason string) sitetest.Answer {
		return ed.Do("POST", fmt.Sprintf("%s/%d/adjust", conversionsPath, of.ID),
			sitetest.M{"status": status, "payout": payout, "reason": reason, "updatedAt": of.UpdatedAt})
	}
	refund, sale := all()
	for what, a := range map[string]sitetest.Answer{
		"reason": adjust(sale, "reversed", 1250, " "),
		"status": adjust(sale, "paid", 1250, "a reason"),
		"payout": adjust(sale, "approved", -1, "a reason"),
	} {
		if a.Status != 400 || !strings.Contains(a.Body, `"field":"`+what+`"`) {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
	}
	if a := adjust(refund, "approved", 250, "a reason"); a.Status != 400 {
		t.Errorf("a refund that is paid: %d %s", a.Status, a.Body)
	}
	done := adjust(sale, "reversed", 1000, "Returned, says the partner")
	sitetest.Agrees(t, doc, "POST", conversionsPath+"/{id}/adjust", done)
	if done.Status != 200 {
		t.Fatalf("%d %s", done.Status, done.Body)
	}
	if a := adjust(sale, "approved", 1250, "an old screen"); a.Status != 409 {
		t.Errorf("over a newer change: %d %s", a.Status, a.Body)
	}
	if a := report(s, mine.PostbackKey, "clickid", id, "txid", "T1", "payout", "12.50"); !strings.Contains(a.Body, "unchanged") {
		t.Errorf("the report again: %s", a.Body)
	}
	refund, sale = all()
	last := sale.Changes[len(sale.Changes)-1]
	if sale.Status != "reversed" || sale.Payout != 1000 || refund.Status != "rejected" || !last.Repeated {
		t.Errorf("%+v %+v", sale, refund)
	}
	by := sale.Changes[1]
	if by.Via != "staff" || by.Actor != "editor@thriftwell.example" || by.Reason != "Returned, says the partner" {
		t.Errorf("%+v", by)
	}
	if a := report(s, mine.PostbackKey, "clickid", id, "txid", "T1", "payout", "13"); !strings.Contains(a.Body, "update") {
		t.Errorf("a new report: %s", a.Body)
	}
	if line := s.As("admin").Do("GET", "/api/admin/audit?limit=3", nil); !strings.Contains(line.Body, `"kind":"conversion"`) || !strings.Contains(line.Body, `"name":"T1"`) {
		t.Errorf("%s", line.Body)
	}
	if a := s.As("marketer").Do("POST", fmt.Sprintf("%s/%d/adjust", conversionsPath, sale.ID), sitetest.M{}); a.Status != 403 {
		t.Errorf("a marketer: %d", a.Status)
	}
}

// What staff decide stays when a report is sent again, and a new report counts
// also where staff had decided the same before.
func onlyANewReportOverridesAnAdjustment(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	id := click(s)
	send := func(txid, status, want string) {
		t.Helper()
		if a := report(s, mine.PostbackKey, "clickid", id, "txid", txid, "payout", "12.50", "status", status); !strings.Contains(a.Body, want) {
			t.Errorf("%s %s: %s", txid, status, a.Body)
		}
	}
	decide := func(txid string, statuses ...string) {
		t.Helper()
		for _, status := range statuses {
			it := sitetest.Must[[]adjusted](ed, "GET", conversionsPath+"?q="+txid, nil)[0]
			sitetest.Must[adjusted](ed, "POST", fmt.Sprintf("%s/%d/adjust", conversionsPath, it.ID),
				sitetest.M{"status": status, "payout": it.Payout, "reason": "a reason", "updatedAt": it.UpdatedAt})
		}
	}
	send("T1", "approved", "new")
	decide("T1", "rejected", "approved") // by mistake, and back
	send("T1", "approved", "unchanged")
	send("T1", "rejected", "update")

	send("T2", "approved", "new")
	decide("T2", "rejected")
	send("T2", "rejected", "unchanged") // as they said
	decide("T2", "approved")
	send("T2", "rejected", "unchanged") // again, such as in a report of the month
	if got := conversions(ed, "q=T2")[0]; got.Status != "approved" || len(got.Changes) != 4 || got.Changes[2].Via != "postback" || !got.Changes[2].Repeated {
		t.Errorf("%+v", got)
	}
}

func refundIsRejectedAlone(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	id := click(s)
	send := func(pairs ...string) {
		report(s, mine.PostbackKey, append([]string{"clickid", id, "txid", "T1"}, pairs...)...)
	}
	send("payout", "12.50")
	send("payout", "-2.50")
	adjust := func(payout int64) sitetest.Answer {
		refund := sitetest.Must[[]adjusted](ed, "GET", conversionsPath, nil)[0]
		return ed.Do("POST", fmt.Sprintf("%s/%d/adjust", conversionsPath, refund.ID),
			sitetest.M{"status": "rejected", "payout": payout, "reason": "Never paid back", "updatedAt": refund.UpdatedAt})
	}
	for what, payout := range map[string]int64{"of nothing, which would count as a conversion": 0, "of more than can be counted": math.MinInt64} {
		if a := adjust(payout); a.Status != 400 {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
	}
	if a := adjust(-250); a.Status != 200 || !strings.Contains(a.Body, `"status":"rejected"`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	is := func(what, want string) {
		t.Helper()
		if got := conversions(ed, "")[0]; got.Status != want || got.Payout != -250 {
			t.Errorf("%s: %+v", what, got)
		}
	}
	send("payout", "12.50")
	send("payout", "-2.50")
	is("sent again", "rejected")
	send("payout", "13", "status", "pending")
	send("payout", "13")
	is("the sale has changed", "approved")
}

// adjusted is a conversion with what its screen shows of changes.
type adjusted struct {
	conversion
	UpdatedAt time.Time
	Changes   []struct {
		Via, Actor, Reason, Status string
		Repeated                   bool
	}
}

func conversionIsMatchedToAChosenClick(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	report(s, mine.PostbackKey, "clickid", "cut-off-by-the-network", "txid", "T1", "payout", "5")
	it := conversions(ed, "unknown=true")[0]
	match := func(clickID string) sitetest.Answer {
		return ed.Do("POST", fmt.Sprintf("%s/%d/match", conversionsPath, it.ID), sitetest.M{"clickId": clickID})
	}
	if a := match(uuid.Must(uuid.NewV7()).String()); a.Status != 400 || !strings.Contains(a.Body, "clickId") {
		t.Errorf("a click of nobody: %d %s", a.Status, a.Body)
	}
	id := click(s)
	if a := match(id); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if a := match(id); a.Status != 409 {
		t.Errorf("again: %d %s", a.Status, a.Body)
	}
	if got := conversions(ed, "")[0]; got.ClickDate == nil || got.Offer == "" || got.Payout != 500 || got.ClickID != it.ClickID {
		t.Errorf("%+v", got)
	}
	if a := report(s, mine.PostbackKey, "clickid", it.ClickID, "txid", "T1", "status", "reversed"); !strings.Contains(a.Body, "update") {
		t.Errorf("its next report: %s", a.Body)
	}
	if n := len(conversions(ed, "")); n != 1 {
		t.Errorf("%d conversions", n)
	}
}

// A refund lowers what its sale earned, whether it comes before or after staff
// find their click.
func refundsFollowTheirSaleToItsClick(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	for n, early := range []bool{true, false} {
		wrong, txid := fmt.Sprint("cut-off-", n), fmt.Sprint("T", n)
		refund := func() { report(s, mine.PostbackKey, "clickid", wrong, "txid", txid, "payout", "-2") }
		report(s, mine.PostbackKey, "clickid", wrong, "txid", txid, "payout", "5")
		sale := conversions(ed, "")[0]
		if early {
			refund()
		}
		sitetest.Must[conversion](ed, "POST", fmt.Sprintf("%s/%d/match", conversionsPath, sale.ID), sitetest.M{"clickId": click(s)})
		if !early {
			refund()
		}
		if got := conversions(ed, "q="+txid)[0]; got.Payout != -200 || got.ClickDate == nil || got.Offer == "" || got.Status != "approved" {
			t.Errorf("the refund first %t: %+v", early, got)
		}
	}
	sums := sitetest.Must[struct {
		Total struct{ Conversions, Revenue int64 }
	}](ed, "GET", "/api/admin/reports?by=offer", nil)
	if sums.Total.Conversions != 2 || sums.Total.Revenue != 600 {
		t.Errorf("the report says %+v", sums.Total)
	}
}

func clickCountsATransactionOnce(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	id := click(s)
	match := func(wrong string) sitetest.Answer {
		report(s, mine.PostbackKey, "clickid", wrong, "txid", "T1", "payout", "5")
		return ed.Do("POST", fmt.Sprintf("%s/%d/match", conversionsPath, conversions(ed, "")[0].ID), sitetest.M{"clickId": id})
	}
	if a := match("cut-off"); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if a := match("cut-off-again"); a.Status != 400 || !strings.Contains(a.Body, `"field":"clickId"`) {
		t.Errorf("of a click matched before: %d %s", a.Status, a.Body)
	}
	s.Exec("DELETE FROM conversions")
	report(s, mine.PostbackKey, "clickid", id, "txid", "T1", "payout", "5") // by the right id
	if a := match("cut-off"); a.Status != 400 || !strings.Contains(a.Body, "already counts") {
		t.Errorf("of a click reported already: %d %s", a.Status, a.Body)
	}
}

func pastedPostbackIsTestedAndCorrected(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "keitaro")
	id := click(s)
	report(s, mine.PostbackKey, "subid", id, "status", "sold", "payout", "5")
	refused := sitetest.Must[[]struct {
		ID   int64
		Sent string
	}](ed, "GET", "/api/admin/refused-postbacks", nil)[0]
	take := func(body sitetest.M) sitetest.Answer {
		return ed.Do("POST", fmt.Sprintf("%s/%d/postbacks", path, mine.ID), body)
	}
	if a := take(sitetest.M{"sent": refused.Sent, "dryRun": true}); a.Status != 200 || !strings.Contains(a.Body, `"refused":1`) {
		t.Errorf("tried as it came: %d %s", a.Status, a.Body)
	}
	for _, sent := range []string{refused.Sent, "", "https://partner.example/"} {
		if a := take(sitetest.M{"sent": sent}); a.Status != 400 || !strings.Contains(a.Body, `"field":"sent"`) {
			t.Errorf("%q: %d %s", sent, a.Status, a.Body)
		}
	}
	corrected := "https://us.example/postback/key?" + strings.Replace(refused.Sent, "sold", "sale", 1)
	if a := take(sitetest.M{"sent": corrected, "dryRun": true}); !strings.Contains(a.Body, `"new":1`) || len(conversions(ed, "")) != 0 {
		t.Errorf("tried: %s", a.Body)
	}
	if a := take(sitetest.M{"sent": corrected, "refused": refused.ID}); a.Status != 200 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if got := conversions(ed, ""); len(got) != 1 || got[0].Payout != 500 || got[0].Status != "approved" {
		t.Errorf("%+v", got)
	}
	if left := ed.Do("GET", "/api/admin/refused-postbacks", nil); strings.TrimSpace(left.Body) != "[]" {
		t.Errorf("it is still in the list: %s", left.Body)
	}
}

func importingADownloadChangesNothing(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	id := click(s)
	for _, event := range []string{"", "lead"} {
		report(s, mine.PostbackKey, "clickid", id, "txid", "T1", "event", event, "payout", "12.50", "sale", "100")
		report(s, mine.PostbackKey, "clickid", id, "txid", "T1", "event", event, "payout", "-2.50")
	}
	file := ed.Do("GET", conversionsPath+"/export", nil).Body
	if !strings.Contains(file, ",-2.50,") { // a number, so that sums of the file are right
		t.Errorf("%s", file)
	}
	a := s.Call("POST", fmt.Sprintf("%s/%d/import", path, mine.ID), file, "Cookie", ed.Cookie, "Content-Type", "text/csv")
	if done := sitetest.Decode[imported](t, a.Body); done.Unchanged != 4 {
		t.Errorf("%s", a.Body)
	}
}

func conversionsAreSummedAndDownloaded(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	for n, pairs := range [][]string{{"payout", "12.50"}, {"payout", "7.50"}, {"payout", "3", "status", "pending"}, {"payout", "900", "currency", "JPY"}} {
		report(s, mine.PostbackKey, append([]string{"clickid", click(s), "txid", fmt.Sprint("T", n)}, pairs...)...)
	}
	today := time.Now().In(s.Config.Location)
	for query, want := range map[string]string{
		"":                "approved JPY 1 900, approved USD 2 2000, pending USD 1 300",
		"status=approved": "approved JPY 1 900, approved USD 2 2000",
		"from=" + today.Format(time.DateOnly) + "&q=T1":       "approved USD 1 750",
		"to=" + today.AddDate(0, 0, -1).Format(time.DateOnly): "",
	} {
		var got []string
		for _, sum := range sitetest.Must[[]struct {
			Status, Currency    string
			Conversions, Payout int64
		}](ed, "GET", conversionsPath+"/totals?"+query, nil) {
			got = append(got, fmt.Sprint(sum.Status, " ", sum.Currency, " ", sum.Conversions, " ", sum.Payout))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %s", query, got)
		}
	}
	if a := ed.Do("GET", conversionsPath+"?from=yesterday", nil); a.Status != 400 {
		t.Errorf("no date: %d", a.Status)
	}
	file := ed.Do("GET", conversionsPath+"/export?status=approved", nil)
	if lines := strings.Split(strings.TrimSpace(file.Body), "\n"); len(lines) != 4 || !strings.Contains(lines[1], ",900,,JPY,") || !strings.Contains(lines[2], ",7.50,,USD,") {
		t.Errorf("%s", file.Body)
	}
}
