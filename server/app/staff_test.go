package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// member makes calls as somebody who is signed in.
type member struct {
	*testSite
	cookie string
}

func (s *testSite) as(account string) member { return member{s, s.signIn(account)} }

func (p member) do(method, path string, body any) answer {
	p.t.Helper()
	text := ""
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			p.t.Fatal(err)
		}
		text = string(b)
	}
	return p.call(method, path, text, "Cookie", p.cookie)
}

// must is do, for what has to work; it gives the answer's JSON.
func must[T any](p member, method, path string, body any) T {
	p.t.Helper()
	a := p.do(method, path, body)
	if a.Status >= 300 {
		p.t.Fatalf("%s %s: %d %s", method, path, a.Status, a.Body)
	}
	return decode[T](p.t, a.Body)
}

type m = map[string]any

type record struct {
	ID        int64   `json:"id"`
	PageID    int64   `json:"pageId"`
	Title     string  `json:"title"`
	Slug      string  `json:"slug"`
	URL       string  `json:"url"`
	ImageURL  *string `json:"imageUrl"`
	Priority  int     `json:"priority"`
	IsActive  bool    `json:"isActive"`
	Featured  bool    `json:"isFeatured"`
	Views     int64   `json:"views"`
	Version   int     `json:"version"`
	DeletedAt *string `json:"deletedAt"`
}

func (p member) page(slug string) record {
	p.t.Helper()
	for _, page := range must[[]record](p, "GET", "/api/content/pages", nil) {
		if page.Slug == slug {
			return page
		}
	}
	p.t.Fatalf("no page %s", slug)
	return record{}
}

func (p member) offers(page record, query string) []record {
	p.t.Helper()
	return must[[]record](p, "GET", fmt.Sprintf("/api/content/offers?pageId=%d%s", page.ID, query), nil)
}

func TestAnAddedPageAnswersAtItsAddress(t *testing.T) {
	s := openSite(t)
	ed := s.as("editor")
	if a := s.get("/api/content/summer-deals/offers"); a.Status != 404 {
		t.Fatalf("before: %d", a.Status)
	}
	page := must[record](ed, "POST", "/api/content/pages", m{"title": "Summer Deals", "slug": "summer-deals", "description": "Hot.", "isActive": true})
	made := must[record](ed, "POST", "/api/content/offers", m{"title": "Fan", "url": "https://fans.example.com/", "pageId": page.ID})
	if made.Priority != 1 || !made.IsActive || made.Version != 1 || made.PageID != page.ID {
		t.Errorf("made %+v", made)
	}
	if a := s.get("/api/content/summer-deals/offers"); a.Status != 200 || !strings.Contains(a.Body, "fans.example.com") {
		t.Errorf("its offers: %d %s", a.Status, a.Body)
	}
	must[record](ed, "PUT", "/api/content/pages/"+itoa(page.ID), m{"isActive": false})
	if a := s.get("/api/content/summer-deals/offers"); a.Status != 404 {
		t.Errorf("not active: %d", a.Status)
	}
}

