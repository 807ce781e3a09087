package site_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
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

// settled waits until an import is checked or over.
func settled(p sitetest.Member, call string) (i imports.Import) {
	p.T.Helper()
	sitetest.Eventually(p.T, "the import rests", func() bool {
		i = sitetest.Must[imports.Import](p, "GET", call, nil)
		return i.State != "checking" && i.State != "importing"
	})
	return i
}

// importOffers imports the good rows of a file.
func importOffers(p sitetest.Member, text string, m offerdesk.Mapping) (i imports.Import, reasons []string) {
	p.T.Helper()
	call, fields := sendOffers(p, text)
	if m.Fields == nil {
		m.Fields = fields
	}
	sitetest.Must[imports.Import](p, "PUT", call+"/mapping", m)
	if i = settled(p, call); i.State != "checked" {
		p.T.Fatalf("%+v", i)
	}
	checked := i.Counts
	for _, outcome := range []string{"refused", "changed"} {
		for _, r := range sitetest.Must[[]imports.Reason](p, "GET", call+"/reasons?outcome="+outcome, nil) {
			reasons = append(reasons, fmt.Sprint(r.Lines, " ", r.Reason))
		}
	}
	slices.Sort(reasons)
	sitetest.Must[imports.Import](p, "POST", call+"/start", sitetest.M{"partial": true})
	if i = settled(p, call); i.State != "done" || i.Counts != checked {
		p.T.Errorf("checked %+v, then %+v", checked, i)
	}
	return i, reasons
}

