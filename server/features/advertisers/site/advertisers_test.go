package site_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

const path = "/api/admin/advertisers"

// made is an advertiser with its key.
type made struct {
	ID              int64
	Name, Preset    string
	KeyMadeAt       time.Time
	PostbackKey     string
	PostbackAddress string
}

func advertise(ed sitetest.Member, name, preset string) made {
	ed.T.Helper()
	return sitetest.Must[made](ed, "POST", path, sitetest.M{"name": name, "preset": preset})
}

// click plays a click of a new person on a daily offer, and returns its id.
func click(s *sitetest.Site) string {
	s.T.Helper()
	id := uuid.Must(uuid.NewV7()).String()
	offer := s.IDOf("daily_offers", "sunmarl-led-bundle")
	s.Send("/api/daily-offers/click", fmt.Sprintf(`{"eventId":%q,"offerId":%d}`, id, offer), "User-Agent", sitetest.Browser+" "+id)
	return id
}

// report calls a postback.
func report(s *sitetest.Site, key string, pairs ...string) sitetest.Answer {
	s.T.Helper()
	query := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		query.Set(pairs[i], pairs[i+1])
	}
	return s.Get("/postback/" + key + "?" + query.Encode())
}

type conversion struct {
	ID                            int64
	ClickID, TransactionID, Event string
	Status, Currency, Offer       string
	Payout                        int64
	Sale                          *int64
	ClickDate                     *string
	Changes                       []struct {
		Via, Status string
		Repeated    bool
	}
}

func conversions(p sitetest.Member, query string) []conversion {
	p.T.Helper()
	return sitetest.Must[[]conversion](p, "GET", "/api/admin/conversions?"+query, nil)
}

func TestPostbacks(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"keyIsShownOnceAndRotatedWithOverlap":   keyIsShownOnceAndRotatedWithOverlap,
		"conversionIsStoredOnceAndUpdated":      conversionIsStoredOnceAndUpdated,
		"concurrentReportsMakeOneConversion":    concurrentReportsMakeOneConversion,
		"conversionOfAnUnknownClickIsKept":      conversionOfAnUnknownClickIsKept,
		"refusedPostbacksAreKept":               refusedPostbacksAreKept,
		"offerCompletesAndGuardsItsConversions": offerCompletesAndGuardsItsConversions,
		"postbacksAcceptFormsAndJSON":           postbacksAcceptFormsAndJSON,
		"conversionsAreFilteredAndPaged":        conversionsAreFilteredAndPaged,
		"trashKeepsAdvertisersInUse":            trashKeepsAdvertisersInUse,
	}, cleared)
}

func keyIsShownOnceAndRotatedWithOverlap(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed, marketer := s.As("editor"), s.As("marketer")
	a := ed.Do("POST", path, sitetest.M{"name": "Norvexa", "preset": "affise"})
	sitetest.Agrees(t, doc, "POST", path, a)
	first := sitetest.Decode[made](t, a.Body)
	if want := s.Config.BaseURL + "/postback/" + first.PostbackKey + "?clickid={sub1}"; len(first.PostbackKey) < 26 || !strings.HasPrefix(first.PostbackAddress, want) {
		t.Errorf("%+v", first)
	}
	if list := marketer.Do("GET", path, nil); strings.Contains(list.Body, "ostbackKey\"") || strings.Contains(list.Body, first.PostbackKey) || list.Status != 200 {
		t.Errorf("a marketer sees %s", list.Body)
	}
	if n := s.Count("SELECT count(*) FROM postback_keys WHERE encode(hash, 'hex') = encode(sha256(convert_to($1, 'UTF8')), 'hex')", first.PostbackKey); n != 1 {
		t.Error("the hash is not kept")
	}
	rotate := fmt.Sprintf("%s/%d/rotate-key", path, first.ID)
	if a := marketer.Do("POST", rotate, nil); a.Status != 403 {
		t.Errorf("a marketer rotates: %d", a.Status)
	}
	a = ed.Do("POST", rotate, nil)
	sitetest.Agrees(t, doc, "POST", path+"/{id}/rotate-key", a)
	second := sitetest.Decode[made](t, a.Body)
	if second.PostbackKey == first.PostbackKey || !second.KeyMadeAt.After(first.KeyMadeAt) {
		t.Errorf("rotated to %+v", second)
	}
	for _, key := range []string{first.PostbackKey, second.PostbackKey} {
		if a := report(s, key, "clickid", "x", "action_id", key); a.Status != 200 {
			t.Errorf("in the overlap: %d %s", a.Status, a.Body)
		}
	}
	if n := s.Count("SELECT count(*) FROM postback_keys WHERE ends_at BETWEEN now() + interval '167 hours' AND now() + interval '168 hours'"); n != 1 {
		t.Errorf("%d keys end in 7 days", n)
	}
	s.Exec("UPDATE postback_keys SET ends_at = now() - interval '1 second' WHERE ends_at IS NOT NULL")
	ed.Do("PUT", fmt.Sprintf("%s/%d", path, first.ID), sitetest.M{"note": "n"}) // which loads the keys anew
	if a := report(s, first.PostbackKey, "clickid", "x"); a.Status != 403 {
		t.Errorf("after the overlap: %d", a.Status)
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE kind = 'advertiser' AND before->>'keyMadeAt' <> after->>'keyMadeAt' AND concat(before, after) NOT LIKE '%' || $1 || '%'", second.PostbackKey); n != 1 {
		t.Errorf("%d lines of the rotation in the log", n)
	}
	ed.Do("PUT", fmt.Sprintf("%s/%d", path, first.ID), sitetest.M{"isActive": false})
	if a := report(s, second.PostbackKey, "clickid", "x"); a.Status != 403 {
		t.Errorf("switched off: %d", a.Status)
	}
}

