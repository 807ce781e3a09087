package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/offerdesk"
	"thriftwell/server/platform/csvfile"
	"thriftwell/server/transfer/imports"
)

const importsPath = "/api/admin/imports"

// sendOffers uploads a file of offers and returns its guessed fields.
func sendOffers(p sitetest.Member, text string) (call string, fields []string) {
	p.T.Helper()
	a := p.Call("POST", importsPath+"?what=offers&name=offers.csv", text, "Cookie", p.Cookie, "Content-Type", "application/octet-stream")
	i := sitetest.Decode[imports.Import](p.T, a.Body)
	if a.Status != 201 || i.State != "mapping" {
		p.T.Fatalf("%d %s", a.Status, a.Body)
	}
	call = fmt.Sprint(importsPath, "/", i.ID)
	for _, c := range sitetest.Must[csvfile.Columns](p, "GET", call+"/columns", nil).Columns {
		fields = append(fields, c.Field)
	}
	return call, fields
}

// waitForImportAt waits until an import is checked or over.
func waitForImportAt(p sitetest.Member, call string) (i imports.Import) {
	p.T.Helper()
	sitetest.Eventually(p.T, "the import is checked or over", func() bool {
		i = sitetest.Must[imports.Import](p, "GET", call, nil)
		return i.State != "checking" && i.State != "importing"
	})
	return i
}

func importsOfOffersAreCheckedAsTheFormIs(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	clearOffers(s)
	ed := s.As("editor")
	call, fields := sendOffers(ed, "name,url,category,plans,payout,placement\n"+
		"Plan A,https://plan.example/?id={clickid},Medicare,,,daily\nPlan B,https://plan.example/?zip={zip},Health plan,12,,daily\n"+
		"No model,https://a.example/,,,5,daily\nNowhere,https://a.example/,,,,the moon\n,,,,,daily\nGood,https://good.example/,General,,,daily\n")
	for wrong, m := range map[string]offerdesk.Mapping{
		"which column has the URLs":   {Fields: []string{"title", "", "category", "planProducts", "payout", "placements"}},
		"Choose at least one place":   {Fields: []string{"title", "address", "category", "planProducts", "payout", ""}},
		"no placement called “moon”":  {Fields: fields, Placements: []string{"moon"}},
		"Choose an existing advert":   {Fields: fields, AdvertiserID: new(int64)},
		"Choose click, lead, or sale": {Fields: fields, PayoutModel: "hug"},
	} {
		if a := ed.Do("PUT", call+"/mapping", m); a.Status != 400 || !strings.Contains(a.Body, wrong) {
			t.Errorf("%s: %d %s", wrong, a.Status, a.Body)
		}
	}
	a := ed.Do("PUT", call+"/mapping", offerdesk.Mapping{Fields: fields})
	sitetest.Agrees(t, doc, "PUT", importsPath+"/{id}/mapping", a)
	if i := waitForImportAt(ed, call); i.Counts != (imports.Counts{New: 1, Refused: 5}) {
		t.Errorf("%+v", i)
	}
	rows := ed.Do("GET", call+"/refused", nil).Body
	for _, want := range []string{
		"Plan A,https://plan.example/?id={clickid},Medicare,,,daily,Organizations represented: Enter how many organizations the partner represents. Medicare’s disclaimer shows the number. Plans offered: Enter how many plans",
		"URL: Remove {zip} from this address. We can't send visitor data to health plan partners.",
		"No model,https://a.example/,,,5,daily,Payout for: Choose what the advertiser pays for.",
		"We have no placement called “the moon”.", ",,,,,daily,This row has no URL.",
	} {
		if !strings.Contains(rows, want) {
			t.Errorf("%q isn't in %s", want, rows)
		}
	}
	sitetest.Must[imports.Import](ed, "POST", call+"/start", sitetest.M{"partial": true})
	if i := waitForImportAt(ed, call); i.State != "done" || s.Count("SELECT count(*) FROM audit_log WHERE action = 'import' AND kind = 'offers'") != 1 {
		t.Errorf("%+v", i)
	}
	expectTitles(t, "imported", offerTitles(ed, ""), "Good")
	for _, what := range []string{"subscribers", "magazine"} {
		if a := ed.Do("GET", importsPath+"?what="+what, nil); a.Status != 403 {
			t.Errorf("an editor sees imports of %s: %d", what, a.Status)
		}
	}
}
