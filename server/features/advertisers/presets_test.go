package advertisers

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gin-gonic/gin"
	"golang.org/x/text/encoding/unicode"

	"thriftwell/server/platform/fault"
)

func cents(n int64) *int64 { return &n }

func TestEveryPresetReadsWhatItsNetworkSends(t *testing.T) {
	for _, c := range []struct {
		preset, query string
		want          Report
	}{
		{"own", "clickid=c&txid=t&event=e&status=pending&payout=1.5&sale=20&currency=eur", Report{"c", "t", "e", Pending, cents(150), cents(2000), "EUR"}},
		{"own", "clickid=c", Report{"c", "", "", Approved, nil, nil, ""}},
		{"own", "clickid=c&payout=1200&currency=JPY", Report{"c", "", "", Approved, cents(1200), nil, "JPY"}},
		{"keitaro", "subid=c&tid=t&status=lead&revenue=2", Report{"c", "t", "", Pending, cents(200), nil, "USD"}},
		{"keitaro", "subid=c&payout=2&revenue=3", Report{"c", "", "", Approved, cents(200), nil, "USD"}},
		{"keitaro", "subid=c&status=rejected", Report{"c", "", "", Rejected, nil, nil, ""}},
		{"keitaro", "subid=c&status=rebill&payout=2", Report{"c", "", "rebill", Approved, cents(200), nil, "USD"}},
		{"keitaro", "subid=c&tid=T5&status=upsell&payout=3", Report{"c", "T5", "upsell", Approved, cents(300), nil, "USD"}},
		{"keitaro", "subid=c&tid=T5&status=Deposit&payout=3&currency=eur", Report{"c", "T5", "deposit", Approved, cents(300), nil, "EUR"}},
		{"impact", "SubId1=c&Payout=5&Currency=GBP", Report{"c", "", "", Approved, cents(500), nil, "GBP"}},
		{"keitaro", "subid=c&tid=t2&status=rebill&payout=2", Report{"c", "t2", "rebill", Approved, cents(200), nil, "USD"}},
		{"redtrack", "clickid=c&rdtk_event_id=t&type=Purchase&status=declined&sum=4", Report{"c", "t", "Purchase", Rejected, cents(400), nil, "USD"}},
		{"voluum", "cid=c&txid=t&et=deposit&payout=4", Report{"c", "t", "deposit", Approved, cents(400), nil, "USD"}},
		{"binom", "cnv_id=c&payout=4&cnv_status=lead", Report{"c", "", "", Pending, cents(400), nil, "USD"}},
		{"binom", "clickid=c&cnv_status2=Trash", Report{"c", "", "", Rejected, nil, nil, ""}},
		{"affise", "click_id=c&action_id=t&goal=g&status=1&sum=4.05&currency=GBP", Report{"c", "t", "g", Approved, cents(405), nil, "GBP"}},
		{"affise", "clickid=c&status=2", Report{"c", "", "", Pending, nil, nil, ""}},
		{"affise", "clickid=c&status=3", Report{"c", "", "", Rejected, nil, nil, ""}},
		{"affise", "clickid=c&status=5", Report{"c", "", "", Pending, nil, nil, ""}},
		{"everflow", "transaction_id=c&order_id=t&event_id=7&amount=99.90", Report{"c", "t", "7", Approved, nil, cents(9990), "USD"}},
		{"impact", "SubId1=c&ActionId=t&Status=REVERSED&Payout=5&Amount=50", Report{"c", "t", "", Reversed, cents(500), cents(5000), "USD"}},
		{"impact", "SubId1=c&ActionId=t&Status=REVERSED&Payout=-1.20&Amount=-12", Report{"c", "t", "correction", Approved, cents(-120), cents(-1200), "USD"}},
		{"affise", "clickid=c&action_id=t&goal=g&status=3&sum=(5.00)", Report{"c", "t", "g correction", Approved, cents(-500), nil, "USD"}},
		{"keitaro", "subid=c&tid=t&status=trash&payout=-5", Report{"c", "t", "correction", Approved, cents(-500), nil, "USD"}},
		{"own", "clickid=c&txid=t&payout=.50", Report{"c", "t", "", Approved, cents(50), nil, "USD"}},
	} {
		query, _ := url.ParseQuery(c.query)
		got, err := presetOf(c.preset).read(query.Get, "USD")
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s, %s: %+v %v", c.preset, c.query, got, err)
		}
	}
}