func TestAWrongKeyCostsNothingAndNoKeyIsLogged(t *testing.T) {
	t.Parallel()
	var log sitetest.Log
	s := apptest.OpenLogged(t, &log)
	key := advertise(s.As("editor"), "Norvexa", "own").PostbackKey
	for _, path := range []string{"/postback/wrong", "/postback/" + key + "x", "/postback/" + strings.ToLower(key)} {
		if a := s.Get(path + "?clickid=x"); a.Status != 403 {
			t.Errorf("%s: %d", path, a.Status)
		}
	}
	s.Get("/postback/" + key + "?clickid=x")
	for _, method := range []string{"GET", "PUT", "HEAD", "DELETE"} {
		for _, path := range []string{"/postback/" + key + "/", "/Postback/" + key, "/x/postback/" + key, "/postback/" + key} {
			s.Call(method, path, "")
		}
	}
	if n := s.Count("SELECT count(*) FROM refused_postbacks"); n != 1 { // GET without a click id, by the right key
		t.Errorf("%d refused postbacks are kept", n)
	}
	sitetest.Eventually(t, "the lines are there", func() bool { return strings.Contains(log.String(), "/postback/:token") })
	if strings.Contains(strings.ToLower(log.String()), strings.ToLower(key)) {
		t.Errorf("the log has the key")
	}
}

func conversionIsStoredOnceAndUpdated(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	key := advertise(ed, "Norvexa", "own").PostbackKey
	id := click(s)
	steps := []struct {
		pairs   []string
		outcome string
		status  string
		payout  int64
	}{
		{[]string{"status", "pending", "payout", "12.5"}, "new", "pending", 1250},
		{[]string{"status", "pending", "payout", "12.50"}, "unchanged", "pending", 1250},
		{[]string{"status", "approved"}, "update", "approved", 1250},
		{[]string{"status", "pending", "payout", "1"}, "unchanged", "approved", 1250}, // late
		{[]string{"payout", "20", "sale", "100.10"}, "update", "approved", 2000},
		{[]string{"status", "reversed", "payout", "20"}, "update", "reversed", 2000},
		{[]string{"status", "reversed"}, "unchanged", "reversed", 2000},
	}
	for _, step := range steps {
		a := report(s, key, append([]string{"clickid", strings.ToUpper(id), "txid", "T1"}, step.pairs...)...)
		sitetest.Agrees(t, doc, "GET", "/postback/{token}", a)
		list := conversions(ed, "")
		if len(list) != 1 || !strings.Contains(a.Body, `"`+step.outcome+`"`) || list[0].Status != step.status || list[0].Payout != step.payout {
			t.Errorf("%v: %s %+v", step.pairs, a.Body, list)
		}
	}
	a := ed.Do("GET", "/api/admin/conversions", nil)
	sitetest.Agrees(t, doc, "GET", "/api/admin/conversions", a)
	got := sitetest.Decode[[]conversion](t, a.Body)[0]
	today := time.Now().In(s.Config.Location).Format(time.DateOnly)
	if got.ClickID != id || got.ClickDate == nil || *got.ClickDate != today || got.Offer == "" || got.Currency != "USD" || *got.Sale != 10010 || len(got.Changes) != 4 {
		t.Errorf("%+v", got)
	}
	// Another transaction, another event and another advertiser are others.
	report(s, key, "clickid", id, "txid", "T2")
	report(s, key, "clickid", id, "txid", "T1", "event", "upsell")
	report(s, advertise(ed, "Other", "own").PostbackKey, "clickid", id, "txid", "T1")
	if n := len(conversions(ed, "q="+id)); n != 4 {
		t.Errorf("%d conversions of the click", n)
	}
	// Without a transaction a click converts once.
	report(s, key, "clickid", id)
	report(s, key, "clickid", id, "payout", "3")
	if n := len(conversions(ed, "q="+id)); n != 5 {
		t.Errorf("%d conversions of the click", n)
	}
}