func TestRulesOfPagesAndOffers(t *testing.T) {
	s := openSite(t)
	ed := s.as("editor")
	page := ed.page("hot-offers")
	const pages, offers = "/api/content/pages", "/api/content/offers"
	good := func(change m) m {
		body := m{"title": "T", "url": "https://x.example.com", "pageId": page.ID}
		for k, v := range change {
			body[k] = v
		}
		return body
	}
	for _, c := range []struct {
		path   string
		body   any
		status int
		words  string
	}{
		{pages, m{"slug": "x"}, 400, "Title and slug are required"},
		{pages, m{"title": "x"}, 400, "Title and slug are required"},
		{pages, m{"title": " ", "slug": "x"}, 400, "Title and slug are required"},
		{pages, m{"title": "x", "slug": "Not A Slug"}, 400, "lower-case"},
		{pages, m{"title": "x", "slug": "../x"}, 400, "lower-case"},
		{pages, m{"title": "x", "slug": "pages"}, 400, "reserved"},
		{pages, m{"title": "x", "slug": "offers"}, 400, "reserved"},
		{pages, m{"title": "x", "slug": "bulk-import"}, 400, "reserved"},
		{pages, m{"title": "x", "slug": "hot-offers"}, 409, "Another page"},
		{pages, m{"title": "x", "slug": strings.Repeat("x", 101)}, 400, "at most 100"},
		{pages, m{"title": 1, "slug": "x"}, 400, `"field":"title"`},
		{offers, good(m{"title": ""}), 400, "Title and URL are required"},
		{offers, good(m{"url": nil}), 400, "Title and URL are required"},
		{offers, good(m{"url": "javascript:alert(1)"}), 400, "public address"},
		{offers, good(m{"url": "http://10.0.0.1/"}), 400, "public address"},
		{offers, good(m{"url": "https://u:p@x.example.com"}), 400, "user name"},
		{offers, good(m{"url": "https://x.example.com/" + strings.Repeat("x", 2048)}), 400, "2,048"},
		{offers, good(m{"priority": 0}), 400, "from 1 to 10"},
		{offers, good(m{"priority": 11}), 400, "from 1 to 10"},
		{offers, good(m{"priority": 1.5}), 400, `"field":"priority"`},
		{offers, good(m{"title": strings.Repeat("ü", 201)}), 400, "at most 200"},
		{offers, good(m{"title": "a\nb"}), 400, "single line"},
		{offers, good(m{"imageUrl": "javascript:x"}), 400, "public address"},
		{offers, good(m{"pageId": 999999}), 400, "select a page"},
		{offers, good(m{"pageId": nil}), 400, "select a page"},
		{offers, good(m{"title": "a\x00b"}), 400, "stored"},
		{offers, "text", 400, "JSON object"},
		{offers, nil, 400, "JSON body"},
		{"/api/admin/offers", m{"title": "x", "targetUrl": "https://x.example.com", "type": "fax"}, 400, "phone, coregistration or linkout"},
		{"/api/admin/offers", m{"title": "x", "type": "phone"}, 400, "Title and URL are required"},
		{"/api/admin/daily-offers", m{"title": "x"}, 400, "Title and URL are required"},
		{"/api/admin/questions", m{"question": "?"}, 400, "select a page"},
		{"/api/admin/questions", m{"pageId": page.ID}, 400, "required"},
		{"/api/admin/questions", m{"question": "?", "pageId": page.ID, "targetOfferId": 999999}, 400, "exists"},
		{offers + "/batch", m{"ids": []int{}, "action": "delete"}, 400, "select"},
		{offers + "/batch", m{"ids": []int{1}, "action": "explode"}, 400, "not known"},
	} {
		a := ed.do("POST", c.path, c.body)
		if a.Status != c.status || !strings.Contains(a.Body, c.words) {
			t.Errorf("%s %.80v: %d %s", c.path, c.body, a.Status, a.Body)
		}
	}
	if a := ed.call("POST", offers, "title=x", "Cookie", ed.cookie, "Content-Type", "text/plain"); a.Status != 415 {
		t.Errorf("not JSON: %d", a.Status)
	}
}

func TestAPartialUpdateChangesOnlyWhatItNames(t *testing.T) {
	s := openSite(t)
	ed := s.as("editor")
	before := ed.offers(ed.page("hot-offers"), "")[0]
	after := must[record](ed, "PUT", "/api/content/offers/"+itoa(before.ID), m{"isActive": false, "views": 1000, "id": 7, "clicks": 3, "pageId": 1, "role": "admin", "deletedAt": "2020-01-01T00:00:00Z"})
	want := before
	want.IsActive, want.Version = false, before.Version+1
	if fmt.Sprint(after.ID, after.PageID, after.Title, after.URL, after.Priority, after.IsActive, after.Featured, after.Views, after.Version, after.DeletedAt) !=
		fmt.Sprint(want.ID, want.PageID, want.Title, want.URL, want.Priority, want.IsActive, want.Featured, want.Views, want.Version, want.DeletedAt) {
		t.Errorf("before %+v\nafter  %+v", before, after)
	}
	if *after.ImageURL != *before.ImageURL {
		t.Error("the picture changed")
	}
	if gone := must[record](ed, "PUT", "/api/content/offers/"+itoa(before.ID), m{"imageUrl": nil}); gone.ImageURL != nil {
		t.Error("null does not take the picture away")
	}
	if same := must[record](ed, "PUT", "/api/content/offers/"+itoa(before.ID), m{}); same.Version != before.Version+2 {
		t.Errorf("an empty change made version %d", same.Version)
	}
}

