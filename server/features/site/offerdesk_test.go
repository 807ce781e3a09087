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

const allOffers = "/api/admin/all-offers"

type deskOffer struct {
	ID, Kind, Title, Address, State, LinkState string
	Page, Advertiser                           *string
	PayoutAmount                               *int64
	EndsAt                                     *time.Time
	Version                                    int
	Placements                                 []deskPlacement
}

type deskPlacement struct {
	ID, Kind, State string
	PageID          *int64
	IsActive        bool
}

// offerTitles returns the offers of a query, by their titles in order.
func offerTitles(p sitetest.Member, query string) (titles []string) {
	p.T.Helper()
	for _, o := range sitetest.Must[[]deskOffer](p, "GET", allOffers+"?limit=200&"+query, nil) {
		titles = append(titles, o.Title)
	}
	return titles
}

// clearOffers removes all offers and advertisers.
func clearOffers(s *sitetest.Site) {
	for _, table := range []string{"carousel_offers", "content_offers", "daily_offers", "static_offers"} {
		s.Exec("UPDATE " + table + " SET deleted_at = now()")
	}
	s.Exec("UPDATE advertisers SET deleted_at = now()")
}

// addOffer adds an offer of a kind by its own call, and returns its public id.
func addOffer(ed sitetest.Member, kind, title string, more sitetest.M) string {
	ed.T.Helper()
	to := "https://" + strings.ToLower(title) + ".example.com/"
	body := sitetest.M{"title": title}
	call := map[string]string{"carousel": "/api/admin/offers", "daily": "/api/admin/daily-offers", "static": "/api/admin/static-offers", "content": "/api/content/offers"}[kind]
	switch kind {
	case "carousel":
		body["targetUrl"], body["type"] = to, "linkout"
	case "content":
		body["url"], body["pageId"] = to, ed.IDOf("content_pages", "hot-offers")
	default:
		body["link"] = to
	}
	for name, value := range more {
		body[name] = value
	}
	return fmt.Sprint(kind, ":", sitetest.Must[struct{ ID int64 }](ed, "POST", call, body).ID)
}

func expectTitles(t *testing.T, what string, got []string, want string) {
	t.Helper()
	if said := strings.Join(got, " "); said != want {
		t.Errorf("%s: %q, want %q", what, said, want)
	}
}

func TestOffersOfASite(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "TRUSTED_PROXIES=127.0.0.1,::1").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"allOffersAreListedAndFiltered":        allOffersAreListedAndFiltered,
		"listContinuesAfterAPart":              listContinuesAfterAPart,
		"offerGetsMorePlacements":              offerGetsMorePlacements,
		"placementHasItsOwnDates":              placementHasItsOwnDates,
		"offerEndsEverywhereAfterItsLastDay":   offerEndsEverywhereAfterItsLastDay,
		"offerIsDuplicated":                    offerIsDuplicated,
		"manyOffersAreChangedAtOnce":           manyOffersAreChangedAtOnce,
		"offerHasOneFallbackForAllPlacements":  offerHasOneFallbackForAllPlacements,
		"placementsOnADeletedPageAreGone":      placementsOnADeletedPageAreGone,
		"importsOfOffersAreCheckedAsTheFormIs": importsOfOffersAreCheckedAsTheFormIs,
		"listsOfPlacementsAreLockedInOneOrder": listsOfPlacementsAreLockedInOneOrder,
	})
}

