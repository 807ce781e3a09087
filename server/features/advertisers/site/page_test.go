package site_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func TestPagesAndImports(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"auditLogOmitsAnAdvertisersContact":       auditLogOmitsAnAdvertisersContact,
		"invoiceListsTheConversionsOfAMonth":      invoiceListsTheConversionsOfAMonth,
		"pastedPostbackIsInTheAuditLog":           pastedPostbackIsInTheAuditLog,
		"csvOfConversionsIsReadInBatches":         csvOfConversionsIsReadInBatches,
		"importMatchesItsDryRunAndRepeatsNothing": importMatchesItsDryRunAndRepeatsNothing,
		"invalidReportsAreNotImported":            invalidReportsAreNotImported,
	}, cleared)
}

func auditLogOmitsAnAdvertisersContact(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	one := fmt.Sprintf("%s/%d", path, mine.ID)
	type contact struct {
		ContactName, ContactEmail, ContactPhone *string
		Terms                                   string
	}
	got := sitetest.Must[contact](ed, "PUT", one, sitetest.M{"contactName": "Ada Byron", "contactEmail": " Ada@Partner.Example ", "contactPhone": "+44 20 7946 0958 ext. 7", "terms": "Net 30"})
	if *got.ContactName != "Ada Byron" || *got.ContactEmail != "ada@partner.example" || *got.ContactPhone != "+44 20 7946 0958 ext. 7" || got.Terms != "Net 30" {
		t.Errorf("%+v", got)
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE concat(before, after) ~* 'ada|7946'"); n != 0 {
		t.Errorf("%d lines of the log name the contact", n)
	}
	for field, value := range map[string]string{"contactEmail": "ada@", "contactPhone": "call me", "contactName": strings.Repeat("a", 101)} {
		if a := ed.Do("PUT", one, sitetest.M{field: value}); a.Status != 400 || !strings.Contains(a.Body, `"field":"`+field+`"`) {
			t.Errorf("%s: %d %s", field, a.Status, a.Body)
		}
	}
	if got := sitetest.Must[contact](ed, "PUT", one, sitetest.M{"contactEmail": "", "contactPhone": nil}); got.ContactEmail != nil || got.ContactPhone != nil || *got.ContactName != "Ada Byron" {
		t.Errorf("%+v", got)
	}
}