func TestReportsFromSpreadsheetsAreRead(t *testing.T) {
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("Click Id\tTxid\tPayout\nc1\tt1\t5\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"UTF-16":                        utf16,
		"an apostrophe before a sign":   "clickid,txid,payout\n'-c1,t1,5\n",
		"a line that can't be read too": "clickid,txid,payout\nc1,t1,5\nc2,t\"2\",5\n",
	} {
		rows, err := presetOf("own").readReport([]byte(text), 1, "USD")
		if err != nil || len(rows) == 0 || strings.TrimPrefix(rows[0].ClickID, "-") != "c1" || rows[0].Payout == nil || *rows[0].Payout != 500 {
			t.Errorf("%s: %+v %v", name, rows, err)
		}
		for _, r := range rows[min(1, len(rows)):] {
			if r.Line != 3 || r.Outcome != Refused || !strings.Contains(r.Reason, "quotation mark") {
				t.Errorf("%s: %+v", name, r)
			}
		}
	}
}

func TestEmptyCellsOfATabSeparatedReportStayEmpty(t *testing.T) {
	t.Parallel()
	rows, err := presetOf("own").readReport([]byte("clickid\ttxid\tpayout\tstatus\nCLICK1\t\t5.00\tapproved\nCLICK2\tT2\t\tpending\n\tT3\t7.50\tapproved\n"), 1, "USD")
	if err != nil || len(rows) != 3 {
		t.Fatalf("%+v %v", rows, err)
	}
	if r := rows[0]; r.ClickID != "CLICK1" || r.TransactionID != "" || r.Payout == nil || *r.Payout != 500 || r.Status != Approved {
		t.Errorf("%+v", r)
	}
	if r := rows[1]; r.ClickID != "CLICK2" || r.TransactionID != "T2" || r.Payout != nil || r.Status != Pending {
		t.Errorf("%+v", r)
	}
	if r := rows[2]; r.ClickID != "" || r.TransactionID != "T3" || r.Outcome != Refused || !strings.Contains(r.Reason, "click ID is missing") {
		t.Errorf("%+v", r)
	}
}

// The copied address has the network's macros, and is rejected until the
// network fills them in.
func TestEveryPresetReadsItsOwnPostbackAddress(t *testing.T) {
	for _, name := range Presets() {
		p := presetOf(name)
		query, err := url.ParseQuery(p.address)
		if err != nil {
			t.Fatal(name, err)
		}
		if _, err := p.read(query.Get, "USD"); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "didn't fill in") {
			t.Errorf("%s: %v", name, err)
		}
		for sent := range query {
			known := false
			for _, names := range p.names {
				for _, n := range names {
					known = known || n == sent
				}
			}
			if !known {
				t.Errorf("%s has the parameter %s, which it does not read", name, sent)
			}
		}
	}
}

func TestEveryPresetRejectsAnUnfilledID(t *testing.T) {
	t.Parallel()
	for _, name := range Presets() {
		p := presetOf(name)
		for _, id := range []string{
			"%subid%", "{sub1}", "{{click_id}}", "${clickid}", "#s2#", "[clickid]", "<clickid>", "__CLICKID__", "$clickid$", "c-{sub2}",
			"null", "NULL", "(null)", "undefined", "None", "nil", "", " ",
		} {
			for _, sent := range p.names[clickID] {
				query := url.Values{sent: {id}, p.names[payout][0]: {"11"}}
				if r, err := p.read(query.Get, "USD"); !fault.Is(err, fault.Invalid) {
					t.Errorf("%s takes %s=%q: %+v", name, sent, id, r)
				}
			}
			for _, sent := range p.names[transactionID] {
				query := url.Values{p.names[clickID][0]: {"c"}, sent: {id}}
				if r, err := p.read(query.Get, "USD"); !fault.Is(err, fault.Invalid) && strings.TrimSpace(id) != "" {
					t.Errorf("%s takes %s=%q: %+v", name, sent, id, r)
				}
			}
		}
	}
}

