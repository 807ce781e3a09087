package offer_test

import (
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/offer"
)

type imported struct {
	Lines    []offer.Line
	Imported int
}

func importedOffersAreInactive(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	for _, l := range lists(s) {
		path, page := l.kind.path+"/import", l.kind.body["pageId"]
		before := s.Count("SELECT count(*) FROM " + l.table)
		added := func() int { return s.Count("SELECT count(*) FROM "+l.table) - before }
		text := "Title,URL,Picture,Payout,Description,Partner,Figure note\n" +
			`"Bulbs, a dozen",https://www.bulbs.example.com/?a={zip},/images/default.svg,$1.29,"For ""all"" rooms",Bulbs Inc.,a dozen` + "\n\n" +
			"Loans,https://loans.example.com/,,40 a lead,\n,https://loans.example.com/,,,\n"
		body := sitetest.M{"text": text, "dryRun": true}
		if page != nil {
			body["pageId"] = page
		}
		preview := ed.Do("POST", path, body)
		sitetest.Agrees(t, doc, "POST", path, preview)
		got := sitetest.Decode[imported](t, preview.Body)
		if len(got.Lines) != 3 || added() != 0 {
			t.Fatalf("%s: %d %s", path, preview.Status, preview.Body)
		}
		first, last := got.Lines[0], got.Lines[2]
		if first.Title != "Bulbs, a dozen" || first.Description != `For "all" rooms` || *first.ImageURL != "/images/default.svg" || *first.PayoutModel != "click" || *first.PayoutAmount != 129 || first.Partner != "Bulbs Inc." || first.FigureNote != "a dozen" || first.Line != 2 || len(first.Wrong) > 0 {
			t.Errorf("%s: %+v", path, first)
		}
		if last.Title != "loans.example.com" || !last.Duplicate || got.Lines[1].Duplicate || *got.Lines[1].PayoutModel != "lead" || *got.Lines[1].PayoutAmount != 4000 {
			t.Errorf("%s: %+v", path, got.Lines)
		}
		body["dryRun"] = false
		if n := sitetest.Must[imported](ed, "POST", path, body).Imported; n != 2 || added() != 2 {
			t.Errorf("%s imported %d, %d are there", path, n, added())
		}
		if l.table == "daily_offers" || l.table == "static_offers" {
			if n := s.Count("SELECT count(*) - count(DISTINCT position) FROM " + l.table + " WHERE position > 1"); n != 0 {
				t.Errorf("%s: %d share a position with another", path, n)
			}
		}
		if n := sitetest.Must[imported](ed, "POST", path, body).Imported; n != 0 {
			t.Errorf("%s imported %d again", path, n)
		}
		body["duplicates"] = true
		if n := sitetest.Must[imported](ed, "POST", path, body).Imported; n != 3 || added() != 5 {
			t.Errorf("%s imported %d duplicates", path, n)
		}
		body["text"] = "https://a.example.com/?x=1,2\nhttps://b.example.com/"
		if got := sitetest.Must[imported](ed, "POST", path, body); got.Imported != 2 || got.Lines[0].Address != "https://a.example.com/?x=1,2" {
			t.Errorf("%s of lines: %+v", path, got)
		}
		if n := s.Count("SELECT count(*) FROM " + l.table + " WHERE is_active AND id > (SELECT max(id) - 7 FROM " + l.table + ")"); n != 0 {
			t.Errorf("%s: %d are live", path, n)
		}
		for text, words := range map[string]string{
			"": "at least one line", " \n\n": "at least one line", strings.Repeat("https://x.example.com/\n", 1001): "at most 1,000",
			"https://good.example.com/\nFine,http://localhost/": "Line 2: Enter a public address",
			"A,https://a.example.com/,,,much":                   "Line 1: Enter a payout",
			"A,https://a.example.com/,,,1.005":                  "Line 1: Enter a payout",
			"A,https://a.example.com/,,https://elsewhere.com/x": "Line 1: Choose a picture on this site",
		} {
			body["text"] = text
			if a := ed.Do("POST", path, body); a.Status != 400 || !strings.Contains(a.Body, words) {
				t.Errorf("%s %.60q: %d %.300s", path, text, a.Status, a.Body)
			}
		}
		if added() != 7 {
			t.Errorf("%s: a bad import left some", path)
		}
		if a := s.As("marketer").Do("POST", path, body); a.Status != 403 {
			t.Errorf("%s: a marketer gets %d", path, a.Status)
		}
	}
}

// An empty cell never takes the text of the one after it.
func emptyCellsOfAnImportStayEmpty(t *testing.T, s *sitetest.Site) {
	ed, path := s.As("editor"), lists(s)[0].kind.path+"/import"
	for _, text := range []string{
		"address\ttitle\tdescription\tpayout\nhttps://a.example.com/\t\t\t5.00\n\tLoans\t\t\n",
		"address,title,description,payout\nhttps://a.example.com/,,,5.00\n,Loans,,\n",
		"title\taddress\tdescription\tpicture\tpayout\n\thttps://a.example.com/\t\t\t5.00\nLoans\t\t\t\t\n",
	} {
		lines := sitetest.Must[imported](ed, "POST", path, sitetest.M{"text": text, "dryRun": true}).Lines
		if len(lines) != 2 {
			t.Fatalf("%q: %+v", text, lines)
		}
		a, b := lines[0], lines[1]
		if a.Address != "https://a.example.com/" || a.Title != "a.example.com" || a.Description != "" || a.PayoutAmount == nil || *a.PayoutAmount != 500 {
			t.Errorf("%q: %+v", text, a)
		}
		if b.Title != "Loans" || b.Address != "" || b.Description != "" || b.PayoutAmount != nil {
			t.Errorf("%q: %+v", text, b)
		}
	}
}