func TestTheSecondOfTwoEditsIsToldOfTheFirst(t *testing.T) {
	s, doc := openSite(t), contract(t)
	one, two := s.as("editor"), s.as("admin")
	offer := one.offers(one.page("hot-offers"), "")[0]
	path := "/api/content/offers/" + itoa(offer.ID)
	must[record](one, "PUT", path, m{"title": "First", "version": offer.Version})
	late := two.do("PUT", path, m{"title": "Second", "version": offer.Version})
	agrees(t, doc, "PUT", "/", "/api/content/offers/{id}", late)
	if got := decode[struct{ Current record }](t, late.Body); late.Status != 409 || got.Current.Title != "First" || got.Current.Version != offer.Version+1 {
		t.Errorf("%d %s", late.Status, late.Body)
	}
	if again := must[record](two, "PUT", path, m{"title": "Second", "version": offer.Version + 1}); again.Title != "Second" {
		t.Errorf("after a look: %+v", again)
	}
	if blind := must[record](one, "PUT", path, m{"title": "Third"}); blind.Title != "Third" {
		t.Errorf("without a version: %+v", blind)
	}
}

func TestWhatIsDeletedWaitsInTheBin(t *testing.T) {
	s := openSite(t)
	ed := s.as("editor")
	page := ed.page("hot-offers")
	all := ed.offers(page, "")
	path := "/api/content/offers/" + itoa(all[0].ID)
	must[record](ed, "DELETE", path, nil)
	for _, method := range []string{"DELETE", "PUT"} {
		if a := ed.do(method, path, m{"title": "x"}); a.Status != 404 {
			t.Errorf("%s what is deleted: %d", method, a.Status)
		}
	}
	if a := s.get("/api/content/hot-offers/offers"); strings.Contains(a.Body, all[0].Title) {
		t.Error("the public still sees it")
	}
	if bin := ed.offers(page, "&bin=true"); len(bin) != 1 || bin[0].ID != all[0].ID || bin[0].DeletedAt == nil {
		t.Errorf("bin: %+v", bin)
	}
	must[record](ed, "POST", path+"/restore", nil)
	if a := ed.do("POST", path+"/restore", nil); a.Status != 404 {
		t.Errorf("restoring twice: %d", a.Status)
	}
	if got := ed.offers(page, ""); len(got) != len(all) {
		t.Errorf("%d of %d are back", len(got), len(all))
	}
	must[record](ed, "DELETE", path, nil)
	s.exec("UPDATE content_offers SET deleted_at = now() - interval '31 days' WHERE deleted_at IS NOT NULL")
	if a := ed.do("POST", path+"/restore", nil); a.Status != 404 {
		t.Errorf("restoring after 30 days: %d", a.Status)
	}
	if err := s.emptyBins(t.Context()); err != nil {
		t.Fatal(err)
	}
	if bin := ed.offers(page, "&bin=true"); len(bin) != 0 {
		t.Errorf("left in the bin: %+v", bin)
	}
}