// It has a site of its own, as clicks on its offer before would be paid for too.
func TestAdvertisersPageAgreesWithTheReports(t *testing.T) {
	t.Parallel()
	s, doc := apptest.Open(t), sitetest.Contract(t)
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "affise")
	one := fmt.Sprintf("%s/%d", path, mine.ID)
	type page struct {
		Name, PostbackAddress         string
		LastPostbackAt, LastRefusedAt *time.Time
		Revenue                       []struct {
			Month, Currency             string
			Approved, Pending, Reversed int64
		}
	}
	read := func() page {
		a := s.As("marketer").Do("GET", one, nil)
		sitetest.Agrees(t, doc, "GET", path+"/{id}", a)
		return sitetest.Decode[page](t, a.Body)
	}
	if p := read(); p.Name != "Mine" || p.LastPostbackAt != nil || p.LastRefusedAt != nil || len(p.Revenue) != 0 || p.PostbackAddress != s.Config.BaseURL+"/postback/KEY?clickid={sub1}&action_id={transactionid}&goal={goal}&status={status}&sum={sum}&currency={currency}" {
		t.Errorf("%+v", p)
	}
	ed.Do("PUT", fmt.Sprintf("/api/admin/daily-offers/%d", s.IDOf("daily_offers", "sunmarl-led-bundle")), sitetest.M{"advertiserId": mine.ID, "payoutModel": "click", "payoutAmount": 25, "payoutCurrency": "USD"})
	for n, pairs := range [][]string{
		{"sum", "12.50", "status", "1"}, {"sum", "-2.50", "status", "1"}, {"sum", "3", "status", "2"}, {"sum", "7", "status", "3"},
		{"sum", "900", "currency", "JPY", "status", "1"}, {"sum", "50", "currency", "JPY", "status", "2"}, {"sum", "4", "status", "reversed"},
	} {
		report(s, mine.PostbackKey, append([]string{"clickid", click(s), "action_id", fmt.Sprint("T", n)}, pairs...)...)
	}
	report(s, mine.PostbackKey, "clickid", "not-ours", "sum", "99")
	report(s, mine.PostbackKey, "sum", "{sum}")
	s.Quiet()
	p := read()
	month := time.Now().In(s.Config.Location).Format("2006-01")
	got := fmt.Sprint(p.Revenue)
	if want := fmt.Sprintf("[{%s USD 1175 300 400} {%s JPY 900 50 0}]", month, month); got != want { // 12.50 - 2.50 + 7 clicks of 0.25
		t.Errorf("%s, want %s", got, want)
	}
	if p.LastPostbackAt == nil || p.LastRefusedAt == nil {
		t.Errorf("%+v", p)
	}
	report := sitetest.Must[struct {
		Total struct {
			Revenue, PendingRevenue int64
			OtherRevenue            []struct{ Amount int64 }
		}
	}](ed, "GET", fmt.Sprintf("/api/admin/reports?advertiser=%d", mine.ID), nil).Total
	if report.Revenue != 1175 || report.PendingRevenue != 300 || len(report.OtherRevenue) != 1 || report.OtherRevenue[0].Amount != 900 {
		t.Errorf("the report says %+v", report)
	}
	invoice := ed.Do("GET", one+"/invoice?month="+month, nil).Body
	if lines := strings.SplitAfter(invoice, "\r\n"); len(lines) != 10 || lines[8] != month+",Paid clicks,,,approved,1.75,USD\r\n" {
		t.Errorf("the invoice's approved lines don't add up to the page: %s", invoice)
	}
	if next := time.Now().In(s.Config.Location).AddDate(0, 2, 0).Format("2006-01"); strings.Contains(ed.Do("GET", one+"/invoice?month="+next, nil).Body, "Paid") {
		t.Error("a month to come has paid clicks")
	}
	if a := ed.Do("GET", path+"/999999", nil); a.Status != 404 {
		t.Errorf("%d", a.Status)
	}
}

func invoiceListsTheConversionsOfAMonth(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine, other := advertise(ed, "Mine", "own"), advertise(ed, "Other", "own")
	s.Exec("UPDATE daily_offers SET title = '=HYPERLINK(\"https://x.example\")' WHERE slug = 'sunmarl-led-bundle'")
	first, second := click(s), click(s)
	report(s, mine.PostbackKey, "clickid", first, "txid", "+1+1", "payout", "12.50")
	report(s, mine.PostbackKey, "clickid", first, "txid", "+1+1", "payout", "-2.50")
	report(s, mine.PostbackKey, "clickid", second, "txid", "T2", "payout", "900", "currency", "JPY", "status", "pending")
	report(s, other.PostbackKey, "clickid", second, "txid", "T3", "payout", "5")
	report(s, mine.PostbackKey, "clickid", "not-ours", "txid", "T4", "payout", "5")
	now := time.Now().In(s.Config.Location)
	invoice := func(month string) sitetest.Answer {
		return ed.Do("GET", fmt.Sprintf("%s/%d/invoice?month=%s", path, mine.ID, month), nil)
	}
	a := invoice(now.Format("2006-01"))
	day, offer := now.Format(time.DateOnly), `"'=HYPERLINK(""https://x.example"")"`
	want := "date,offer,transactionId,clickId,status,payout,currency\r\n" +
		day + "," + offer + ",'+1+1," + first + ",approved,12.50,USD\r\n" + day + "," + offer + ",'+1+1," + first + ",approved,-2.50,USD\r\n" + day + "," + offer + ",T2," + second + ",pending,900,JPY\r\n"
	if a.Status != 200 || a.Body != want {
		t.Errorf("%d %s, want %s", a.Status, a.Body, want)
	}
	if name := a.Header.Get("Content-Disposition"); !strings.Contains(name, fmt.Sprintf("invoice-%d-%s.csv", mine.ID, now.Format("2006-01"))) {
		t.Error(name)
	}
	if a := invoice("2020-02"); a.Status != 200 || strings.Count(a.Body, "\n") != 1 {
		t.Errorf("a month without any: %d %s", a.Status, a.Body)
	}
	for _, month := range []string{"", "2026", "2026-13", "November"} {
		if a := invoice(month); a.Status != 400 || !strings.Contains(a.Body, `"field":"month"`) {
			t.Errorf("%q: %d %s", month, a.Status, a.Body)
		}
	}
}

