package app

import (
	"fmt"
	"strings"
	"testing"
)

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
