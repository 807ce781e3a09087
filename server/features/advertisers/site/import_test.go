package site_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
)

type imported struct {
	DryRun                                    bool
	New, Updated, Unchanged, Unknown, Refused int
	Rows                                      []struct {
		Line                     int
		Outcome, Reason, ClickID string
	}
}

// said is the outcomes of an import by line.
func (i imported) said() string {
	var out []string
	for _, r := range i.Rows {
		out = append(out, fmt.Sprint(r.Line, " ", r.Outcome))
	}
	return strings.Join(out, ", ")
}

func importMatchesItsDryRunAndRepeatsNothing(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	impact := advertise(ed, "Norvexa", "impact")
	known, other := click(s), click(s)
	report(s, impact.PostbackKey, "SubId1", known, "ActionId", "A1", "Status", "PENDING", "Payout", "5")
	file := "\ufeffAction Id;Sub Id 1;Status;Payout;Amount\r\n" +
		"A1;" + known + ";APPROVED;$5.00;50\r\n" +
		"A2;" + other + ";APPROVED;\"1,234.50\";2000\r\n" +
		"\r\n" +
		"A3;nobody;PENDING;1;\r\n" +
		"A4;" + known + ";SOLD;1;\r\n" +
		"A2;" + other + ";REVERSED;1234.50;\r\n"
	to := fmt.Sprintf("%s/%d/import", path, impact.ID)
	send := func(query, text string) imported {
		t.Helper()
		a := s.Call("POST", to+query, text, "Cookie", ed.Cookie, "Content-Type", "text/csv")
		sitetest.Agrees(t, doc, "POST", path+"/{id}/import", a)
		return sitetest.Decode[imported](t, a.Body)
	}
	const want = "2 update, 3 new, 5 unknown, 6 refused, 7 update"
	dry := send("?dryRun=true", file)
	if !dry.DryRun || dry.said() != want || !strings.Contains(dry.Rows[3].Reason, `Unknown status "SOLD"`) {
		t.Errorf("the dry run: %+v", dry)
	}
	if n := s.Count("SELECT count(*) FROM conversions WHERE status <> 'pending'"); n != 0 {
		t.Errorf("the dry run wrote %d conversions", n)
	}
	if done := send("", file); done.DryRun || done.said() != want || done.New != 1 || done.Updated != 2 || done.Unknown != 1 || done.Refused != 1 {
		t.Errorf("the import: %+v", done)
	}
	state := func() int {
		return s.Count("SELECT count(*) + sum(payout) + 1000000 * count(*) FILTER (WHERE status = 'reversed') + (SELECT count(*) FROM conversion_changes) FROM conversions")
	}
	if n := s.Count("SELECT count(*) FROM conversion_changes WHERE via = 'import' AND actor LIKE '%@%'"); n != 4 {
		t.Errorf("%d changes by import", n)
	}
	once := strings.Join(strings.SplitAfter(file, "\r\n")[:6], "") // without the line that changes another
	before := state()
	again := send("", strings.Replace(once, ";APPROVED;\"1,", ";REVERSED;\"1,", 1))
	if again.said() != "2 unchanged, 3 unchanged, 5 unchanged, 6 refused" || state() != before {
		t.Errorf("once more: %+v", again)
	}

	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, _ := w.CreateFormFile("file", "report.csv")
	_, _ = part.Write([]byte(once))
	_ = w.Close()
	a := s.Call("POST", to+"?dryRun=true", form.String(), "Cookie", ed.Cookie, "Content-Type", w.FormDataContentType())
	if a.Status != 200 || len(sitetest.Decode[imported](t, a.Body).Rows) != 4 {
		t.Errorf("by a form: %d %s", a.Status, a.Body)
	}
}

func invalidReportsAreNotImported(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	to := fmt.Sprintf("%s/%d/import", path, advertise(ed, "Norvexa", "everflow").ID)
	for _, c := range []struct {
		text, kind string
		status     int
		words      string
	}{
		{"", "text/csv", 400, "no header row"},
		{"order_id,amount\n1,2\n", "text/csv", 400, "such as transaction_id"},
		{"transaction_id\n" + strings.Repeat("x\n", 5001), "text/csv", 400, "at most 5000"},
		{strings.Repeat("x", 5<<20+1), "text/csv", 413, "too large"},
		{"{}", "application/json", 415, "CSV"},
		{"x", "multipart/form-data; boundary=x", 400, "Choose a file"},
	} {
		a := s.Call("POST", to, c.text, "Cookie", ed.Cookie, "Content-Type", c.kind)
		if a.Status != c.status || !strings.Contains(a.Body, c.words) {
			t.Errorf("%.30q: %d %s", c.text, a.Status, a.Body)
		}
	}
	// To Everflow the transaction is the click.
	a := s.Call("POST", to, "Transaction ID,Conversion ID,Payout\nc,t,5\n", "Cookie", ed.Cookie, "Content-Type", "text/csv")
	if n := s.Count("SELECT count(*) FROM conversions WHERE click_id = 'c' AND transaction_id = 't' AND payout = 500"); n != 1 {
		t.Error(a.Status, a.Body)
	}
	if a := s.As("marketer").Do("POST", to, nil); a.Status != 403 {
		t.Errorf("a marketer: %d", a.Status)
	}
}