func pastedPostbackIsInTheAuditLog(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine := advertise(ed, "Mine", "own")
	sent := "clickid=" + click(s) + "&txid=T1&payout=5"
	take := func(sent string, dryRun bool) {
		t.Helper()
		if a := ed.Do("POST", fmt.Sprintf("%s/%d/postbacks", path, mine.ID), sitetest.M{"sent": sent, "dryRun": dryRun}); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	lines := func(action, status string) int {
		return s.Count("SELECT count(*) FROM audit_log WHERE kind = 'conversion' AND action = $1 AND after->>'status' = $2 AND after->>'name' = 'T1' AND actor = 'editor@thriftwell.example'", action, status)
	}
	take(sent, true)
	if n := s.Count("SELECT count(*) FROM audit_log WHERE kind = 'conversion'"); n != 0 {
		t.Errorf("a test leaves %d lines", n)
	}
	take(sent, false)
	take(sent, false) // which changes nothing
	take(sent+"&status=reversed", false)
	if lines("create", "approved") != 1 || lines("update", "reversed") != 1 || s.Count("SELECT count(*) FROM audit_log WHERE kind = 'conversion'") != 2 {
		t.Errorf("%s", s.As("admin").Do("GET", "/api/admin/audit?kind=conversion", nil).Body)
	}
}

func csvOfConversionsIsReadInBatches(t *testing.T, s *sitetest.Site) {
	mine := advertise(s.As("editor"), "Mine", "own")
	s.Exec("INSERT INTO conversions (advertiser_id, click_id, status, payout, currency) SELECT $1, 'c' || n, 'approved', -250, 'USD' FROM generate_series(1, 450) n", mine.ID)
	var counts atomic.Int64
	err := s.DB.Gorm.Callback().Query().After("gorm:query").Register("counts", func(tx *gorm.DB) {
		if sql := tx.Statement.SQL.String(); strings.Contains(sql, "FROM conversions v") && strings.HasPrefix(sql, "SELECT count") {
			counts.Add(1)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	call := func(path string) string {
		t.Helper()
		w := httptest.NewRecorder()
		c, _ := gin.CreateTestContext(w)
		c.Request = httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
		for _, call := range desk(s).Calls() {
			if call.Method == "GET" && call.Path == path {
				if err := call.Handle(c); err != nil {
					t.Fatal(err)
				}
			}
		}
		return w.Body.String()
	}
	file := call(conversionsPath + "/export")
	if lines := strings.Split(strings.TrimSpace(file), "\r\n"); len(lines) != 451 || !strings.Contains(lines[450], ",c1,,,,approved,-2.50,,USD,") {
		t.Errorf("%d lines, the last %s", len(lines), lines[len(lines)-1])
	}
	if n := counts.Load(); n != 0 {
		t.Errorf("counted %d times", n)
	}
	if call(conversionsPath); counts.Load() != 1 {
		t.Errorf("the test has lost its point: the list is counted %d times", counts.Load())
	}
}