func TestManyAreSwitchedAndDeletedAtOnce(t *testing.T) {
	s := openSite(t)
	ed := s.as("editor")
	page := ed.page("hot-offers")
	all := ed.offers(page, "")
	ids := []any{all[0].ID, itoa(all[1].ID), 999999}
	if done := must[[]record](ed, "POST", "/api/content/offers/batch", m{"ids": ids, "action": "deactivate"}); len(done) != 2 {
		t.Errorf("%d were switched", len(done))
	}
	if off := ed.offers(page, "&active=false"); len(off) != 2 {
		t.Errorf("%d are off", len(off))
	}
	must[[]record](ed, "POST", "/api/content/offers/batch", m{"ids": ids, "action": "delete"})
	if left := ed.offers(page, ""); len(left) != len(all)-2 {
		t.Errorf("%d are left", len(left))
	}
	must[[]record](ed, "POST", "/api/content/offers/batch", m{"ids": ids, "action": "restore"})
	if left := ed.offers(page, ""); len(left) != len(all) {
		t.Errorf("%d are back", len(left))
	}
}

func TestBulkImportTakesAllLinesOrNone(t *testing.T) {
	s := openSite(t)
	ed := s.as("editor")
	page := must[record](ed, "POST", "/api/content/pages", m{"title": "Imported", "slug": "imported"})
	const path = "/api/content/bulk-import"
	if a := ed.do("POST", path, m{"pageId": page.ID, "urls": "https://www.One.example.com/a\r\n\n  \nhttps://two.example.com\n"}); a.Status != 201 || a.Body != `{"imported":2}` {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	got := ed.offers(page, "")
	if len(got) != 2 || got[0].Title != "one.example.com" || got[0].URL != "https://www.One.example.com/a" || got[0].IsActive || got[1].IsActive {
		t.Errorf("%+v", got)
	}
	if a := ed.do("POST", path, m{"pageId": page.ID, "urls": []string{"https://three.example.com"}}); a.Status != 201 {
		t.Errorf("a list: %d", a.Status)
	}
	thousand := strings.Repeat("https://x.example.com/"+strings.Repeat("y", 500)+"\n", 1000)
	for _, c := range []struct {
		body   any
		status int
		words  string
	}{
		{m{"pageId": page.ID, "urls": " \n\n"}, 400, "Please enter at least one URL"},
		{m{"pageId": page.ID}, 400, "Please enter at least one URL"},
		{m{"pageId": page.ID, "urls": "https://good.example.com\n\nhttp://localhost/\nx"}, 400, "Line 3: "},
		{m{"pageId": page.ID, "urls": "https://good.example.com\n\nhttp://localhost/\nx"}, 400, "Line 4: "},
		{m{"pageId": page.ID, "urls": thousand + "https://x.example.com"}, 400, "at most 1,000"},
		{m{"pageId": 999999, "urls": "https://x.example.com"}, 400, "select a page"},
		{m{"pageId": page.ID, "urls": 7}, 400, ""},
	} {
		if a := ed.do("POST", path, c.body); a.Status != c.status || !strings.Contains(a.Body, c.words) {
			t.Errorf("%.80v: %d %.200s", c.body, a.Status, a.Body)
		}
	}
	if got := ed.offers(page, ""); len(got) != 3 {
		t.Errorf("%d offers: a bad import left some", len(got))
	}
	if a := ed.do("POST", path, m{"pageId": page.ID, "urls": thousand}); a.Status != 201 {
		t.Errorf("a thousand: %d %.200s", a.Status, a.Body)
	}
	if a := ed.do("POST", path, m{"pageId": page.ID, "urls": strings.Repeat(thousand, 10)}); a.Status != 413 {
		t.Errorf("5 MB: %d", a.Status)
	}
}

func TestListsGoOnWhereTheyEnded(t *testing.T) {
	s := openSite(t)
	ed := s.as("editor")
	page := must[record](ed, "POST", "/api/content/pages", m{"title": "Long", "slug": "long"})
	s.exec(`INSERT INTO content_offers (page_id, title, url, priority) SELECT $1, 'Offer ' || n, 'https://x.example.com/' || n, 1 + n % 3 FROM generate_series(1, 25) n`, page.ID)
	seen, last, after := map[int64]bool{}, 11, ""
	for range 10 {
		a := ed.do("GET", fmt.Sprintf("/api/content/offers?pageId=%d&limit=10&after=%s", page.ID, after), nil)
		if a.Header.Get("X-Total-Count") != "25" {
			t.Fatalf("%d of %s", a.Status, a.Header.Get("X-Total-Count"))
		}
		for _, o := range decode[[]record](t, a.Body) {
			if seen[o.ID] || o.Priority > last {
				t.Errorf("offer %d with priority %d after %d", o.ID, o.Priority, last)
			}
			seen[o.ID], last = true, o.Priority
		}
		if after = a.Header.Get("X-Next-Cursor"); after == "" {
			break
		}
	}
	if len(seen) != 25 {
		t.Errorf("%d of 25", len(seen))
	}
	if got := ed.offers(page, "&q=OFFER+2"); len(got) != 7 {
		t.Errorf("search found %d", len(got))
	}
	if got := ed.offers(page, "&q=%25"); len(got) != 0 {
		t.Errorf("%% is taken for a pattern: %d", len(got))
	}
	for _, bad := range []string{"x", "1", "1-x", "999999999999999999999-1"} {
		if a := ed.do("GET", fmt.Sprintf("/api/content/offers?pageId=%d&after=%s", page.ID, bad), nil); a.Status != 400 {
			t.Errorf("after=%s: %d", bad, a.Status)
		}
	}
	for query, want := range map[string]int{"": 400, "?pageId=x": 400, "?pageId=999999": 404} {
		if a := ed.do("GET", "/api/content/offers"+query, nil); a.Status != want {
			t.Errorf("%q: %d", query, a.Status)
		}
	}
}

// The kinds that the specification names no calls for have the same ones.
func TestTheOtherKindsAreEditedTheSameWay(t *testing.T) {
	s, doc := openSite(t), contract(t)
	ed := s.as("editor")
	page := ed.page("settlements2")
	for path, body := range map[string]m{
		"/api/admin/offers":       {"title": "New", "targetUrl": "https://x.example.com/?z={zip}", "type": "phone", "priority": 10},
		"/api/admin/daily-offers": {"title": "New", "link": "https://x.example.com"},
		"/api/admin/questions":    {"question": "New?", "pageId": page.ID},
	} {
		made := ed.do("POST", path, body)
		agrees(t, doc, "POST", "/", path, made)
		one := path + "/" + itoa(decode[record](t, made.Body).ID)
		list := ed.do("GET", path+"?limit=200&pageId="+itoa(page.ID), nil)
		agrees(t, doc, "GET", "/", path, list)
		if made.Status != 201 || !strings.Contains(list.Body, "New") {
			t.Errorf("%s: %d %s", path, made.Status, made.Body)
		}
		for _, step := range []struct {
			method, path string
			status       int
		}{{"PUT", one, 200}, {"DELETE", one, 200}, {"DELETE", one, 404}, {"POST", one + "/restore", 200}, {"DELETE", path + "/x", 404}, {"DELETE", path + "/99999999999999999999", 404}} {
			if a := ed.do(step.method, step.path, m{"isActive": false}); a.Status != step.status {
				t.Errorf("%s %s: %d %s", step.method, step.path, a.Status, a.Body)
			}
		}
	}
}

func TestAChangeIsPublicAtTheNextRequest(t *testing.T) {
	s := openSite(t)
	ed := s.as("editor")
	const path = "/offers"
	if a := s.get(path); a.Status != 200 {
		t.Skip("the page of the carousel is not built yet")
	}
	s.get(path)
	made := must[record](ed, "POST", "/api/admin/offers", m{"title": "Brand new kettle", "targetUrl": "https://kettles.example.com/", "type": "linkout", "priority": 10})
	if a := s.get("/api/offers"); !strings.Contains(a.Body, "Brand new kettle") {
		t.Error("the API does not know the new offer")
	}
	out := s.get(fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s", made.ID, "https%3A%2F%2Fkettles.example.com%2F"))
	if out.Status != http.StatusFound {
		t.Errorf("click-out of a new offer: %d %s", out.Status, out.Body)
	}
	must[record](ed, "DELETE", "/api/admin/offers/"+itoa(made.ID), nil)
	if out := s.get(fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s", made.ID, "https%3A%2F%2Fkettles.example.com%2F")); out.Status != 400 {
		t.Errorf("click-out of a deleted offer: %d", out.Status)
	}
}

func TestEveryChangeIsInTheAuditLog(t *testing.T) {
	s, doc := openSite(t), contract(t)
	ed, admin := s.as("editor"), s.as("admin")
	offer := must[record](ed, "POST", "/api/content/offers", m{"title": "Logged", "url": "https://x.example.com", "pageId": ed.page("hot-offers").ID})
	path := "/api/content/offers/" + itoa(offer.ID)
	must[record](ed, "PUT", path, m{"title": "Changed"})
	must[record](ed, "DELETE", path, nil)
	must[record](admin, "POST", path+"/restore", nil)
	ed.do("PUT", path, m{"title": ""})
	log := admin.do("GET", "/api/admin/audit?kind=content+offer&id="+itoa(offer.ID), nil)
	agrees(t, doc, "GET", "/", "/api/admin/audit", log)
	type entry struct {
		ID                 int64
		Actor, Via, Action string
		Before, After      *record
	}
	entries := decode[[]entry](t, log.Body)
	var said []string
	for _, e := range entries {
		said = append(said, strings.TrimSuffix(e.Actor, "@thriftwell.example")+" "+e.Action+" by "+e.Via)
	}
	if got := strings.Join(said, ", "); got != "admin restore by session, editor delete by session, editor update by session, editor create by session" {
		t.Errorf("the log says %s", got)
	}
	if u := entries[2]; u.Before.Title != "Logged" || u.After.Title != "Changed" {
		t.Errorf("before %+v after %+v", u.Before, u.After)
	}
	if older := must[[]entry](admin, "GET", fmt.Sprintf("/api/admin/audit?limit=1&before=%d", entries[0].ID), nil); len(older) != 1 || older[0].ID >= entries[0].ID {
		t.Errorf("older: %+v", older)
	}
}

func TestAFailedChangeLeavesNoTrace(t *testing.T) {
	s := openSite(t)
	admin := s.as("admin")
	s.exec("ALTER TABLE audit_log ADD CHECK (kind <> 'page')")
	if a := admin.do("POST", "/api/content/pages", m{"title": "x", "slug": "traceless"}); a.Status != 500 {
		t.Fatalf("%d", a.Status)
	}
	for _, p := range must[[]record](admin, "GET", "/api/content/pages", nil) {
		if p.Slug == "traceless" {
			t.Error("a page without its audit row")
		}
	}
}

type day struct {
	Date                          string
	Views, Clicks, UniqueVisitors int64
	CTR                           float64
}

func TestAnalyticsAreTheRollUps(t *testing.T) {
	s, doc := openSite(t), contract(t)
	p := s.as("marketer")
	page := p.page("settlements")
	today := time.Now().In(s.config.Location)
	s.exec(`INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors)
		SELECT 'page', $1, $2::date - n, a, r, 100 * n + 7, CASE WHEN r = 'human' THEN n ELSE 0 END
		FROM generate_series(0, 40) n, unnest('{view,click}'::event_action[]) a, unnest('{human,robot}'::event_reason[]) r`, page.ID, today.Format(time.DateOnly))
	const path = "/api/content/settlements/analytics"
	days := func(query string) []day { return must[[]day](p, "GET", path+query, nil) }
	ago := func(n int) string { return today.AddDate(0, 0, -n).Format(time.DateOnly) }
	for query, want := range map[string]struct {
		rows        int
		first, last string
	}{
		"":                               {7, ago(6), ago(0)},
		"?days=7":                        {7, ago(6), ago(0)},
		"?days=30":                       {30, ago(29), ago(0)},
		"?range=today":                   {1, ago(0), ago(0)},
		"?range=yesterday":               {1, ago(1), ago(1)},
		"?range=week_to_date":            {int(today.Weekday()) + 1, ago(int(today.Weekday())), ago(0)},
		"?range=month_to_date":           {today.Day(), ago(today.Day() - 1), ago(0)},
		"?range=custom":                  {1, ago(0), ago(0)},
		"?range=custom&start=2026-01-01": {1, ago(0), ago(0)},
		"?range=custom&start=2024-02-28&end=2024-03-01": {3, "2024-02-28", "2024-03-01"},
	} {
		got := days(query)
		if len(got) != want.rows || got[0].Date != want.first || got[len(got)-1].Date != want.last {
			t.Errorf("%q: %d rows from %s to %s", query, len(got), got[0].Date, got[len(got)-1].Date)
		}
	}
	if got := days("?range=yesterday")[0]; got.Views != 107 || got.Clicks != 107 || got.UniqueVisitors != 1 || got.CTR != 100 {
		t.Errorf("yesterday: %+v", got)
	}
	if got := days("?range=yesterday&count=all")[0]; got.Views != 214 || got.UniqueVisitors != 1 {
		t.Errorf("yesterday with robots: %+v", got)
	}
	agrees(t, doc, "GET", "/", "/api/content/{slug}/analytics", p.do("GET", path, nil))
	sum := p.do("GET", path+"/summary?days=2", nil)
	agrees(t, doc, "GET", "/", "/api/content/{slug}/analytics/summary", sum)
	got := decode[struct {
		Totals, Previous struct {
			From, To string
			Views    int64
		}
		Reasons []struct {
			Reason string
			Views  int64
		}
	}](t, sum.Body)
	if got.Totals.Views != 7+107 || got.Previous.Views != 207+307 || got.Previous.To != ago(2) || len(got.Reasons) != 4 || got.Reasons[1].Views != 114 || got.Reasons[1].Reason != "robot" {
		t.Errorf("summary: %s", sum.Body)
	}
	for query, want := range map[string]int{
		"?range=ever": 400, "?days=0": 400, "?days=x": 400, "?days=99999": 400, "?count=x": 400, "?format=pdf": 400,
		"?range=custom&start=2026-02-30&end=2026-03-01": 400, "?range=custom&start=2026-03-02&end=2026-03-01": 400, "?range=custom&start=0001-01-01&end=2026-03-01": 400,
	} {
		if a := p.do("GET", path+query, nil); a.Status != want {
			t.Errorf("%s: %d", query, a.Status)
		}
	}
	if a := p.do("GET", "/api/content/no-such-page/analytics", nil); a.Status != 404 {
		t.Errorf("unknown page: %d", a.Status)
	}
}

func TestFiguresByOfferAreSafeInSpreadsheets(t *testing.T) {
	s := openSite(t)
	ed := s.as("editor")
	page := ed.page("hot-offers")
	offer := must[record](ed, "POST", "/api/content/offers", m{"title": `=HYPERLINK("https://evil.example")`, "url": "https://x.example.com", "pageId": page.ID})
	s.exec(`INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors) VALUES
		('content_offer', $1, $2, 'view', 'human', 8, 8), ('content_offer', $1, $2, 'click', 'human', 3, 3), ('content_offer', $1, $2, 'click', 'robot', 5, 0)`,
		offer.ID, time.Now().In(s.config.Location).Format(time.DateOnly))
	a := ed.do("GET", "/api/content/hot-offers/analytics/offers?range=today&format=csv", nil)
	want := "offerId,title,views,clicks,ctr\r\n" + itoa(offer.ID) + `,"'=HYPERLINK(""https://evil.example"")",8,3,37.5` + "\r\n"
	if a.Body != want || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/csv") || !strings.HasPrefix(a.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("%s\n%q", a.Header, a.Body)
	}
	if got := ed.offers(page, "&q=HYPERLINK")[0]; got.Views != 8 {
		t.Errorf("the list says %d views", got.Views)
	}
	if a := ed.do("GET", "/api/content/hot-offers/analytics?days=30&format=csv", nil); strings.Count(a.Body, "\r\n") != 31 {
		t.Errorf("%q", a.Body)
	}
}
