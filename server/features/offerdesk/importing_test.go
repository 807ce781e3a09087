package offerdesk_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/features/content"
	"thriftwell/server/features/dailyoffers"
	"thriftwell/server/features/offerdesk"
	"thriftwell/server/features/offers"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/offer"
)

// desk imports offers into its own database.
type desk struct {
	offerdesk.Importer
	t  *testing.T
	db *db.DB
}

func newDesk(t *testing.T) desk {
	t.Helper()
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Pool.Exec(t.Context(), "INSERT INTO content_pages (slug, title) VALUES ('banks', 'Banks')"); err != nil {
		t.Fatal(err)
	}
	bus := notify.New(slog.New(slog.DiscardHandler))
	site := offer.Site{Site: editable.Site{DB: d.Gorm, Bus: bus}, Currency: "USD", Location: zone}
	return desk{t: t, db: d, Importer: offerdesk.Importer{Currency: "USD", Admin: offerdesk.Admin{
		Store: offerdesk.Store{DB: d.Gorm, Bus: bus, Location: zone},
		Kinds: []offerdesk.Kind{
			offerdesk.Of("carousel", offers.Carousel(site), "targetUrl"), offerdesk.Of("static", offers.Hot(site), "link"),
			offerdesk.Of("daily", dailyoffers.Offers(site), "link"), offerdesk.Of("content", content.Offers(site), "url"),
		},
	}}}
}

// run imports a file, after a dry run whose result must be the same.
func (d desk) run(text string, how offerdesk.Run) (done offerdesk.Imported, reasons []string) {
	d.t.Helper()
	if how.Mapping.Fields == nil {
		how.Mapping.Fields = strings.Fields(strings.ReplaceAll(d.guessed(text)+" ", "- ", "skip "))
		for n, field := range how.Mapping.Fields {
			how.Mapping.Fields[n] = strings.TrimPrefix(field, "skip")
		}
	}
	how.Progress = func(int, int) {}
	how.Outcome = func(offerdesk.Outcome) {}
	how.DryRun = true
	checked, err := d.Import(d.t.Context(), strings.NewReader(text), how)
	if err != nil {
		d.t.Fatal(err)
	}
	how.DryRun = false
	how.Outcome = func(o offerdesk.Outcome) { reasons = append(reasons, fmt.Sprint(o.Line, " ", o.Reason)) }
	done, err = d.Import(d.t.Context(), strings.NewReader(text), how)
	if err != nil {
		d.t.Fatal(err)
	}
	if checked.Stayed = done.Stayed; checked != done {
		d.t.Errorf("checked %+v, then %+v", checked, done)
	}
	return done, reasons
}

// guessed returns the guessed fields of a file, with a dash for none.
func (d desk) guessed(text string) string {
	d.t.Helper()
	columns, err := d.Columns(d.t.Context(), strings.NewReader(text))
	if err != nil {
		d.t.Fatal(err)
	}
	var fields []string
	for _, c := range columns.Columns {
		if c.Field == "" {
			c.Field = "-"
		}
		fields = append(fields, c.Field)
	}
	return strings.Join(fields, " ")
}