func allOffersAreListedAndFiltered(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	clearOffers(s)
	ed := s.As("editor")
	partner := sitetest.Must[struct{ ID int64 }](ed, "POST", "/api/admin/advertisers", sitetest.M{"name": "Norvexa", "preset": "own"}).ID
	in := func(d time.Duration) string { return time.Now().Add(d).Format(time.RFC3339) }
	addOffer(ed, "carousel", "Apples", sitetest.M{"advertiserId": partner, "payoutModel": "click", "payoutAmount": 50, "endsAt": in(48 * time.Hour)})
	addOffer(ed, "content", "Berries", sitetest.M{"advertiserId": partner, "endsAt": in(-time.Hour)})
	addOffer(ed, "content", "Claims", sitetest.M{"deadline": in(-48 * time.Hour)})
	addOffer(ed, "daily", "Dates", sitetest.M{"startsAt": in(time.Hour), "endsAt": in(90 * 24 * time.Hour)})
	addOffer(ed, "static", "Elder", sitetest.M{"isActive": false})
	addOffer(ed, "static", "Figs", nil)
	capped := addOffer(ed, "daily", "Grapes", sitetest.M{"totalCap": 1})
	s.Exec("INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors) VALUES ('daily_offer', split_part($1, ':', 2)::bigint, '2020-01-02', 'click', 'human', 1, 1)", capped)
	s.Exec("UPDATE daily_offers SET hold = 'totalCap' WHERE 'daily:' || id = $1", capped)
	s.Exec("UPDATE static_offers SET link_state = 'broken' WHERE title = 'Figs'")
	for query, want := range map[string]string{
		"": "Apples Berries Claims Dates Elder Figs Grapes", "sort=-title": "Grapes Figs Elder Dates Claims Berries Apples",
		fmt.Sprint("advertiser=", partner): "Apples Berries", "q=NORVEXA": "Apples Berries", "q=figs.example": "Figs", "q=berri": "Berries",
		"placement=carousel": "Apples", "placement=content": "Berries Claims", "placement=static": "Elder Figs",
		fmt.Sprint("placement=content-", s.IDOf("content_pages", "hot-offers")):  "Berries Claims",
		fmt.Sprint("placement=content-", s.IDOf("content_pages", "settlements")): "",
		"state=shown": "Apples Figs", "state=ending": "Apples", "state=ended": "Berries Claims", "state=upcoming": "Dates",
		"state=capped": "Grapes", "state=broken": "Figs", "state=off": "Elder", "state=off&placement=daily": "",
		"sort=endsAt&state=ended": "Claims Berries", "sort=-payout&limit=1": "Apples",
	} {
		a := ed.Do("GET", allOffers+"?"+query, nil)
		sitetest.Agrees(t, doc, "GET", allOffers, a)
		if !strings.Contains(query, "limit") {
			expectTitles(t, query, offerTitles(ed, query), want)
		}
	}
	a := s.As("marketer").Do("GET", allOffers+"/summary", nil)
	sitetest.Agrees(t, doc, "GET", allOffers+"/summary", a)
	if want := `{"total":7,"shown":2,"upcoming":1,"ending":1,"ended":2,"capped":1,"broken":1,"off":1}`; strings.TrimSpace(a.Body) != want {
		t.Errorf("counted %s", a.Body)
	}
	if a := ed.Do("GET", allOffers+"/summary?q=norvexa&state=off", nil); !strings.Contains(a.Body, `"total":2,"shown":1`) {
		t.Errorf("counted of an advertiser: %s", a.Body)
	}
	page := fmt.Sprint("/api/content/pages/", s.IDOf("content_pages", "hot-offers"))
	ed.Do("PUT", page, sitetest.M{"isActive": false})
	expectTitles(t, "of a page that is off", offerTitles(ed, "state=off"), "Berries Claims Elder")
	ed.Edit("PUT", page, sitetest.M{"isActive": true})
	for query, field := range map[string]string{"state=gone": "state", "placement=content-x": "placement", "placement=daily-1": "placement", "advertiser=x": "advertiser"} {
		if a := ed.Do("GET", allOffers+"?"+query, nil); a.Status != 400 || !strings.Contains(a.Body, `"field":"`+field+`"`) {
			t.Errorf("%s: %d %s", query, a.Status, a.Body)
		}
	}
	for _, query := range []string{"sort=id", "after=x", "sort=endsAt&after=eA.daily:1"} {
		if a := ed.Do("GET", allOffers+"?"+query, nil); a.Status != 400 {
			t.Errorf("%s: %d %s", query, a.Status, a.Body)
		}
	}
	if a := s.As("visitor").Do("GET", allOffers, nil); a.Status != 403 {
		t.Errorf("a visitor: %d", a.Status)
	}
}

