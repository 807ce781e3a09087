package site_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/content"
	"thriftwell/server/platform/editable"
)

func TestContentPages(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"newPageIsServed":                    newPageIsServed,
		"pageAndOfferValidation":             pageAndOfferValidation,
		"bulkImportIsAtomic":                 bulkImportIsAtomic,
		"pageIsDeletedAndRestored":           pageIsDeletedAndRestored,
		"settlementIsHiddenAfterItsDeadline": settlementIsHiddenAfterItsDeadline,
		"offersOfEveryKindCanBePreviewed":    offersOfEveryKindCanBePreviewed,
		"pageCanBePreviewed":                 pageCanBePreviewed,
	})
}

func newPageIsServed(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	if a := s.Get("/api/content/summer-deals/offers"); a.Status != 404 {
		t.Fatalf("before: %d", a.Status)
	}
	page := ed.Edit("POST", "/api/content/pages", sitetest.M{"title": "Summer Deals", "slug": "summer-deals", "description": "Hot.", "isActive": true})
	made := ed.Edit("POST", "/api/content/offers", sitetest.M{"title": "Fan", "url": "https://fans.example.com/", "pageId": page.ID})
	if made.Priority != 1 || !made.IsActive || made.Version != 1 || made.PageID != page.ID {
		t.Errorf("created %+v", made)
	}
	if a := s.Get("/api/content/summer-deals/offers"); a.Status != 200 || !strings.Contains(a.Body, "fans.example.com") {
		t.Errorf("offers: %d %s", a.Status, a.Body)
	}
	ed.Edit("PUT", "/api/content/pages/"+fmt.Sprint(page.ID), sitetest.M{"isActive": false})
	if a := s.Get("/api/content/summer-deals/offers"); a.Status != 404 {
		t.Errorf("not active: %d", a.Status)
	}
}