// offers describes the existing offers, with their inactive placements.
func (d desk) offers() (text string) {
	d.t.Helper()
	err := d.db.Pool.QueryRow(context.Background(), `SELECT coalesce(string_agg(concat_ws('|', title, partner, payout_model || ' ' || coalesce(payout_amount || ' ' || payout_currency, '-'), address,
			coalesce(to_char(ends_at AT TIME ZONE 'America/New_York', 'YYYY-MM-DD'), '-'), (SELECT string_agg(kind, ',' ORDER BY kind) FROM placements WHERE offer_id = o.id AND NOT is_active)), '; ' ORDER BY title, partner), '')
		FROM offers o WHERE placed IS NOT NULL`).Scan(&text)
	if err != nil {
		d.t.Fatal(err)
	}
	return text
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
	for name, want := range map[string]struct {
		fields   string
		mapping  offerdesk.Mapping
		counts   offerdesk.Imported
		reasons  []string
		imported string
	}{
		"cj.tsv": {
			"- title description - partner - address - payout startsAt endsAt -", offerdesk.Mapping{Placements: []string{"carousel", "Page: Banks"}, PayoutModel: "lead"}, offerdesk.Imported{New: 3, Refused: 1, Stayed: true},
			[]string{"5 URL: Enter a public address that starts with http:// or https://."},
			"20% off your first order|Green Pantry|sale -|https://www.anrdoezrs.net/click-100-15734502?sid={clickid}|-|carousel,content; " +
				"20% off your first order|Paws Club|sale -|https://www.anrdoezrs.net/click-100-15734503?sid={clickid}|2100-01-01|carousel,content; " +
				"Earn a $300 checking bonus|First Harbor Bank|lead 15000 USD|https://www.anrdoezrs.net/click-100-15734501?sid={clickid}|2100-01-01|carousel,content",
		},
		"everflow.csv": {
			"- title partner - status payoutModel payout payoutCurrency address - dailyCap totalCap endsAt", offerdesk.Mapping{Placements: []string{"daily"}}, offerdesk.Imported{New: 3, Refused: 3, Stayed: true},
			[]string{"5 Payout: Enter one amount, such as 12.50 or 12.50 a lead.", "6 URL: We can't fill in {aff_click}. Use {clickid} for the click's ID, or remove it.", "7 URL: The address can't contain a user name or password."},
			"Auto insurance quotes - US|QuoteLane|lead 1250 USD|https://www.trk-lane.example/2CTPL/7XZ/?sub1={clickid}|2099-07-01|daily; " +
				"Cash back browser add-on|Coinly|lead 125000 USD|https://www.trk-lane.example/2CTPL/9XZ/?sub1={clickid}|-|daily; " +
				"Debt relief call|QuoteLane|lead 4500 USD|https://www.trk-lane.example/2CTPL/8XZ/?sub1={clickid}&zip={zip}|-|daily",
		},
		"awin.csv": {
			"partner title address - payoutCurrency startsAt endsAt terms", offerdesk.Mapping{
				Fields: strings.Fields("partner title address payout payoutCurrency startsAt endsAt terms"), Placements: []string{"static"}, PayoutModel: "sale"},
			offerdesk.Imported{New: 1, Refused: 2, Stayed: true},
			[]string{"2 Starts: Enter a date, such as 2026-12-31. Ends: Enter a date, such as 2026-12-31.", "4 Payout: The payout and the currency column name different currencies."},
			"Tagesgeld 3,1 %|Bergbank|sale 123450 EUR|https://www.awin1.example/cread.php?awinmid=2&clickref={clickid}|2100-01-01|static",
		},
	} {
		d, text := newDesk(t), sample(t, name)
		if got := d.guessed(text); got != want.fields {
			t.Errorf("%s: guessed %s", name, got)
		}
		how := offerdesk.Run{Mapping: want.mapping, Partial: true}
		done, reasons := d.run(text, how)
		if done != want.counts || !slices.Equal(reasons, want.reasons) {
			t.Errorf("%s: %+v\n%s", name, done, strings.Join(reasons, "\n"))
		}
		if got := d.offers(); got != want.imported {
			t.Errorf("%s: imported %s", name, got)
		}
		if done, reasons = d.run(text, how); done.Same != want.counts.New || done.New+done.Changed != 0 {
			t.Errorf("%s again: %+v %v", name, done, reasons)
		}
	}
}