// Amounts of another currency would be added to the site's own.
func TestEveryPresetKeepsTheReportedCurrency(t *testing.T) {
	t.Parallel()
	for _, name := range Presets() {
		p := presetOf(name)
		for _, sent := range p.names[currencyCode] {
			query := url.Values{p.names[clickID][0]: {"c"}, p.names[payout][0]: {"11"}, sent: {"eur"}}
			if r, err := p.read(query.Get, "USD"); err != nil || r.Currency != "EUR" || r.Payout == nil || *r.Payout != 1100 {
				t.Errorf("%s, %s: %+v %v", name, sent, r, err)
			}
		}
	}
}

// Whatever is sent, a report can be stored, or there is a sentence.
func FuzzReport(f *testing.F) {
	for _, query := range []string{"clickid=c&payout=1", "subid=c&status=rebill", "clickid=%00", "clickid={x}", "SubId1=c&Payout=[p]", "clickid=%ff&sum=1,5", "clickid={%d9}"} {
		for i := range Presets() {
			f.Add(i, query)
		}
	}
	f.Fuzz(func(t *testing.T, preset int, text string) {
		query, err := url.ParseQuery(text)
		if err != nil || preset < 0 {
			return
		}
		r, err := presetOf(Presets()[preset%len(Presets())]).read(query.Get, "USD")
		if refusal, ok := err.(*fault.Error); err != nil && (!ok || refusal.Detail == "" || !utf8.ValidString(refusal.Detail)) {
			t.Fatalf("%q: %v", text, err)
		}
		if err != nil {
			return
		}
		for _, stored := range []string{r.ClickID, r.TransactionID, r.Event} {
			if !utf8.ValidString(stored) || strings.ContainsRune(stored, 0) || strings.Contains(stored, "{}") {
				t.Fatalf("%q gives %q", text, stored)
			}
		}
		if r.ClickID == "" || utf8.RuneCountInString(r.ClickID) > maxClickID || r.Payout != nil && (*r.Payout < 0 && !strings.HasSuffix(r.Event, corrected) || r.Currency == "") || presetOf("own").statuses[string(r.Status)] == "" {
			t.Fatalf("%q gives %+v", text, r)
		}
	})
}

// Whatever file is sent, each of its rows has an outcome or can be written.
func FuzzReportFile(f *testing.F) {
	f.Add(1, "subid;payout\nc;1,50\n")
	f.Add(0, "\ufeffClick ID,Txid\n\"a\nb\",c\n,\n")
	f.Fuzz(func(t *testing.T, preset int, text string) {
		if preset < 0 {
			return
		}
		rows, err := presetOf(Presets()[preset%len(Presets())]).readReport([]byte(text), 1, "USD")
		if err != nil && !fault.Is(err, fault.Invalid) {
			t.Fatalf("%q: %v", text, err)
		}
		for _, row := range rows {
			if (row.item == nil) != (row.Outcome == Refused) || row.item == nil && row.Reason == "" {
				t.Fatalf("%q gives %+v", text, row)
			}
		}
	})
}

// A query would panic: there is no database.
func TestAWrongKeyIsAnsweredWithoutADatabase(t *testing.T) {
	gin.SetMode(gin.TestMode)
	for range 3 {
		c, _ := gin.CreateTestContext(httptest.NewRecorder())
		c.Request = httptest.NewRequest(http.MethodGet, "/postback/wrong?clickid=x", nil)
		if err := (Postbacks{Keys: func() Keys { return Keys{} }}).Take(c); !fault.Is(err, fault.Forbidden) {
			t.Error(err)
		}
	}
}