func sample(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestExportsOfNetworksAreImportedIntoSeveralPlacements(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	only(s)
	ed := s.As("editor")
	page := fmt.Sprint("content-", ed.IDOf("content_pages", "hot-offers"))
	for name, want := range map[string]struct {
		fields   string
		mapping  offerdesk.Mapping
		counts   imports.Counts
		reasons  []string
		imported string
	}{
		"cj.tsv": {
			"- title description - partner - address - payout startsAt endsAt -", offerdesk.Mapping{Placements: []string{"carousel", page}, PayoutModel: "lead"}, imports.Counts{New: 3, Refused: 1},
			[]string{"[5] URL: Enter a public address that starts with http:// or https://."},
			"20% off your first order|Green Pantry|sale -|https://www.anrdoezrs.net/click-100-15734502?sid={clickid}|-|carousel,content; " +
				"20% off your first order|Paws Club|sale -|https://www.anrdoezrs.net/click-100-15734503?sid={clickid}|2100-01-01|carousel,content; " +
				"Earn a $300 checking bonus|First Harbor Bank|lead 15000 USD|https://www.anrdoezrs.net/click-100-15734501?sid={clickid}|2100-01-01|carousel,content",
		},
		"everflow.csv": {
			"- title partner - - payoutModel payout payoutCurrency address - dailyCap totalCap endsAt", offerdesk.Mapping{Placements: []string{"daily"}}, imports.Counts{New: 3, Refused: 3},
			[]string{"[5] Payout: Enter one amount, such as 12.50 or 12.50 a lead.", "[6] URL: We can't fill in {aff_click}. Use {clickid} for the click's ID, or remove it.", "[7] URL: The address can't contain a user name or password."},
			"Auto insurance quotes - US|QuoteLane|lead 1250 USD|https://www.trk-lane.example/2CTPL/7XZ/?sub1={clickid}|2099-07-01|daily; " +
				"Cash back browser add-on|Coinly|lead 125000 USD|https://www.trk-lane.example/2CTPL/9XZ/?sub1={clickid}|-|daily; " +
				"Debt relief call|QuoteLane|lead 4500 USD|https://www.trk-lane.example/2CTPL/8XZ/?sub1={clickid}&zip={zip}|-|daily",
		},
		"awin.csv": {
			"partner title address - payoutCurrency startsAt endsAt terms", offerdesk.Mapping{
				Fields: strings.Fields("partner title address payout payoutCurrency startsAt endsAt terms"), Placements: []string{"static"}, PayoutModel: "sale"},
			imports.Counts{New: 1, Refused: 2},
			[]string{"[2] Starts: Enter a date, such as 2026-12-31. Ends: Enter a date, such as 2026-12-31.", "[4] Payout: The payout and the currency column name different currencies."},
			"Tagesgeld 3,1 %|Bergbank|sale 123450 EUR|https://www.awin1.example/cread.php?awinmid=2&clickref={clickid}|2100-01-01|static",
		},
	} {
		_, fields := sendOffersAndDiscard(ed, sample(t, name))
		if got := strings.Join(fields, " "); got != want.fields {
			t.Errorf("%s: guessed %s", name, got)
		}
		i, reasons := importOffers(ed, sample(t, name), want.mapping)
		if i.Counts != want.counts || strings.Join(reasons, "\n") != strings.Join(want.reasons, "\n") {
			t.Errorf("%s: %+v\n%s", name, i.Counts, strings.Join(reasons, "\n"))
		}
		if got := imported(s); got != want.imported {
			t.Errorf("%s: imported %s", name, got)
		}
		if i, reasons := importOffers(ed, sample(t, name), want.mapping); i.Counts.Same != want.counts.New || i.Counts.New+i.Counts.Changed != 0 {
			t.Errorf("%s again: %+v %v", name, i.Counts, reasons)
		}
		only(s)
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'import' AND kind = 'offers'"); n != 6 {
		t.Errorf("%d lines in the audit log", n)
	}
}

func sendOffersAndDiscard(p sitetest.Member, text string) (call string, fields []string) {
	p.T.Helper()
	call, fields = sendOffers(p, text)
	sitetest.Must[imports.Import](p, "DELETE", call, nil)
	for n, field := range fields {
		if field == "" {
			fields[n] = "-"
		}
	}
	return call, fields
}

// imported describes the offers that are there.
func imported(s *sitetest.Site) (text string) {
	err := s.DB.Pool.QueryRow(s.T.Context(), `SELECT coalesce(string_agg(concat_ws('|', title, partner, payout_model || ' ' || coalesce(payout_amount || ' ' || payout_currency, '-'), address,
			coalesce(to_char(ends_at AT TIME ZONE 'America/New_York', 'YYYY-MM-DD'), '-'), (SELECT string_agg(kind, ',' ORDER BY kind) FROM placements WHERE offer_id = o.id AND NOT is_active)), '; ' ORDER BY title, partner), '')
		FROM offers o WHERE placed IS NOT NULL`).Scan(&text)
	if err != nil {
		s.T.Fatal(err)
	}
	return text
}

func TestImportingAgainUpdatesOffersAndAddsPlacements(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	only(s)
	ed := s.As("editor")
	const head = "name,url,payout,placement\n"
	importOffers(ed, head+"Alpha,https://alpha.example/,$5 a lead,Carousel\nBeta,https://beta.example/,$6 a lead,\"daily, hot\"\n", offerdesk.Mapping{})
	s.Exec("UPDATE daily_offers SET is_active = true WHERE title = 'Beta'")
	i, reasons := importOffers(ed, head+"ALPHA,https://alpha.example/new,$7 a lead,\"Carousel, daily\"\nBeta,https://beta.example/,,hot\nBeta,https://b.example/,,hot\n", offerdesk.Mapping{})
	want := "[2] Changes title, URL, payout. Adds daily offers.\n[4] Line 3 is the same offer: it has the same name, advertiser, and partner."
	if got := strings.Join(reasons, "\n"); got != want || i.Counts != (imports.Counts{Changed: 1, Same: 1, Refused: 1}) {
		t.Errorf("%+v %s", i.Counts, got)
	}
	if got := imported(s); got != "ALPHA|lead 700 USD|https://alpha.example/new|-|carousel,daily; Beta|lead 600 USD|https://beta.example/|-|static" {
		t.Error(got)
	}
}

func TestImportsOfOffersAreCheckedAsTheFormIs(t *testing.T) {
	t.Parallel()
	s, doc := apptest.Open(t), sitetest.Contract(t)
	only(s)
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
	if i := settled(ed, call); i.Counts != (imports.Counts{New: 1, Refused: 5}) {
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
	if a := ed.Do("POST", call+"/start", sitetest.M{}); a.Status != 200 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if i := settled(ed, call); i.State != "failed" || imported(s) != "" {
		t.Errorf("%+v %s", i, imported(s))
	}
	for _, what := range []string{"subscribers", "magazine"} {
		if a := ed.Do("GET", importsPath+"?what="+what, nil); a.Status != 403 {
			t.Errorf("an editor sees imports of %s: %d", what, a.Status)
		}
	}
}