func listContinuesAfterAPart(t *testing.T, s *sitetest.Site) {
	clearOffers(s)
	ed := s.As("editor")
	for _, kind := range []string{"carousel", "daily", "static", "content"} {
		for range 3 {
			addOffer(ed, kind, "Alike", nil)
		}
	}
	for _, sort := range []string{"title", "-title", "endsAt", "-revenue", "placement", "-updatedAt"} {
		seen, after, parts := map[string]bool{}, "", 0
		for {
			a := ed.Do("GET", allOffers+"?limit=5&sort="+sort+"&after="+url.QueryEscape(after), nil)
			for _, o := range sitetest.Decode[[]deskOffer](t, a.Body) {
				if seen[o.ID] {
					t.Errorf("%s: %s again", sort, o.ID)
				}
				seen[o.ID] = true
			}
			parts++
			if after = a.Header.Get("X-Next-Cursor"); after == "" || parts > 5 {
				break
			}
			if total := a.Header.Get("X-Total-Count"); total != "12" {
				t.Errorf("%s: %s in all", sort, total)
			}
		}
		if len(seen) != 12 || parts != 3 {
			t.Errorf("%s: %d offers in %d parts", sort, len(seen), parts)
		}
	}
}

// Figures are kept for half a minute, so it has a site of its own.
func TestListAgreesWithTheReports(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	clearOffers(s)
	ed := s.As("editor")
	partner := sitetest.Must[struct {
		ID          int64
		PostbackKey string
	}](ed, "POST", "/api/admin/advertisers", sitetest.M{"name": "Norvexa", "preset": "own"})
	click := func(id string, person int) string {
		event := uuid.Must(uuid.NewV7()).String()
		_, number, _ := strings.Cut(id, ":")
		s.Send("/api/daily-offers/click", fmt.Sprintf(`{"eventId":%q,"offerId":%s}`, event, number), sitetest.Person(person)...)
		return event
	}
	paid := addOffer(ed, "daily", "Paid", sitetest.M{"payoutModel": "click", "payoutAmount": 50, "payoutCurrency": "USD"})
	lead := addOffer(ed, "daily", "Lead", sitetest.M{"advertiserId": partner.ID, "payoutModel": "lead"})
	euro := addOffer(ed, "daily", "Euro", sitetest.M{"payoutModel": "click", "payoutAmount": 90, "payoutCurrency": "EUR"})
	wait := addOffer(ed, "daily", "Waits", sitetest.M{"advertiserId": partner.ID, "payoutModel": "lead"})
	addOffer(ed, "static", "Idle", nil)
	click(paid, 1)
	click(paid, 2)
	click(euro, 3)
	report := func(event, status string) {
		s.Get("/postback/" + partner.PostbackKey + "?payout=12.50&status=" + status + "&clickid=" + event)
	}
	report(click(lead, 4), "approved")
	report(click(wait, 5), "pending")
	s.Quiet()
	expectTitles(t, "by revenue", offerTitles(ed, "sort=-revenue")[:2], "Lead Paid")
	expectTitles(t, "by clicks", offerTitles(ed, "sort=-clicks")[:1], "Paid")
	expectTitles(t, "by EPC", offerTitles(ed, "sort=-epc")[:2], "Lead Paid")
	expectTitles(t, "what earned nothing", offerTitles(ed, "idle=true"), "Idle Waits")
	if a := ed.Do("GET", allOffers+"/summary?idle=true", nil); !strings.Contains(a.Body, `"total":2`) {
		t.Errorf("counted %s", a.Body)
	}
	rows := sitetest.Must[struct {
		Rows []struct {
			Key     string
			Revenue int64
		}
	}](ed, "GET", "/api/admin/reports?by=offer", nil).Rows
	if len(rows) != 4 || rows[0].Key != lead || rows[1].Key != paid {
		t.Errorf("the report has %+v", rows)
	}
}