func concurrentReportsMakeOneConversion(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	key := advertise(ed, "Norvexa", "own").PostbackKey
	answers := make(chan int)
	for range 20 {
		go func() { answers <- report(s, key, "clickid", "c", "txid", "T1", "payout", "5").Status }()
	}
	for range 20 {
		if status := <-answers; status != 200 {
			t.Error(status)
		}
	}
	if list := conversions(ed, ""); len(list) != 1 || list[0].Payout != 500 || len(list[0].Changes) != 1 {
		t.Errorf("%+v", list)
	}
}

func conversionOfAnUnknownClickIsKept(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	key := advertise(ed, "Norvexa", "own").PostbackKey
	id := click(s)
	s.Exec("CREATE TABLE away AS SELECT * FROM events")
	s.Exec("DELETE FROM events")
	for _, clickID := range []string{id, "no-uuid", uuid.NewString()} {
		if a := report(s, key, "clickid", clickID, "payout", "1"); a.Status != 200 || !strings.Contains(a.Body, "unknown") {
			t.Errorf("%s: %d %s", clickID, a.Status, a.Body)
		}
	}
	if list := conversions(ed, "unknown=true"); len(list) != 3 {
		t.Errorf("%+v", list)
	}
	s.Exec("INSERT INTO events SELECT * FROM away")
	if a := report(s, key, "clickid", id, "payout", "1"); !strings.Contains(a.Body, "update") || len(conversions(ed, "unknown=true")) != 2 {
		t.Errorf("%s", a.Body)
	}
}

func refusedPostbacksAreKept(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	own := advertise(ed, "Norvexa", "own")
	for sent, words := range map[string]string{
		"txid=1":                                   "The click ID is missing.",
		"clickid=" + strings.Repeat("x", 51):       "at most 50",
		"clickid=x&payout=%7Bpayout%7D":            "didn't fill in the macro {payout}",
		"clickid=%7Bclickid%7D":                    "didn't fill in",
		"clickid=x&payout=0.004":                   `We couldn't read the amount \"0.004\". Send one such as 12.50 or -12.50 that doesn't round to zero or exceed 10,000,000,000.00.`,
		"clickid=x&payout=ten":                     "couldn't read",
		"clickid=x&payout=1e3":                     "couldn't read",
		"clickid=x&sale=-5":                        "needs a negative payout",
		"clickid=x&status=sold":                    "Unknown status",
		"clickid=x&currency=dollars":               "currency code",
		"clickid=x%00":                             "can't read",
		"clickid=x&txid=%ff":                       "can't read",
		"clickid=x&payout=99999999999999999999999": "couldn't read",
		"clickid=x&txid=%zz":                       "couldn't read",
	} {
		a := s.Get("/postback/" + own.PostbackKey + "?" + sent)
		if a.Status != 400 || !strings.Contains(a.Body, words) {
			t.Errorf("%s: %d %s", sent, a.Status, a.Body)
		}
	}
	s.Get("/postback/" + own.PostbackKey + "?txid=1")
	if n := s.Count("SELECT count(*) FROM refused_postbacks WHERE reason <> ''"); n != 14 {
		t.Errorf("%d are kept", n)
	}
	a := s.As("marketer").Do("GET", "/api/admin/refused-postbacks", nil)
	sitetest.Agrees(t, doc, "GET", "/api/admin/refused-postbacks", a)
	if !strings.Contains(a.Body, `"sent":"txid=1","reason":"The click ID is missing.","times":2`) || s.Count("SELECT count(*) FROM conversions") != 0 {
		t.Error(a.Body)
	}
}