func TestImportingAgainUpdatesOffersAndAddsPlacements(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	const head = "name,url,payout,placement\n"
	d.run(head+"Alpha,https://alpha.example/,$5 a lead,Carousel\nBeta,https://beta.example/,$6 a lead,\"daily, hot\"\n", offerdesk.Run{})
	again := head + "ALPHA,https://alpha.example/new,$7 a lead,\"Carousel, daily\"\nBeta,https://beta.example/,,hot\nBeta,https://b.example/,,hot\n"
	before := d.offers()
	if done, _ := d.run(again, offerdesk.Run{}); done.Stayed || d.offers() != before {
		t.Errorf("with a refused row: %+v %s", done, d.offers())
	}
	done, reasons := d.run(again, offerdesk.Run{Partial: true})
	want := "2 Changes Title, URL, Payout. Adds daily offers.\n4 Line 3 is the same offer: it has the same name, advertiser, and partner."
	if got := strings.Join(reasons, "\n"); got != want || done != (offerdesk.Imported{Changed: 1, Same: 1, Refused: 1, Stayed: true}) {
		t.Errorf("%+v %s", done, got)
	}
	if got := d.offers(); got != "ALPHA||lead 700 USD|https://alpha.example/new|-|carousel,daily; Beta||lead 600 USD|https://beta.example/|-|daily,static" {
		t.Error(got)
	}
}

// Excel writes a date with midnight, and networks 0 for no cap.
func TestCellsOfProgramsMeanWhatPeopleMean(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	const head = "name,url,deeplink tracking,payout,end date,daily cap,placement\n"
	const row = "Alpha,https://alpha.example/,https://network.example/?u={clickid},%s,12/31/2098 00:00,0,daily\n"
	for payout, want := range map[string]string{"€50.00 per sale": "sale 5000 EUR", "5%": "sale -"} {
		done, reasons := d.run(head+fmt.Sprintf(row, "€50.00 per sale"), offerdesk.Run{})
		if done.Refused != 0 {
			t.Fatalf("%+v %v", done, reasons)
		}
		d.run(head+fmt.Sprintf(row, payout), offerdesk.Run{})
		if got := d.offers(); got != "Alpha||"+want+"|https://network.example/?u={clickid}|2099-01-01|daily" {
			t.Errorf("%s: %s", payout, got)
		}
	}
}

func TestOffersThatTheNetworkEndedAreSkipped(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	const head = "name,url,status,placement\n"
	d.run(head+"Old,https://old.example/,Active,daily\n", offerdesk.Run{})
	done, reasons := d.run(head+"Old,https://old.example/new,Expired,daily\nGone,,Paused,the moon\nGone,https://gone.example/,Not set,hot\n", offerdesk.Run{})
	want := "2 Its status is “Expired”. You have this offer. Turn it off if it’s on.\n3 Its status is “Paused”."
	if got := strings.Join(reasons, "\n"); got != want || done != (offerdesk.Imported{New: 1, Skipped: 2, Stayed: true}) {
		t.Errorf("%+v %s", done, got)
	}
	if got := d.offers(); got != "Gone||https://gone.example/|-|static; Old||https://old.example/|-|daily" {
		t.Error(got)
	}
}

func TestDatesStartWithTheDayIfStaffSaySo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	const text = "name,url,ends,placement\nAlpha,https://alpha.example/,04/05/2099,daily\n"
	for day, mapping := range map[string]offerdesk.Mapping{"04-06": {}, "05-05": {DayFirst: true}} {
		d.run(text, offerdesk.Run{Mapping: mapping})
		if got := d.offers(); got != "Alpha||https://alpha.example/|2099-"+day+"|daily" {
			t.Errorf("%+v: %s", mapping, got)
		}
	}
}

func TestManyOffersAreImportedInParts(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("slow")
	}
	d := newDesk(t)
	text := strings.Builder{}
	text.WriteString("name,url,payout,ends,placement\n")
	for n := range 250 {
		fmt.Fprintf(&text, "Offer %d,https://a.example/%d?s={clickid},$%d.50 a lead,2099-12-31,\"daily; hot\"\n", n, n, n%90+1)
	}
	if done, _ := d.run(text.String(), offerdesk.Run{}); done.New != 250 || !done.Stayed {
		t.Errorf("%+v", done)
	}
	var placed, positions int
	if err := d.db.Pool.QueryRow(t.Context(), "SELECT count(*), count(DISTINCT (kind, position)) FROM placements").Scan(&placed, &positions); err != nil || placed != 500 || positions != 500 {
		t.Error(placed, positions, err)
	}
}
