package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
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
	if a := s.get(path); a.Status != 200 || strings.Contains(a.Body, "Brand new kettle") {
		t.Fatalf("before: %d", a.Status)
	}
	made := must[record](ed, "POST", "/api/admin/offers", m{"title": "Brand new kettle", "targetUrl": "https://kettles.example.com/", "type": "linkout", "priority": 10})
	if a := s.get(path); !strings.Contains(a.Body, "Brand new kettle") {
		t.Errorf("the page does not show the new offer: %s", a.Header.Get("Cache-Status"))
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