// What was agreed for an offer counts where a report leaves it out.
func offerCompletesAndGuardsItsConversions(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	mine, other := advertise(ed, "Mine", "own"), advertise(ed, "Other", "own")
	s.Exec("UPDATE daily_offers SET advertiser_id = $1, payout_model = 'lead', payout_amount = 700, payout_currency = 'EUR'", mine.ID)
	id := click(s)
	if a := report(s, other.PostbackKey, "clickid", id); a.Status != 400 || s.Count("SELECT count(*) FROM refused_postbacks") != 1 {
		t.Errorf("of another advertiser's offer: %d %s", a.Status, a.Body)
	}
	report(s, mine.PostbackKey, "clickid", id, "txid", "1")
	report(s, mine.PostbackKey, "clickid", id, "txid", "2", "payout", "9", "currency", "gbp")
	s.Exec("UPDATE daily_offers SET payout_model = 'click'")
	report(s, mine.PostbackKey, "clickid", id, "txid", "3") // the click was paid for already
	list := conversions(ed, "")
	if len(list) == 3 && list[0].Payout == 0 {
		list = list[1:]
	}
	if len(list) != 2 || list[1].Payout != 700 || list[1].Currency != "EUR" || list[0].Payout != 900 || list[0].Currency != "GBP" {
		t.Errorf("%+v", list)
	}
}

func postbacksAcceptFormsAndJSON(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	to := "/postback/" + advertise(ed, "Norvexa", "own").PostbackKey
	for body, kind := range map[string]string{
		"clickid=a&payout=1.10":                 "application/x-www-form-urlencoded",
		`{"clickid":"b","payout":1.10}`:         "application/json",
		`{"clickid":"c","payout":"1.1","x":{}}`: "application/json",
	} {
		a := s.Call("POST", to, body, "Content-Type", kind, "Origin", "https://network.example", "Sec-Fetch-Site", "cross-site")
		if a.Status != 200 {
			t.Errorf("%s: %d %s", body, a.Status, a.Body)
		}
	}
	s.Call("POST", to+"?clickid=d&payout=1.1", "")
	for _, c := range conversions(ed, "") {
		if c.Payout != 110 {
			t.Errorf("%+v", c)
		}
	}
	if n := s.Count("SELECT count(*) FROM conversions"); n != 4 {
		t.Errorf("%d conversions", n)
	}
}

func conversionsAreFilteredAndPaged(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	a, b := advertise(ed, "A", "own"), advertise(ed, "B", "own")
	for i, status := range []string{"pending", "approved", "approved"} {
		report(s, a.PostbackKey, "clickid", fmt.Sprint("a", i), "status", status)
	}
	report(s, b.PostbackKey, "clickid", "b")
	for query, want := range map[string]string{
		"": "b a2 a1 a0", "status=approved": "b a2 a1", fmt.Sprint("advertiser=", a.ID): "a2 a1 a0", "q=A1": "a1", "limit=2": "b a2",
		fmt.Sprint("limit=2&after=", conversions(ed, "")[1].ID): "a1 a0",
	} {
		var got []string
		for _, c := range conversions(ed, query) {
			got = append(got, c.ClickID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v", query, got)
		}
	}
	for _, bad := range []string{"status=sold", "advertiser=x", "after=-1", "limit=0", "unknown=maybe"} {
		if a := ed.Do("GET", "/api/admin/conversions?"+bad, nil); a.Status != 400 {
			t.Errorf("%s: %d", bad, a.Status)
		}
	}
}

func trashKeepsAdvertisersInUse(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	used, unused := advertise(ed, "Used", "own"), advertise(ed, "Unused", "own")
	report(s, used.PostbackKey, "clickid", "x")
	for _, m := range []made{used, unused} {
		ed.Do("DELETE", fmt.Sprintf("%s/%d", path, m.ID), nil)
		if a := report(s, m.PostbackKey, "clickid", "y"); a.Status != 403 {
			t.Errorf("in the trash: %d", a.Status)
		}
	}
	offered := advertise(ed, "Offered", "own")
	s.Exec("UPDATE daily_offers SET advertiser_id = $1", offered.ID)
	s.Exec("UPDATE advertisers SET deleted_at = now() - interval '31 days'")
	if err := desk(s).EmptyBin(t.Context()); err != nil {
		t.Error(err)
	}
	if n := s.Count("SELECT count(*) FROM advertisers"); n != 2 {
		t.Errorf("%d are left", n)
	}
}