func pageAndOfferValidation(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	page := ed.Page("hot-offers")
	const pages, offers = "/api/content/pages", "/api/content/offers"
	good := func(change sitetest.M) sitetest.M {
		body := sitetest.M{"title": "T", "url": "https://x.example.com", "pageId": page.ID}
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
		{pages, sitetest.M{"slug": "x"}, 400, "Title and slug are required"},
		{pages, sitetest.M{"title": "x"}, 400, "Title and slug are required"},
		{pages, sitetest.M{"title": " ", "slug": "x"}, 400, "Title and slug are required"},
		{pages, sitetest.M{"title": "x", "slug": "Not A Slug"}, 400, "lowercase"},
		{pages, sitetest.M{"title": "x", "slug": "../x"}, 400, "lowercase"},
		{pages, sitetest.M{"title": "x", "slug": "pages"}, 400, "reserved"},
		{pages, sitetest.M{"title": "x", "slug": "offers"}, 400, "reserved"},
		{pages, sitetest.M{"title": "x", "slug": "bulk-import"}, 400, "reserved"},
		{pages, sitetest.M{"title": "x", "slug": "hot-offers"}, 409, "Another page"},
		{pages, sitetest.M{"title": "x", "slug": strings.Repeat("x", 101)}, 400, "at most 100"},
		{pages, sitetest.M{"title": 1, "slug": "x"}, 400, `"field":"title"`},
		{offers, good(sitetest.M{"title": ""}), 400, "Title and URL are required"},
		{offers, good(sitetest.M{"url": nil}), 400, "Title and URL are required"},
		{offers, good(sitetest.M{"url": "javascript:alert(1)"}), 400, "public address"},
		{offers, good(sitetest.M{"url": "http://10.0.0.1/"}), 400, "public address"},
		{offers, good(sitetest.M{"url": "https://u:p@x.example.com"}), 400, "user name"},
		{offers, good(sitetest.M{"url": "https://x.example.com/" + strings.Repeat("x", 2048)}), 400, "2,048"},
		{offers, good(sitetest.M{"priority": 0}), 400, "from 1 to 10"},
		{offers, good(sitetest.M{"priority": 11}), 400, "from 1 to 10"},
		{offers, good(sitetest.M{"priority": 1.5}), 400, `"field":"priority"`},
		{offers, good(sitetest.M{"title": strings.Repeat("ü", 201)}), 400, "at most 200"},
		{offers, good(sitetest.M{"title": "a\nb"}), 400, "single line"},
		{offers, good(sitetest.M{"imageUrl": "javascript:x"}), 400, "picture on this site"},
		{offers, good(sitetest.M{"pageId": 999999}), 400, "Select a page"},
		{offers, good(sitetest.M{"pageId": nil}), 400, "Select a page"},
		{offers, good(sitetest.M{"title": "a\x00b"}), 400, "can't store"},
		{offers, "text", 400, "JSON object"},
		{offers, nil, 400, "JSON body"},
		{"/api/admin/offers", sitetest.M{"title": "x", "targetUrl": "https://x.example.com", "type": "fax"}, 400, "phone, coregistration, or linkout"},
		{"/api/admin/offers", sitetest.M{"title": "x", "type": "phone"}, 400, "Title and URL are required"},
		{"/api/admin/daily-offers", sitetest.M{"title": "x"}, 400, "Title and URL are required"},
		{"/api/admin/questions", sitetest.M{"question": "?"}, 400, "Select a page"},
		{"/api/admin/questions", sitetest.M{"pageId": page.ID}, 400, "required"},
		{"/api/admin/questions", sitetest.M{"question": "?", "pageId": page.ID, "targetOfferId": 999999}, 400, "existing offer"},
		{offers + "/batch", sitetest.M{"ids": []int{}, "action": "delete"}, 400, "Select"},
		{offers + "/batch", sitetest.M{"ids": []int{1}, "action": "explode"}, 400, "Unknown action"},
	} {
		a := ed.Do("POST", c.path, c.body)
		if a.Status != c.status || !strings.Contains(a.Body, c.words) {
			t.Errorf("%s %.80v: %d %s", c.path, c.body, a.Status, a.Body)
		}
	}
	if a := ed.Call("POST", offers, "title=x", "Cookie", ed.Cookie, "Content-Type", "text/plain"); a.Status != 415 {
		t.Errorf("not JSON: %d", a.Status)
	}
}

func bulkImportIsAtomic(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	page := ed.Edit("POST", "/api/content/pages", sitetest.M{"title": "Imported", "slug": "imported"})
	const path = "/api/content/bulk-import"
	if a := ed.Do("POST", path, sitetest.M{"pageId": page.ID, "urls": "https://www.One.example.com/a\r\n\n  \nhttps://two.example.com\n"}); a.Status != 201 || a.Body != `{"imported":2}` {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	got := ed.Offers(page, "")
	if len(got) != 2 || got[0].Title != "one.example.com" || got[0].URL != "https://www.One.example.com/a" || got[0].IsActive || got[1].IsActive {
		t.Errorf("%+v", got)
	}
	if a := ed.Do("POST", path, sitetest.M{"pageId": page.ID, "urls": []string{"https://three.example.com"}}); a.Status != 201 {
		t.Errorf("a list: %d", a.Status)
	}
	thousand := strings.Repeat("https://x.example.com/"+strings.Repeat("y", 500)+"\n", 1000)
	for _, c := range []struct {
		body   any
		status int
		words  string
	}{
		{sitetest.M{"pageId": page.ID, "urls": " \n\n"}, 400, "Please enter at least one URL"},
		{sitetest.M{"pageId": page.ID}, 400, "Please enter at least one URL"},
		{sitetest.M{"pageId": page.ID, "urls": "https://good.example.com\n\nhttp://localhost/\nx"}, 400, "Line 3: "},
		{sitetest.M{"pageId": page.ID, "urls": "https://good.example.com\n\nhttp://localhost/\nx"}, 400, "Line 4: "},
		{sitetest.M{"pageId": page.ID, "urls": thousand + "https://x.example.com"}, 400, "at most 1,000"},
		{sitetest.M{"pageId": 999999, "urls": "https://x.example.com"}, 400, "Select a page"},
		{sitetest.M{"pageId": page.ID, "urls": 7}, 400, ""},
	} {
		if a := ed.Do("POST", path, c.body); a.Status != c.status || !strings.Contains(a.Body, c.words) {
			t.Errorf("%.80v: %d %.200s", c.body, a.Status, a.Body)
		}
	}
	if got := ed.Offers(page, ""); len(got) != 3 {
		t.Errorf("%d offers: a failed import left some", len(got))
	}
	if a := ed.Do("POST", path, sitetest.M{"pageId": page.ID, "urls": thousand}); a.Status != 201 {
		t.Errorf("a thousand: %d %.200s", a.Status, a.Body)
	}
	if a := ed.Do("POST", path, sitetest.M{"pageId": page.ID, "urls": strings.Repeat(thousand, 10)}); a.Status != 413 {
		t.Errorf("5 MB: %d", a.Status)
	}
}

func pageIsDeletedAndRestored(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	page := ed.Edit("POST", "/api/content/pages", sitetest.M{"title": "Passing", "slug": "passing"})
	ed.Edit("POST", "/api/content/offers", sitetest.M{"title": "O", "url": "https://x.example.com", "pageId": page.ID})
	one := fmt.Sprintf("/api/content/pages/%d", page.ID)
	a := ed.Do("DELETE", one, nil)
	sitetest.Agrees(t, doc, "DELETE", "/api/content/pages/{slug}", a)
	if a := s.Get("/api/content/pages/passing"); a.Status != 404 {
		t.Errorf("in the trash: %d", a.Status)
	}
	if a := ed.Do("POST", "/api/content/pages", sitetest.M{"title": "Passing", "slug": "passing"}); a.Status != 409 || !strings.Contains(a.Body, "the trash") {
		t.Errorf("another page with its slug: %d %s", a.Status, a.Body)
	}
	sitetest.Agrees(t, doc, "POST", "/api/content/pages/{slug}/restore", ed.Do("POST", one+"/restore", nil))
	if back := ed.Page("passing"); s.Get("/api/content/pages/passing").Status != 200 || len(ed.Offers(back, "")) != 1 {
		t.Errorf("restored: %+v", back)
	}
	if a := ed.Do("DELETE", fmt.Sprintf("/api/content/pages/%d", ed.Page("hot-offers").ID), nil); a.Status != 409 || s.Get("/api/content/pages/hot-offers").Status != 200 {
		t.Errorf("deleting a page with its own layout: %d %s", a.Status, a.Body)
	}
	ed.Edit("DELETE", one, nil)
	s.Exec("UPDATE content_pages SET deleted_at = now() - interval '31 days' WHERE id = $1", page.ID)
	if err := content.Pages(editable.Site{DB: s.DB.Gorm}).EmptyBin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := s.Count("SELECT count(*) FROM content_offers WHERE page_id = $1", page.ID); n != 0 {
		t.Errorf("%d offers remain of a purged page", n)
	}
}

func settlementIsHiddenAfterItsDeadline(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	page := ed.Page("settlements")
	today := time.Now()
	for title, days := range map[string]int{"Open case": 0, "Later case": 30, "Closed case": -2} {
		ed.Edit("POST", "/api/content/offers", sitetest.M{
			"title": title, "url": "https://case.example.com/", "pageId": page.ID,
			"deadline": today.AddDate(0, 0, days).Format(time.RFC3339),
		})
	}
	body := s.Get("/api/content/settlements/offers").Body
	for title, want := range map[string]bool{"Open case": true, "Later case": true, "Closed case": false} {
		if strings.Contains(body, title) != want {
			t.Errorf("%s on the page: %t", title, !want)
		}
	}
}
